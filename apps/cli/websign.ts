/** The command line as an installation starts it, without the launcher of a checkout. */
import { main } from './src/main.ts';

process.exitCode = await main(process.argv.slice(2));
