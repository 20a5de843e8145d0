import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** What `./websign` runs, without its look at what was built: the server is the process that is started. */
const PROGRAM = fileURLToPath(new URL('../../dist/websign.cjs', import.meta.url));
/** Milliseconds after a start that failed, as a supervisor leaves between two. */
const PAUSE_MS = 300;
const START_MS = 120_000;

/** A production server under a supervisor: it is started again as soon as it is gone, at the same address. */
export class Replica {
  readonly url: string;
  /** Starts so far, and those that ended before the server took requests without being killed. */
  starts = 0;
  failedStarts = 0;
  readonly #environment: Record<string, string>;
  readonly #log: WriteStream;
  #child: ChildProcess | undefined;
  #listens = false;
  #isStopping = false;
  #supervised: Promise<void> | undefined;

  constructor(port: number, environment: Record<string, string>, log: string) {
    this.url = `http://127.0.0.1:${port}`;
    this.#environment = { ...environment, PORT: String(port) };
    this.#log = createWriteStream(log, { flags: 'a' });
  }

  /** Of the server that runs now. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts it, and keeps it running from now on; resolves when it takes requests for the first time. */
  async start(): Promise<void> {
    this.#supervised ??= this.#supervise();
    await this.listening();
  }

  /** Resolves when the server that runs takes requests; throws after two minutes. */
  async listening(): Promise<void> {
    const until = Date.now() + START_MS;
    while (!this.#listens) {
      if (Date.now() > until) throw new Error(`${this.url} does not start`);
      await sleep(20);
    }
  }

  /** Ends it in good order, for good. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#child?.kill('SIGTERM');
    await this.#supervised;
    this.#log.end();
  }

  async #supervise(): Promise<void> {
    while (!this.#isStopping) {
      const child = this.#spawn();
      this.#child = child;
      const [code] = (await once(child, 'exit')) as [number | null];
      this.#child = undefined;
      const failed = !this.#listens && code !== null;
      this.#listens = false;
      if (failed && !this.#isStopping) {
        this.failedStarts += 1;
        await sleep(PAUSE_MS);
      }
    }
  }

  #spawn(): ChildProcess {
    this.starts += 1;
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, 'start'], {
      env: { PATH: process.env.PATH, ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        this.#log.write(`${line}\n`);
        if (line.startsWith('WebSign: ') && this.#child === child) this.#listens = true;
      });
    }
    // A bench that is cut off leaves none behind.
    const abandon = () => child.kill('SIGKILL');
    process.once('exit', abandon);
    child.once('exit', () => process.off('exit', abandon));
    return child;
  }
}
