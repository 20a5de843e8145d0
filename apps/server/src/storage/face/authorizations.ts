/** What it takes to go on with a sign request whose signer is away at the provider's own page. */
export interface Authorization {
  readonly signingId: string;
  readonly accountId: string;
  /** The prepared documents: a blob of the services' own plain data. */
  readonly prepared: { readonly sha256: string; readonly size: number };
  /** RFC 7636 §4.1; worth nothing without the code that the provider hands to the signer. */
  readonly codeVerifier: string;
  readonly expiresAt: number;
}

export interface NewAuthorization extends Omit<Authorization, 'expiresAt'> {
  /** SHA-256 of the state that the provider hands back (RFC 6749 §4.1.1), lower-case hexadecimal. */
  readonly stateSha256: string;
}

/** How long a signer may be away, and how many requests of one account may wait at once. */
export const authorizationLimits = { lifeMs: 10 * 60 * 1000, perAccount: 5 } as const;

/** Sign requests that wait for their signers. The blob of a record that is gone has no owner: a sweep takes it. */
export interface Authorizations {
  /** Answers when it ends. Past the limit of the account its oldest are dropped: who began anew has left them. */
  begin(authorization: NewAuthorization): Promise<number>;
  /**
   * A repeated request: from now on another state and verifier hold, so that no state is ever stored. Undefined when
   * it is over, taken or somebody else's.
   */
  renew(
    renewed: Pick<NewAuthorization, 'signingId' | 'accountId' | 'stateSha256' | 'codeVerifier'>,
  ): Promise<Authorization | undefined>;
  /** Exactly one caller gets it, over all replicas; undefined when it is over, taken, somebody else's or of another state. */
  take(accountId: string, signingId: string, stateSha256: string): Promise<Authorization | undefined>;
  /** Deletes what is over; answers how many. */
  sweep(): Promise<number>;
}
