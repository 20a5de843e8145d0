import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

export interface Outcome {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** What standard input holds. */
  input?: string;
}

/** Starts a program; `outcome` resolves when it has ended. */
export function start(program: string, args: string[], options: RunOptions = {}) {
  const child = spawn(program, args, { cwd: options.cwd ?? ROOT, env: { ...process.env, ...options.env } });
  child.stdin.end(options.input ?? '');
  return { child, outcome: outcomeOf(child) };
}

/** Runs a program to its end. */
export const run = (program: string, args: string[], options?: RunOptions): Promise<Outcome> =>
  start(program, args, options).outcome;

/** Runs `./websign` of this checkout. */
export const websign = (args: string[], options?: RunOptions): Promise<Outcome> =>
  run(join(ROOT, 'websign'), args, options);

function outcomeOf(child: ChildProcess): Promise<Outcome> {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      texts[name] += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...texts }));
  });
}

/** A Node.js of this machine that is not the pinned one. */
export const otherNode = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .find((path) => existsSync(path) && version(path) !== process.version);

export function version(node: string): string {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
}
