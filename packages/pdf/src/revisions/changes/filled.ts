import { PdfError, readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import type { FormField, Widget } from '../form.ts';
import type { Box, Page } from '../pages.ts';
import { isShown } from '../sight/look.ts';
import { allLooks } from './appearance.ts';
import { inheritedBy } from './awaited.ts';
import { isReordered, sameInEitherOrder } from './bidi.ts';
import { isFormattedAs } from './formatted.ts';
import { fieldAt } from './hierarchy.ts';
import { entry, numbersIn, type Step } from './step.ts';
import { dictOf, valueAt } from './value.ts';
import { type Writing, writingOf } from './writing.ts';

/** Bits of /Ff (ISO 32000-2 Tables 228 and 230). */
const MULTILINE = 1 << 12;
const PASSWORD = 1 << 13;
const COMBO = 1 << 17;
/** What no table names. */
export const UNNAMED = /[\uFFFD\p{Co}]/u;

export type Answer = 'yes' | 'no' | 'unread';

/** Whether a field shows the value that it has: `unread` where its letters or its format cannot be told. */
export function showsValue(step: Step, object: number): Answer {
  const { later } = step;
  const field = fieldAt(step, 'later', object);
  if (field === undefined || !isWritten(field)) return 'yes';
  const widgets = field.widgets.filter(({ ref }) => ref?.number === object || field.ref?.number === object);
  const answers = widgets.flatMap((widget) =>
    writings(later, widget.dict, step.rotationOf(widget.ref?.number ?? object)).map((writing) =>
      answer(later, field, widget, writing),
    ),
  );
  return gravest(answers);
}

/** What shows the value of an object: itself, and the fields below a node of the form, which have its value where they have none. */
export function showing({ later, fields }: Step, object: number): number[] {
  if (fields.has(object)) return [object];
  const found = [object];
  const seen = new Set([object]);
  for (const number of seen) {
    for (const kid of numbersIn(later, entry(dictOf(valueAt(later, number)), 'Kids'))) {
      if (fields.has(kid)) found.push(kid);
      else seen.add(kid);
    }
    if (seen.size + found.length > later.limits.fields)
      throw new PdfError('too_many_objects', 'The form has too many fields');
  }
  return found;
}

/** Of several looks each must show it. */
export const gravest = (answers: readonly Answer[]): Answer =>
  answers.find((one) => one === 'no') ?? answers.find((one) => one === 'unread') ?? 'yes';

/** Whether nobody can read anything of a widget: it looks like that of an empty field. */
export function isBlank(pdf: Pdf, widget: PdfDict): boolean {
  const rect = rectOf(pdf, widget);
  return allLooks(pdf, widget).every((look) => {
    if (rect === undefined) return false;
    const { whole, drawings, isUnread } = writingOf(pdf, look, rect);
    return normal(whole) === '' && drawings === 0 && !isUnread;
  });
}

/** What the looks of a widget say that somebody sees. */
export function writings(pdf: Pdf, widget: PdfDict, rotate: Page['rotate'] = 0): Writing[] {
  const rect = rectOf(pdf, widget);
  const flags = readable(() => pdf.number(entry(widget, 'F'))) ?? 0;
  if (rect === undefined || !isShown(flags)) return [];
  return allLooks(pdf, widget).map((look) => writingOf(pdf, look, rect, rotate));
}

const rectOf = (pdf: Pdf, widget: PdfDict): Box | undefined =>
  readable(() => pdf.rectangle(entry(widget, 'Rect')));

function answer(pdf: Pdf, field: FormField, { dict }: Widget, writing: Writing): Answer {
  const [seen, whole] = [normal(writing.seen), normal(writing.whole)];
  pdf.spend(whole.length);
  const isUnsure = writing.isUnread || UNNAMED.test(writing.whole);
  if (writing.isMisread) return 'no';
  if (whole === '' && !isUnsure) {
    if (writing.drawings === 0) return 'yes';
    const isEmpty = heldBy(pdf, field.value).every((value) => normal(value) === '');
    return isEmpty || writing.isWord ? 'no' : 'unread';
  }
  if (isUnsure) return 'unread';
  if (isSecret(field)) return STARS.test(whole) ? 'yes' : 'no';
  const isList = field.type === 'Ch' && (field.flags & COMBO) === 0;
  if (writing.isTurned || (!isList && writing.isShuffled && !isReordered(whole))) return 'unread';
  const found = isList
    ? ofList(pdf, field, seen, normal(writing.marked))
    : best(valuesOf(pdf, field).map((value) => ofValue(pdf, field, dict, { value, seen, whole })));
  return found === 'yes' && writing.drawings > 0 ? 'unread' : found;
}

const best = (answers: readonly Answer[]): Answer =>
  answers.find((one) => one === 'yes') ?? answers.find((one) => one === 'unread') ?? 'no';

function ofValue(
  pdf: Pdf,
  field: FormField,
  widget: PdfDict,
  { value, seen, whole }: { value: string; seen: string; whole: string },
): Answer {
  const held = normal(value);
  const isMultiline = field.type === 'Tx' && (field.flags & MULTILINE) !== 0;
  if (whole === held || (isMultiline && beginsWithWords(value, whole))) {
    // What the edges cut off may end within a number.
    return beginsWithWords(value, seen) ? 'yes' : 'unread';
  }
  if (isFormatted(pdf, field.dict) || isFormatted(pdf, widget)) return isFormattedAs(whole, held);
  return isReordered(held) ? sameInEitherOrder(whole, held) : 'no';
}

/** Of several lines those below the field are cut off: what is shown ends where a word does, not within a number. */
function beginsWithWords(value: string, shown: string): boolean {
  let read = 0;
  for (const word of value.split(/\s/u)) {
    const text = normal(word);
    if (!shown.startsWith(text, read)) return false;
    read += text.length;
    if (read === shown.length) return true;
  }
  return false;
}

/** A list shows some of its options in their order, and what is chosen among them unless it is scrolled (§12.7.5.4). */
function ofList(pdf: Pdf, field: FormField, seen: string, marked: string): Answer {
  const options = optionsOf(pdf, field);
  const chosen = heldBy(pdf, field.value).map((value) => [
    normal(value),
    ...options.flatMap(({ exported, label }) => (exported === value ? normal(label) : [])),
  ]);
  const labels = normal(options.map(({ label }) => label).join(''));
  const isChosen = (text: string): boolean =>
    chosen.every((either) => either.some((one) => text.includes(one)));
  const isScrolled = (pdf.number(entry(field.dict, 'TI')) ?? 0) > 0;
  if (!labels.includes(seen) && !chosen.flat().includes(seen)) return 'no';
  if (!isPieced(marked, chosen.flat())) return 'no';
  return isChosen(seen) || isScrolled ? 'yes' : 'no';
}

/** Whether a text is put together of some of these words. */
function isPieced(text: string, words: readonly string[]): boolean {
  const rest = words
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ''), text);
  return rest === '';
}

/** What is no button and no signature is read as a text, whatever its type says. */
const isWritten = ({ type }: FormField): boolean => type !== 'Btn' && type !== 'Sig';

const isSecret = ({ type, flags }: FormField): boolean => type === 'Tx' && (flags & PASSWORD) !== 0;
/** Signs that readers show for the characters of a password (Table 231). */
const STARS = /^[*•●∙·]*$/u;

/** A script says how the value looks (§12.6.3, Table 199). */
const isFormatted = (pdf: Pdf, one: PdfDict): boolean =>
  pdf.resolve(entry(pdf.dict(entry(one, 'AA')), 'F')) !== undefined;

export const normal = (text: string): string => text.normalize('NFKC').replaceAll(/[\s\p{C}]/gu, '');

/** The value, and of a choice what people are shown for it (§12.7.5.4). */
function valuesOf(pdf: Pdf, field: FormField): string[] {
  const [said = ''] = heldBy(pdf, field.value);
  if (field.type === 'Tx') return [said];
  return [said, ...optionsOf(pdf, field).flatMap(({ exported, label }) => (exported === said ? label : []))];
}

/** Whether the places of what is chosen (§12.7.5.4, /I) name other options than the value: some readers go by these. */
export function isChosenOtherwise(step: Step, object: number): boolean {
  const { later } = step;
  const field = fieldAt(step, 'later', object);
  const places = later.resolve(field === undefined ? undefined : inheritedBy(later, field.dict, 'I'));
  if (field === undefined || places === undefined) return false;
  const options = optionsOf(later, field);
  const items = places.type === 'array' ? places.items : [places];
  const chosen = new Set(items.map((item) => options[later.number(item) ?? -1]?.exported));
  const held = heldBy(later, field.value).filter((value) => value !== '' || chosen.has(value));
  later.spend(items.length + options.length);
  return chosen.size !== new Set(held).size || held.some((value) => !chosen.has(value));
}

function optionsOf(pdf: Pdf, { dict }: FormField): { exported: string; label: string }[] {
  const choices = pdf.array(inheritedBy(pdf, dict, 'Opt'))?.items ?? [];
  return choices.map((choice) => {
    const [exported = choice, label = exported] = pdf.array(choice)?.items ?? [];
    return { exported: pdf.text(exported) ?? '', label: pdf.text(label) ?? '' };
  });
}

/** What a field holds: of a list that may be several. */
function heldBy(pdf: Pdf, value: PdfValue | undefined): string[] {
  const resolved = pdf.resolve(value);
  const items = resolved?.type === 'array' ? resolved.items : [resolved];
  return items.map((item) => pdf.text(item) ?? '');
}
