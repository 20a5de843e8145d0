/** The command line, as a bundle is made of it and as it runs unbuilt. */
import { main } from './src/main.ts';

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
