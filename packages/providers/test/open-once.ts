/** Opens software keys over the master key of the first argument, prints the process's pid, waits to be ended. */
import { SoftwareKeys } from '../src/index.ts';

const keys = await SoftwareKeys.open({ masterKey: { file: process.argv[2] ?? '' } });
process.stdout.write(`${keys.pid}\n`);
setInterval(() => {}, 1000);
