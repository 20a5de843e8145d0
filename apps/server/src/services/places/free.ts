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
import { documentFacts } from '../facts.ts';
import { isTransient, occupiedAt, readBudget, sizeOf } from './occupied.ts';

const atOnce = 4;

type Looking = Pick<Context, 'storage' | 'engine' | 'log'> & { read: () => boolean };

/** Where signatures may stand on documents of the signer's own (SGN-12). */
export async function freePlaces(
  context: Context,
  signer: SignedIn,
  { places }: FreePlacesRequest,
): Promise<FreePlacesAnswer> {
  const looking: Looking = { ...context, read: readBudget() };
  const documents = await mapBounded(places, atOnce, ({ document }) =>
    findDocument(context, signer, document),
  );
  return {
    places: await mapBounded(documents, atOnce, (document, at) =>
      freePlace(looking, document, places[at]?.placement),
    ),
  };
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
  const page = await occupiedAt(context, document, number);
  return page ? { areas: areasOf(page), cause: page.cause } : { areas: null, cause: null };
}

async function freePlace(
  context: Looking,
  document: StoredDocument,
  asked: Placement | undefined,
): Promise<FreePlace> {
  const facts = documentFacts.parse(document.signatures);
  const preset = facts.lastPage ? defaultPlacement(document.pages, facts.lastPage, []) : undefined;
  const wanted = asked ?? preset;
  const size = wanted && sizeOf(document, facts, wanted.page);
  if (!wanted || !size || !isOnPage(wanted, size)) throw new RequestError('position_out_of_bounds');
  const page = await lookAt(context, document, wanted.page);
  const answer = { document: document.id, placement: wanted, cause: page?.cause ?? null };
  const nothing = { smaller: null, otherPage: null };
  if (page && !coversSomething(page, wanted)) return { ...answer, ...nothing, status: 'free' };
  const free = page && nearestFree(page, wanted);
  if (free) return { ...answer, ...nothing, status: 'moved', placement: free };
  return {
    ...answer,
    status: page ? 'full' : 'unknown',
    smaller: page ? smallerFree(page, wanted) : null,
    otherPage: await onOtherPage(context, document, wanted),
  };
}

/** On the last page or the first, whichever has room. */
async function onOtherPage(
  context: Looking,
  document: StoredDocument,
  wanted: Placement,
): Promise<Placement | null> {
  const facts = documentFacts.parse(document.signatures);
  for (const number of new Set([document.pages, 1])) {
    const size = sizeOf(document, facts, number);
    if (number === wanted.page || !size) continue;
    const page = await lookAt(context, document, number);
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
  page: number,
): Promise<OccupiedPage | undefined> {
  try {
    return await occupiedAt(context, document, page, context.read);
  } catch (error) {
    if (!isTransient(error)) throw error;
    context.log.info({ document: document.id, page, err: error }, 'page not read for now');
    return undefined;
  }
}
