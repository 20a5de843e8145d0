import { createHmac, timingSafeEqual } from 'node:crypto';

/** What of a session's row is bound. */
export interface BoundRow {
  readonly hash: string;
  readonly accountId: string;
  readonly createdAt: number;
  readonly endsAt: number;
}

/** Keys that are remembered: more versions of the master key than anybody holds beside each other. */
const mostKeys = 16;

/**
 * How session ids are stored: under keys that the database does not hold, so that whoever writes it makes no session,
 * and lends none to another account.
 */
export class SessionIds {
  #keys: Uint8Array[] = [];

  /** New ids are stored under the first; those of before are known as long as the process lives. */
  keyed(keys: readonly Uint8Array[]): void {
    const before = this.#keys.filter((known) => keys.every((key) => !Buffer.from(key).equals(known)));
    this.#keys = [...keys, ...before].slice(0, mostKeys);
  }

  /** Under which a new session is stored; undefined before there is a key. */
  newHash(id: string): string | undefined {
    return this.hashes(id)[0];
  }

  /** Under which it may have been stored. */
  hashes(id: string): string[] {
    return this.#keys.map((key) => hmac(key, ['session id', id]));
  }

  /** What binds the row of an id. */
  bound(id: string, { hash, accountId, createdAt, endsAt }: BoundRow): string {
    const key = this.#keys[this.hashes(id).indexOf(hash)];
    return key === undefined
      ? ''
      : hmac(key, ['session row', hash, accountId, String(createdAt), String(endsAt)]);
  }

  /** Whether the row is as it was made. */
  isAsMade(id: string, row: BoundRow & { readonly bound: string }): boolean {
    const expected = Buffer.from(this.bound(id, row));
    const found = Buffer.from(row.bound);
    return expected.length > 0 && found.length === expected.length && timingSafeEqual(found, expected);
  }
}

/** No field holds the character that parts them. */
const hmac = (key: Uint8Array, fields: readonly string[]): string =>
  createHmac('sha256', key).update(fields.join('\0')).digest('hex');
