/** The real server in a process of its own, at a test's time: TEST_OFFSET milliseconds from the machine's. */
import { startServer } from '../../src/main.ts';

const offset = Number(process.env.TEST_OFFSET);
const { url } = await startServer({ clock: () => Date.now() + offset });
process.stdout.write(`listening ${url}\n`);
