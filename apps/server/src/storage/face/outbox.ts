import type { AuditEvent } from './audit.ts';

/** Work to be done after a commit (letters, reset-otp …). */
export interface NewJob {
  readonly kind: string;
  /** Plain data. */
  readonly payload: unknown;
  /** Epoch milliseconds; now when left out. */
  readonly notBefore?: number;
  /** Replaces the job of the same key that still waits: a worker that has claimed that one loses it. */
  readonly key?: string;
}

/** What is written in the same transaction as a change: all of it, or none. */
export interface Also {
  readonly job?: NewJob;
  readonly event?: AuditEvent;
}

export interface OutboxJob {
  readonly id: number;
  readonly kind: string;
  readonly payload: unknown;
  /** 1 on the first claim. */
  readonly attempt: number;
  /** Proves the claim to all that settle it. */
  readonly claim: string;
}

export interface OutboxCounts {
  /** To be done: waiting or in a worker's hands, those of a later time too. */
  readonly waiting: number;
  /** Since when the oldest of those was to be done, epoch milliseconds; null when none is due. */
  readonly oldestDueAt: number | null;
  readonly givenUp: number;
  readonly unknown: number;
}

/** A job that is to be done. */
export type WaitingJob = Pick<OutboxJob, 'id' | 'kind' | 'payload'>;

/** A job that nobody works on any more, for people to see. */
export interface KeptJob extends Pick<OutboxJob, 'id' | 'kind' | 'payload' | 'attempt'> {
  readonly state: 'given_up' | 'unknown';
  readonly reason: string | null;
  /** When it was first to be done, epoch milliseconds. */
  readonly dueAt: number;
}

/**
 * A job is `waiting` until it is done and gone. One whose effect cannot be undone or repeated is `handed` just
 * before; if its worker dies then, or gets no answer, it is `unknown` and is never claimed again. `given_up` and
 * `unknown` ones are kept for people to see.
 */
export interface Outbox {
  add(job: NewJob, also?: Also): Promise<number>;
  /** Waiting jobs that are due, for this worker alone, oldest first; one not renewed in `leaseMs` is claimed again. */
  claim(limit: number, leaseMs: number): Promise<OutboxJob[]>;
  /** The claim lasts for `leaseMs` from now. False when it has passed to another worker. */
  renew(job: OutboxJob, leaseMs: number): Promise<boolean>;
  /** Marks the job as handed over. False when the claim has passed on, or the job was replaced or dropped. */
  hand(job: OutboxJob): Promise<boolean>;
  /** Done. False when the claim has passed to another worker. */
  complete(job: OutboxJob): Promise<boolean>;
  /** Not done, and sure of it: tries again at `retryAt`; without it the job is given up, and `also` written with that. */
  fail(job: OutboxJob, reason: string, retryAt?: number, also?: Also): Promise<boolean>;
  /** Handed over, with no answer. */
  doubt(job: OutboxJob, reason: string): Promise<boolean>;
  /**
   * At most `limit` jobs whose worker died after handing over, for this worker to `doubt`; one that it does not get
   * to in `leaseMs` is answered again.
   */
  orphaned(limit: number, leaseMs: number): Promise<OutboxJob[]>;
  /** The waiting job of that key becomes due now. */
  hasten(key: string): Promise<boolean>;
  /** Takes the waiting job of that key away; false when there is none. */
  drop(key: string, also?: Also): Promise<boolean>;
  /** When the waiting job of that key will be due; undefined when there is none. */
  dueAt(key: string): Promise<number | undefined>;
  counts(): Promise<OutboxCounts>;
  /** The oldest first. */
  kept(limit: number): Promise<KeptJob[]>;
  /** A kept job waits again, as new; false when no such job is kept. Throws StorageError `exists` when a later one of its key waits. */
  retry(id: number, also?: Also): Promise<boolean>;
  /** The waiting job of that key, claimed or not. */
  waiting(key: string): Promise<WaitingJob | undefined>;
  /** The waiting jobs of one kind, claimed or not, in the order of their numbers. */
  ofKind(kind: string): Promise<WaitingJob[]>;
  /** Adds the job, for ever only once for each `notice`; false when that was done before. Notices are kept for 400 days. */
  addOnce(notice: string, job: NewJob, also?: Also): Promise<boolean>;
  /** Forgets notices that are too old to come again; answers how many. */
  sweep(): Promise<number>;
  /** Somebody has seen to a kept job; false when no such job is kept. */
  forget(id: number, also?: Also): Promise<boolean>;
  /** Calls `listener` after commits of this process that added work; answers how to stop that. */
  onAdded(listener: () => void): () => void;
}
