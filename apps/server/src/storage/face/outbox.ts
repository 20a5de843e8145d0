/** Work to be done after a commit, at least once (mail, expiry, reset-otp …). */
export interface OutboxJob {
  readonly id: number;
  readonly kind: string;
  readonly payload: unknown;
  /** 1 on the first claim. */
  readonly attempt: number;
  /** Proves the claim to `complete` and `fail`. */
  readonly claim: string;
}

export interface Outbox {
  /** `notBefore`: epoch milliseconds, now when left out. */
  add(kind: string, payload: unknown, notBefore?: number): Promise<number>;
  /** Due jobs for this worker alone, oldest first; one not settled within `leaseMs` is claimed again. */
  claim(limit: number, leaseMs: number): Promise<OutboxJob[]>;
  /** False when the claim has passed to another worker. */
  complete(job: OutboxJob): Promise<boolean>;
  /** Tries again at `retryAt`; without it the job is given up and kept for people to see. */
  fail(job: OutboxJob, reason: string, retryAt?: number): Promise<boolean>;
}
