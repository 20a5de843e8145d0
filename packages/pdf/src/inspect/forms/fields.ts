import { appearanceOf } from '../../content/annotations.ts';
import { readable } from '../../errors.ts';
import { acroForm, type FormField } from '../../revisions/form.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict } from '../../syntax/values.ts';
import { EXCERPT, type Finding } from '../finding.ts';
import { speaks, weigh } from '../hidden/letters.ts';
import { inherited } from '../inherited.ts';
import type { Report } from '../inspector.ts';
import { DrawnAnew } from './anew.ts';
import { shownBy } from './appearance.ts';
import { compareButton } from './buttons.ts';
import { reportOverlaps } from './overlaps.ts';
import { isSecret, otherText, otherValue, otherWords } from './texts.ts';
import { FIELD, heldText } from './values.ts';
import { isOnScreen, isPrinted, type Placed, type PlacedField, place, placedFields } from './widgets.ts';

/** What all fields of a form share. */
interface Form {
  pdf: Pdf;
  report: Report;
  /** Readers are told to draw every field anew as they open the file. */
  drawnAnew: DrawnAnew | undefined;
  /** Fields, by name, whose value no appearance shows, or none that is drawn anew; and buttons, by the caption that none shows. */
  withoutAppearance: { at: Placed; words: string }[];
  /** What a field of that name holds. */
  named: Map<string, string>;
}

/** Fields whose value and look part: hidden, shown otherwise, drawn anew, or one over the other (§12.7). */
export function reportFields(
  pdf: Pdf,
  fields: readonly FormField[],
  annotations: readonly Placed[],
  report: Report,
): void {
  const placed = placedFields(fields, annotations);
  placed.push(...strayFields(pdf, placed, annotations));
  const isDrawnAnew = pdf.boolean(acroForm(pdf)?.entries.get('NeedAppearances')) === true;
  const drawnAnew = isDrawnAnew ? new DrawnAnew(pdf) : undefined;
  const form: Form = { pdf, report, drawnAnew, withoutAppearance: [], named: new Map() };
  for (const one of placed) {
    readable(() => (one.field.type === 'Sig' ? inspectUnsigned(form, one) : inspectField(form, one)));
  }
  reportMissing(form);
  reportOverlaps(pdf, placed, report);
}

/** What looks like a signature: words that say so, or the year of a date. */
const SIGNED =
  /(?:digitally|electronically)\s*signed|(?<!to\s*be\s*)signed\s*by|(?:ψηφιακά|ηλεκτρονικά)\s*υπ|υπ[εο]γρ[αά]φη|υπογεγραμμέν|\p{Nd}{4}/iu;
/** What asks people to sign there. */
const INVITES = /here|click|place|to\s*be|εδώ|πατήστε|θέση|να\s*υπο/iu;
const WORD = /\p{L}{2,}/gu;
/** Words from which it says more than a label does. */
const SENTENCE = 3;

/** Places to sign that nobody signed yet (§12.7.5.5), and that look as if somebody had. */
function inspectUnsigned(form: Form, { field, widgets }: PlacedField): void {
  if (form.pdf.dict(field.value) !== undefined) return;
  for (const at of widgets.filter(isOnScreen)) {
    const appearance = appearanceOf(form.pdf, at.dict);
    const shown = appearance === undefined ? '' : shownBy(form.pdf, appearance).text;
    const isSentence = (shown.match(WORD)?.length ?? 0) >= SENTENCE && !INVITES.test(shown);
    if (SIGNED.test(shown) || isSentence) differs(form, field, at, shown, '');
  }
}

/** Widgets of pages that the form does not reach: viewers show them, and some take them for fields. */
function strayFields(
  pdf: Pdf,
  placed: readonly PlacedField[],
  annotations: readonly Placed[],
): PlacedField[] {
  const reached = new Set(placed.flatMap(({ widgets }) => widgets));
  return annotations.flatMap((widget): PlacedField[] => {
    if (widget.subtype !== 'Widget' || reached.has(widget)) return [];
    const field = readable(() => fieldOf(pdf, widget.dict));
    return field === undefined ? [] : [{ field, widgets: [widget], stray: true }];
  });
}

/** What a widget says of itself, or has from above, that is a field by itself. */
export function fieldOf(pdf: Pdf, dict: PdfDict): FormField {
  return {
    name: pdf.text(inherited(pdf, dict, 'T'), EXCERPT)?.slice(0, EXCERPT) ?? '',
    ref: undefined,
    dict,
    type: pdf.name(inherited(pdf, dict, 'FT')),
    flags: pdf.number(inherited(pdf, dict, 'Ff')) ?? 0,
    value: inherited(pdf, dict, 'V'),
    widgets: [],
  };
}

function inspectField(form: Form, one: PlacedField): void {
  const { pdf, report } = form;
  const { field, widgets } = one;
  if (field.type === 'Btn' && (field.flags & FIELD.pushButton) !== 0) {
    for (const at of widgets.filter(isOnScreen)) inspectCaption(form, field, at);
    return;
  }
  const held = heldValue(pdf, field);
  const said = sameName(form, one, held) ?? otherValue(pdf, field, held);
  if (said !== undefined) {
    report({ kind: 'field_value_differs', ...placeOf(one), excerpt: difference(field, said, held) });
  }
  const seen = widgets.filter(isOnScreen);
  if (held !== '' && seen.length === 0) {
    report({ kind: 'hidden_field', ...placeOf(one), excerpt: heldBy(field, held) });
    return;
  }
  if (held !== '' && !seen.some(isPrinted))
    report({ kind: 'conditional_annotation', ...placeOf(one), excerpt: heldBy(field, held) });
  if (field.type === 'Btn') {
    // Torn from its form, as by merging pages, a button holds nothing that its look could part from.
    if (one.stray === true && field.value === undefined) return;
    const bare = held === '' ? undefined : seen.find(({ dict }) => isBare(pdf, dict));
    if (bare !== undefined) form.withoutAppearance.push({ at: bare, words: field.name });
    const button = compareButton(pdf, seen, field, held);
    if (button !== undefined) differs(form, field, button.at, button.shown, held);
  } else for (const widget of seen) compareText(form, field, widget, held);
}

/**
 * A button that does nothing to a value has words of its own. Those without a look are drawn by some readers, and some
 * draw them anew, whatever its look says.
 */
function inspectCaption(form: Form, field: FormField, at: Placed): void {
  const { pdf, withoutAppearance } = form;
  const look = pdf.dict(at.dict.entries.get('MK'));
  const caption = pdf.text(look?.entries.get('CA'), EXCERPT)?.trim() ?? '';
  if (!speaks(weigh(caption))) return;
  const appearance = hasLook(pdf, at.dict) ? appearanceOf(pdf, at.dict) : undefined;
  if (appearance === undefined) withoutAppearance.push({ at, words: caption });
  else {
    const shown = otherWords(pdf, appearance, caption);
    if (shown !== undefined) differs(form, field, at, shown, caption);
  }
}

/** Whether readers agree on what it shows: where it has states and names none each of them takes another one. */
const hasLook = (pdf: Pdf, dict: PdfDict): boolean =>
  appearanceOf(pdf, dict) !== undefined &&
  (dict.entries.has('AS') ||
    pdf.resolve(pdf.dict(dict.entries.get('AP'))?.entries.get('N'))?.type === 'stream');

/** Whether nothing is there for the state that a button shows: one that is off needs no look of its own. */
function isBare(pdf: Pdf, dict: PdfDict): boolean {
  if (appearanceOf(pdf, dict) !== undefined) return false;
  const looks = pdf.resolve(pdf.dict(dict.entries.get('AP'))?.entries.get('N'));
  if (looks?.type !== 'dict') return true;
  const state = pdf.name(dict.entries.get('AS'));
  return state === undefined ? looks.entries.size === 0 : state !== 'Off';
}

/** What a field holds; '' for nothing, and for a button that is off. */
function heldValue(pdf: Pdf, { type, value }: FormField): string {
  const held = heldText(pdf, value);
  return type === 'Btn' && held === 'Off' ? '' : held;
}

/** What an earlier field of the same name holds, if something else: readers take them for one (§12.7.4.2). */
function sameName(
  { named }: Form,
  { field: { name }, stray }: PlacedField,
  held: string,
): string | undefined {
  if (name === '' || stray === true) return undefined;
  const earlier = named.get(name);
  named.set(name, earlier ?? held);
  return earlier === held ? undefined : earlier;
}

function compareText(form: Form, field: FormField, widget: Placed, held: string): void {
  const appearance = appearanceOf(form.pdf, widget.dict);
  if (appearance === undefined) {
    if (held.trim() !== '') form.withoutAppearance.push({ at: widget, words: field.name });
    return;
  }
  const shown = otherText(form.pdf, field, widget, appearance, held);
  if (shown !== undefined) differs(form, field, widget, shown, held);
  else if (form.drawnAnew?.isOther(field, widget, held) === true)
    form.withoutAppearance.push({ at: widget, words: field.name });
}

function differs(form: Form, field: FormField, at: Placed, shown: string, held: string): void {
  const unseen = field.type !== 'Btn' && shown === '' && held !== '';
  const kind =
    form.drawnAnew !== undefined ? 'stale_appearances' : unseen ? 'hidden_field' : 'field_value_differs';
  const excerpt = kind === 'hidden_field' ? heldBy(field, held) : difference(field, shown, held);
  form.report({ kind, ...place(at), excerpt });
}

/** What it holds; of a password only whose it is. */
const heldBy = (field: FormField, held: string): string => cut(isSecret(field) ? field.name : held);

/** Both sides; of a password only whose it is. */
function difference(field: FormField, shown: string, held: string): string {
  if (isSecret(field)) return cut(field.name);
  const words = (text: string): string => tidy(text).slice(0, EXCERPT / 2 - 2) || '—';
  return `${words(shown)} ≠ ${words(held)}`;
}

/** One finding for all: a form that another program filled in has hundreds of them. */
function reportMissing({ withoutAppearance, report }: Form): void {
  const [first] = withoutAppearance;
  if (first === undefined) return;
  const names = withoutAppearance.slice(0, EXCERPT).map(({ words }) => words);
  report({ kind: 'stale_appearances', ...place(first.at), excerpt: cut([...new Set(names)].join(', ')) });
}

function placeOf({
  field: { ref },
  widgets: [first],
}: PlacedField): Pick<Finding, 'page' | 'rect' | 'object'> {
  if (first !== undefined) return place(first);
  return ref === undefined ? {} : { object: ref.number };
}

const tidy = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
const cut = (text: string): string => tidy(text).slice(0, EXCERPT);
