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
  else if (before.type === 'array' && after.type === 'array')
    step.explain('structure_tree', '/K', { object });
  else step.forbid('structure', '/StructElem', { object });
}

function judgeElement(step: Step, object: number, before: PdfDict, after: PdfDict): void {
  for (const key of differing(step, before, after)) {
    if (!GROWING.has(key) || after.duplicates.includes(key)) step.forbid('structure', `/${key}`, { object });
    else if (key === 'K' && content(step, before) !== content(step, after))
      step.forbid('structure', '/K', { object });
    else step.explain('structure_tree', `/${key}`, { object });
  }
}

/** How much of the page's own content an element holds: integers, and references to marked content. */
function content(step: Step, element: PdfDict): number {
  const kids = entry(element, 'K');
  const items = kids?.type === 'array' ? kids.items : kids === undefined ? [] : [kids];
  step.later.spend(items.length);
  return items.filter((item) => item.type === 'number' || (item.type === 'dict' && item.entries.has('MCID')))
    .length;
}
