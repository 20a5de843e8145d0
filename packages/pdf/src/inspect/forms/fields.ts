import { acroForm, type FormField, formFields } from '../../revisions/form.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { EXCERPT, type Finding } from '../finding.ts';
import type { Inspector, Report } from '../inspector.ts';
import { normalAppearance, shownBy } from './appearance.ts';
import { compareButton } from './buttons.ts';
import { reportOverlaps } from './overlaps.ts';
import { choices, FIELD, heldText, inherited, options, plainText, quietly, sameText } from './values.ts';
import {
  isOnScreen,
  type Placed,
  type PlacedField,
  place,
  placedAnnotations,
  placedFields,
} from './widgets.ts';

/** What all fields of a form share. */
interface Form {
  pdf: Pdf;
  report: Report;
  /** Readers are told to draw every field anew as they open the file. */
  drawnAnew: boolean;
  /** Fields that hold what no appearance shows. */
  withoutAppearance: { at: Placed; name: string }[];
}

/** Fields whose value and look part: hidden, shown otherwise, drawn anew, or one over the other (§12.7). */
export const inspectFields: Inspector = ({ pdf, pages }, report) => {
  const fields = formFields(pdf);
  if (fields.length === 0) return;
  const placed = placedFields(fields, placedAnnotations(pdf, pages));
  const drawnAnew = pdf.boolean(acroForm(pdf)?.entries.get('NeedAppearances')) === true;
  const form: Form = { pdf, report, drawnAnew, withoutAppearance: [] };
  for (const one of placed) if (one.field.type !== 'Sig') inspectField(form, one);
  reportMissing(form);
  reportOverlaps(pdf, placed, report);
};

function inspectField(form: Form, one: PlacedField): void {
  const { pdf, report } = form;
  const { field } = one;
  if (field.type === 'Btn' && (field.flags & FIELD.pushButton) !== 0) return;
  const held = heldValue(pdf, field);
  const seen = one.widgets.filter(isOnScreen);
  if (held !== '' && seen.length === 0) {
    const at = one.widgets[0] === undefined ? placeOf(field) : place(one.widgets[0]);
    report({ kind: 'hidden_field', ...at, excerpt: cut(secret(field) ? field.name : held) });
    return;
  }
  if (field.type === 'Btn') {
    const difference = compareButton(pdf, seen, field, held);
    if (difference !== undefined) differs(form, field, difference.at, difference.shown, held);
    return;
  }
  for (const widget of seen) compareText(form, field, widget, held);
}

/** What a field holds; '' for nothing, and for a button that is off. */
function heldValue(pdf: Pdf, { type, value }: FormField): string {
  const held = heldText(pdf, value);
  return type === 'Btn' && held === 'Off' ? '' : held;
}

function compareText(form: Form, field: FormField, widget: Placed, held: string): void {
  const { pdf } = form;
  const appearance = normalAppearance(pdf, widget.dict);
  if (appearance === undefined) {
    if (held.trim() !== '') form.withoutAppearance.push({ at: widget, name: field.name });
    return;
  }
  if (secret(field) || isFormatted(pdf, field, widget)) return;
  const shown = quietly(() => shownBy(pdf, appearance));
  // Letters that are drawn as pictures cannot be compared.
  if (shown === undefined || (shown.pictures && shown.text === '')) return;
  if (!shows(pdf, field, shown.text, held)) differs(form, field, widget, shown.text, held);
}

/** Scripts that format or calculate show another text by design; as scripts they are findings of their own. */
function isFormatted(pdf: Pdf, { dict }: FormField, widget: Placed): boolean {
  return [dict, widget.dict].some((one) => {
    const actions = pdf.dict(one.entries.get('AA'));
    return actions !== undefined && (actions.entries.has('F') || actions.entries.has('C'));
  });
}

/** Whether an appearance shows what the field holds. */
function shows(pdf: Pdf, field: FormField, shown: string, held: string): boolean {
  const look = plainText(shown);
  if (sameText(look, plainText(held))) return true;
  if (field.type !== 'Ch') return false;
  const labels = options(pdf, field);
  const wanted = choices(pdf, field.value).map((one) => ({ one, label: labels.get(one) ?? one }));
  if ((field.flags & FIELD.combo) !== 0) return wanted.some(({ label }) => sameText(look, plainText(label)));
  // A list shows its options, and the chosen ones among them unless it is scrolled away from them.
  if (inherited(pdf, field.dict, 'TI') !== undefined) return true;
  return wanted.every(({ one, label }) => look.includes(plainText(label)) || look.includes(plainText(one)));
}

function differs(form: Form, field: FormField, at: Placed, shown: string, held: string): void {
  const kind: Finding['kind'] = form.drawnAnew
    ? 'stale_appearances'
    : field.type !== 'Btn' && shown === '' && held !== ''
      ? 'hidden_field'
      : 'field_value_differs';
  const half = EXCERPT / 2 - 2;
  const words = (text: string): string => tidy(text).slice(0, half) || '—';
  const excerpt = kind === 'hidden_field' ? cut(held) : `${words(shown)} ≠ ${words(held)}`;
  form.report({ kind, ...place(at), excerpt: secret(field) ? cut(field.name) : excerpt });
}

/** One finding for all: a form that another program filled in has hundreds of them. */
function reportMissing({ withoutAppearance, report }: Form): void {
  const [first] = withoutAppearance;
  if (first === undefined) return;
  const names = withoutAppearance.slice(0, EXCERPT).map(({ name }) => name);
  report({ kind: 'stale_appearances', ...place(first.at), excerpt: cut([...new Set(names)].join(', ')) });
}

const secret = ({ type, flags }: FormField): boolean => type === 'Tx' && (flags & FIELD.password) !== 0;
const placeOf = ({ ref }: FormField): Pick<Finding, 'object'> =>
  ref === undefined ? {} : { object: ref.number };
const tidy = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
const cut = (text: string): string => tidy(text).slice(0, EXCERPT);
