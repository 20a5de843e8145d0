import type { SendFailure } from '@websign/contract';
import type { OutboxJob } from '../../storage/index.ts';
import type { Context } from '../context.ts';
import type { Handler, Outcome, Try } from '../outbox.ts';
import { type LetterOrder, letterOrder } from './jobs.ts';
import type { Delivery, Transport } from './letter.ts';
import { UnwritableLetter, writeLetter } from './write.ts';

type Tools = Pick<Context, 'config' | 'storage' | 'clock'>;

/** How a try ended, and what the history says of a letter that never leaves. */
type Fate = Outcome & { readonly failure?: SendFailure };

/** Writes and delivers the letters of the outbox, and keeps the sends of documents told of it. */
export function letterHandler(context: Tools, transport: Transport): Handler {
  return {
    async work(job, attempt) {
      const order = letterOrder.safeParse(job.payload).data;
      if (!order) return { kind: 'failed', reason: 'the job is malformed' };
      const fate = await deliver(context, transport, order, job, attempt);
      // First: a crash in between leaves a job that is done again, or found to be unknown, never a send that waits.
      await tell(context, order, fate);
      return fate;
    },
    async orphaned(job) {
      const order = letterOrder.safeParse(job.payload).data;
      if (order) await tell(context, order, { kind: 'unknown', reason: 'the worker ended' });
    },
  };
}

async function deliver(
  context: Tools,
  transport: Transport,
  order: LetterOrder,
  job: OutboxJob,
  attempt: Try,
): Promise<Fate> {
  try {
    const letter = await writeLetter(context, order, job);
    return fateOf(await transport.deliver(letter, attempt.hand, attempt.signal));
  } catch (error) {
    if (!(error instanceof UnwritableLetter)) throw error;
    return { kind: 'failed', reason: error.message, failure: error.failure };
  }
}

function fateOf(delivery: Delivery): Fate {
  switch (delivery.kind) {
    case 'accepted':
      return { kind: 'done' };
    case 'refused':
      return { kind: 'retry', reason: delivery.reason };
    case 'rejected':
      return { kind: 'failed', reason: delivery.reason, failure: `${delivery.because}_refused` };
    case 'unknown':
      return { kind: 'unknown', reason: delivery.reason };
    case 'taken':
      return { kind: 'left' };
  }
}

/** A send is about its recipient's letter; the copy's own fate stays in the outbox. */
async function tell({ storage }: Tools, order: LetterOrder, fate: Fate): Promise<void> {
  if (order.letter !== 'document' || order.to !== 'recipient') return;
  const { sendId } = order;
  if (fate.kind === 'done') await storage.sends.settle(sendId, 'sent');
  if (fate.kind === 'unknown') await storage.sends.settle(sendId, 'unknown');
  if (fate.kind === 'failed') await storage.sends.settle(sendId, 'failed', fate.failure ?? 'internal');
}
