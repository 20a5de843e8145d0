/** A live session (SES-4). Times are epoch milliseconds. */
export interface Session {
  readonly accountId: string;
  /** SHA-256 of the id, hexadecimal: names the session where the id itself must not appear. */
  readonly hash: string;
  readonly createdAt: number;
  /** When it ends without further use; never after `endsAt`. */
  readonly idleUntil: number;
  /** Its absolute end. */
  readonly endsAt: number;
}

export interface NewSession extends Session {
  readonly id: string;
}

export interface Sessions {
  /**
   * `id` is 256 random bits in base64url (43 characters); only its hash is stored. `verifier`: the account's sealed
   * one that the password was found right under; undefined when the password was changed since (PWD-2).
   */
  begin(accountId: string, verifier: string): Promise<NewSession | undefined>;
  /** The live session behind an id, and prolongs it; writes at most once a minute and session. */
  use(id: string): Promise<Session | undefined>;
  /** The same without prolonging. */
  peek(id: string): Promise<Session | undefined>;
  /** True when there was a live one. */
  end(id: string): Promise<boolean>;
  /** Deletes what is over; answers how many. */
  sweep(): Promise<number>;
}
