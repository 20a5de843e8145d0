import type { Selectable } from 'kysely';
import { type RetentionTerms, termEnds } from '../../policy/retention.ts';
import { canonical } from '../canonical.ts';
import type { NewJob } from '../face/outbox.ts';
import type {
  BeginOutcome,
  NewSigning,
  RaisedDocument,
  RecordOutcome,
  SignedDocument,
  Signing,
  Signings,
  Version,
} from '../face/signings.ts';
import { storable } from '../fold.ts';
import { appendAudit } from './audit-append.ts';
import { type Context, newId, parsed, strings } from './context.ts';
import { addJob } from './outbox-jobs.ts';
import { recordRaise, recordVersion } from './record.ts';
import type { Tables, Writer } from './tables.ts';

type Row = Selectable<Tables['signings']>;

const silentMs = 60 * 1000;
const keptMs = 24 * 60 * 60 * 1000;
/** Requests of an account in which nothing was signed: a thousand documents make a record of a third of a megabyte. */
const refusedKept = 50;

export class SqlSignings implements Signings {
  readonly #context: Context;
  readonly #terms: RetentionTerms;
  /** Ids by account, in the order of their ends; those of before this start go by their age. */
  readonly #refused = new Map<string, string[]>();

  constructor(context: Context, terms: RetentionTerms) {
    this.#context = context;
    this.#terms = terms;
  }

  async begin(signing: NewSigning): Promise<BeginOutcome> {
    const now = this.#context.clock();
    const row: Row = {
      ...{ id: newId(), accountId: signing.accountId, state: 'running' },
      documentsJson: canonical(signing.documents),
      ...{ progressJson: 'null', answerJson: 'null', createdAt: now, aliveAt: now },
      idempotencyKey: signing.idempotency ? storable(signing.idempotency.key) : null,
      request: signing.idempotency?.request ?? null,
    };
    const { engine } = this.#context;
    const inserted = await engine.single((database) =>
      database
        .insertInto('signings')
        .values(row)
        .onConflict((conflict) => conflict.columns(['accountId', 'idempotencyKey']).doNothing())
        .returning('id')
        .executeTakeFirst(),
    );
    if (inserted) return { kind: 'started', signing: this.#toSigning(row) };
    return engine.write((writer) => this.#known(writer, row));
  }

  /** The key's record; one that a crash left behind is taken over. */
  async #known(writer: Writer, row: Row): Promise<BeginOutcome> {
    const { engine } = this.#context;
    const known = await engine
      .lock(
        writer
          .selectFrom('signings')
          .selectAll()
          .where('accountId', '=', row.accountId)
          .where('idempotencyKey', '=', row.idempotencyKey),
      )
      .executeTakeFirstOrThrow();
    if (known.request !== row.request) return { kind: 'mismatch' };
    const signing = this.#toSigning(known);
    if (signing.state !== 'interrupted') return { kind: 'known', signing };
    const { aliveAt } = row;
    await writer.updateTable('signings').set({ aliveAt }).where('id', '=', known.id).execute();
    return { kind: 'started', signing: this.#toSigning({ ...known, aliveAt }) };
  }

  async progress(id: string, progress: unknown): Promise<void> {
    await this.#update(id, { progressJson: canonical(progress ?? null) });
  }

  async rest(id: string, progress: unknown, until: number): Promise<void> {
    await this.#update(id, { progressJson: canonical(progress ?? null), aliveAt: until - silentMs });
  }

  async finish(id: string, answer: unknown, refused?: string): Promise<void> {
    await this.#update(id, { state: 'done', answerJson: canonical(answer ?? null) });
    if (refused !== undefined) await this.#forgetOlder(refused, id);
  }

  async #forgetOlder(accountId: string, id: string): Promise<void> {
    const all = [...(this.#refused.get(accountId) ?? []).filter((other) => other !== id), id];
    const older = all.splice(0, Math.max(0, all.length - refusedKept));
    this.#refused.set(accountId, all);
    if (older.length === 0) return;
    await this.#context.engine.single((database) =>
      // One that was asked for again meanwhile, and goes on, stays.
      database.deleteFrom('signings').where('id', 'in', older).where('state', '=', 'done').execute(),
    );
  }

  async #update(id: string, values: Partial<Row>): Promise<void> {
    const aliveAt = this.#context.clock();
    await this.#context.engine.single((database) =>
      database
        .updateTable('signings')
        .set({ aliveAt, ...values })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .execute(),
    );
  }

  async find(accountId: string, id: string): Promise<Signing | undefined> {
    const row = await this.#context.engine.read
      .selectFrom('signings')
      .selectAll()
      .where('accountId', '=', accountId)
      .where('id', '=', storable(id))
      .executeTakeFirst();
    return row && this.#toSigning(row);
  }

  #toSigning(row: Row): Signing {
    const { id, accountId, createdAt } = row;
    const silent = row.aliveAt + silentMs <= this.#context.clock();
    return {
      ...{ id, accountId, createdAt },
      state: row.state === 'done' ? 'done' : silent ? 'interrupted' : 'running',
      documents: strings(row.documentsJson),
      progress: parsed(row.progressJson),
      answer: parsed(row.answerJson),
    };
  }

  async record(
    accountId: string,
    documents: readonly SignedDocument[],
    ...jobs: readonly NewJob[]
  ): Promise<RecordOutcome[]> {
    const { engine, clock, jobAdded } = this.#context;
    // In the order of ids, so that two requests for the same group never wait for each other in a ring.
    const order = documents.map((_, index) => index);
    order.sort((a, b) => compare(documents[a]?.documentId, documents[b]?.documentId) || a - b);
    const recorded = await engine.write(async (writer) => {
      const outcomes: RecordOutcome[] = [];
      const events = [];
      for (const index of order) {
        const signed = documents[index];
        if (signed === undefined) continue;
        const now = clock();
        const term = { now, expiresAt: termEnds('signed', now, this.#terms) };
        const recorded = await recordVersion(engine, writer, accountId, signed, term);
        outcomes[index] = recorded.outcome;
        events.push(...recorded.events);
      }
      if (outcomes.includes('recorded')) for (const job of jobs) await addJob(writer, clock(), job);
      await appendAudit(engine, writer, clock(), events);
      return outcomes;
    });
    // Those of later are found when they are due.
    const due = jobs.some(({ notBefore = 0 }) => notBefore <= clock());
    if (due && recorded.includes('recorded')) jobAdded();
    return recorded;
  }

  async raise(accountId: string, raised: RaisedDocument, ...jobs: readonly NewJob[]): Promise<RecordOutcome> {
    const { engine, clock, jobAdded } = this.#context;
    const { outcome } = await engine.write(async (writer) => {
      const recorded = await recordRaise(engine, writer, accountId, raised, clock());
      if (recorded.outcome === 'recorded') for (const job of jobs) await addJob(writer, clock(), job);
      await appendAudit(engine, writer, clock(), recorded.events);
      return recorded;
    });
    if (jobs.length > 0 && outcome === 'recorded') jobAdded();
    return outcome;
  }

  async versions(accountId: string, documentId: string): Promise<Version[]> {
    const rows = await this.#context.engine.read
      .selectFrom('versions')
      .innerJoin('documents', 'documents.id', 'versions.documentId')
      .selectAll('versions')
      .where('documents.accountId', '=', accountId)
      .where('versions.documentId', '=', documentId)
      .orderBy('versions.number')
      .execute();
    return rows.map(({ detailJson, ...row }) => ({ ...row, detail: parsed(detailJson) }));
  }

  async signedIn(accountId: string, signingId: string, limit: number) {
    const made = this.#context.engine.read
      .selectFrom('versions')
      .innerJoin('documents', 'documents.id', 'versions.documentId')
      .where('documents.accountId', '=', accountId)
      .where('versions.signingId', '=', signingId);
    const documents = await made
      .select(['documents.name', 'versions.signedAt', 'versions.certificateSerial'])
      .orderBy('documents.sequence')
      .limit(limit)
      .execute();
    const { total } = await made
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { documents, total: Number(total) };
  }

  async sweep(): Promise<number> {
    const before = this.#context.clock() - keptMs;
    const { numDeletedRows } = await this.#context.engine.write((writer) =>
      writer.deleteFrom('signings').where('createdAt', '<', before).executeTakeFirst(),
    );
    return Number(numDeletedRows);
  }
}

const compare = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);
