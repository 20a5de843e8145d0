import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Job, Outcome } from './job.ts';

/** Longer than this is a hang. */
const HANG_MS = 5000;
/** Starting the process and making its key is not the file's time. */
const START_MS = 15_000;
/** A process signs this many files before a new one takes over: its peak memory belongs to few. */
const BATCH = 20;
const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));

/** A signing process, replaced when it hangs, dies or has done its batch. */
export class Signing {
  #child: ChildProcess | undefined;
  #lines: Interface | undefined;
  #done = 0;

  async sign(job: Job): Promise<Outcome> {
    if (this.#done >= BATCH) this.close();
    const fresh = this.#child === undefined;
    const child = this.#child ?? this.#start();
    this.#done++;
    const allowed = HANG_MS + (fresh ? START_MS : 0);
    const answer = await new Promise<string | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), allowed);
      const settle = (line?: string): void => {
        clearTimeout(timer);
        resolve(line);
      };
      this.#lines?.once('line', settle);
      child.once('exit', () => settle('died'));
      child.stdin?.write(`${JSON.stringify(job)}\n`);
    });
    child.removeAllListeners('exit');
    if (answer !== undefined && answer !== 'died') return JSON.parse(answer) as Outcome;
    this.close();
    const kind = answer === 'died' ? 'crashed' : 'hung';
    return { kind, ms: allowed, rss: 0, text: kind === 'hung' ? 'no answer in time' : 'the process died' };
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#lines?.close();
    this.#child = undefined;
    this.#lines = undefined;
    this.#done = 0;
  }

  #start(): ChildProcess {
    const child = spawn(process.execPath, [CHILD], { stdio: ['pipe', 'pipe', 'inherit'] });
    // A child that dies takes the end of its pipe with it; `exit` tells of it.
    child.stdin?.on('error', () => undefined);
    this.#child = child;
    if (child.stdout !== null) this.#lines = createInterface({ input: child.stdout });
    return child;
  }
}
