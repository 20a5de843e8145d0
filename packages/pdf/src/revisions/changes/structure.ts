import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { sameValue } from '../equal.ts';
import { describes, describesByTrees, isContent, isWorded, kidsOf, objectOf } from './described.ts';
import { lostTree } from './parents.ts';
import type { Part } from './parts.ts';
import { differing, entry, type Step } from './step.ts';
import { valueAt } from './value.ts';

/** An object of the structure tree that changed, by all that it is of it. */
export function judgeStructure(
  step: Step,
  object: number,
  before: PdfValue,
  after: PdfValue,
  parts: ReadonlySet<Part>,
): void {
  const dicts = before.type === 'dict' && after.type === 'dict';
  if (!dicts && !(before.type === 'array' && after.type === 'array')) {
    step.forbid('structure', '/StructElem', { object });
    return;
  }
  if (parts.has('tree')) judgeTrees(step, object);
  if (parts.has('kids')) judgeKids(step, object, before, after);
  if (dicts && (parts.has('root') || parts.has('element'))) judgeElement(step, object, before, after);
}

/** The root of the tree (§14.7.2): it may grow, and come to a document that has none. */
export function judgeStructureRoot(step: Step, one: PdfValue | undefined, other: PdfValue | undefined): void {
  const object = step.later.rootRef.number;
  const [before, after] = [step.earlier.dict(one), step.later.dict(other)];
  if (before !== undefined && after !== undefined) judgeElement(step, object, before, after);
  else if (after === undefined) step.forbid('structure', '/StructTreeRoot', { object });
  else {
    const isDescribed = describes(step, after) || describesByTrees(step);
    step.explain(isDescribed ? 'description' : 'structure_tree', '/StructTreeRoot', { object });
  }
}

/** What the root says of kinds of elements (§14.7.2): where it said nothing of those that were signed, it is told. */
const TELLING = new Set(['RoleMap', 'ClassMap', 'Namespaces']);

function judgeElement(step: Step, object: number, before: PdfDict, after: PdfDict): void {
  for (const key of differing(step, before, after)) {
    if (after.duplicates.includes(key)) step.forbid('structure', `/${key}`, { object });
    else if (key === 'K') judgeKids(step, object, entry(before, key), entry(after, key));
    else if (key === 'ParentTree' || key === 'IDTree') judgeTrees(step, object);
    else if (TELLING.has(key) && entry(before, key) === undefined)
      step.explain(entry(before, 'K') === undefined ? 'structure_tree' : 'description', `/${key}`, {
        object,
      });
    // It numbers what is new.
    else if (key === 'ParentTreeNextKey') step.explain('structure_tree', `/${key}`, { object });
    else step.forbid('structure', `/${key}`, { object });
  }
}

/** What leads from the pages, and from names, to elements. */
function judgeTrees(step: Step, object: number): void {
  const lost = lostTree(step);
  if (lost !== undefined) step.forbid('structure', `/${lost}`, { object });
  else step.explain(describesByTrees(step) ? 'description' : 'structure_tree', '/ParentTree', { object });
}

/** The kids of an element: what it holds of the pages stays, in its order, and new elements are of annotations. */
function judgeKids(step: Step, object: number, one: PdfValue | undefined, other: PdfValue | undefined): void {
  const { earlier, later } = step;
  const [before, after] = [kidsOf(earlier, one), kidsOf(later, other)];
  later.spend(before.length + after.length);
  const had = before.filter((item) => isContent(earlier, item));
  const has = after.filter((item) => isContent(later, item));
  const sameContent =
    had.length === has.length && had.every((item, at) => sameValue(item, earlier, has[at], later));
  const kept = new Set(numbersOf(after));
  const known = new Set(numbersOf(before));
  const { missing, come } = inPlace(step, before, after);
  const gone = [...missing, ...before.filter((item) => item.type === 'ref' && !kept.has(item.number))];
  const added = [...come, ...after.filter((item) => item.type === 'ref' && !known.has(item.number))];
  const lost = gone.some((item) => holds(earlier, item)) || leavesOut(step, gone, after);
  const moved = added.some((item) => item.type === 'ref' && valueAt(earlier, item.number) !== undefined);
  if (!sameContent || lost || moved) {
    step.forbid('structure', '/K', { object });
    return;
  }
  const isDescribed =
    isReordered(numbersOf(before), numbersOf(after)) ||
    added.some((item) => describes(step, item)) ||
    (added.length > 0 && isWorded(valueAt(later, object)));
  step.explain(isDescribed ? 'description' : 'structure_tree', '/K', { object });
}

/** Kids that stand in their parent, and are no content of the page: those that go and those that come. */
function inPlace(
  { earlier, later }: Step,
  before: readonly PdfValue[],
  after: readonly PdfValue[],
): { missing: PdfValue[]; come: PdfValue[] } {
  const isIn = (pdf: Pdf, item: PdfValue): boolean => item.type !== 'ref' && !isContent(pdf, item);
  const had = before.filter((item) => isIn(earlier, item));
  let kept = 0;
  const come = after.filter((item) => {
    if (!isIn(later, item)) return false;
    const isKept = kept < had.length && sameValue(had[kept], earlier, item, later);
    if (isKept) kept++;
    return !isKept;
  });
  return { missing: had.slice(kept), come };
}

/** Whether what was there, what went aside, is read in another order, or twice. */
function isReordered(before: readonly number[], after: readonly number[]): boolean {
  const [had, has] = [new Set(before), new Set(after)];
  const [then, now] = [before.filter((one) => has.has(one)), after.filter((one) => had.has(one))];
  return then.length !== now.length || then.some((one, at) => one !== now[at]);
}

const numbersOf = (items: readonly PdfValue[]): number[] =>
  items.flatMap((item) => (item.type === 'ref' ? item.number : []));

/** The annotations that elements, and what stands below them, stand for. */
function objectsBelow(pdf: Pdf, elements: readonly PdfValue[]): Set<number> {
  const [found, seen] = [new Set<number>(), new Set<number>()];
  const open = [...elements];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (value.type === 'ref') {
      if (seen.has(value.number)) continue;
      seen.add(value.number);
    }
    const dict = readable(() => pdf.dict(value));
    const object = objectOf(pdf, dict);
    if (object !== undefined) found.add(object);
    const kids = kidsOf(pdf, entry(dict, 'K'));
    pdf.spend(kids.length + 1);
    open.push(...kids);
  }
  return found;
}

/** Whether an annotation stays on its page, and the element goes that stood for it: nobody who listens finds it any more. */
function leavesOut(step: Step, gone: readonly PdfValue[], after: readonly PdfValue[]): boolean {
  if (gone.length === 0) return false;
  const held = objectsBelow(step.later, after);
  return [...objectsBelow(step.earlier, gone)].some((object) => step.isListed(object) && !held.has(object));
}

/** Whether an element holds more than annotations. */
function holds(pdf: Pdf, element: PdfValue): boolean {
  const dict = pdf.dict(element);
  return kidsOf(pdf, entry(dict, 'K')).some(
    (item) => isContent(pdf, item) || entry(pdf.dict(item), 'S') !== undefined,
  );
}
