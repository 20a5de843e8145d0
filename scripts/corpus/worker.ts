import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Starting the process and making its key is not the file's time. */
const START_MS = 15_000;
/** A process works on so many files before a new one with fresh memory takes over; to start one takes as long as thirty files. */
const BATCH = 250;

export interface Bounds {
  /** Longer than this is a hang. */
  hangMs: number;
  /** V8's flags. */
  flags?: readonly string[];
}

/** A job that gave no answer: its process died, or was killed because it hung. */
export interface Lost {
  kind: 'crashed' | 'hung';
  ms: number;
  rss: number;
  text: string;
}

/** A process that runs one job after another, replaced when it hangs, dies or has done its batch. */
export class Worker<Job, Outcome> {
  readonly #script: string;
  readonly #bounds: Bounds;
  #child: ChildProcess | undefined;
  #lines: Interface | undefined;
  #done = 0;

  /** `script` answers each line of its input with one line: `answerJobs` of `jobs.ts`. */
  constructor(script: URL, bounds: Bounds) {
    this.#script = fileURLToPath(script);
    this.#bounds = bounds;
  }

  async run(job: Job): Promise<Outcome | Lost> {
    if (this.#done >= BATCH) this.close();
    const fresh = this.#child === undefined;
    const child = this.#child ?? this.#start();
    this.#done++;
    const allowed = this.#bounds.hangMs + (fresh ? START_MS : 0);
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
    const command = [...(this.#bounds.flags ?? []), this.#script];
    const child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'inherit'] });
    // A child that dies takes the end of its pipe with it; `exit` tells of it.
    child.stdin?.on('error', () => undefined);
    this.#child = child;
    if (child.stdout !== null) this.#lines = createInterface({ input: child.stdout });
    return child;
  }
}
