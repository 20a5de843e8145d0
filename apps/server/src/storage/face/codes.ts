import { limits } from '@websign/contract';

/** What a one-time code that is sent is made from, together with a secret that only the signer process opens. */
export interface CodeChallenge {
  /** 128 random bits, lower-case hexadecimal. */
  readonly challenge: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** How long a code holds, how long after one the next may be asked for, and how many in 24 hours. */
export const codeLimits = {
  lifeMs: limits.codeMs,
  pauseMs: limits.codePauseMs,
  perDay: limits.codesPerDay,
  dayMs: 24 * 60 * 60_000,
} as const;

export type CodeBegun =
  | ({ readonly kind: 'begun' } & CodeChallenge)
  /** Not before then. */
  | { readonly kind: 'limit'; readonly until: number };

/** The present code of each account: at most one, and never the code itself. */
export interface Codes {
  /** A new code, which voids the one before; or the limit that is reached, exact over all replicas. */
  begin(accountId: string): Promise<CodeBegun>;
  /** Undefined where none is open: never asked for, over, spent or voided. */
  current(accountId: string): Promise<CodeChallenge | undefined>;
  /** True for one caller, over all replicas, and only while the code is open. */
  spend(accountId: string, challenge: string): Promise<boolean>;
  /** A code that was not sent: it is void, and the next need not wait; it counts among the day's. */
  withdraw(accountId: string, challenge: string): Promise<void>;
}
