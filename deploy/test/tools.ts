import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The checkout's root, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');

export interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end; `input` is what its standard input holds. */
export function ran(
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  input = '',
): Ran {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: ROOT,
    input,
    encoding: 'utf8',
    timeout: 120_000,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
  });
  return { status, stdout: stdout ?? '', stderr: stderr ?? '' };
}
