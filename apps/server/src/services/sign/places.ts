import type { ErrorCode, Placement } from '@websign/contract';
import { coversSomething, nearestFree } from '../../policy/occupancy.ts';
import { defaultPlacement } from '../../policy/placement.ts';
import { SandboxError } from '../../sandbox/error.ts';
import type { StoredDocument } from '../../storage/index.ts';
import { mapBounded } from '../bounded.ts';
import type { Context } from '../context.ts';
import { documentFacts } from '../facts.ts';
import { occupiedAt, readBudget } from '../places/occupied.ts';
import type { Asked } from './asked.ts';
import { failureCode } from './prepare.ts';
import { isSeen } from './wish.ts';

/** Pages looked at together: most of them are read in the sandbox where nothing is stored of them. */
const atOnce = 4;

type Looking = Pick<Context, 'storage' | 'engine' | 'log' | 'clock'> & { read: () => boolean };

interface Placed {
  placement: Placement | undefined;
  /** Why it is not signed there: it covers something, what it covers is not known, or cannot be known for now. */
  refusal: ErrorCode | null;
}

/**
 * Gives each signature that is to be seen its place: the one that was asked for, else the free one that is nearest to
 * the default preset (SGN-2). Of several documents those whose place covers something without having been confirmed are
 * refused (SGN-13): nobody looked at all of them. Who signs one document by itself has chosen its place.
 */
export async function placeAll(
  context: Pick<Context, 'storage' | 'engine' | 'log' | 'clock'>,
  asked: Asked,
  documents: readonly StoredDocument[],
): Promise<{ request: Asked; refused: Map<string, ErrorCode> }> {
  const looking: Looking = { ...context, read: readBudget() };
  const seen = documents.filter((document) => isSeen(asked, document));
  const placements = { ...asked.placements };
  const refused = new Map<string, ErrorCode>();
  await mapBounded(seen, atOnce, async (document) => {
    const { placement, refusal } = await placed(looking, asked, document);
    if (placement) placements[document.id] = placement;
    if (refusal) refused.set(document.id, refusal);
  });
  return { request: { ...asked, placements }, refused };
}

/** A page that cannot be read for now is no page that is covered: the signer is told to come again. */
async function placed(context: Looking, asked: Asked, document: StoredDocument): Promise<Placed> {
  const given = asked.placements?.[document.id] ?? asked.placement;
  const matters = asked.documents.length > 1 && !asked.confirmedPlaces.includes(document.id);
  try {
    const place = given
      ? { placement: given, covers: matters && (await covers(context, document, given)) }
      : await defaultPlace(context, document);
    return { placement: place.placement, refusal: matters && place.covers ? 'place_unconfirmed' : null };
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    const refusal = failureCode(context, document, error);
    context.log.info({ code: refusal, document: document.id, err: error }, 'place not found for now');
    return { placement: given, refusal };
  }
}

/** Bottom right of the last page or beside it; where nothing is free the corner, beside earlier signatures. */
async function defaultPlace(
  context: Looking,
  document: StoredDocument,
): Promise<{ placement: Placement | undefined; covers: boolean }> {
  const facts = documentFacts.parse(document.signatures);
  const { lastPage, boxes } = facts;
  if (!lastPage) return { placement: undefined, covers: false };
  const preset = defaultPlacement(document.pages, lastPage, []);
  const page = await occupiedAt(context, document, facts, document.pages, context.read);
  const free = page && (coversSomething(page, preset) ? nearestFree(page, preset) : preset);
  if (free) return { placement: free, covers: false };
  return { placement: defaultPlacement(document.pages, lastPage, boxes), covers: true };
}

async function covers(context: Looking, document: StoredDocument, placement: Placement): Promise<boolean> {
  // A page that is not there is refused when it is to be signed.
  if (placement.page > document.pages) return false;
  const facts = documentFacts.parse(document.signatures);
  const page = await occupiedAt(context, document, facts, placement.page, context.read);
  return !page || coversSomething(page, placement);
}
