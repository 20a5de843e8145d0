import { type KeptJob, StorageError } from '../../storage/index.ts';
import { letterOrder } from '../mail/jobs.ts';
import { otpResetKind } from '../otp-reset.ts';
import { OperatorError } from './error.ts';
import { iso, isoOrNull, type OperatorTools } from './tools.ts';

/** Kept jobs that are shown at once. */
export const keptShown = 1000;

/** A job that nobody works on any more. */
export interface ShownJob {
  id: number;
  kind: string;
  state: KeptJob['state'];
  reason: string | null;
  attempt: number;
  due: string;
  /** Which letter it is, and whose. */
  letter: string | null;
  accountId: string | null;
}

export interface QueueCounts {
  waiting: number;
  oldestDueAt: string | null;
  givenUp: number;
  unknown: number;
}

/** What people need of a job; its payload may hold sealed secrets and is not shown. */
function shown({ id, kind, payload, state, reason, attempt, dueAt }: KeptJob): ShownJob {
  const order = letterOrder.safeParse(payload).data;
  return {
    ...{ id, kind, state, reason, attempt, due: iso(dueAt) },
    letter: order?.letter ?? null,
    accountId: (order && 'accountId' in order && order.accountId) || null,
  };
}

export async function queueCounts({ storage }: Pick<OperatorTools, 'storage'>): Promise<QueueCounts> {
  const { oldestDueAt, ...counts } = await storage.outbox.counts();
  return { ...counts, oldestDueAt: isoOrNull(oldestDueAt) };
}

/** What was given up or got no answer, the oldest first. */
export const keptJobs = async ({ storage }: Pick<OperatorTools, 'storage'>): Promise<ShownJob[]> =>
  (await storage.outbox.kept(keptShown)).map(shown);

/**
 * Has a kept job done again, as if it were new: a letter that got no answer may arrive twice then. A new
 * one-time-code secret is not: what stood in its way is for the operator to decide anew. Throws OperatorError
 * `not_found`, `conflict`.
 */
export async function retryJob({ storage, by }: OperatorTools, id: number): Promise<void> {
  const job = (await storage.outbox.kept(keptShown)).find((kept) => kept.id === id);
  if (job?.kind === otpResetKind)
    throw new OperatorError('conflict', `Job ${id} is a new OTP secret: ask for another one instead.`);
  const also = { event: { kind: 'outbox_retried', detail: { by, job: id } } };
  try {
    if (await storage.outbox.retry(id, also)) return;
  } catch (cause) {
    if (!(cause instanceof StorageError) || cause.code !== 'exists') throw cause;
    throw new OperatorError('conflict', `A later job waits in the place of job ${id}.`, { cause });
  }
  throw notKept(id);
}

/** Puts away a kept job that was seen to. Throws OperatorError `not_found`. */
export async function forgetJob({ storage, by }: OperatorTools, id: number): Promise<void> {
  const event = { kind: 'outbox_forgotten', detail: { by, job: id } };
  if (!(await storage.outbox.forget(id, { event }))) throw notKept(id);
}

const notKept = (id: number) => new OperatorError('not_found', `The outbox keeps no job ${id}.`);
