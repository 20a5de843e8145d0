import { complaint } from '../complaint.ts';
import { every, workUnderWay } from '../lifecycle.ts';
import { backoffMs } from '../policy/backoff.ts';
import type { OutboxJob } from '../storage/index.ts';
import type { Context } from './context.ts';

/** How a try ended. */
export type Outcome =
  | { readonly kind: 'done' }
  /** Not done, and sure of it: later again. */
  | { readonly kind: 'retry'; readonly reason: string }
  /** Not done and never will be; kept for people to see. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Handed over, with no answer; kept for people to see. */
  | { readonly kind: 'unknown'; readonly reason: string }
  /** The job has passed to another worker, or was settled by the try itself. */
  | { readonly kind: 'left' };

export interface Try {
  /** Marks the job as handed over; false: it is not this worker's any more, and nothing may leave. */
  hand(): Promise<boolean>;
  /** Aborts when the server can wait no longer. */
  readonly signal: AbortSignal;
}

/** Does the jobs of one kind. */
export interface Handler {
  work(job: OutboxJob, attempt: Try): Promise<Outcome>;
  /** Told of a job whose worker died after handing it over, before that is written down. */
  orphaned?(job: OutboxJob): Promise<void>;
}

export interface OutboxWorker {
  /** Looks for work now. */
  wake(): void;
  /** Takes no more work, lets what is under way end within `patienceMs`, then cuts it off and writes that down. */
  stop(patienceMs: number): Promise<void>;
}

/** Jobs at once: a slow mail server holds up this many letters and no more. */
const lanes = 4;
const pollMs = 5_000;
/** What was cut off has this long to be written down. */
const writtenMs = 5_000;
/** A worker is silent this long after its death before another takes its jobs. */
export const leaseMs = 60_000;

/** Works on the outbox in this process; any number of servers may do so beside each other. */
export function startOutbox(
  context: Pick<Context, 'storage' | 'log' | 'clock'>,
  handlers: Readonly<Record<string, Handler>>,
): OutboxWorker {
  const { outbox } = context.storage;
  const { log } = context;
  // A database that is away is told now and then, not with every look.
  const trouble = complaint(log, 'outbox');
  const under = workUnderWay();
  const cut = new AbortController();
  let busy = 0;
  let stopping = false;

  async function lane(): Promise<void> {
    while (!stopping) {
      const [job] = await outbox.claim(1, leaseMs);
      if (job === undefined) return;
      wake();
      await settle(context, handlers[job.kind], job, cut.signal);
    }
  }

  function wake(): void {
    if (stopping || busy >= lanes) return;
    busy += 1;
    const running = lane()
      .catch(trouble.failed)
      .finally(() => {
        busy -= 1;
      });
    void under.track(running);
  }

  const silence = outbox.onAdded(wake);
  const polling = every(
    pollMs,
    async () => {
      await bury(context, handlers);
      trouble.over();
      wake();
    },
    trouble.failed,
  );
  wake();
  return {
    wake,
    async stop(patienceMs) {
      stopping = true;
      silence();
      await polling.stop();
      if (await under.settled(patienceMs)) return;
      log.warn('letters under way were cut off');
      cut.abort();
      await under.settled(writtenMs);
    },
  };
}

type Tools = Pick<Context, 'storage' | 'log' | 'clock'>;

async function settle(
  context: Tools,
  handler: Handler | undefined,
  job: OutboxJob,
  signal: AbortSignal,
): Promise<void> {
  const { outbox } = context.storage;
  const { log } = context;
  const alive = every(
    leaseMs / 3,
    async () => void (await outbox.renew(job, leaseMs)),
    (err) => log.error({ err }, 'outbox'),
  );
  try {
    const outcome = await outcomeOf(context, handler, job, signal);
    if (outcome.kind !== 'done' && outcome.kind !== 'left') {
      const { kind, reason } = outcome;
      log.warn({ job: job.id, kind: job.kind, attempt: job.attempt, outcome: kind, reason }, 'outbox');
    }
    await write(context, job, outcome);
  } finally {
    await alive.stop();
  }
}

async function outcomeOf(
  { storage, log }: Tools,
  handler: Handler | undefined,
  job: OutboxJob,
  signal: AbortSignal,
): Promise<Outcome> {
  // Of a newer version that runs beside this one: it will find it.
  if (!handler) return { kind: 'retry', reason: 'unknown kind' };
  let handed = false;
  const hand = async () => {
    handed = await storage.outbox.hand(job);
    return handed;
  };
  try {
    return await handler.work(job, { hand, signal });
  } catch (err) {
    log.error({ err, job: job.id, kind: job.kind }, 'outbox');
    return { kind: handed ? 'unknown' : 'retry', reason: 'internal' };
  }
}

async function write({ storage, clock }: Tools, job: OutboxJob, outcome: Outcome): Promise<void> {
  const { outbox } = storage;
  switch (outcome.kind) {
    case 'done':
      await outbox.complete(job);
      return;
    case 'retry':
      await outbox.fail(job, outcome.reason, clock() + backoffMs(job.attempt));
      return;
    case 'failed':
      await outbox.fail(job, outcome.reason);
      return;
    case 'unknown':
      await outbox.doubt(job, outcome.reason);
      return;
    case 'left':
  }
}

const portion = 100;

/** Jobs that were in the hands of a worker that died: nobody knows, and nobody tries again. */
async function bury({ storage, log }: Tools, handlers: Readonly<Record<string, Handler>>): Promise<void> {
  for (const job of await storage.outbox.orphaned(portion, leaseMs)) {
    await handlers[job.kind]?.orphaned?.(job);
    await storage.outbox.doubt(job, 'the worker ended');
    log.warn({ job: job.id, kind: job.kind }, 'the worker of a job ended after handing it over');
  }
}
