/** The real product in demonstration mode under a clock that stands at the epoch milliseconds of its argument. */
import { startServer } from '../../apps/server/src/main.ts';

const now = Number(process.argv[2]);
const server = await startServer({ demo: true, clock: () => now });
process.stdout.write(`${server.url}\n`);
process.once('SIGTERM', () => void server.close());
