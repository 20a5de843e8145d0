import type { Unsigned } from '../policy/quota.ts';
import { FairQueue, type QueueOptions } from '../sandbox/queue.ts';

/**
 * How uploads of one signer take turns: two at once, and those of a few more windows wait as long as nobody would
 * reload the page. Of all signers together as many as have a connection.
 */
export const uploadTurns: QueueOptions = {
  slots: Number.POSITIVE_INFINITY,
  slotsEach: 2,
  queue: Number.POSITIVE_INFINITY,
  queueEach: 8,
  waitMs: 30_000,
};

/** Until what was stored and got no row is surely swept: the hour for which it is left, and the next sweep. */
const looseMs = 2 * 60 * 60_000;

/** What one request receives, or has stored and not recorded yet, or never. */
interface Loose {
  documents: number;
  bytes: number;
  /** When it is surely gone; undefined while the request is under way. */
  goneAt: number | undefined;
}

/**
 * What all upload requests of a server share: whose turn it is, and what was stored without a row so far. Files of
 * requests that failed lie on the disk until a sweep: they count as the signer's, or cutting uploads off would pass
 * every quota.
 */
export class UploadDesk {
  readonly turns: FairQueue;
  readonly #quota: Unsigned;
  /** Milliseconds by a clock that only goes forward. */
  readonly #steady: () => number;
  readonly #loose = new Map<string, Loose[]>();

  constructor(quota: Unsigned, turns = uploadTurns, steady = () => performance.now()) {
    this.turns = new FairQueue(turns);
    this.#quota = quota;
    this.#steady = steady;
  }

  /** For a request of an account that has `recorded` in the database. */
  share(accountId: string, recorded: Unsigned): UploadShare {
    this.#forget();
    const own: Loose = { documents: 0, bytes: 0, goneAt: undefined };
    this.#loose.set(accountId, [...this.#present(accountId), own]);
    return {
      room: () => {
        const there = sum([recorded, ...this.#present(accountId)]);
        return there.documents < this.#quota.documents ? this.#quota.bytes - there.bytes : 0;
      },
      receive: (bytes) => {
        own.bytes += bytes;
      },
      drop: (bytes) => {
        own.bytes -= bytes;
      },
      store: () => {
        own.documents += 1;
      },
      record: (bytes) => {
        own.documents -= 1;
        own.bytes -= bytes;
      },
      end: () => {
        own.goneAt = this.#steady() + looseMs;
        this.#keep(accountId);
      },
    };
  }

  /** How many accounts something is remembered of. */
  get accounts(): number {
    return this.#loose.size;
  }

  /** What is surely gone of any account: it may never come back to have its own forgotten. */
  #forget(): void {
    for (const accountId of this.#loose.keys()) this.#keep(accountId);
  }

  #keep(accountId: string): void {
    const left = this.#present(accountId);
    if (left.length > 0) this.#loose.set(accountId, left);
    else this.#loose.delete(accountId);
  }

  #present(accountId: string): Loose[] {
    const now = this.#steady();
    return (this.#loose.get(accountId) ?? []).filter(
      ({ goneAt, documents }) => goneAt === undefined || (documents > 0 && goneAt > now),
    );
  }
}

/** What one request may still store, told file by file. */
export interface UploadShare {
  /** Bytes that are left; 0 or less where no further file may be stored at all. */
  room(): number;
  /** So many bytes of a file arrive: they count from now on, or files that arrive together would pass the quota. */
  receive(bytes: number): void;
  /** The file of which so many bytes arrived is not stored. */
  drop(bytes: number): void;
  /** The file that arrived was stored. */
  store(): void;
  /** One of them has its row: from now on the database counts it. */
  record(bytes: number): void;
  /** The request is over. */
  end(): void;
}

const sum = (all: readonly Unsigned[]): Unsigned => ({
  documents: all.reduce((total, { documents }) => total + documents, 0),
  bytes: all.reduce((total, { bytes }) => total + bytes, 0),
});
