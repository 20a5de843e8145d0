import {
  type FreePlace,
  type FreePlacesAnswer,
  type FreePlacesRequest,
  keepInside,
  type OccupiedAnswer,
  type Placement,
} from '@websign/contract';
import {
  areasOf,
  coversSomething,
  nearestFree,
  type OccupiedPage,
  smallerFree,
} from '../../policy/occupancy.ts';
import { defaultPlacement, isOnPage } from '../../policy/placement.ts';
import type { StoredDocument } from '../../storage/index.ts';
import { mapBounded } from '../bounded.ts';
import type { Context, SignedIn } from '../context.ts';
import { findDocument } from '../documents.ts';
import { RequestError } from '../errors.ts';
import { type DocumentFacts, documentFacts } from '../facts.ts';
import { isTransient, occupiedAt, readBudget, sizeOf } from './occupied.ts';

const atOnce = 4;
/** A4: where the preset is told of a document whose pages are not known at all. */
const usualPage = { width: 595, height: 842, rotate: 0 };

type Looking = Pick<Context, 'storage' | 'engine' | 'log'> & { read: () => boolean };

/**
 * Where signatures may stand on documents of the signer's own (SGN-12). Nothing more is read once `gone` says that
 * nobody waits for the answer.
 */
export async function freePlaces(
  context: Context,
  signer: SignedIn,
  { places }: FreePlacesRequest,
  gone: AbortSignal,
): Promise<FreePlacesAnswer> {
  if (new Set(places.map(({ document }) => document)).size !== places.length)
    throw new RequestError('bad_request');
  const failed = new AbortController();
  const within = readBudget();
  const read = () => !gone.aborted && !failed.signal.aborted && within();
  const looking: Looking = { ...context, read };
  const answerOne = async ({ document, placement }: (typeof places)[number]) =>
    freePlace(looking, await findDocument(context, signer, document), placement);
  try {
    return { places: await mapBounded(places, atOnce, answerOne) };
  } catch (error) {
    // What is still under way for the others has no answer to go into.
    failed.abort();
    throw error;
  }
}

/** What is taken on one page of the signer's own document. */
export async function occupiedAreas(
  context: Context,
  signer: SignedIn,
  id: string,
  number: number,
): Promise<OccupiedAnswer> {
  const document = await findDocument(context, signer, id);
  if (document.state === 'expired') throw new RequestError('expired');
  const page = await occupiedAt(context, document, documentFacts.parse(document.signatures), number);
  return page ? { areas: areasOf(page), cause: page.cause } : { areas: null, cause: null };
}

async function freePlace(
  context: Looking,
  document: StoredDocument,
  asked: Placement | undefined,
): Promise<FreePlace> {
  const facts = documentFacts.parse(document.signatures);
  const wanted = asked ?? defaultPlacement(Math.max(1, document.pages), facts.lastPage ?? usualPage, []);
  const answer = { document: document.id, placement: wanted, cause: null, smaller: null, otherPage: null };
  if (document.state === 'refused' || document.state === 'expired') return { ...answer, status: 'unknown' };
  const size = sizeOf(document, facts, wanted.page);
  if (wanted.page > document.pages || (size && !isOnPage(wanted, size)))
    throw new RequestError('position_out_of_bounds');
  const page = await lookAt(context, document, facts, wanted.page);
  if (page && !coversSomething(page, wanted)) return { ...answer, status: 'free' };
  const free = page && nearestFree(page, wanted);
  if (free) return { ...answer, status: 'moved', placement: free };
  return {
    ...answer,
    status: page ? 'full' : 'unknown',
    cause: page?.cause ?? null,
    smaller: page ? smallerFree(page, wanted) : null,
    otherPage: await onOtherPage(context, document, facts, wanted),
  };
}

/** On the last page or the first, whichever has room. */
async function onOtherPage(
  context: Looking,
  document: StoredDocument,
  facts: DocumentFacts,
  wanted: Placement,
): Promise<Placement | null> {
  for (const number of new Set([document.pages, 1])) {
    const size = sizeOf(document, facts, number);
    if (number === wanted.page || !size) continue;
    const page = await lookAt(context, document, facts, number);
    const there = keepInside({ ...wanted, page: number }, size);
    const free = page && (coversSomething(page, there) ? nearestFree(page, there) : there);
    if (free) return free;
  }
  return null;
}

/** What stands on a page; undefined also where it cannot be read for now, so that the others are answered. */
async function lookAt(
  context: Looking,
  document: StoredDocument,
  facts: DocumentFacts,
  page: number,
): Promise<OccupiedPage | undefined> {
  try {
    return await occupiedAt(context, document, facts, page, context.read);
  } catch (error) {
    if (!isTransient(error)) throw error;
    context.log.info({ document: document.id, page, err: error }, 'page not read for now');
    return undefined;
  }
}
