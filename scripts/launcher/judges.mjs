import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { LauncherError } from './place.mjs';

const POLL_MS = 500;
/** Longer than any installation takes. */
const LONGEST_MS = 30 * 60_000;

/**
 * What a file names in lines of `NAME=value`, once it is there: CI writes it when the last outside judges are installed, while
 * the browser tests run. Lines without a name say why they could not be installed.
 */
export async function judgesEnvironment(file, longestMs = LONGEST_MS) {
  const end = Date.now() + longestMs;
  while (!existsSync(file)) {
    if (Date.now() > end) throw new LauncherError('The judges of the tests were not installed in time.');
    await setTimeout(POLL_MS);
  }
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const reason = lines.find((line) => !/^[A-Z_]+=/.test(line));
  if (reason !== undefined) throw new LauncherError(reason);
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
