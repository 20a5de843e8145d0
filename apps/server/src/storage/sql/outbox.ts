import { type Selectable, sql } from 'kysely';
import type { Also, KeptJob, NewJob, Outbox, OutboxCounts, OutboxJob, WaitingJob } from '../face/outbox.ts';
import { storable } from '../fold.ts';
import { type Context, parsed } from './context.ts';
import { addJob, claimJobs, jobColumns, takeJob, writeAlso } from './outbox-jobs.ts';
import type { Tables, Writer } from './tables.ts';

/** What a job becomes when its worker lets go of it. */
interface Settled {
  readonly state: 'waiting' | 'given_up' | 'unknown';
  readonly reason: string;
  readonly notBefore?: number;
}

/** A notice is about something that happens within a month or two. */
const noticesMs = 400 * 24 * 60 * 60_000;

const keptStates = ['given_up', 'unknown'];

export class SqlOutbox implements Outbox {
  readonly #context: Context;
  readonly #listen: (listener: () => void) => () => void;

  constructor(context: Context, listen: (listener: () => void) => () => void) {
    this.#context = context;
    this.#listen = listen;
  }

  onAdded(listener: () => void): () => void {
    return this.#listen(listener);
  }

  async add(job: NewJob, also: Also = {}): Promise<number> {
    const { engine, clock, jobAdded } = this.#context;
    const id = await engine.write(async (writer) => {
      const added = await addJob(writer, clock(), job);
      await writeAlso(engine, writer, clock(), also);
      return added;
    });
    jobAdded();
    return id;
  }

  claim(limit: number, leaseMs: number): Promise<OutboxJob[]> {
    const { engine, clock } = this.#context;
    return claimJobs(engine, clock(), limit, leaseMs);
  }

  renew(job: OutboxJob, leaseMs: number): Promise<boolean> {
    return this.#update(job, ['waiting', 'handed'], { claimedUntil: this.#context.clock() + leaseMs });
  }

  hand(job: OutboxJob): Promise<boolean> {
    // From here on no job of the same key replaces this one.
    return this.#update(job, ['waiting'], { state: 'handed', key: null });
  }

  complete(job: OutboxJob): Promise<boolean> {
    return this.#context.engine.single((database) => takeJob(database, job));
  }

  fail(job: OutboxJob, reason: string, retryAt?: number, also?: Also): Promise<boolean> {
    if (retryAt === undefined) return this.#settle(job, { state: 'given_up', reason }, also);
    return this.#settle(job, { state: 'waiting', reason, notBefore: retryAt });
  }

  doubt(job: OutboxJob, reason: string): Promise<boolean> {
    return this.#settle(job, { state: 'unknown', reason });
  }

  #settle(job: OutboxJob, { reason, ...settled }: Settled, also: Also = {}): Promise<boolean> {
    // What waits again may be claimed at once. The others keep their claim: an answer that comes late still counts.
    const free = settled.state === 'waiting' ? { claim: null, claimedUntil: 0 } : {};
    return this.#update(job, ['waiting', 'handed'], { ...settled, ...free, reason: storable(reason) }, also);
  }

  async #update(
    { id, claim }: OutboxJob,
    states: readonly string[],
    values: Partial<Selectable<Tables['outbox']>>,
    also: Also = {},
  ): Promise<boolean> {
    const { engine, clock, jobAdded } = this.#context;
    const updated = await engine.write(async (writer) => {
      const { numUpdatedRows } = await writer
        .updateTable('outbox')
        .set(values)
        .where('id', '=', id)
        .where('claim', '=', claim)
        .where('state', 'in', states)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await writeAlso(engine, writer, clock(), also);
      return true;
    });
    if (updated && also.job) jobAdded();
    return updated;
  }

  orphaned(limit: number, leaseMs: number): Promise<OutboxJob[]> {
    const { engine, clock } = this.#context;
    return engine.write(async (writer) => {
      const now = clock();
      const dead = writer
        .selectFrom('outbox')
        .select([...jobColumns, 'claim'])
        .where('state', '=', 'handed')
        .where('claimedUntil', '<=', now)
        .orderBy('claimedUntil')
        .limit(limit);
      const rows = await engine.lock(dead, { skipLocked: true }).execute();
      for (const { id } of rows) {
        // The claim stays: its worker may live after all, and its answer come.
        const values = { claimedUntil: now + leaseMs };
        await writer.updateTable('outbox').set(values).where('id', '=', id).execute();
      }
      return rows.map(({ payloadJson, claim, ...row }) => ({
        ...{ ...row, payload: parsed(payloadJson), claim: claim ?? '' },
      }));
    });
  }

  async hasten(key: string): Promise<boolean> {
    const { engine, clock, jobAdded } = this.#context;
    const { numUpdatedRows } = await engine.single((database) =>
      database
        .updateTable('outbox')
        .set({ notBefore: clock() })
        .where('key', '=', key)
        .where('state', '=', 'waiting')
        .where('notBefore', '>', clock())
        .executeTakeFirst(),
    );
    const hastened = numUpdatedRows === 1n;
    if (hastened) jobAdded();
    return hastened;
  }

  drop(key: string, also: Also = {}): Promise<boolean> {
    const { engine, clock } = this.#context;
    return this.#heard(async (writer) => {
      const { numDeletedRows } = await writer
        .deleteFrom('outbox')
        .where('key', '=', key)
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      await writeAlso(engine, writer, clock(), also);
      return true;
    });
  }

  /** A change that the worker hears of. */
  async #heard(change: (writer: Writer) => Promise<boolean>): Promise<boolean> {
    const { engine, jobAdded } = this.#context;
    const changed = await engine.write(change);
    if (changed) jobAdded();
    return changed;
  }

  async dueAt(key: string): Promise<number | undefined> {
    const row = await this.#context.engine.read
      .selectFrom('outbox')
      .select('notBefore')
      .where('key', '=', key)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    return row?.notBefore;
  }

  async kept(limit: number): Promise<KeptJob[]> {
    const rows = await this.#context.engine.read
      .selectFrom('outbox')
      .select([...jobColumns, 'state', 'reason', 'dueAt'])
      .where('state', 'in', keptStates)
      .orderBy('dueAt')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ payloadJson, state, ...row }) => ({
      ...{ ...row, payload: parsed(payloadJson) },
      state: state === 'unknown' ? state : 'given_up',
    }));
  }

  retry(id: number, also: Also = {}): Promise<boolean> {
    const { engine, clock } = this.#context;
    return this.#heard(async (writer) => {
      const now = clock();
      const free = { claim: null, claimedUntil: 0, attempt: 0, reason: null };
      const { numUpdatedRows } = await writer
        .updateTable('outbox')
        .set({ state: 'waiting', notBefore: now, dueAt: now, ...free })
        .where('id', '=', id)
        .where('state', 'in', keptStates)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await writeAlso(engine, writer, now, also);
      return true;
    });
  }

  async waiting(key: string): Promise<WaitingJob | undefined> {
    const [job] = await this.#waiting('key', key);
    return job;
  }

  ofKind(kind: string): Promise<WaitingJob[]> {
    return this.#waiting('kind', kind);
  }

  async #waiting(column: 'key' | 'kind', value: string): Promise<WaitingJob[]> {
    const rows = await this.#context.engine.read
      .selectFrom('outbox')
      .select(['id', 'kind', 'payloadJson'])
      .where(column, '=', value)
      // A literal: the databases match it with the index's own condition.
      .where('state', '=', sql.lit('waiting'))
      .orderBy('id')
      .execute();
    return rows.map(({ payloadJson, ...row }) => ({ ...row, payload: parsed(payloadJson) }));
  }

  addOnce(notice: string, job: NewJob, also: Also = {}): Promise<boolean> {
    const { engine, clock } = this.#context;
    return this.#heard(async (writer) => {
      const { numInsertedOrUpdatedRows = 0n } = await writer
        .insertInto('notices')
        .values({ key: notice, at: clock() })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 0n) return false;
      await addJob(writer, clock(), job);
      await writeAlso(engine, writer, clock(), also);
      return true;
    });
  }

  async sweep(): Promise<number> {
    const { engine, clock } = this.#context;
    const { numDeletedRows } = await engine.write((writer) =>
      writer
        .deleteFrom('notices')
        .where('at', '<', clock() - noticesMs)
        .executeTakeFirst(),
    );
    return Number(numDeletedRows);
  }

  forget(id: number, also: Also = {}): Promise<boolean> {
    const { engine, clock } = this.#context;
    return engine.write(async (writer) => {
      const { numDeletedRows } = await writer
        .deleteFrom('outbox')
        .where('id', '=', id)
        .where('state', 'in', keptStates)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      await writeAlso(engine, writer, clock(), also);
      return true;
    });
  }

  async counts(): Promise<OutboxCounts> {
    const { engine, clock } = this.#context;
    const rows = await engine.read
      .selectFrom('outbox')
      .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute();
    const { oldest } = await engine.read
      .selectFrom('outbox')
      .select(({ fn }) => fn.min('dueAt').as('oldest'))
      .where('state', 'in', [sql.lit('waiting'), sql.lit('handed')])
      .where('dueAt', '<=', clock())
      .executeTakeFirstOrThrow();
    const of = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0);
    return {
      waiting: of('waiting') + of('handed'),
      oldestDueAt: oldest === null ? null : Number(oldest),
      givenUp: of('given_up'),
      unknown: of('unknown'),
    };
  }
}
