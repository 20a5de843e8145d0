import { SandboxError } from './error.ts';

/**
 * What work waits as: a document whose code is spent comes before all others; then what is to be signed, since a code that was
 * typed is good for half a minute; then new documents, and last the files that somebody only wants to know something about.
 */
export type Turn = 'begun' | 'signing' | 'new' | 'verification';

/** Where a job stands in the queue. */
export interface Place {
  turn: Turn;
  /** Whose work it is, such as an account's id: owners take turns, and each may run so many jobs at once. */
  owner: string;
  /** Takes the job out of the queue, or ends its child. */
  signal: AbortSignal | undefined;
}

export interface QueueOptions {
  /** Jobs that run at once. */
  slots: number;
  /** Of these, jobs of one owner. */
  slotsEach: number;
  /** Of these, jobs of documents that nobody signs yet, so that one that is signed waits for no other's examination; all when left out. */
  slotsUnsigned?: number;
  /** Jobs that may wait in each turn; one more is `busy`. */
  queue: number;
  /** Of these, jobs of one owner. */
  queueEach: number;
  /** Milliseconds a job may wait. */
  waitMs: number;
}

interface Waiting {
  start(): void;
  refuse(error: unknown): void;
}

const TURNS: readonly Turn[] = ['begun', 'signing', 'new', 'verification'];
const UNSIGNED: ReadonlySet<Turn> = new Set(['new', 'verification']);

/** Milliseconds for which an owner counts as one of several after their last job: between the steps of a signature. */
const LATELY_MS = 5000;

/**
 * Who may run next: of the first turn in which somebody may, the owner who has waited longest since they last did. An
 * owner never has all slots where there are others, so that nobody waits for the end of another's slowest document; and
 * while others work, too, no more than an even share of them for new work, so that there is a processor for theirs.
 */
export class FairQueue {
  readonly #options: QueueOptions;
  /** Owners in the order in which they come next. */
  readonly #waiting: Record<Turn, Map<string, Waiting[]>> = {
    begun: new Map(),
    signing: new Map(),
    new: new Map(),
    verification: new Map(),
  };
  readonly #running = new Map<string, number>();
  /** Of these, jobs of documents that nobody signs yet. */
  #unsigned = 0;
  /** When each owner's last job ended who has none now. */
  readonly #lately = new Map<string, number>();
  #again: NodeJS.Timeout | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  get running(): number {
    return sum(this.#running.values());
  }

  get waiting(): number {
    return sum(TURNS.map((turn) => this.#waitingIn(turn)));
  }

  /** Resolves when the job may run; the caller gives the slot back once. Rejects with `busy`, or as `signal` says. */
  async enter({ turn, owner, signal }: Place): Promise<() => void> {
    signal?.throwIfAborted();
    // Behind their own that wait.
    if (!this.#waiting[turn].has(owner) && this.#mayRun(turn, owner)) this.#take(turn, owner);
    else await this.#wait(turn, owner, signal);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#giveBack(turn, owner);
    };
  }

  /** Refuses everything that waits. */
  close(error: SandboxError): void {
    for (const turn of TURNS)
      for (const waiting of [...this.#waiting[turn].values()].flat()) waiting.refuse(error);
  }

  #mayRun(turn: Turn, owner: string): boolean {
    const { slots, slotsEach, slotsUnsigned = slots } = this.#options;
    const own = this.#running.get(owner) ?? 0;
    if (this.running >= slots || own >= slotsEach) return false;
    if (UNSIGNED.has(turn) && this.#unsigned >= slotsUnsigned) return false;
    // A spent code does not wait for fairness: it is of no use twice.
    return turn === 'begun' || own < this.#evenShare(owner);
  }

  #evenShare(owner: string): number {
    const before = performance.now() - LATELY_MS;
    for (const [other, at] of this.#lately) if (at < before) this.#lately.delete(other);
    const owners = new Set([owner, ...this.#running.keys(), ...this.#lately.keys()]);
    return Math.max(1, Math.floor(this.#options.slots / owners.size));
  }

  #take(turn: Turn, owner: string): void {
    if (UNSIGNED.has(turn)) this.#unsigned += 1;
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1);
    this.#lately.delete(owner);
  }

  #giveBack(turn: Turn, owner: string): void {
    if (UNSIGNED.has(turn)) this.#unsigned -= 1;
    const left = (this.#running.get(owner) ?? 0) - 1;
    if (left > 0) this.#running.set(owner, left);
    else {
      this.#running.delete(owner);
      this.#lately.set(owner, performance.now());
      this.#lookAgainLater();
    }
    this.#startAll();
  }

  /** Whoever was kept to a share may have more once the others count no longer. */
  #lookAgainLater(): void {
    this.#again ??= setTimeout(() => {
      this.#again = undefined;
      this.#startAll();
      if (this.waiting > 0 && this.#lately.size > 0) this.#lookAgainLater();
    }, LATELY_MS + 1).unref();
  }

  /** More than one, where an owner was kept to a share and now works alone. */
  #startAll(): void {
    while (this.#startNext());
  }

  /** Whether there was one to start. */
  #startNext(): boolean {
    for (const turn of TURNS) {
      for (const [owner, [first, ...others]] of this.#waiting[turn]) {
        if (!first || !this.#mayRun(turn, owner)) continue;
        this.#waiting[turn].delete(owner);
        // Behind all others that wait.
        if (others.length > 0) this.#waiting[turn].set(owner, others);
        this.#take(turn, owner);
        first.start();
        return true;
      }
    }
    return false;
  }

  #waitingIn(turn: Turn): number {
    return sum([...this.#waiting[turn].values()].map((jobs) => jobs.length));
  }

  #wait(turn: Turn, owner: string, signal: AbortSignal | undefined): Promise<void> {
    const { queue, queueEach, waitMs } = this.#options;
    const own = this.#waiting[turn].get(owner)?.length ?? 0;
    if (own >= queueEach || this.#waitingIn(turn) >= queue) return Promise.reject(new SandboxError('busy'));
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const refuse = (error: unknown) => {
        leave();
        this.#remove(turn, owner, waiting);
        reject(error);
      };
      const waiting: Waiting = {
        start: () => {
          leave();
          resolve();
        },
        refuse,
      };
      const abort = () => refuse(signal?.reason);
      const timer = setTimeout(() => refuse(new SandboxError('busy')), waitMs);
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiting[turn].set(owner, [...(this.#waiting[turn].get(owner) ?? []), waiting]);
    });
  }

  #remove(turn: Turn, owner: string, waiting: Waiting): void {
    const left = (this.#waiting[turn].get(owner) ?? []).filter((other) => other !== waiting);
    if (left.length > 0) this.#waiting[turn].set(owner, left);
    else this.#waiting[turn].delete(owner);
  }
}

const sum = (numbers: Iterable<number>): number => {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
};
