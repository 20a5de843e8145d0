import type { Placement } from '@websign/contract';
import { coversSomething, nearestFree, type OccupiedPage } from '../../policy/occupancy.ts';
import { defaultPlacement } from '../../policy/placement.ts';
import type { StoredDocument } from '../../storage/index.ts';
import type { DocumentFacts } from '../facts.ts';
import { type OwnField, ownField } from './foresight.ts';
import { type Looking, occupiedAt } from './occupied.ts';

/** A4: where the preset is told of a document whose pages are not known at all. */
const usualPage = { width: 595, height: 842, rotate: 0 };

/** A document that takes no new visible signature is signed in its own field; which one is not always known. */
export type FieldJudgement =
  | { status: 'field'; placement: Placement; field: OwnField }
  | { status: 'unknown_field' };

/** What a signature covers at the place where it is wanted (`FreePlace` of the contract). */
export type PlaceJudgement =
  | { status: 'free' | 'moved'; placement: Placement }
  | { status: 'full'; page: OccupiedPage }
  | { status: 'unknown' }
  | FieldJudgement;

/** Where a signature is wanted that nobody gave a place: the default preset of the last page (SGN-2). */
export const presetOf = ({ pages }: StoredDocument, { lastPage }: DocumentFacts): Placement =>
  defaultPlacement(Math.max(1, pages), lastPage ?? usualPage, []);

/**
 * The one rule for places, of those that are asked about and of those that are signed at (SGN-12, SGN-13): a document
 * that takes no new visible signature is signed in its own field, every other where it is wanted, or at the free place
 * that is nearest to it. Throws SandboxError where it cannot be told for now.
 */
export async function judgePlace(
  context: Looking,
  document: StoredDocument,
  facts: DocumentFacts,
  wanted: Placement,
): Promise<PlaceJudgement> {
  const field = await judgeField(context, document, facts, wanted);
  if (field) return field;
  const page = await occupiedAt(context, document, facts, wanted.page, context.read);
  if (!page) return { status: 'unknown' };
  if (!coversSomething(page, wanted)) return { status: 'free', placement: wanted };
  const placement = nearestFree(page, wanted);
  return placement ? { status: 'moved', placement } : { status: 'full', page };
}

/** Undefined where the document is signed where it is wanted. Throws SandboxError where it cannot be told for now. */
export async function judgeField(
  context: Looking,
  document: StoredDocument,
  facts: DocumentFacts,
  wanted: Placement,
): Promise<FieldJudgement | undefined> {
  const field = await ownField(context, document, facts, wanted);
  if (field === 'unknown') return { status: 'unknown_field' };
  return field && { status: 'field', placement: field.placement, field };
}
