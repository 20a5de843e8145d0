import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { sameValue } from '../equal.ts';
import { entry, type Step } from './step.ts';

/** Nodes of the tree that are read; of a larger one nothing is known. */
const MOST_NODES = 100_000;

/**
 * Whether the parent tree (§14.7.5.4) leads from all content to the elements to which it led: what is new, and
 * what goes, is of annotations, each of which leads to one element.
 */
export function keepsParents({ earlier, later }: Step): boolean {
  const [before, after] = [parents(earlier), parents(later)];
  if (before === undefined || after === undefined) return false;
  later.spend(before.size + after.size);
  for (const [key, value] of before) {
    const other = after.get(key);
    const ofAnnotation = elements(earlier, value)?.type !== 'array';
    if (other === undefined && ofAnnotation) continue;
    if (!sameValue(elements(earlier, value), earlier, elements(later, other), later)) return false;
  }
  for (const [key, value] of after) {
    if (!before.has(key) && elements(later, value)?.type === 'array') return false;
  }
  return true;
}

/** What a key leads to: an element, or the elements of a page's marked contents. */
function elements(pdf: Pdf, value: PdfValue | undefined): PdfValue | undefined {
  const resolved = readable(() => pdf.resolve(value));
  return resolved?.type === 'array' ? resolved : value;
}

/** All keys of the number tree with their values; undefined where it is too large, or a key stands there twice. */
function parents(pdf: Pdf): Map<number, PdfValue> | undefined {
  const found = new Map<number, PdfValue>();
  const root = pdf.dict(entry(pdf.catalog, 'StructTreeRoot'));
  const open = [entry(root, 'ParentTree')];
  const seen = new Set<number>();
  let left = MOST_NODES;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (--left < 0) return undefined;
    if (value.type === 'ref') {
      if (seen.has(value.number)) continue;
      seen.add(value.number);
    }
    const node = pdf.dict(value);
    const nums = pdf.array(entry(node, 'Nums'))?.items ?? [];
    pdf.spend(nums.length);
    for (let at = 0; at + 1 < nums.length; at += 2) {
      const key = pdf.number(nums[at]);
      const leaf = nums[at + 1];
      if (key === undefined || leaf === undefined || found.has(key)) return undefined;
      found.set(key, leaf);
    }
    open.push(...(pdf.array(entry(node, 'Kids'))?.items ?? []));
  }
  return found;
}
