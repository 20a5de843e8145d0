import { SandboxError } from './error.ts';
import { Child, type ChildOptions } from './process.ts';
import { Templates } from './templates.ts';

export interface SupplyOptions extends ChildOptions {
  /** Children that wait ready for a document, beside those that have one. */
  warmChildren: number;
  /**
   * How many children are asked for before a template is made; those behind it are copies, where what copies take was built. A template
   * costs as much of the processor as some dozens of children that start anew. When left out there is none.
   */
  copiesFrom?: number;
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
/** A copy may take so long to start: it takes some milliseconds, and more on a busy machine. */
const COPY_MS = 10_000;

/** The children: started before they are wanted, and given each to one document, with which it ends. */
export class Supply {
  readonly #options: SupplyOptions;
  #templates: Templates | undefined;
  #taken = 0;
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
    this.#startTemplate();
  }

  /** Whether children that start now are copies. */
  get copying(): boolean {
    return this.#templates?.ready !== undefined;
  }

  get alive(): number {
    return this.#alive.size;
  }

  /** Resolves when a child waits, or waited, ready. */
  async ready(): Promise<void> {
    if (this.#alive.size === 0) this.#start();
    await this.#first.promise;
  }

  /** Gives a child that nobody had before; the caller dismisses or kills it. Rejects with SandboxError `busy` or `closed`. */
  take(): Promise<Child> {
    if (this.#closed) return Promise.reject(new SandboxError('closed'));
    this.#taken += 1;
    this.#startTemplate();
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

  /** Ends a child that did nothing wrong: its document is done. One that is killed instead is told of. */
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
    await Promise.all([...ends, this.#templates?.close()]);
  }

  /** Undefined where the system has no descriptors left: Node.js throws then. */
  #attempt<T>(start: () => T): T | undefined {
    try {
      return start();
    } catch (error) {
      this.#options.onEnd?.(String(error));
      return undefined;
    }
  }

  #startTemplate(): void {
    const { copiesFrom = Number.POSITIVE_INFINITY, onEnd } = this.#options;
    if (this.#taken < copiesFrom) return;
    this.#templates ??= new Templates(this.#options, (complaint) => onEnd?.(complaint));
  }

  #startMissing(): void {
    if (this.#pause !== undefined) return;
    const wanted = this.#options.warmChildren + this.#takers.length;
    while (!this.#closed && this.#pause === undefined && this.#idle.length + this.#starting < wanted)
      this.#start();
  }

  #start(): void {
    const template = this.#templates?.ready;
    const options = this.#options;
    const child = this.#attempt(() =>
      template?.copy === undefined
        ? new Child(options)
        : new Child({ ...options, startMs: Math.min(COPY_MS, options.startMs) }, template.copy),
    );
    if (child === undefined) {
      this.#failedStarts += 1;
      this.#startLater();
      return;
    }
    this.#alive.add(child);
    this.#starting += 1;
    child.ready.then(
      () => {
        this.#starting -= 1;
        this.#failedStarts = 0;
        if (template !== undefined) this.#templates?.tell(template, true);
        this.#first.resolve();
        const taker = this.#takers.shift();
        if (taker) taker.take(child);
        else this.#idle.push(child);
      },
      () => {
        this.#starting -= 1;
        this.#failedStarts += 1;
        if (template !== undefined) this.#templates?.tell(template, false);
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
