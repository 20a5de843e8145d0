import type { PageSize } from '@websign/contract';
import { type OccupiedPage, withArea } from '../../policy/occupancy.ts';
import type { Examination } from '../../sandbox/engine.ts';
import { SandboxError } from '../../sandbox/error.ts';
import type { StoredDocument } from '../../storage/index.ts';
import { blobSource } from '../blob-source.ts';
import type { Context } from '../context.ts';
import type { DocumentFacts } from '../facts.ts';
import { occupiedPage, readStored } from './stored.ts';

type Occupancy = Examination['occupancies'][number];
type Known = Pick<Context, 'storage' | 'engine' | 'log'>;

/** Pages that were read by themselves and are remembered: at most 8 kB each. */
const mostRemembered = 500;
const recent = new WeakMap<Context['storage'], Map<string, Occupancy>>();

/** Pages that one call has read in the sandbox; what is not known then stays unknown. */
const mostRead = 100;

/** What pages are read with; `read`: whether one more may be, for the call at hand. */
export type Looking = Known & { read: () => boolean };

/** Whether one more page may be read for a call; each question counts as one. */
export function readBudget(): () => boolean {
  let left = mostRead;
  return () => left-- > 0;
}

/** Whether a failure says nothing of the page: the next try may read it. */
export const isTransient = (error: unknown): boolean =>
  error instanceof SandboxError && ['busy', 'closed', 'unreadable'].includes(error.code);

/** The size of a page as it is shown; undefined where there is no such page, or its size is not kept. */
export function sizeOf(document: StoredDocument, facts: DocumentFacts, page: number): PageSize | undefined {
  if (page > document.pages) return undefined;
  return facts.pageSizes[page - 1] ?? (page === document.pages ? (facts.lastPage ?? undefined) : undefined);
}

/**
 * Where something stands on a page of a document as it now stands, signatures made here included. Undefined where that
 * is not known: nothing may count as free then. `read`: has the page read in the sandbox where nothing is kept of it.
 * Throws SandboxError where that failed for now ({@link isTransient}).
 */
export async function occupiedAt(
  context: Known,
  document: StoredDocument,
  facts: DocumentFacts,
  page: number,
  read: () => boolean = () => true,
): Promise<OccupiedPage | undefined> {
  const size = sizeOf(document, facts, page);
  if (!size || document.state === 'expired') return undefined;
  const stored = readStored(await context.storage.documents.occupancy(document.accountId, document.id), page);
  const occupancy = stored ?? (await readOnce(context, document, page, read));
  if (!occupancy) return undefined;
  const stamps = facts.boxes.filter((box) => box.page === page);
  return stamps.reduce((so, { rect }) => withArea(so, rect), occupiedPage(occupancy, size));
}

/** Of a document that was uploaded before this was kept, or of a page between the first and the last. */
async function readOnce(
  { storage, engine, log }: Known,
  { id, currentSha256, currentSize }: StoredDocument,
  page: number,
  read: () => boolean,
): Promise<Occupancy | undefined> {
  const pages = recent.get(storage) ?? new Map<string, Occupancy>();
  recent.set(storage, pages);
  const key = `${currentSha256} ${page}`;
  const known = pages.get(key);
  if (known) return known;
  if (!read()) return undefined;
  const blob = { sha256: currentSha256, size: currentSize };
  try {
    const occupancy = await engine.occupancy(blobSource(storage.blobs, blob), page);
    pages.set(key, occupancy);
    for (const oldest of pages.keys()) if (pages.size > mostRemembered) pages.delete(oldest);
    return occupancy;
  } catch (error) {
    if (!(error instanceof SandboxError) || isTransient(error)) throw error;
    log.info({ document: id, page, sandbox: error.code, reason: error.reason }, 'page not read');
    return undefined;
  }
}
