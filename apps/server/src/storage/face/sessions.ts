import type { Account } from './accounts.ts';
import type { AuditEvent } from './audit.ts';

/** A live session (SES-4). Times are epoch milliseconds. */
export interface Session {
  readonly accountId: string;
  /** Keyed hash of the id, hexadecimal: names the session where the id itself must not appear. */
  readonly hash: string;
  readonly createdAt: number;
  /** When it ends without further use; never after `endsAt`. */
  readonly idleUntil: number;
  /** Its absolute end. */
  readonly endsAt: number;
}

/** A live session as others may see it. `usedAt` is right to a minute. */
export interface LiveSession extends Pick<Session, 'accountId' | 'createdAt' | 'idleUntil' | 'endsAt'> {
  readonly username: string;
  readonly usedAt: number;
}

export interface NewSession extends Session {
  readonly id: string;
}

export interface Sessions {
  /**
   * Under which keys ids are stored, none of which the database holds: new ones under the first; keys that were told
   * before are known as long as the process lives. Until it is told none begins, and none is found.
   */
  keyed(keys: readonly Uint8Array[]): void;
  /**
   * `id` is 256 random bits in base64url (43 characters); only its keyed hash is stored, with what binds the row to account, beginning and end. `verifier`: the account's sealed
   * one that the password was found right under; undefined when the password was changed since (PWD-2), or the account
   * is blocked. The event is written with it, or not at all.
   */
  begin(accountId: string, verifier: string, event?: AuditEvent): Promise<NewSession | undefined>;
  /** As {@link use}, with the account it is of. */
  resume(id: string): Promise<{ session: Session; account: Account } | undefined>;
  /** The live session behind an id, and prolongs it; writes at most once a minute and session. */
  use(id: string): Promise<Session | undefined>;
  /** The same without prolonging. */
  peek(id: string): Promise<Session | undefined>;
  /** Live sessions, of one account or of all, the latest first; without their ids and hashes. */
  live(query: { readonly accountId?: string; readonly limit: number; readonly offset: number }): Promise<{
    sessions: LiveSession[];
    total: number;
  }>;
  /** Ends all of the account's, with the event; answers how many were live. */
  endAll(accountId: string, event: AuditEvent): Promise<number>;
  /** True when there was a live one; the event is written with its end. */
  end(id: string, event?: AuditEvent): Promise<boolean>;
  /** Deletes what is over; answers how many. */
  sweep(): Promise<number>;
}
