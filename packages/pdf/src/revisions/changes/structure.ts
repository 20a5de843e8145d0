import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import type { Referrer } from './references.ts';
import { differing, entry, type Step } from './step.ts';

const PLACES = /^(?:K|P|Ref|Obj|StructTreeRoot|ParentTree|IDTree|Kids|Nums|Names|ParentTreeNext)$|^$/;

/** Whether an object that changed is of the structure tree: by its shape, and by where it is referred to (§14.7). */
export function isStructure(value: PdfValue | undefined, referrers: readonly Referrer[]): boolean {
  if (referrers.length === 0 || !referrers.every(({ key }) => PLACES.test(key))) return false;
  if (value?.type === 'array')
    return referrers.some(({ key }) => key === 'K' || key === 'Nums' || key === 'Kids');
  if (value?.type !== 'dict') return false;
  const { entries } = value;
  const type = entries.get('Type');
  if (type?.type === 'name' && type.value === 'StructTreeRoot') return true;
  return (entries.has('S') && entries.has('P')) || entries.has('Nums') || entries.has('Limits');
}

/** What an element's kids and the tree of parents may take up: elements that are new, objects of annotations. */
const GROWING = new Set(['K', 'ParentTree', 'ParentTreeNextKey', 'Nums', 'Kids', 'Limits', 'IDTree']);

export function judgeStructure(step: Step, object: number, before: PdfValue, after: PdfValue): void {
  if (before.type === 'dict' && after.type === 'dict') judgeElement(step, object, before, after);
  else if (before.type !== 'array' || after.type !== 'array')
    step.forbid('structure', '/StructElem', { object });
  else if (keeps(step, before, after)) step.explain('structure_tree', '/K', { object });
  else step.forbid('structure', '/K', { object });
}

function judgeElement(step: Step, object: number, before: PdfDict, after: PdfDict): void {
  for (const key of differing(step, before, after)) {
    const [one, other] = [entry(before, key), entry(after, key)];
    const grown = GROWING.has(key) && !after.duplicates.includes(key);
    if (!grown || (key === 'K' && !keeps(step, one, other))) step.forbid('structure', `/${key}`, { object });
    else step.explain('structure_tree', `/${key}`, { object });
  }
}

/** Whether kids hold as much of the pages as before, and every element that holds some. */
function keeps(step: Step, one: PdfValue | undefined, other: PdfValue | undefined): boolean {
  const [before, after] = [kidsOf(step.earlier, one), kidsOf(step.later, other)];
  step.later.spend(before.length + after.length);
  if (after.filter(isContent).length < before.filter(isContent).length) return false;
  const kept = new Set(after.flatMap((item) => (item.type === 'ref' ? item.number : [])));
  return before.every((item) => item.type !== 'ref' || kept.has(item.number) || !holds(step.earlier, item));
}

/** The page's own content: integers, and references to marked content. */
const isContent = (item: PdfValue): boolean =>
  item.type === 'number' || (item.type === 'dict' && item.entries.has('MCID'));

/** Whether an element holds more than annotations. */
function holds(pdf: Pdf, element: PdfValue): boolean {
  const dict = pdf.dict(element);
  return kidsOf(pdf, entry(dict, 'K')).some(
    (item) => isContent(item) || entry(pdf.dict(item), 'S') !== undefined,
  );
}

function kidsOf(pdf: Pdf, value: PdfValue | undefined): readonly PdfValue[] {
  const kids = pdf.resolve(value);
  if (kids === undefined) return [];
  return kids.type === 'array' ? kids.items : value === undefined ? [] : [value];
}
