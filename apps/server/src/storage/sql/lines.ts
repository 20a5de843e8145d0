import { setTimeout as pause } from 'node:timers/promises';

export interface LineBounds {
  /** Who may wait in one line; one more is refused at once. */
  readonly each: number;
  /** Over all lines: the first of each looks now and then. */
  readonly all: number;
  /** Milliseconds after which the first looks again though nothing of this process changed: others share the database. */
  readonly lookMs: number;
}

interface Line {
  waiting: number;
  /** Resolves when whoever came last has left. */
  last: Promise<void>;
  /** Has the first look again. */
  stir: AbortController;
}

/**
 * Those of this process who wait for the same rows stand in line, and only the first looks whether its turn has come:
 * thousands who wait cost no more than one.
 */
export class Lines {
  readonly #bounds: LineBounds;
  readonly #lines = new Map<string, Line>();
  #waiting = 0;

  constructor(bounds: LineBounds) {
    this.#bounds = bounds;
  }

  /** What `look` answers once it does, asked by the first in line alone; `full` where there is no room to wait. */
  async stand<T>(key: string, look: () => Promise<T | undefined>): Promise<T | 'full'> {
    const line = this.#lines.get(key) ?? { waiting: 0, last: Promise.resolve(), stir: new AbortController() };
    if (line.waiting >= this.#bounds.each || this.#waiting >= this.#bounds.all) return 'full';
    this.#lines.set(key, line);
    this.#count(key, line, 1);
    const before = line.last;
    let leave = (): void => undefined;
    line.last = new Promise((resolve) => {
      leave = resolve;
    });
    try {
      await before;
      return await this.#first(line, look);
    } finally {
      leave();
      this.#count(key, line, -1);
    }
  }

  /** Something changed that these lines may have waited for. */
  stir(keys: readonly string[]): void {
    for (const key of keys) this.#lines.get(key)?.stir.abort();
  }

  async #first<T>(line: Line, look: () => Promise<T | undefined>): Promise<T> {
    for (;;) {
      // Before the look: what changes during it is looked at once more.
      line.stir = new AbortController();
      const seen = await look();
      if (seen !== undefined) return seen;
      await pause(this.#bounds.lookMs, undefined, { signal: line.stir.signal }).catch(() => undefined);
    }
  }

  #count(key: string, line: Line, change: 1 | -1): void {
    line.waiting += change;
    this.#waiting += change;
    if (line.waiting === 0) this.#lines.delete(key);
  }
}
