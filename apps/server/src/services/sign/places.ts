import type { ErrorCode, Placement } from '@websign/contract';
import { defaultPlacement } from '../../policy/placement.ts';
import { SandboxError } from '../../sandbox/error.ts';
import type { StoredDocument } from '../../storage/index.ts';
import type { Context } from '../context.ts';
import { type DocumentFacts, documentFacts } from '../facts.ts';
import type { DocumentChildren } from '../in-children.ts';
import { judgeField, judgePlace, presetOf } from '../places/judge.ts';
import { type Looking, readBudget } from '../places/occupied.ts';
import type { Asked } from './asked.ts';
import { failureCode } from './prepare.ts';
import { isSeen } from './wish.ts';

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
  children: DocumentChildren,
): Promise<Places> {
  const looking: PlaceContext = { ...context, read: readBudget() };
  const seen = documents.filter((document) => isSeen(asked, document));
  const placements = { ...asked.placements };
  const fields = new Map<string, string>();
  const refused = new Map<string, ErrorCode>();
  await children.each(looking, seen, async (own, document) => {
    const { placement, field, refusal } = await placed(own, asked, document);
    if (placement) placements[document.id] = placement;
    if (field !== undefined) fields.set(document.id, field);
    if (refusal) refused.set(document.id, refusal);
  });
  return { request: { ...asked, placements }, fields, refused };
}

/** A page that cannot be read for now is no page that is covered: the signer is told to come again. */
async function placed(context: PlaceContext, asked: Asked, document: StoredDocument): Promise<Placed> {
  const given = asked.placements?.[document.id] ?? asked.placement;
  const isConfirmed = asked.confirmedPlaces.includes(document.id);
  const matters = asked.documents.length > 1 && !isConfirmed;
  const facts = documentFacts.parse(document.signatures);
  if (!given && !facts.lastPage) return { placement: given, refusal: null };
  const isTakenAtItsWord = given && (!matters || given.page > document.pages);
  try {
    const judgement = isTakenAtItsWord
      ? // Each of these is read to be signed anyway: this is no reading of the call's.
        await judgeField({ ...context, read: () => true }, document, facts, given)
      : await judgePlace(context, document, facts, given ?? presetOf(document, facts));
    switch (judgement?.status) {
      // A page that is not there is refused when it is to be signed.
      case undefined:
        return { placement: given, refusal: null };
      case 'field': {
        const { placement, field } = judgement;
        const isSeen = !isConfirmed || !given || isNear(given, placement);
        return { placement, field: field.name, refusal: isSeen ? null : 'place_unconfirmed' };
      }
      case 'unknown_field':
        // What may have to be signed in its own field is not signed elsewhere.
        return { placement: given, refusal: matters ? 'place_unconfirmed' : 'pdf_resource_limit' };
      case 'free':
        return { placement: judgement.placement, refusal: null };
      case 'moved':
        if (!given) return { placement: judgement.placement, refusal: null };
    }
    const placement = given ?? besideSignatures(document, facts);
    return { placement, refusal: matters ? 'place_unconfirmed' : null };
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    const refusal = failureCode(context, document, error);
    context.log.info({ code: refusal, document: document.id, err: error }, 'place not found for now');
    return { placement: given, refusal };
  }
}

/** The same place, but for what rounding makes of it: less than a point. */
const isNear = (one: Placement, other: Placement): boolean =>
  one.page === other.page &&
  (['x', 'y', 'width', 'height'] as const).every((key) => Math.abs(one[key] - other[key]) < 1);

/** Where nothing is free: the corner, beside earlier signatures at least. */
const besideSignatures = ({ pages }: StoredDocument, { lastPage, boxes }: DocumentFacts) =>
  lastPage ? defaultPlacement(pages, lastPage, boxes) : undefined;
