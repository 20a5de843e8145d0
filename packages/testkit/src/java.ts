import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * A judge lives for a minute: the second compiler and the parallel collector would take half of its processor time and
 * save nothing.
 */
const SHORT_LIVED = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** Runs a program that `.ci` put into `home` until it ends, and gives what it printed. Throws where it fails. */
export function runJava(
  home: string,
  [program, ...args]: readonly [string, ...string[]],
  input: string,
  timeout = 540_000,
): string {
  const classes = [join(home, 'classes'), join(home, 'lib', '*')].join(':');
  const { status, stdout, stderr, error } = spawnSync(
    'java',
    [...SHORT_LIVED, '-cp', classes, program, ...args],
    { input, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, timeout },
  );
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
  return stdout;
}
