import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import type { FormField } from '../form.ts';
import type { Look } from '../sight/look.ts';
import { entry, type Step } from './step.ts';

/** Bits of /Ff (ISO 32000-2 Tables 228 and 230). */
const MULTILINE = 1 << 12;
const PASSWORD = 1 << 13;
const COMBO = 1 << 17;
/** Filled drawings of the size of letters, from which they may be some. */
const WORD = 2;
/** Choices that are looked at. */
const MOST_CHOICES = 10_000;
/** What no table names. */
const UNNAMED = /[\uFFFD\p{Co}]/u;

/** Whether a field shows the value that it has: `unread` where its letters or its format cannot be told. */
export function showsValue(step: Step, object: number): 'yes' | 'no' | 'unread' {
  const { later } = step;
  const field = step.fields.get(object);
  if (field === undefined || !isWritten(field) || isFormatted(later, field)) return 'yes';
  const looks = step.looks(object);
  const shown = normal(looks.map(textOf).join(''));
  if (UNNAMED.test(shown)) return 'unread';
  if (shown === '') return looks.some(({ drawings }) => drawings >= WORD) ? 'no' : 'yes';
  const isMultiline = field.type === 'Tx' && (field.flags & MULTILINE) !== 0;
  const isShown = (value: string): boolean =>
    normal(value) === shown || (isMultiline && beginsWithWords(value, shown));
  return valuesOf(later, field).some(isShown) ? 'yes' : 'no';
}

/** Of several lines those below the field are cut off: what is shown ends where a word does, not within a number. */
function beginsWithWords(value: string, shown: string): boolean {
  let read = 0;
  for (const word of value.split(/\s+/u)) {
    const text = normal(word);
    if (!shown.startsWith(text, read)) return false;
    read += text.length;
    if (read === shown.length) return true;
  }
  return false;
}

const isWritten = ({ type, flags }: FormField): boolean =>
  (type === 'Tx' && (flags & PASSWORD) === 0) || (type === 'Ch' && (flags & COMBO) !== 0);

/** A script says how the value looks; of rich text the value is what it says (§12.7.4.4). */
function isFormatted(pdf: Pdf, { dict, widgets }: FormField): boolean {
  return [dict, ...widgets.map((widget) => widget.dict)].some(
    (one) => pdf.resolve(entry(one, 'AA')) !== undefined,
  );
}

const textOf = ({ written }: Look): string =>
  written.map(({ run }) => run.font?.text(run.bytes) ?? '\ufffd').join('');

const normal = (text: string): string => text.normalize('NFKC').replaceAll(/[\s\p{Cf}]+/gu, '');

/** The value, and of a choice what people are shown for it (§12.7.5.4). */
function valuesOf(pdf: Pdf, { dict, type, value }: FormField): string[] {
  const said = textIn(pdf, value);
  if (type === 'Tx') return [said];
  const choices = pdf.array(entry(dict, 'Opt'))?.items.slice(0, MOST_CHOICES) ?? [];
  pdf.spend(choices.length);
  return [
    said,
    ...choices.flatMap((choice) => {
      const [exported, shown] = pdf.array(choice)?.items ?? [];
      return textIn(pdf, exported) === said ? textIn(pdf, shown) : [];
    }),
  ];
}

function textIn(pdf: Pdf, value: PdfValue | undefined): string {
  const resolved = pdf.resolve(value);
  if (resolved?.type === 'array') return textIn(pdf, resolved.items[0]);
  return pdf.text(resolved) ?? '';
}
