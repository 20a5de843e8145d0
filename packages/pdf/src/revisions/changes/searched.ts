import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { entry } from './step.ts';
import { keyOf, type Leaves } from './trees.ts';

type Key = number | string;
/** Between which keys a node, and all above it, say that its own are. */
interface Range {
  from?: Key | undefined;
  to?: Key | undefined;
}
/** A node that is yet to be looked at, or what is passed once all below it were. */
type Open = { value: PdfValue; within: Range } | { passed: Key };

/**
 * The keys of a tree of numbers or names (ISO 32000-2 §7.9.6, §7.9.7) that readers find which search it: by the limits of
 * its nodes, and by the order of the keys.
 */
export function searchable(pdf: Pdf, root: PdfValue | undefined, kind: Leaves): Set<string> {
  const found = new Set<string>();
  const seen = new Set<number>();
  let last: Key | undefined;
  const open: Open[] = root === undefined ? [] : [{ value: root, within: {} }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ('passed' in next) {
      last = highest(last, next.passed);
      continue;
    }
    const { value, within } = next;
    if (value.type === 'ref' && seen.has(value.number)) continue;
    if (value.type === 'ref') seen.add(value.number);
    const dict = pdf.dict(value);
    const kids = pdf.array(entry(dict, 'Kids'))?.items;
    // Of a node that has both, readers look at its kids.
    const items = kids === undefined ? (pdf.array(entry(dict, kind))?.items ?? []) : [];
    pdf.spend((kids ?? items).length);
    for (const kid of kids?.toReversed() ?? []) openKid(pdf, kid, within, kind, open);
    for (let at = 0; at + 1 < items.length; at += 2) {
      const key = keyAt(pdf, items[at], kind);
      if (key === undefined) continue;
      if (isWithin(within, key) && (last === undefined || key > last)) found.add(key.toString());
      last = highest(last, key);
    }
  }
  return found;
}

function openKid(pdf: Pdf, value: PdfValue, within: Range, kind: Leaves, open: Open[]): void {
  const limits = pdf.array(entry(pdf.dict(value), 'Limits'))?.items ?? [];
  const [from, to] = [0, 1].map((at) => keyAt(pdf, limits[at], kind));
  if (to !== undefined) open.push({ passed: to });
  open.push({ value, within: { from: highest(within.from, from), to: lowest(within.to, to) } });
}

const highest = (one: Key | undefined, other: Key | undefined): Key | undefined =>
  one === undefined || (other !== undefined && other > one) ? other : one;
const lowest = (one: Key | undefined, other: Key | undefined): Key | undefined =>
  one === undefined || (other !== undefined && other < one) ? other : one;

const isWithin = ({ from, to }: Range, key: Key): boolean =>
  (from === undefined || key >= from) && (to === undefined || key <= to);

/** Some readers take no real number for a key. */
function keyAt(pdf: Pdf, value: PdfValue | undefined, kind: Leaves): Key | undefined {
  if (kind === 'Names') return keyOf(pdf, value, kind);
  const key = pdf.resolve(value);
  return key?.type === 'number' && key.integer ? key.value : undefined;
}
