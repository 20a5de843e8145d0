import { setImmediate as turn } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import type { Unsigned } from '../../policy/quota.ts';
import { isOver, type RetentionTerms, termEnds } from '../../policy/retention.ts';
import { canonical } from '../canonical.ts';
import { StorageError } from '../errors.ts';
import type { Blobs } from '../face/blobs.ts';
import type {
  DocumentState,
  Documents,
  HistoryEntry,
  HistoryQuery,
  NewDocument,
  StoredDocument,
} from '../face/documents.ts';
import { fold, storable } from '../fold.ts';
import { appendAudit } from './audit-append.ts';
import { type Context, chunks, newId, parsed } from './context.ts';
import { expireDocuments } from './expire.ts';
import { requirePlaces } from './groups.ts';
import type { Tables } from './tables.ts';
import { requireQuota, unsignedOf } from './unsigned.ts';

type Row = Selectable<Tables['documents']>;
type Filter = Omit<HistoryQuery, 'page' | 'size'>;

const portion = 200;
const largestPage = 500;
const states: readonly string[] = [
  'ready',
  'refused',
  'signed',
  'locked',
  'expired',
] satisfies DocumentState[];
const isState = (text: string): text is DocumentState => states.includes(text);

/** What lists read: all but the large columns. */
const light = [
  ...(['sequence', 'id', 'accountId', 'groupId', 'name', 'size', 'sha256', 'currentSize'] as const),
  ...(['currentSha256', 'state', 'pages', 'summaryJson', 'versions', 'createdAt', 'signedAt'] as const),
  ...(['expiresAt', 'originalExpiresAt'] as const),
] satisfies (keyof Row)[];
/** What a document is: all but what is asked for by itself. */
const whole = [
  ...light,
  ...(['nameFolded', 'refusalJson', 'findingsJson', 'signaturesJson', 'originalGone'] as const),
] satisfies (keyof Row)[];
type WholeRow = Pick<Row, (typeof whole)[number]>;
type LightRow = Pick<Row, (typeof light)[number]>;

function toEntry({ sequence: _, summaryJson, ...row }: LightRow, now: number): HistoryEntry {
  const { state, expiresAt, originalExpiresAt } = row;
  if (!isState(state)) throw new StorageError('corrupt', 'a document is in an unknown state');
  return {
    ...row,
    state: isOver(expiresAt, now) ? 'expired' : state,
    summary: parsed(summaryJson),
    originalExpiresAt: Math.min(originalExpiresAt, expiresAt),
  };
}

function toDocument({ nameFolded: _, originalGone: __, ...row }: WholeRow, now: number): StoredDocument {
  const { refusalJson, findingsJson, signaturesJson, ...plain } = row;
  return {
    ...toEntry(plain, now),
    refusal: parsed(refusalJson),
    findings: parsed(findingsJson),
    signatures: parsed(signaturesJson),
  };
}

function toRow(document: NewDocument, now: number, terms: RetentionTerms): Omit<Row, 'sequence'> {
  const { accountId, groupId, size, sha256, state, pages, refusal, findings, signatures } = document;
  const name = storable(document.name);
  return {
    ...{ id: newId(), accountId, groupId, name, nameFolded: fold(name), size, sha256 },
    ...{ currentSize: size, currentSha256: sha256, state, pages },
    refusalJson: canonical(refusal ?? null),
    findingsJson: canonical(findings ?? null),
    signaturesJson: canonical(signatures ?? null),
    summaryJson: canonical(document.summary ?? null),
    occupancyJson: canonical(document.occupancy ?? null),
    ...{ versions: 0, createdAt: now, signedAt: null },
    expiresAt: termEnds('original', now, terms),
    originalExpiresAt: termEnds('original', now, terms),
    originalGone: 0,
  };
}

const uploaded = ({ id, accountId, sha256, size, state }: Omit<Row, 'sequence'>) => ({
  ...{ kind: 'upload', accountId, documentId: id },
  detail: { sha256, size, state },
});

export class SqlDocuments implements Documents {
  readonly #context: Context;
  readonly #blobs: Blobs;
  readonly #terms: RetentionTerms;
  readonly #quota: Unsigned;

  constructor(context: Context, blobs: Blobs, terms: RetentionTerms, quota: Unsigned) {
    this.#context = context;
    this.#blobs = blobs;
    this.#terms = terms;
    this.#quota = quota;
  }

  async create(documents: readonly NewDocument[]): Promise<StoredDocument[]> {
    const { engine, clock } = this.#context;
    const now = clock();
    const rows = documents.map((document) => toRow(document, now, this.#terms));
    await engine.write(async (writer) => {
      await requireQuota(engine, writer, rows, { now, quota: this.#quota });
      await requirePlaces(engine, writer, rows);
      for (const some of chunks(rows)) await writer.insertInto('documents').values(some).execute();
      await appendAudit(engine, writer, now, rows.map(uploaded));
    });
    return rows.map(({ occupancyJson: _, ...row }) => toDocument({ ...row, sequence: 0 }, now));
  }

  unsigned(accountId: string): Promise<Unsigned> {
    return unsignedOf(this.#context.engine.read, accountId, this.#context.clock());
  }

  async find(accountId: string, id: string): Promise<StoredDocument | undefined> {
    const row = await this.#of(accountId).where('id', '=', storable(id)).executeTakeFirst();
    return row && toDocument(row, this.#context.clock());
  }

  async occupancy(accountId: string, id: string): Promise<unknown> {
    const row = await this.#context.engine.read
      .selectFrom('documents')
      .select('occupancyJson')
      .where('accountId', '=', storable(accountId))
      .where('id', '=', storable(id))
      .executeTakeFirst();
    return row ? parsed(row.occupancyJson) : null;
  }

  async noteSignatures(id: string, currentSha256: string, signatures: unknown): Promise<boolean> {
    const { numUpdatedRows } = await this.#context.engine.write((writer) =>
      writer
        .updateTable('documents')
        .set({ signaturesJson: canonical(signatures ?? null) })
        .where('id', '=', id)
        .where('currentSha256', '=', currentSha256)
        .executeTakeFirst(),
    );
    return numUpdatedRows === 1n;
  }

  async group(accountId: string, groupId: string): Promise<StoredDocument[]> {
    const rows = await this.#of(accountId)
      .where('groupId', '=', storable(groupId))
      .orderBy('sequence')
      .execute();
    const now = this.#context.clock();
    return rows.map((row) => toDocument(row, now));
  }

  async history(accountId: string, query: HistoryQuery): Promise<{ rows: HistoryEntry[]; total: number }> {
    const { page, size } = query;
    if (!(Number.isSafeInteger(page) && page >= 1 && size >= 1 && size <= largestPage)) {
      throw new StorageError('invalid', `pages count from 1 and hold 1 to ${largestPage} rows`);
    }
    const matching = this.#matching(accountId, query);
    // The page is found in the index alone; only its own rows are read.
    const onPage = matching
      .select('sequence')
      .orderBy('sequence', 'desc')
      .limit(size)
      .offset((page - 1) * size);
    const rows = await this.#context.engine.read
      .selectFrom('documents')
      .select(light)
      .where('sequence', 'in', onPage)
      .orderBy('sequence', 'desc')
      .execute();
    const { total } = await matching
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const now = this.#context.clock();
    return { rows: rows.map((row) => toEntry(row, now)), total };
  }

  async *each(accountId: string, query: Filter): AsyncIterable<HistoryEntry> {
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const rows = await this.#matching(accountId, query)
        .select(light)
        .where('sequence', '<', before)
        .orderBy('sequence', 'desc')
        .limit(portion)
        .execute();
      const now = this.#context.clock();
      for (const row of rows) yield toEntry(row, now);
      const last = rows.at(-1);
      if (last === undefined || rows.length < portion) return;
      before = last.sequence;
      // SQLite answers at once: without this others would wait for the whole list.
      await turn();
    }
  }

  expire(limit: number): Promise<number> {
    return expireDocuments(this.#context, this.#blobs, limit);
  }

  #of(accountId: string) {
    return this.#context.engine.read.selectFrom('documents').select(whole).where('accountId', '=', accountId);
  }

  #matching(accountId: string, { search = '', signed }: Filter) {
    const all = this.#context.engine.read.selectFrom('documents').where('accountId', '=', accountId);
    const filtered = signed === undefined ? all : all.where('signedAt', signed ? 'is not' : 'is', null);
    const text = fold(search.trim());
    if (text === '') return filtered;
    const like = text.replace(/[\\%_]/gu, '\\$&');
    return filtered.where(({ or, ref }) =>
      or([
        sql<boolean>`${ref('nameFolded')} like ${`%${like}%`} escape '\\'`,
        sql<boolean>`${ref('sha256')} like ${`${like}%`} escape '\\'`,
        sql<boolean>`${ref('currentSha256')} like ${`${like}%`} escape '\\'`,
      ]),
    );
  }
}
