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

export interface Sessions {
  /** `id` is 256 random bits in base64url (43 characters); only its hash is stored. */
  begin(accountId: string): Promise<Session & { readonly id: string }>;
  /** The live session behind an id, and prolongs it; writes at most once a minute and session. */
  use(id: string): Promise<Session | undefined>;
  /** The same without prolonging. */
  peek(id: string): Promise<Session | undefined>;
  /** True when there was a live one. */
  end(id: string): Promise<boolean>;
  /** Ends every session of the account but the one with `keepId`; answers how many (PWD-2). */
  endOthers(accountId: string, keepId?: string): Promise<number>;
  /** Deletes what is over; answers how many. */
  sweep(): Promise<number>;
}
