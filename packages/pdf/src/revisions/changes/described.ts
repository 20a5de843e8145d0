import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { isTimeStamp } from '../byterange.ts';
import { entry, type Step } from './step.ts';
import { type Leaves, leavesOf } from './trees.ts';
import { valueAt } from './value.ts';

/**
 * What readers tell instead of, or beside, what an element holds (§14.7.2, §14.9.3 to §14.9.6): texts, how they are spoken,
 * files in their place, and attributes, which may be summaries.
 */
const WORDS = ['ActualText', 'Alt', 'E', 'T', 'Phoneme', 'AF', 'A', 'C'];
/** Those that are told instead of all that it holds. */
const TEXTS = ['ActualText', 'Alt', 'E'];

/** Whether an element has a text that stands for what comes below it as well. */
export const isWorded = (element: PdfValue | undefined): boolean =>
  element?.type === 'dict' && TEXTS.some((key) => entry(element, key) !== undefined);

/** Whether new elements tell something of what was signed, or bring words that nobody stands for. */
export function describes(step: Step, element: PdfValue): boolean {
  const { later } = step;
  const open = [element];
  const seen = new Set<number>();
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (value.type === 'ref') {
      if (seen.has(value.number)) continue;
      seen.add(value.number);
    }
    const dict = later.dict(value);
    const kids = kidsOf(later, entry(dict, 'K'));
    later.spend(kids.length + 1);
    if (dict === undefined || kids.some((kid) => isContent(later, kid))) return true;
    if (!areOfStep(step, dict, kids)) return true;
    open.push(...kids);
  }
  return false;
}

/**
 * Whether the words of an element, if it has any, are those of whoever brings what it stands for: an annotation that came to
 * a page, or a field that is signed. An empty place to sign, or a time-stamp, says nothing.
 */
function areOfStep(step: Step, element: PdfDict, kids: readonly PdfValue[]): boolean {
  if (!WORDS.some((key) => entry(element, key) !== undefined)) return true;
  const { earlier, later, fields } = step;
  const objects = kids.flatMap((kid) => objectOf(later, later.dict(kid)) ?? []);
  const isSaid = (object: number): boolean =>
    fields.has(object)
      ? isSigned(step, object)
      : valueAt(earlier, object) === undefined && step.isListed(object);
  return objects.length > 0 && objects.every(isSaid);
}

/** Whether somebody signs a field in this step. */
function isSigned({ earlier, later, fields, fieldsBefore }: Step, object: number): boolean {
  const [was, is] = [fieldsBefore.get(object), fields.get(object)];
  const signature = is?.type === 'Sig' ? later.dict(is.value) : undefined;
  return signature !== undefined && !isTimeStamp(later, signature) && earlier.dict(was?.value) === undefined;
}

const TREES: readonly (readonly [tree: string, leaves: Leaves])[] = [
  ['ParentTree', 'Nums'],
  ['IDTree', 'Names'],
];

/** Whether numbers and names begin to lead to elements that tell something, or no longer lead from an annotation that stays. */
export function describesByTrees(step: Step): boolean {
  const { earlier, later } = step;
  return TREES.some(([tree, leaves]) => {
    const [before, after] = [earlier, later].map((pdf) => leavesIn(pdf, tree, leaves));
    if (before === undefined || after === undefined) return true;
    later.spend(before.size + after.size);
    const come = [...after].filter(([key]) => !before.has(key));
    const gone = [...before].filter(([key]) => !after.has(key));
    return (
      come.some(([, element]) => describes(step, element)) ||
      gone.some(([, element]) => isStaying(step, element))
    );
  });
}

const leavesIn = (pdf: Pdf, tree: string, leaves: Leaves): Map<string, PdfValue> | undefined =>
  leavesOf(pdf, entry(pdf.dict(entry(pdf.catalog, 'StructTreeRoot')), tree), leaves);

/** Whether a page lists an annotation for which an element stood. */
function isStaying(step: Step, element: PdfValue): boolean {
  const { earlier } = step;
  const kids = kidsOf(
    earlier,
    entry(
      readable(() => earlier.dict(element)),
      'K',
    ),
  );
  earlier.spend(kids.length);
  return kids.some((kid) => {
    const object = objectOf(
      earlier,
      readable(() => earlier.dict(kid)),
    );
    return object !== undefined && step.isListed(object);
  });
}

/** The annotation that an object reference stands for (§14.7.5.3). */
export function objectOf(pdf: Pdf, dict: PdfDict | undefined): number | undefined {
  const object = entry(dict, 'Obj');
  return pdf.name(entry(dict, 'Type')) === 'OBJR' && object?.type === 'ref' ? object.number : undefined;
}

/** The page's own content: integers, and references to marked content. */
export function isContent(pdf: Pdf, item: PdfValue): boolean {
  const value = readable(() => pdf.resolve(item));
  return value?.type === 'number' || (value?.type === 'dict' && value.entries.has('MCID'));
}

export function kidsOf(pdf: Pdf, value: PdfValue | undefined): readonly PdfValue[] {
  const kids = pdf.resolve(value);
  if (kids === undefined) return [];
  return kids.type === 'array' ? kids.items : value === undefined ? [] : [value];
}
