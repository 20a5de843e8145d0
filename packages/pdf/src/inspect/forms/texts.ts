import type { FormField } from '../../revisions/form.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { negationsIn } from '../hidden/saidtext.ts';
import { inherited } from '../inherited.ts';
import { type Shown, shownBy } from './appearance.ts';
import { backgroundOf } from './background.ts';
import { otherLabel } from './exports.ts';
import { otherMarked } from './lists.ts';
import { readOtherwise } from './reading.ts';
import {
  choices,
  FIELD,
  heldText,
  type Option,
  options,
  plainText,
  richCharacters,
  sameText,
} from './values.ts';
import type { Placed } from './widgets.ts';

/** What comparing a character costs. */
const COMPARED = 16;
/** Stands for what is painted beside digits. */
const MARK = '\u25AA';

const SAYS = /[\p{L}\p{N}]/u;

/** What else than its value a text or choice field says; undefined where it says the same, or nothing is known. */
export function otherText(
  pdf: Pdf,
  field: FormField,
  widget: Placed,
  appearance: PdfValue,
  held: string,
): string | undefined {
  if (isFormatted(pdf, field, widget)) return undefined;
  const shown = shownBy(pdf, appearance);
  // Of a password nobody sees what it is, and no program should leave it in the file (Table 231, Password).
  if (isSecret(field) && !SAYS.test(shown.text)) return held === '' ? undefined : '';
  if (shows(pdf, field, shown.text, held)) {
    if (shown.isMarked()) return `${shown.text} ${MARK}`;
    const isList = field.type === 'Ch' && (field.flags & FIELD.combo) === 0;
    const marked = (): string | undefined =>
      isList ? otherMarked(pdf, field, appearance, backgroundOf(pdf, widget.dict)) : undefined;
    return readInPlace(pdf, shown, held) ?? marked();
  }
  // Lines that are cut off are a finding of their own.
  return !shown.cut && shown.text !== '' && shows(pdf, field, shown.whole, held) ? undefined : shown.text;
}

/**
 * What a button says in its look where that is not its caption; undefined where it is, or a part of it that says no as
 * often and the same numbers, and for a picture.
 */
export function otherWords(pdf: Pdf, appearance: PdfValue, caption: string): string | undefined {
  const { text, pictures } = shownBy(pdf, appearance);
  if (pictures || !SAYS.test(text)) return undefined;
  const [look, held] = [plain(pdf, text), plain(pdf, caption)];
  if (sameText(look, held)) return undefined;
  const isPart = look.includes(held) || held.includes(look);
  const digits = [look, held].map((one) => one.replace(/\P{Nd}/gu, ''));
  return isPart && digits[0] === digits[1] && negationsIn(text) === negationsIn(caption) ? undefined : text;
}

/** What a person reads of a text by the places of its letters, where that is not what a field or a note holds. */
export function readInPlace(pdf: Pdf, shown: Shown, held: string): string | undefined {
  const letters = shown.letters();
  pdf.spend(COMPARED * letters.length);
  return readOtherwise(letters, held);
}

/** What a field says beside its look: its rich text, or the options that it marks as chosen (§12.7.5.3.4, §12.7.5.4). */
export function otherValue(pdf: Pdf, field: FormField, held: string): string | undefined {
  if (field.type === 'Tx' && (field.flags & FIELD.richText) !== 0) {
    const rich = richCharacters(heldText(pdf, inherited(pdf, field.dict, 'RV')));
    return rich.trim() === '' || sameText(plain(pdf, rich), plain(pdf, held)) ? undefined : rich;
  }
  if (field.type !== 'Ch' || held === '') return undefined;
  const all = options(pdf, field);
  const renamed = otherLabel(pdf, all, choices(pdf, field.value));
  if (renamed !== undefined) return renamed;
  const marked = chosen(pdf, field);
  if (marked.length === 0) return undefined;
  const values = new Set(choices(pdf, field.value));
  const same = marked.every(({ exported, label }) => values.has(exported) || values.has(label));
  return same ? undefined : marked.map(({ label }) => label).join(', ');
}

/** The options that /I names by their place. */
function chosen(pdf: Pdf, field: FormField): Option[] {
  const all = options(pdf, field);
  return (pdf.array(inherited(pdf, field.dict, 'I'))?.items ?? []).flatMap(
    (item) => all[pdf.number(item) ?? -1] ?? [],
  );
}

/** A password shows asterisks, and is no excerpt. */
export const isSecret = ({ type, flags }: FormField): boolean =>
  type === 'Tx' && (flags & FIELD.password) !== 0;

/** Scripts that format or calculate show another text by design; as scripts they are findings of their own. */
function isFormatted(pdf: Pdf, { dict }: FormField, widget: Placed): boolean {
  const runs = (action: PdfValue | undefined): boolean =>
    pdf.name(pdf.dict(action)?.entries.get('S')) === 'JavaScript';
  return [dict, widget.dict].some((one) => {
    const actions = pdf.dict(one.entries.get('AA'))?.entries;
    return runs(actions?.get('F')) || runs(actions?.get('C'));
  });
}

/** A text as it is compared; one that many fields share, or that grows by being brought to its plain form, is counted. */
function plain(pdf: Pdf, text: string): string {
  const found = plainText(text);
  pdf.spend(COMPARED * found.length);
  return found;
}

/** Whether an appearance shows what the field holds. */
function shows(pdf: Pdf, field: FormField, shown: string, held: string): boolean {
  const look = plain(pdf, shown);
  if (sameText(look, plain(pdf, held))) return true;
  if (field.type !== 'Ch') return false;
  const all = options(pdf, field);
  const labels = new Map(all.map(({ exported, label }) => [exported, label]));
  const wanted = choices(pdf, field.value).map((one) =>
    [one, labels.get(one) ?? one].map((text) => plain(pdf, text)),
  );
  const isCombo = (field.flags & FIELD.combo) !== 0;
  if (isCombo) return wanted.some(([, label = '']) => sameText(look, label));
  // A list shows some of its options one after another, the chosen ones among them unless it is scrolled.
  const texts = [all.map(({ label }) => label), all.map(({ exported }) => exported)];
  const scrolled = (pdf.number(inherited(pdf, field.dict, 'TI')) ?? 0) > 0;
  return (
    texts.some((lines) => plain(pdf, lines.join('')).includes(look)) &&
    (scrolled || wanted.every((either) => either.some((one) => look.includes(one))))
  );
}
