import { type Selectable, sql } from 'kysely';
import { type RetentionTerms, termEnds } from '../../policy/retention.ts';
import { canonical } from '../canonical.ts';
import { StorageError } from '../errors.ts';
import type { Blobs } from '../face/blobs.ts';
import type {
  DocumentState,
  Documents,
  HistoryQuery,
  NewDocument,
  StoredDocument,
} from '../face/documents.ts';
import { fold, storable } from '../fold.ts';
import { appendAudit } from './audit.ts';
import { type Context, chunks, newId, parsed } from './context.ts';
import { expireDocuments } from './expire.ts';
import type { Tables } from './tables.ts';

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

function toDocument({ sequence: _, nameFolded: __, ...row }: Row): StoredDocument {
  const { refusalJson, findingsJson, signaturesJson, state, ...plain } = row;
  if (!isState(state)) throw new StorageError('corrupt', 'a document is in an unknown state');
  return {
    ...plain,
    state,
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
    ...{ versions: 0, createdAt: now, signedAt: null },
    expiresAt: termEnds('original', now, terms),
    originalExpiresAt: termEnds('original', now, terms),
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

  constructor(context: Context, blobs: Blobs, terms: RetentionTerms) {
    this.#context = context;
    this.#blobs = blobs;
    this.#terms = terms;
  }

  async create(documents: readonly NewDocument[]): Promise<StoredDocument[]> {
    const { engine, clock } = this.#context;
    const now = clock();
    const rows = documents.map((document) => toRow(document, now, this.#terms));
    await engine.write(async (writer) => {
      for (const some of chunks(rows)) await writer.insertInto('documents').values(some).execute();
      await appendAudit(engine, writer, now, rows.map(uploaded));
    });
    return rows.map((row) => toDocument({ ...row, sequence: 0 }));
  }

  async find(accountId: string, id: string): Promise<StoredDocument | undefined> {
    const row = await this.#of(accountId).where('id', '=', id).executeTakeFirst();
    return row && toDocument(row);
  }

  async group(accountId: string, groupId: string): Promise<StoredDocument[]> {
    const rows = await this.#of(accountId).where('groupId', '=', groupId).orderBy('sequence').execute();
    return rows.map(toDocument);
  }

  async history(accountId: string, query: HistoryQuery): Promise<{ rows: StoredDocument[]; total: number }> {
    const { page, size } = query;
    if (!(Number.isSafeInteger(page) && page >= 1 && size >= 1 && size <= largestPage)) {
      throw new StorageError('invalid', `pages count from 1 and hold 1 to ${largestPage} rows`);
    }
    const matching = this.#matching(accountId, query);
    const rows = await matching
      .selectAll()
      .orderBy('sequence', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute();
    const { total } = await matching
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { rows: rows.map(toDocument), total };
  }

  async *each(accountId: string, query: Filter): AsyncIterable<StoredDocument> {
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const rows = await this.#matching(accountId, query)
        .selectAll()
        .where('sequence', '<', before)
        .orderBy('sequence', 'desc')
        .limit(portion)
        .execute();
      for (const row of rows) yield toDocument(row);
      const last = rows.at(-1);
      if (last === undefined || rows.length < portion) return;
      before = last.sequence;
    }
  }

  expire(limit: number): Promise<number> {
    return expireDocuments(this.#context, this.#blobs, limit);
  }

  #of(accountId: string) {
    return this.#context.engine.read.selectFrom('documents').selectAll().where('accountId', '=', accountId);
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
