import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Unsigned } from '../../policy/quota.ts';
import type { RetentionTerms } from '../../policy/retention.ts';
import { canonical } from '../canonical.ts';
import { StorageError } from '../errors.ts';
import type { Blobs } from '../face/blobs.ts';
import type {
  Documents,
  HistoryEntry,
  HistoryQuery,
  NewCopy,
  NewDocument,
  StoredDocument,
} from '../face/documents.ts';
import { fold, storable } from '../fold.ts';
import { appendAudit } from './audit-append.ts';
import { type Context, chunks, parsed } from './context.ts';
import { standingCopy } from './copies.ts';
import { light, type NewRow, toDocument, toEntry, toRow, uploaded, whole } from './document-rows.ts';
import { expireDocuments } from './expire.ts';
import { requirePlaces } from './groups.ts';
import type { Writer } from './tables.ts';
import { requireQuota, unsignedOf } from './unsigned.ts';

type Filter = Omit<HistoryQuery, 'page' | 'size'>;

const portion = 200;
const largestPage = 500;
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
    const now = this.#context.clock();
    const rows = documents.map((document) => toRow(document, now, this.#terms));
    await this.#context.engine.write((writer) => this.#insert(writer, rows, now));
    return rows.map(({ occupancyJson: _, ...row }) => toDocument({ ...row, sequence: 0 }, now));
  }

  async createCopy(copy: NewCopy): Promise<{ id: string; isNew: boolean }> {
    const { engine, clock } = this.#context;
    const { accountId, origin, sha256 } = copy;
    const now = clock();
    const row = toRow(copy, now, this.#terms);
    return engine.write(async (writer) => {
      // The account's row keeps a request for the same waiting, which then finds this copy.
      await engine.lock(writer.selectFrom('accounts').select('id').where('id', '=', accountId)).execute();
      const standing = await standingCopy(writer, { accountId, originId: origin.id, sha256, now });
      if (standing !== undefined) return { id: standing, isNew: false };
      await this.#insert(writer, [row], now);
      return { id: row.id, isNew: true };
    });
  }

  copyOf(accountId: string, originId: string, sha256: string): Promise<string | undefined> {
    const { engine, clock } = this.#context;
    return standingCopy(engine.read, { accountId, originId, sha256, now: clock() });
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

  async #insert(writer: Writer, rows: readonly NewRow[], now: number): Promise<void> {
    const { engine } = this.#context;
    await requireQuota(engine, writer, rows, { now, quota: this.#quota });
    await requirePlaces(engine, writer, rows);
    for (const some of chunks(rows)) await writer.insertInto('documents').values(some).execute();
    await appendAudit(engine, writer, now, rows.map(uploaded));
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
