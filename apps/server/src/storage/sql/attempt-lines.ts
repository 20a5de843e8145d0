import type { Origin } from '../../policy/lockout.ts';
import { StorageError } from '../errors.ts';
import { Lines } from './lines.ts';

const waitMs = 20_000;
/** Tries of one name, or of one address, that may wait in this process, and those of all of one origin. */
const waiters = { each: 100, all: 400, lookMs: 100 };

/** An attempt by what it may have to wait for; the keys of names and of addresses are never the same. */
export interface Waiter {
  readonly origin: Origin;
  readonly nameKey: string;
  readonly addressKey: string;
}

/** What is left for the name, or the address, is under evaluation. */
export interface Busy {
  readonly kind: 'busy';
  readonly by: 'name' | 'address';
}

const isBusy = (looked: { readonly kind: string }): looked is Busy => looked.kind === 'busy';

/**
 * Where attempts wait for those under evaluation. Live sessions have lines of their own: strangers who fill every place
 * take none of theirs.
 */
export class AttemptLines {
  readonly #lines: Readonly<Record<Origin, Lines>> = {
    login: new Lines(waiters),
    session: new Lines(waiters),
  };

  /**
   * What `look` answers when it is not busy: asked one after the other for those of an address, or of a session's name.
   * `full` where there is no room to wait. Throws StorageError `busy` after 20 seconds.
   */
  async take<T extends { readonly kind: string }>(
    waiter: Waiter,
    look: () => Promise<T | Busy>,
  ): Promise<T | 'full'> {
    const until = performance.now() + waitMs;
    let by: Busy['by'] = waiter.origin === 'session' ? 'name' : 'address';
    for (;;) {
      const looked = await this.#inLine(waiter, by, until, look);
      if (looked === 'full' || !isBusy(looked)) return looked;
      by = looked.by;
    }
  }

  /** An evaluation has ended: those that waited for its name or its address look again. */
  stir({ origin, nameKey, addressKey }: Waiter): void {
    this.#lines[origin].stir([nameKey]);
    this.#lines.login.stir([addressKey]);
  }

  /** Waits for the line's own name or address, and for nothing else. */
  #inLine<T extends { readonly kind: string }>(
    { origin, nameKey, addressKey }: Waiter,
    line: Busy['by'],
    until: number,
    look: () => Promise<T | Busy>,
  ): Promise<T | Busy | 'full'> {
    return this.#lines[origin].stand(line === 'name' ? nameKey : addressKey, async () => {
      const looked = await look();
      if (!isBusy(looked) || looked.by !== line) return looked;
      if (performance.now() > until) throw new StorageError('busy', 'too many attempts are under evaluation');
      return undefined;
    });
  }
}
