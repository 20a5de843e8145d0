import {
  type FreePlace,
  type FreePlacesAnswer,
  type FreePlacesRequest,
  keepInside,
  type OccupiedAnswer,
  type Placement,
} from '@websign/contract';
import { areasOf, coversSomething, nearestFree, smallerFree } from '../../policy/occupancy.ts';
import { isOnPage } from '../../policy/placement.ts';
import type { StoredDocument } from '../../storage/index.ts';
import type { Context, SignedIn } from '../context.ts';
import { findDocument } from '../documents.ts';
import { RequestError } from '../errors.ts';
import { type DocumentFacts, documentFacts } from '../facts.ts';
import { eachInChild } from '../in-children.ts';
import { hasGround } from './foresight.ts';
import { judgePlace, type PlaceJudgement, presetOf } from './judge.ts';
import { isTransient, type Looking, occupiedAt, readBudget, sizeOf } from './occupied.ts';

/** Of these no place is told: they take no signature. */
const unsignable: ReadonlySet<StoredDocument['state']> = new Set(['refused', 'expired', 'locked']);

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
  const answerOne = async (own: Looking, { document, placement }: (typeof places)[number]) =>
    freePlace(own, await findDocument(context, signer, document), placement);
  try {
    return { places: await eachInChild(looking, places, answerOne) };
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
  const wanted = asked ?? presetOf(document, facts);
  const answer: FreePlace = {
    ...{ document: document.id, status: 'unknown', placement: wanted, opaque: facts.signatures.length === 0 },
    ...{ cause: null, smaller: null, otherPage: null },
  };
  if (unsignable.has(document.state)) return answer;
  const size = sizeOf(document, facts, wanted.page);
  if (wanted.page > document.pages || (size && !isOnPage(wanted, size)))
    throw new RequestError('position_out_of_bounds');
  const now = untilLater(context, document);
  const judgement: PlaceJudgement = (await now.tell(() =>
    judgePlace(now.looking, document, facts, wanted),
  )) ?? {
    status: 'unknown',
  };
  const { status } = judgement;
  // Which field it is signed in is not known: no other place is promised.
  if (status === 'unknown_field') return { ...answer, opaque: false };
  if (status === 'field')
    return { ...answer, status, placement: judgement.placement, opaque: judgement.field.opaque };
  if (status === 'free') return { ...answer, ...judgement, opaque: true };
  const opaque = (await now.tell(() => hasGround(now.looking, document, facts, wanted))) ?? false;
  if (status === 'moved')
    return {
      ...answer,
      status,
      placement: judgement.placement,
      opaque,
      cause: now.isLater() ? 'busy' : null,
    };
  const page = status === 'full' ? judgement.page : null;
  const smaller = page && smallerFree(page, wanted);
  const otherPage = await onOtherPage(now, document, facts, wanted);
  const cause = page?.cause ?? (now.isLater() ? 'busy' : null);
  return { ...answer, status, opaque, cause, smaller, otherPage };
}

/** Looking at one document: what cannot be told for now is left out, so that the others are answered. */
interface Now {
  looking: Looking;
  /** Undefined where it cannot be told for now. */
  tell: <T>(look: () => Promise<T>) => Promise<T | undefined>;
  /** Whether something was left out, or not read because enough was read for this call. */
  isLater: () => boolean;
}

function untilLater(context: Looking, { id }: StoredDocument): Now {
  let isLater = false;
  const read = () => {
    const may = context.read();
    if (!may) isLater = true;
    return may;
  };
  const tell: Now['tell'] = async (look) => {
    try {
      return await look();
    } catch (error) {
      if (!isTransient(error)) throw error;
      isLater = true;
      context.log.info({ document: id, err: error }, 'place not told for now');
      return undefined;
    }
  };
  return { looking: { ...context, read }, tell, isLater: () => isLater };
}

/** On the last page or the first, whichever has room. */
async function onOtherPage(
  now: Now,
  document: StoredDocument,
  facts: DocumentFacts,
  wanted: Placement,
): Promise<Placement | null> {
  for (const number of new Set([document.pages, 1])) {
    const size = sizeOf(document, facts, number);
    if (number === wanted.page || !size) continue;
    const page = await now.tell(() => occupiedAt(now.looking, document, facts, number, now.looking.read));
    const there = keepInside({ ...wanted, page: number }, size);
    const free = page && (coversSomething(page, there) ? nearestFree(page, there) : there);
    if (free) return free;
  }
  return null;
}
