import { randomUUID } from 'node:crypto';
import { canonical } from '../canonical.ts';
import type { Outbox, OutboxJob } from '../face/outbox.ts';
import { storable } from '../fold.ts';
import { type Context, parsed } from './context.ts';
import type { Writer } from './tables.ts';

/** Adds within somebody's transaction: the job exists if and only if the rest does. */
export async function addJob(
  writer: Writer,
  kind: string,
  payload: unknown,
  notBefore: number,
): Promise<number> {
  const { id } = await writer
    .insertInto('outbox')
    .values({
      ...{ kind, payloadJson: canonical(payload ?? null), notBefore, attempt: 0 },
      ...{ claim: null, claimedUntil: 0, state: 'waiting', reason: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export class SqlOutbox implements Outbox {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  add(kind: string, payload: unknown, notBefore = this.#context.clock()): Promise<number> {
    return this.#context.engine.write((writer) => addJob(writer, kind, payload, notBefore));
  }

  claim(limit: number, leaseMs: number): Promise<OutboxJob[]> {
    const { engine, clock } = this.#context;
    return engine.write(async (writer) => {
      const now = clock();
      const due = await engine
        .lock(
          writer
            .selectFrom('outbox')
            .select(['id', 'kind', 'payloadJson', 'attempt'])
            .where('state', '=', 'waiting')
            .where('notBefore', '<=', now)
            .where('claimedUntil', '<=', now)
            .orderBy('notBefore')
            .orderBy('id')
            .limit(limit),
          { skipLocked: true },
        )
        .execute();
      const claim = randomUUID();
      const jobs = due.map(({ id, kind, payloadJson, attempt }) => ({
        ...{ id, kind, payload: parsed(payloadJson), attempt: attempt + 1, claim },
      }));
      for (const { id, attempt } of jobs) {
        const values = { attempt, claim, claimedUntil: now + leaseMs };
        await writer.updateTable('outbox').set(values).where('id', '=', id).execute();
      }
      return jobs;
    });
  }

  complete(job: OutboxJob): Promise<boolean> {
    return this.#context.engine.write(async (writer) => {
      const { numDeletedRows } = await writer
        .deleteFrom('outbox')
        .where('id', '=', job.id)
        .where('claim', '=', job.claim)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    });
  }

  fail(job: OutboxJob, reason: string, retryAt?: number): Promise<boolean> {
    const failed = { reason: storable(reason), claim: null, claimedUntil: 0 };
    if (retryAt === undefined) return this.#settle(job, { ...failed, state: 'given_up' });
    return this.#settle(job, { ...failed, notBefore: retryAt });
  }

  #settle({ id, claim }: OutboxJob, values: { state?: string; notBefore?: number }): Promise<boolean> {
    return this.#context.engine.write(async (writer) => {
      const { numUpdatedRows } = await writer
        .updateTable('outbox')
        .set(values)
        .where('id', '=', id)
        .where('claim', '=', claim)
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    });
  }
}
