/** Opens the demonstration of the folder in the first argument, says so, and waits to be ended. */
import { openDemo } from './place.ts';

await openDemo(process.argv[2] ?? '');
process.stdout.write('open\n');
setInterval(() => {}, 1000);
