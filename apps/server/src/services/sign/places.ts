import type { ErrorCode, Placement } from '@websign/contract';
import { defaultPlacement } from '../../policy/placement.ts';
import { SandboxError } from '../../sandbox/error.ts';
import type { StoredDocument } from '../../storage/index.ts';
import { mapBounded } from '../bounded.ts';
import type { Context } from '../context.ts';
import { type DocumentFacts, documentFacts } from '../facts.ts';
import { judgePlace, presetOf } from '../places/judge.ts';
import { type Looking, readBudget } from '../places/occupied.ts';
import type { Asked } from './asked.ts';
import { failureCode } from './prepare.ts';
import { isSeen } from './wish.ts';

/** Pages looked at together: most of them are read in the sandbox where nothing is stored of them. */
const atOnce = 4;

type PlaceContext = Looking & Pick<Context, 'clock'>;

interface Placed {
  placement: Placement | undefined;
  /** Why it is not signed there: it covers something, what it covers is not known, or cannot be known for now. */
  refusal: ErrorCode | null;
}

/**
 * Gives each signature that is to be seen its place: the document's own field where it takes no new one, else what was
 * asked for, else the free place that is nearest to the default preset (SGN-2). Of several documents those whose place
 * covers something without having been confirmed are refused (SGN-13): nobody looked at all of them. Who signs one
 * document by itself has chosen its place.
 */
export async function placeAll(
  context: Pick<Context, 'storage' | 'engine' | 'log' | 'clock'>,
  asked: Asked,
  documents: readonly StoredDocument[],
): Promise<{ request: Asked; refused: Map<string, ErrorCode> }> {
  const looking: PlaceContext = { ...context, read: readBudget() };
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
async function placed(context: PlaceContext, asked: Asked, document: StoredDocument): Promise<Placed> {
  const given = asked.placements?.[document.id] ?? asked.placement;
  const matters = asked.documents.length > 1 && !asked.confirmedPlaces.includes(document.id);
  const facts = documentFacts.parse(document.signatures);
  // A page that is not there is refused when it is to be signed, and so is one whose size nobody knows.
  if (given ? !matters || given.page > document.pages : !facts.lastPage)
    return { placement: given, refusal: null };
  try {
    const judgement = await judgePlace(context, document, facts, given ?? presetOf(document, facts));
    const { status } = judgement;
    if (status === 'free' || status === 'field' || (status === 'moved' && !given))
      return { placement: judgement.placement, refusal: null };
    return {
      placement: given ?? besideSignatures(document, facts),
      refusal: matters ? 'place_unconfirmed' : null,
    };
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    const refusal = failureCode(context, document, error);
    context.log.info({ code: refusal, document: document.id, err: error }, 'place not found for now');
    return { placement: given, refusal };
  }
}

/** Where nothing is free: the corner, beside earlier signatures at least. */
const besideSignatures = ({ pages }: StoredDocument, { lastPage, boxes }: DocumentFacts) =>
  lastPage ? defaultPlacement(pages, lastPage, boxes) : undefined;
