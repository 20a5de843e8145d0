/**
 * Loaded into a replica before anything else: its clock jumps when a test says so. The file that TEST_JUMP names holds
 * how far, in milliseconds; SIGUSR2 says that it was written.
 */
import { readFileSync } from 'node:fs';

const machine = Date.now;
let ahead = 0;
Date.now = () => machine() + ahead;
process.on('SIGUSR2', () => {
  ahead = Number(readFileSync(process.env.TEST_JUMP ?? '', 'utf8'));
});
