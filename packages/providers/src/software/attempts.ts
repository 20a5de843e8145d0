import { ProviderError } from '../errors.ts';

interface Tally {
  /** When each failure was counted, epoch ms, oldest first. */
  failures: number[];
  inFlight: number;
  waiting: (() => void)[];
}

/**
 * The signer process's own bound on guessing, should the database's counters be rolled back: at most `limit`
 * failures of one kind per account in `windowMs`. Exact under parallel tries: no more run at once than could
 * still fail; the others wait for them.
 */
export class Attempts {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #now: () => number;
  readonly #tallies = new Map<string, Tally>();

  constructor(limit: number, windowMs: number, now: () => number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /**
   * Evaluates one try; false counts as a failure, true clears the count, undefined does neither. Throws
   * `account_locked` when spent.
   */
  async evaluate<T extends boolean | undefined>(name: string, attempt: () => Promise<T>): Promise<T> {
    const tally = await this.#enter(name);
    try {
      const right = await attempt();
      if (right === true) tally.failures = [];
      if (right === false) tally.failures.push(this.#now());
      return right;
    } finally {
      tally.inFlight -= 1;
      tally.waiting.shift()?.();
    }
  }

  /** Forgets the accounts whose failures are all older than the window; called from a timer. */
  sweep(): void {
    for (const [name, tally] of this.#tallies) {
      this.#expire(tally);
      if (tally.failures.length + tally.inFlight + tally.waiting.length === 0) this.#tallies.delete(name);
    }
  }

  async #enter(name: string): Promise<Tally> {
    const tally = this.#tallies.get(name) ?? { failures: [], inFlight: 0, waiting: [] };
    this.#tallies.set(name, tally);
    for (;;) {
      this.#expire(tally);
      if (tally.failures.length >= this.#limit) {
        tally.waiting.shift()?.();
        throw new ProviderError('account_locked', 'too many failures for this account in this process');
      }
      if (tally.failures.length + tally.inFlight < this.#limit) break;
      await new Promise<void>((resolve) => tally.waiting.push(resolve));
    }
    tally.inFlight += 1;
    return tally;
  }

  #expire(tally: Tally): void {
    const since = this.#now() - this.#windowMs;
    tally.failures = tally.failures.filter((at) => at > since);
  }
}
