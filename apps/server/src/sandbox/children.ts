import { SandboxError } from './error.ts';
import { Child, type ChildOptions } from './process.ts';

export interface SupplyOptions extends ChildOptions {
  /** Children that wait ready, beside those that are taken; with none, each ends with its document. */
  spare: number;
  /** Milliseconds that somebody waits for a child where none starts. */
  waitMs: number;
  /** Told when a child ends that should not have. */
  onEnd?(complaint: string): void;
}

interface Taker {
  take(child: Child): void;
  refuse(error: SandboxError): void;
}

const LONGEST_PAUSE_MS = 5000;

/** Children that wait, warm, for a document each. */
export class Supply {
  readonly #options: SupplyOptions;
  readonly #alive = new Set<Child>();
  readonly #idle: Child[] = [];
  readonly #takers: Taker[] = [];
  readonly #first = Promise.withResolvers<void>();
  #starting = 0;
  #failedStarts = 0;
  #pause: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: SupplyOptions) {
    this.#options = options;
    this.#startMissing();
  }

  get alive(): number {
    return this.#alive.size;
  }

  /** Resolves when a child waits, or waited, ready. */
  async ready(): Promise<void> {
    if (this.#alive.size === 0) this.#start();
    await this.#first.promise;
  }

  /** A child that is the caller's to dismiss or to give back. Rejects with SandboxError `busy` or `closed`. */
  take(): Promise<Child> {
    if (this.#closed) return Promise.reject(new SandboxError('closed'));
    const ready = this.#idle.shift();
    const taken = ready ? Promise.resolve(ready) : this.#next();
    this.#startMissing();
    return taken;
  }

  #next(): Promise<Child> {
    return new Promise((resolve, reject) => {
      const taker: Taker = {
        take(child) {
          clearTimeout(timer);
          resolve(child);
        },
        refuse(error) {
          clearTimeout(timer);
          reject(error);
        },
      };
      const timer = setTimeout(() => {
        this.#takers.splice(this.#takers.indexOf(taker), 1);
        reject(new SandboxError('busy'));
      }, this.#options.waitMs);
      this.#takers.push(taker);
    });
  }

  /** Takes a child back for another document, as far as spare ones are wanted. */
  giveBack(child: Child): void {
    if (this.#closed || this.#idle.length >= this.#options.spare) this.dismiss(child);
    else this.#hand(child);
  }

  /** Ends a child. */
  dismiss(child: Child): void {
    this.#alive.delete(child);
    child.kill();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#pause);
    for (const { refuse } of this.#takers.splice(0)) refuse(new SandboxError('closed'));
    const ends = [...this.#alive].map((child) => child.ended);
    for (const child of this.#alive) child.kill();
    await Promise.all(ends);
  }

  #hand(child: Child): void {
    const taker = this.#takers.shift();
    if (taker) taker.take(child);
    else this.#idle.push(child);
  }

  #startMissing(): void {
    if (this.#pause !== undefined) return;
    const wanted = this.#options.spare + this.#takers.length;
    while (!this.#closed && this.#idle.length + this.#starting < wanted) this.#start();
  }

  #start(): void {
    const child = new Child(this.#options);
    this.#alive.add(child);
    this.#starting += 1;
    child.ready.then(
      () => {
        this.#starting -= 1;
        this.#failedStarts = 0;
        this.#first.resolve();
        this.#hand(child);
      },
      () => {
        this.#starting -= 1;
        this.#failedStarts += 1;
        this.#startLater();
      },
    );
    void child.ended.then(() => this.#ended(child));
  }

  #ended(child: Child): void {
    const at = this.#idle.indexOf(child);
    if (at >= 0) this.#idle.splice(at, 1);
    // A dismissed one is not among them any more.
    if (!this.#alive.delete(child) || this.#closed) return;
    this.#options.onEnd?.(child.complaint);
    this.#startMissing();
  }

  /** A system on which children cannot start must not be kept busy by starting them. */
  #startLater(): void {
    if (this.#closed) return;
    this.#pause ??= setTimeout(
      () => {
        this.#pause = undefined;
        this.#startMissing();
      },
      Math.min(LONGEST_PAUSE_MS, 100 * 2 ** this.#failedStarts),
    ).unref();
  }
}
