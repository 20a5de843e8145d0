import type { Placement } from '@websign/contract';
import { coversSomething, nearestFree } from '../../policy/occupancy.ts';
import { defaultPlacement } from '../../policy/placement.ts';
import type { StoredDocument } from '../../storage/index.ts';
import { mapBounded } from '../bounded.ts';
import type { Context } from '../context.ts';
import { documentFacts } from '../facts.ts';
import { occupiedAt, readBudget } from '../places/occupied.ts';
import type { Asked } from './asked.ts';
import { isSeen } from './wish.ts';

/** Pages looked at together: most of them are read in the sandbox where nothing is stored of them. */
const atOnce = 4;

type Looking = Pick<Context, 'storage' | 'engine' | 'log'> & { read: () => boolean };

interface Placed {
  placement: Placement | undefined;
  /** It covers something, or what it covers is not known. */
  covers: boolean;
}

/**
 * Gives each signature that is to be seen its place: the one that was asked for, else the free one that is nearest to
 * the default preset (SGN-2). Of several documents those whose place covers something without having been confirmed are
 * told (SGN-13): nobody looked at all of them. Who signs one document by itself has chosen its place.
 */
export async function placeAll(
  context: Pick<Context, 'storage' | 'engine' | 'log'>,
  asked: Asked,
  documents: readonly StoredDocument[],
): Promise<{ request: Asked; unconfirmed: string[] }> {
  const looking: Looking = { ...context, read: readBudget() };
  const several = asked.documents.length > 1;
  const confirmed = new Set(asked.confirmedPlaces);
  const seen = documents.filter((document) => isSeen(asked, document));
  const places = await mapBounded(seen, atOnce, async (document) => {
    const given = asked.placements?.[document.id] ?? asked.placement;
    if (!given) return defaultPlace(looking, document);
    const counts = several && !confirmed.has(document.id);
    return { placement: given, covers: counts && (await covers(looking, document, given)) };
  });
  const chosen = seen.flatMap(({ id }, at) => {
    const placement = places[at]?.placement;
    return placement ? [[id, placement] as const] : [];
  });
  const unconfirmed = seen.filter(({ id }, at) => several && places[at]?.covers && !confirmed.has(id));
  return {
    request: { ...asked, placements: { ...asked.placements, ...Object.fromEntries(chosen) } },
    unconfirmed: unconfirmed.map(({ id }) => id),
  };
}

/** Bottom right of the last page or beside it; where nothing is free the corner, beside earlier signatures. */
async function defaultPlace(context: Looking, document: StoredDocument): Promise<Placed> {
  const { lastPage, boxes } = documentFacts.parse(document.signatures);
  if (!lastPage) return { placement: undefined, covers: false };
  const preset = defaultPlacement(document.pages, lastPage, []);
  const page = await occupiedAt(context, document, document.pages, context.read);
  const free = page && (coversSomething(page, preset) ? nearestFree(page, preset) : preset);
  if (free) return { placement: free, covers: false };
  return { placement: defaultPlacement(document.pages, lastPage, boxes), covers: true };
}

async function covers(context: Looking, document: StoredDocument, placement: Placement): Promise<boolean> {
  // A page that is not there is refused when it is to be signed.
  if (placement.page > document.pages) return false;
  const page = await occupiedAt(context, document, placement.page, context.read);
  return !page || coversSomething(page, placement);
}
