import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { canonical } from '../canonical.ts';
import { StorageError } from '../errors.ts';
import type { Rewrite } from '../face/accounts.ts';
import type { Also, NewJob, OutboxJob } from '../face/outbox.ts';
import { appendAudit } from './audit-append.ts';
import { parsed } from './context.ts';
import type { Engine } from './engine.ts';
import type { Reader, Writer } from './tables.ts';

export const jobColumns = ['id', 'kind', 'payloadJson', 'attempt'] as const;

/** Adds within somebody's transaction: the job exists if and only if the rest does. */
export async function addJob(writer: Writer, now: number, job: NewJob): Promise<number> {
  const { kind, payload, notBefore = now, key = null } = job;
  const row = {
    ...{ kind, payloadJson: canonical(payload ?? null), notBefore, attempt: 0, key },
    ...{ claim: null, claimedUntil: 0, state: 'waiting', reason: null, dueAt: notBefore },
  };
  const { id } = await writer
    .insertInto('outbox')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('key')
        // A literal: the databases match it with the index's own condition.
        .where('state', '=', sql.lit('waiting'))
        .doUpdateSet(row),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Waiting jobs that are due, claimed for `leaseMs` from `now`, oldest first: in one statement. */
export async function claimJobs(
  engine: Engine,
  now: number,
  limit: number,
  leaseMs: number,
): Promise<OutboxJob[]> {
  const claim = randomUUID();
  const rows = await engine.single((database) =>
    database
      // Apart, so that it is read once: as often as rows are tried it would lock more than the limit.
      .with('due', (due) =>
        engine.lock(
          due
            .selectFrom('outbox')
            .select('outbox.id')
            .where('state', '=', 'waiting')
            .where('notBefore', '<=', now)
            .where('claimedUntil', '<=', now)
            .orderBy('notBefore')
            .orderBy('outbox.id')
            .limit(limit),
          { skipLocked: true },
        ),
      )
      .updateTable('outbox')
      .set(({ eb }) => ({ attempt: eb('attempt', '+', 1), claim, claimedUntil: now + leaseMs }))
      .where('id', 'in', (due) => due.selectFrom('due').select('due.id'))
      .returning([...jobColumns, 'notBefore'])
      .execute(),
  );
  rows.sort((one, other) => one.notBefore - other.notBefore || one.id - other.id);
  return rows.map(({ id, kind, payloadJson, attempt }) => ({
    ...{ id, kind, payload: parsed(payloadJson), attempt, claim },
  }));
}

/** Whether the claim still stands; the job then stays as it is until the transaction ends. */
export async function holdsJob(engine: Engine, writer: Writer, { id, claim }: OutboxJob): Promise<boolean> {
  const held = writer.selectFrom('outbox').select('id').where('id', '=', id).where('claim', '=', claim);
  return (await engine.lock(held).executeTakeFirst()) !== undefined;
}

/** Takes a claimed job away within somebody's transaction; false when the claim has passed on. */
export async function takeJob(writer: Reader, { id, claim }: OutboxJob): Promise<boolean> {
  const { numDeletedRows } = await writer
    .deleteFrom('outbox')
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Gives a waiting job the payload `to`, and takes it from its worker; throws `busy` where it is no longer `from`. */
export async function rewriteJob(writer: Writer, { id, from, to }: Rewrite): Promise<void> {
  const { numUpdatedRows } = await writer
    .updateTable('outbox')
    .set({ payloadJson: canonical(to), claim: null, claimedUntil: 0 })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('payloadJson', '=', canonical(from))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new StorageError('busy', 'a job changed in this moment');
}

/** Writes what belongs to a change, in its transaction, as the last step. */
export async function writeAlso(engine: Engine, writer: Writer, now: number, also: Also): Promise<void> {
  if (also.job) await addJob(writer, now, also.job);
  if (also.event) await appendAudit(engine, writer, now, [also.event]);
}
