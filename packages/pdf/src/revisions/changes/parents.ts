import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { sameValue } from '../equal.ts';
import { searchable } from './searched.ts';
import { entry, type Step } from './step.ts';
import { type Leaves, leavesOf } from './trees.ts';

const known = new WeakMap<Step, { lost: 'ParentTree' | 'IDTree' | undefined }>();

/** Which tree of the structure no longer leads where it led; told once a step, however many of its nodes changed. */
export function lostTree(step: Step): 'ParentTree' | 'IDTree' | undefined {
  let found = known.get(step);
  if (found === undefined) {
    found = { lost: keepsParents(step) ? (keepsNames(step) ? undefined : 'IDTree') : 'ParentTree' };
    known.set(step, found);
  }
  return found.lost;
}

/**
 * Whether the parent tree (§14.7.5.4) leads from all content to the elements to which it led: what is new, and
 * what goes, is of annotations, each of which leads to one element.
 */
function keepsParents({ earlier, later }: Step): boolean {
  const [before, after] = [inRoot(earlier, 'ParentTree', 'Nums'), inRoot(later, 'ParentTree', 'Nums')];
  if (before === undefined || after === undefined) return false;
  later.spend(before.size + after.size);
  for (const [key, value] of before) {
    const other = after.get(key);
    const ofAnnotation = elements(earlier, value)?.type !== 'array';
    if (other === undefined && ofAnnotation) continue;
    if (!sameValue(elements(earlier, value), earlier, elements(later, other), later)) return false;
  }
  if (losesSight(earlier, later, after, 'ParentTree', 'Nums')) return false;
  for (const [key, value] of after) {
    if (!before.has(key) && elements(later, value)?.type === 'array') return false;
  }
  return true;
}

/** Whether every name of an element (§14.7.2) still leads to that element; there may be new ones. */
function keepsNames({ earlier, later }: Step): boolean {
  const [before, after] = [inRoot(earlier, 'IDTree', 'Names'), inRoot(later, 'IDTree', 'Names')];
  if (before === undefined || after === undefined) return false;
  later.spend(before.size);
  return (
    [...before].every(([name, value]) => sameValue(value, earlier, after.get(name), later)) &&
    !losesSight(earlier, later, after, 'IDTree', 'Names')
  );
}

/** Whether readers that search a tree no longer find a key that is left, by its limits or the order of its keys. */
function losesSight(
  earlier: Pdf,
  later: Pdf,
  left: ReadonlyMap<string, PdfValue>,
  tree: string,
  leaves: Leaves,
): boolean {
  const [had, has] = [earlier, later].map((pdf) => searchable(pdf, treeIn(pdf, tree), leaves));
  return [...(had ?? [])].some((key) => left.has(key) && has?.has(key) !== true);
}

const treeIn = (pdf: Pdf, tree: string): PdfValue | undefined =>
  entry(pdf.dict(entry(pdf.catalog, 'StructTreeRoot')), tree);

const inRoot = (pdf: Pdf, tree: string, leaves: Leaves): Map<string, PdfValue> | undefined =>
  leavesOf(pdf, treeIn(pdf, tree), leaves);

/** What a key leads to: an element, or the elements of a page's marked contents. */
function elements(pdf: Pdf, value: PdfValue | undefined): PdfValue | undefined {
  const resolved = readable(() => pdf.resolve(value));
  return resolved?.type === 'array' ? resolved : value;
}
