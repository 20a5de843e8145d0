import { readable } from '../../errors.ts';
import type { FormField } from '../../revisions/form.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { decodeText } from '../../syntax/strings.ts';
import type { PdfStream, PdfValue } from '../../syntax/values.ts';
import { inherited } from '../inherited.ts';

/** Bits of /Ff (ISO 32000-2 Tables 229, 231 and 233). */
export const FIELD = {
  readOnly: 1,
  multiline: 1 << 12,
  password: 1 << 13,
  pushButton: 1 << 16,
  combo: 1 << 17,
  comb: 1 << 24,
  richText: 1 << 25,
};

/** Values longer than this are compared, and shown, up to here. */
const LONGEST = 100_000;
const LONGEST_STREAM = 4 * 1024 * 1024;

/** What a text or choice field holds, as text; several choices one after another. '' where it holds nothing. */
export function heldText(pdf: Pdf, value: PdfValue | undefined): string {
  const resolved = pdf.resolve(value);
  switch (resolved?.type) {
    case 'string':
      return pdf.text(resolved, LONGEST)?.slice(0, LONGEST) ?? '';
    case 'stream':
      return streamText(pdf, resolved);
    case 'name':
      return resolved.value;
    case 'number':
      return String(resolved.value);
    case 'array':
      return choices(pdf, resolved).join('\n');
    default:
      return '';
  }
}

function streamText(pdf: Pdf, stream: PdfStream): string {
  const bytes = readable(() => pdf.decodedWithin(stream, LONGEST_STREAM));
  return bytes === undefined ? '' : decodeText(bytes.subarray(0, LONGEST));
}

/** The values that a choice field holds. */
export function choices(pdf: Pdf, value: PdfValue | undefined): string[] {
  const resolved = pdf.resolve(value);
  if (resolved?.type !== 'array') {
    const text = heldText(pdf, resolved);
    return text === '' ? [] : [text];
  }
  return (pdf.array(resolved)?.items ?? []).flatMap((item) => {
    const one = pdf.resolve(item);
    return one === undefined || one.type === 'array' ? [] : heldText(pdf, one);
  });
}

/** An option of a choice field: what it exports as a value, and what it shows (§12.7.5.4). */
export interface Option {
  exported: string;
  label: string;
}

export function options(pdf: Pdf, { dict }: Pick<FormField, 'dict'>): Option[] {
  return (pdf.array(inherited(pdf, dict, 'Opt'))?.items ?? []).map((item) => {
    const one = pdf.resolve(item);
    if (one?.type !== 'array') return { exported: heldText(pdf, one), label: heldText(pdf, one) };
    return { exported: heldText(pdf, one.items[0]), label: heldText(pdf, one.items[1]) };
  });
}

/** What of a text is told apart: neither white space nor controls, nor the forms of one character. */
export const plainText = (text: string): string => text.normalize('NFKC').replace(/[\s\p{C}]/gu, '');

/** What an unknown glyph stands for. */
const UNKNOWN = '\ufffd';

/** Scripts whose letters keep their shape and their order when they are drawn. */
export const STEADY =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;
/** What must come back whole, in whatever order, beside other scripts: above all numbers. */
const COUNTED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u;
/** Of letters that join, change places or form one sign, this part may come back otherwise than it was written. */
const LOST = 0.25;

/** Whether two texts say the same, as far as the glyphs are known. Both are {@link plainText}. */
export function sameText(shown: string, held: string): boolean {
  if (shown === held) return true;
  const [a, b] = [[...shown], [...held]];
  if (!STEADY.test(held)) return sameLetters(a, b);
  if (!shown.includes(UNKNOWN) && !shown.includes('?')) return false;
  return a.length === b.length && a.every((character, at) => standsFor(character, b[at] ?? ''));
}

function sameLetters(shown: string[], held: string[]): boolean {
  const steady = (letters: string[]): string =>
    letters
      .filter((letter) => COUNTED.test(letter))
      .sort()
      .join('');
  if (steady(shown) !== steady(held)) return false;
  const counts = new Map<string, number>();
  for (const letter of held) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let common = 0;
  for (const letter of shown) {
    const left = counts.get(letter) ?? 0;
    if (left === 0 && letter !== UNKNOWN) continue;
    common++;
    counts.set(letter, left - 1);
  }
  return common >= (1 - LOST) * Math.max(shown.length, held.length);
}

/** Programs write a question mark where their font has no glyph beyond Latin. */
function standsFor(shown: string, held: string): boolean {
  return shown === held || shown === UNKNOWN || (shown === '?' && held > 'ÿ');
}

/** The characters of a rich text (§12.7.5.3.4), without its marks. */
export function richCharacters(text: string): string {
  const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
  return (
    text
      // A mark ends before the next one begins: many that never end are looked through once.
      .replace(/<[^<>]*>?/g, ' ')
      .replace(/&(?:#(x?)([0-9a-f]{1,6})|([a-z]+));/gi, (whole, hex, code, name) => {
        if (name !== undefined) return named[name] ?? whole;
        const point = Number.parseInt(code, hex === '' ? 10 : 16);
        return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
      })
  );
}
