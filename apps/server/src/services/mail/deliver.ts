import type { OutboxJob } from '../../storage/index.ts';
import type { Context } from '../context.ts';
import type { Handler, Outcome, Try } from '../outbox.ts';
import { type LetterOrder, letterOrder } from './jobs.ts';
import type { Delivery, Transport } from './letter.ts';
import { UnwritableLetter, writeLetter } from './write.ts';

type Tools = Pick<Context, 'config' | 'storage' | 'clock'>;

/** Writes and delivers the letters of the outbox, and keeps the sends of documents told of it. */
export function letterHandler(context: Tools, transport: Transport): Handler {
  return {
    async work(job, attempt) {
      const order = letterOrder.safeParse(job.payload).data;
      if (!order) return { kind: 'failed', reason: 'the job is malformed' };
      const outcome = await deliver(context, transport, order, job, attempt);
      // First: a crash in between leaves a job that is done again, or found to be unknown, never a send that waits.
      await tell(context, order, outcome);
      return outcome;
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
): Promise<Outcome> {
  try {
    const letter = await writeLetter(context, order, job);
    return outcomeOf(await transport.deliver(letter, attempt.hand, attempt.signal));
  } catch (error) {
    if (!(error instanceof UnwritableLetter)) throw error;
    return { kind: 'failed', reason: error.message };
  }
}

function outcomeOf(delivery: Delivery): Outcome {
  switch (delivery.kind) {
    case 'accepted':
      return { kind: 'done' };
    case 'refused':
      return { kind: delivery.forGood ? 'failed' : 'retry', reason: delivery.reason };
    case 'unknown':
      return { kind: 'unknown', reason: delivery.reason };
    case 'taken':
      return { kind: 'left' };
  }
}

/** A send is about its recipient's letter; the copy's own fate stays in the outbox. */
async function tell({ storage }: Tools, order: LetterOrder, outcome: Outcome): Promise<void> {
  if (order.letter !== 'document' || order.to !== 'recipient') return;
  const { sendId } = order;
  if (outcome.kind === 'done') await storage.sends.settle(sendId, 'sent');
  if (outcome.kind === 'failed' || outcome.kind === 'unknown') {
    await storage.sends.settle(sendId, outcome.kind, outcome.reason);
  }
}
