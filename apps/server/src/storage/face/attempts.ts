import type { Factor, Origin, Verdict } from '../../policy/lockout.ts';

/** One try at an account's secrets (SES-5). */
export interface Attempt {
  /** As typed for `login`; the session's own account for `session` (SGN-4). */
  readonly username: string;
  /** `session` when a live session of this very account makes it. */
  readonly origin: Origin;
  /**
   * What the evaluation will look at, in this order: `['password']`, `['password', 'otp']`, or `['otp', 'password']`,
   * where a wrong OTP says nothing of the password.
   */
  readonly factors: readonly Factor[];
  /** The caller's network address; an IPv6 /64 counts as one, and only an HMAC of it is stored. */
  readonly address: string;
}

/** What evaluating showed. `value` is handed through. */
export interface Evaluation<T> {
  readonly verdict: Verdict;
  readonly value: T;
}

/** What a failure led to. */
export interface Consequence {
  /** The failure was the fifth, or met a lock that another has made meanwhile. */
  readonly lockedUntil?: number;
  /** Whether this very failure made the lock. */
  readonly isLocking?: boolean;
  /** Whether nobody can log in from its address for a while after this failure. */
  readonly isThrottling?: boolean;
}

export type AttemptOutcome<T> =
  | ({ readonly kind: 'evaluated'; readonly verdict: Verdict; readonly value: T } & Consequence)
  /** 423: nothing was evaluated. */
  | { readonly kind: 'locked'; readonly until: number }
  /** 429: the address has failed too often, or too many tries of it or of the name wait; nothing was evaluated. */
  | { readonly kind: 'throttled'; readonly until: number };

export interface Attempts {
  /**
   * Reserves one of the five tries, evaluates, and settles the counts; exact across processes.
   * Waits while other tries under evaluation hold what is left; throws StorageError `busy` after 20 s. Of one name, or one
   * address, so many wait and no more.
   * When `evaluate` throws, the reservation is given back: an outage is nobody's failed attempt.
   */
  evaluate<T>(attempt: Attempt, evaluate: () => Promise<Evaluation<T>>): Promise<AttemptOutcome<T>>;
  /** When the lock that meets this kind of attempt ends; undefined when there is none. */
  lockedUntil(attempt: Pick<Attempt, 'username' | 'origin'>): Promise<number | undefined>;
  /** Clears every count of the name (`account unlock`). */
  unlock(username: string): Promise<void>;
  /** Forgets counts untouched for a day; answers how many. */
  sweep(): Promise<number>;
}
