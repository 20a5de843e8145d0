import type { ErrorCode, Placement } from '@websign/contract';
import { defaultPlacement } from '../../policy/placement.ts';
import { SandboxError } from '../../sandbox/error.ts';
import type { StoredDocument } from '../../storage/index.ts';
import { mapBounded } from '../bounded.ts';
import type { Context } from '../context.ts';
import { type DocumentFacts, documentFacts } from '../facts.ts';
import { type OwnField, ownField } from '../places/foresight.ts';
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
  /** Fully qualified name of the empty field that is signed; undefined where a new one is made. */
  field?: string;
  /** Why it is not signed there: it covers something, what it covers is not known, or cannot be known for now. */
  refusal: ErrorCode | null;
}

export interface Places {
  /** With the place of each signature that is to be seen. */
  request: Asked;
  /** Of the documents that are signed in their own field, its fully qualified name. */
  fields: ReadonlyMap<string, string>;
  /** Of the documents that are not signed, why. */
  refused: ReadonlyMap<string, ErrorCode>;
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
): Promise<Places> {
  const looking: PlaceContext = { ...context, read: readBudget() };
  const seen = documents.filter((document) => isSeen(asked, document));
  const placements = { ...asked.placements };
  const fields = new Map<string, string>();
  const refused = new Map<string, ErrorCode>();
  await mapBounded(seen, atOnce, async (document) => {
    const { placement, field, refusal } = await placed(looking, asked, document);
    if (placement) placements[document.id] = placement;
    if (field !== undefined) fields.set(document.id, field);
    if (refusal) refused.set(document.id, refusal);
  });
  return { request: { ...asked, placements }, fields, refused };
}

/** A page that cannot be read for now is no page that is covered: the signer is told to come again. */
async function placed(context: PlaceContext, asked: Asked, document: StoredDocument): Promise<Placed> {
  const given = asked.placements?.[document.id] ?? asked.placement;
  const matters = asked.documents.length > 1 && !asked.confirmedPlaces.includes(document.id);
  const facts = documentFacts.parse(document.signatures);
  // A page that is not there is refused when it is to be signed, and so is one whose size nobody knows.
  if (given ? given.page > document.pages : !facts.lastPage) return { placement: given, refusal: null };
  try {
    if (given && !matters) {
      const field = await ownField(context, document, facts, given);
      return field && field !== 'unknown' ? inField(field) : { placement: given, refusal: null };
    }
    const judgement = await judgePlace(context, document, facts, given ?? presetOf(document, facts));
    const { status } = judgement;
    if (status === 'field') return inField(judgement.field);
    if (status === 'free' || (status === 'moved' && !given))
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

const inField = ({ name, placement }: OwnField): Placed => ({ placement, field: name, refusal: null });

/** Where nothing is free: the corner, beside earlier signatures at least. */
const besideSignatures = ({ pages }: StoredDocument, { lastPage, boxes }: DocumentFacts) =>
  lastPage ? defaultPlacement(pages, lastPage, boxes) : undefined;
