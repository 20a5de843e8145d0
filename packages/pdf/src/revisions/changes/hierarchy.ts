import type { PdfDict, PdfRef } from '../../syntax/values.ts';
import { sameValue } from '../equal.ts';
import type { FormField, Widget } from '../form.ts';
import { inheritedBy } from './awaited.ts';
import { entry, numbersIn, type Step } from './step.ts';
import { dictOf, valueAt } from './value.ts';

/** New nodes above a field that are asked. */
const MOST_PARENTS = 32;

export const numbersOf = (widgets: readonly Widget[]): number[] =>
  widgets.flatMap(({ ref }) => ref?.number ?? []);

/**
 * Whether readers that go up from a new field, or its widget, by /Parent come to another field than by /Kids (§12.7.4.1):
 * they show its value in the new one's place.
 */
export function isLedAside({ earlier, later }: Step, field: number): boolean {
  let kid = field;
  for (let depth = 0; depth < MOST_PARENTS; depth++) {
    const parent = entry(dictOf(valueAt(later, kid)), 'Parent');
    if (parent === undefined || parent.type === 'null') return false;
    if (parent.type !== 'ref') return true;
    const kids = numbersIn(later, entry(dictOf(valueAt(later, parent.number)), 'Kids'));
    later.spend(kids.length);
    if (!kids.includes(kid)) return true;
    if (valueAt(earlier, parent.number) !== undefined) return false;
    kid = parent.number;
  }
  return true;
}

/**
 * The field that an object is, or whose widget it is. A widget that a page lists and the form does not is a field of its own:
 * readers show it and let it be filled in all the same, whatever it has for kids.
 */
export function fieldAt(step: Step, when: 'earlier' | 'later', object: number): FormField | undefined {
  const listed = (when === 'later' ? step.fields : step.fieldsBefore).get(object);
  if (listed !== undefined) return listed;
  const pdf = step[when];
  const dict = dictOf(valueAt(pdf, object));
  if (dict === undefined || pdf.name(entry(dict, 'Subtype')) !== 'Widget') return undefined;
  const of = (key: string): ReturnType<typeof entry> => inheritedBy(pdf, dict, key);
  const generation = pdf.object(object)?.generation ?? 0;
  const ref: PdfRef = { type: 'ref', number: object, generation, source: pdf.bytes, start: 0, end: 0 };
  const [type, flags, value] = [pdf.name(of('FT')), pdf.number(of('Ff')) ?? 0, of('V')];
  return { name: pdf.text(of('T')) ?? '', ref, dict, type, flags, value, widgets: [{ ref, dict }] };
}

/** What a field holds (§12.7.4.1): some readers ask the widget first. */
const HELD = new Set(['V', 'RV', 'I']);

/** Whether a widget that is no field gets a value beside that of its field. */
export function isValueOfItsOwn(step: Step, object: number, key: string, widget: PdfDict): boolean {
  const field = step.fields.get(object);
  const value = entry(widget, key);
  if (!HELD.has(key) || value === undefined || field === undefined || field.ref?.number === object)
    return false;
  const held = key === 'V' ? field.value : entry(field.dict, key);
  return !sameValue(step.later.resolve(value), step.later, step.later.resolve(held), step.later);
}

/** §12.7.4.1: a further signature that locks fields makes them read-only, and leaves their other flags, be they inherited. */
export function closes({ earlier, later }: Step, key: string, before: PdfDict, after: PdfDict): boolean {
  const flags = later.resolve(entry(after, key));
  if (key !== 'Ff' || flags?.type !== 'number' || !flags.integer) return false;
  return flags.value === ((earlier.number(inheritedBy(earlier, before, key)) ?? 0) | 1);
}
