import type { Selectable } from 'kysely';
import type { Blobs } from '../face/blobs.ts';
import { appendAudit } from './audit-append.ts';
import type { Context } from './context.ts';
import type { Engine } from './engine.ts';
import type { Reader, Tables, Writer } from './tables.ts';

/** A blob stored this recently may be waiting for its row: it is left for a later sweep. */
const graceMs = 60 * 60 * 1000;

/** Ends the terms that are over, then deletes the blobs nobody else holds (HIS-2). */
export async function expireDocuments(context: Context, blobs: Blobs, limit: number): Promise<number> {
  const now = context.clock();
  const { count, released } = await endTerms(context, now, limit);
  // After the commit: a crash here leaves blobs without an owner, and `deleteOrphans` finds them.
  for (const sha256 of released) await deleteUnheld(context, blobs, sha256, now - graceMs);
  return count;
}

/** Deletes the blobs that no kept document holds: uploads that a crash cut off. Answers how many. */
export async function deleteOrphans(context: Context, blobs: Blobs): Promise<number> {
  const before = context.clock() - graceMs;
  let deleted = 0;
  for await (const { sha256 } of blobs.list()) {
    if (await deleteUnheld(context, blobs, sha256, before)) deleted += 1;
  }
  return deleted;
}

/**
 * Whether a document whose term has not ended holds the blob, as its kept upload or as a signed version, or a trusted
 * list is copied in it.
 */
export async function isHeld(database: Reader | Writer, sha256: string): Promise<boolean> {
  const document = await database
    .selectFrom('documents')
    .select('id')
    .where('sha256', '=', sha256)
    .where('state', '<>', 'expired')
    .where('originalGone', '=', 0)
    .limit(1)
    .executeTakeFirst();
  if (document !== undefined) return true;
  const version = await database
    .selectFrom('versions')
    .innerJoin('documents', 'documents.id', 'versions.documentId')
    .select('documents.id')
    .where('versions.sha256', '=', sha256)
    .where('documents.state', '<>', 'expired')
    .limit(1)
    .executeTakeFirst();
  if (version !== undefined) return true;
  const list = await database
    .selectFrom('listCopies')
    .select('name')
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  return list !== undefined;
}

async function deleteUnheld(
  context: Context,
  blobs: Blobs,
  sha256: string,
  before: number,
): Promise<boolean> {
  if (await isHeld(context.engine.read, sha256)) return false;
  return blobs.delete(sha256, before);
}

/** Documents first, then the uploads of signed documents; both together at most `limit`. */
function endTerms({ engine }: Context, now: number, limit: number) {
  return engine.write(async (writer) => {
    const over = await endDocuments(engine, writer, now, limit);
    const originals = await endOriginals(engine, writer, now, limit - over.documents.length);
    const event = (kind: string) => (it: Ended) => ({ kind, accountId: it.accountId, documentId: it.id });
    await appendAudit(engine, writer, now, [
      ...over.documents.map(event('expire')),
      ...originals.map(event('expire_original')),
    ]);
    const released = new Set([...over.released, ...originals.map(({ sha256 }) => sha256)]);
    return { count: over.documents.length + originals.length, released };
  });
}

type Ended = Pick<Selectable<Tables['documents']>, 'id' | 'accountId' | 'sha256'>;

async function endDocuments(engine: Engine, writer: Writer, now: number, limit: number) {
  const documents: Ended[] = await engine
    .lock(
      writer
        .selectFrom('documents')
        .select(['id', 'accountId', 'sha256'])
        .where('state', '<>', 'expired')
        .where('expiresAt', '<=', now)
        .orderBy('expiresAt')
        .limit(limit),
    )
    .execute();
  const released = new Set(documents.map(({ sha256 }) => sha256));
  for (const { id } of documents) {
    await writer
      .updateTable('documents')
      .set({ state: 'expired', occupancyJson: 'null' })
      .where('id', '=', id)
      .execute();
    const versions = await writer
      .selectFrom('versions')
      .select('sha256')
      .where('documentId', '=', id)
      .execute();
    for (const { sha256 } of versions) released.add(sha256);
  }
  return { documents, released };
}

/** An unsigned document is its upload and leaves whole; a signed one goes on without it. */
async function endOriginals(engine: Engine, writer: Writer, now: number, limit: number): Promise<Ended[]> {
  if (limit <= 0) return [];
  const documents: Ended[] = await engine
    .lock(
      writer
        .selectFrom('documents')
        .select(['id', 'accountId', 'sha256'])
        .where('state', '<>', 'expired')
        .where('originalGone', '=', 0)
        .where('versions', '>', 0)
        .where('originalExpiresAt', '<=', now)
        .orderBy('originalExpiresAt')
        .limit(limit),
    )
    .execute();
  for (const { id } of documents) {
    await writer.updateTable('documents').set({ originalGone: 1 }).where('id', '=', id).execute();
  }
  return documents;
}
