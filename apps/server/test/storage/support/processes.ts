import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundleTestProgram } from '../../../../../scripts/bundle/test-program.ts';

const worker = await bundleTestProgram(fileURLToPath(new URL('worker.ts', import.meta.url)));
/** What Node.js compiled for one worker, for the others: each that starts without takes twice the time. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL('../../../../../.cache/workers', import.meta.url));

/** A worker process and the facts it has acknowledged so far, each a whole line. */
export interface Worker {
  readonly child: ChildProcess;
  /** Resolves with the first output. */
  readonly speaks: Promise<unknown>;
  /** Resolves when the process is gone and its output read; throws when it ended by itself in failure. */
  readonly ended: Promise<Record<string, unknown>[]>;
}

export function startWorker(job: 'write' | 'contend', settings: object): Worker {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', worker, job, JSON.stringify(settings)],
    {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  let complaint = '';
  child.stdout.on('data', (piece) => {
    output += piece;
  });
  child.stderr.on('data', (piece) => {
    complaint += piece;
  });
  const speaks = Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
  const ended = once(child, 'close').then(([code, signal]) => {
    if (signal !== 'SIGKILL' && code !== 0) throw new Error(`worker ended with ${code}: ${complaint}`);
    // A killed writer may leave a last line unfinished: that one was never acknowledged.
    const lines = output
      .slice(0, output.lastIndexOf('\n') + 1)
      .split('\n')
      .filter(Boolean);
    return lines.map((line): Record<string, unknown> => JSON.parse(line));
  });
  // Whoever awaits it hears the failure; before that it is not unhandled.
  ended.catch(() => undefined);
  return { child, speaks, ended };
}
