import type { Selectable } from 'kysely';
import { StorageError } from '../errors.ts';
import type { NewJob } from '../face/outbox.ts';
import type { AskOutcome, NewSend, Send, SendState, Sends } from '../face/sends.ts';
import { storable } from '../fold.ts';
import { type Context, newId } from './context.ts';
import { addJob, writeAlso } from './outbox-jobs.ts';
import type { Tables, Writer } from './tables.ts';

type Row = Selectable<Tables['sends']>;
type Limit = Parameters<Sends['ask']>[1];

const states: readonly string[] = ['waiting', 'sent', 'unknown', 'failed'] satisfies SendState[];
const isState = (text: string): text is SendState => states.includes(text);

function toSend({ idempotencyKey: _, state, copy, ...row }: Row): Send {
  if (!isState(state)) throw new StorageError('corrupt', 'a send is in an unknown state');
  return { ...row, state, copy: copy === 1 };
}

function toRow(send: NewSend, now: number): Row {
  const { accountId, documentId, recipient, copy, idempotencyKey } = send;
  return {
    ...{ id: newId(), accountId, documentId, recipient: storable(recipient), copy: copy ? 1 : 0 },
    ...{ createdAt: now, settledAt: null, state: 'waiting', reason: null },
    idempotencyKey: idempotencyKey === undefined ? null : storable(idempotencyKey),
  };
}

export class SqlSends implements Sends {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async ask(send: NewSend, limit: Limit, jobs: (id: string) => readonly NewJob[]): Promise<AskOutcome> {
    const { engine, clock, jobAdded } = this.#context;
    const outcome = await engine.write(async (writer): Promise<AskOutcome> => {
      const now = clock();
      const row = toRow(send, now);
      const { accountId, documentId, id } = row;
      // The account's row keeps others of the same signer waiting, so that the count is exact.
      await engine.lock(writer.selectFrom('accounts').select('id').where('id', '=', accountId)).execute();
      const met = (await known(writer, row)) ?? (await reached(writer, accountId, limit, now));
      if (met) return met;
      await writer.insertInto('sends').values(row).execute();
      for (const job of jobs(id)) await addJob(writer, now, job);
      // The recipient is personal data of somebody who is not our user: it stands in the row of the send, which can
      // be erased, and never in the audit log, which cannot. A digest would not hide it: addresses can be guessed.
      const event = { kind: 'send', accountId, documentId, detail: { send: id, copy: send.copy } };
      await writeAlso(engine, writer, now, { event });
      return { kind: 'added', id };
    });
    if (outcome.kind === 'added') jobAdded();
    return outcome;
  }

  async find(id: string): Promise<Send | undefined> {
    const { read } = this.#context.engine;
    const row = await read.selectFrom('sends').selectAll().where('id', '=', id).executeTakeFirst();
    return row && toSend(row);
  }

  async of(accountId: string, documentId: string): Promise<Send[]> {
    const rows = await this.#context.engine.read
      .selectFrom('sends')
      .selectAll()
      .where('accountId', '=', accountId)
      .where('documentId', '=', documentId)
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .execute();
    return rows.map(toSend);
  }

  settle(id: string, state: Exclude<SendState, 'waiting'>, reason?: string): Promise<boolean> {
    const { engine, clock } = this.#context;
    const settled = { state, settledAt: clock(), reason: reason === undefined ? null : storable(reason) };
    return engine.write(async (writer) => {
      const { numUpdatedRows } = await writer
        .updateTable('sends')
        .set(settled)
        .where('id', '=', id)
        .where('state', 'in', state === 'unknown' ? ['waiting'] : ['waiting', 'unknown'])
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    });
  }
}

/** The send that the idempotency key stands for. */
async function known(writer: Writer, row: Row): Promise<AskOutcome | undefined> {
  if (row.idempotencyKey === null) return undefined;
  const before = await writer
    .selectFrom('sends')
    .selectAll()
    .where('accountId', '=', row.accountId)
    .where('idempotencyKey', '=', row.idempotencyKey)
    .executeTakeFirst();
  if (before === undefined) return undefined;
  const { documentId, recipient, copy } = before;
  const same = documentId === row.documentId && recipient === row.recipient && copy === row.copy;
  return same ? { kind: 'known', id: before.id } : { kind: 'mismatch' };
}

/** The limit, when as many as it allows were asked for within its window. */
async function reached(
  writer: Writer,
  accountId: string,
  { most, windowMs }: Limit,
  now: number,
): Promise<AskOutcome | undefined> {
  const latest = await writer
    .selectFrom('sends')
    .select('createdAt')
    .where('accountId', '=', accountId)
    .where('createdAt', '>', now - windowMs)
    .orderBy('createdAt', 'desc')
    .limit(most)
    .execute();
  const oldest = latest.at(-1);
  return oldest && latest.length >= most ? { kind: 'limit', until: oldest.createdAt + windowMs } : undefined;
}
