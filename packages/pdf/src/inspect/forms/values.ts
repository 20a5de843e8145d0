import { PdfError } from '../../errors.ts';
import type { FormField } from '../../revisions/form.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { decodeText } from '../../syntax/strings.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';

/** Bits of /Ff (ISO 32000-2 Tables 229, 231 and 233). */
export const FIELD = {
  multiline: 1 << 12,
  password: 1 << 13,
  pushButton: 1 << 16,
  combo: 1 << 17,
};

/** Values longer than this are compared, and shown, up to here. */
const LONGEST = 100_000;

/** What a text or choice field holds, as text; several choices one after another. '' where it holds nothing. */
export function heldText(pdf: Pdf, value: PdfValue | undefined): string {
  const resolved = pdf.resolve(value);
  switch (resolved?.type) {
    case 'string':
      return pdf.text(resolved, LONGEST)?.slice(0, LONGEST) ?? '';
    case 'stream':
      return quietly(() => decodeText(pdf.decoded(resolved, LONGEST))) ?? '';
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

/** What each option of a choice field shows, by what it exports (§12.7.5.4). */
export function options(pdf: Pdf, { dict }: FormField): Map<string, string> {
  const found = new Map<string, string>();
  for (const item of pdf.array(inherited(pdf, dict, 'Opt'))?.items ?? []) {
    const pair = pdf.resolve(item);
    const [exported, shown] =
      pair?.type === 'array'
        ? [pdf.text(pair.items[0], LONGEST), pdf.text(pair.items[1], LONGEST)]
        : [pdf.text(pair, LONGEST), pdf.text(pair, LONGEST)];
    if (exported !== undefined && shown !== undefined && !found.has(exported)) found.set(exported, shown);
  }
  return found;
}

/** Ancestors that an attribute is looked for in. */
const ANCESTORS = 32;

/** An entry of the field, or of the next ancestor that has it. */
export function inherited(pdf: Pdf, dict: PdfDict, key: string): PdfValue | undefined {
  let at: PdfDict | undefined = dict;
  for (let step = 0; at !== undefined && step < ANCESTORS; step++) {
    const value = at.entries.get(key);
    if (value !== undefined) return value;
    at = pdf.dict(at.entries.get('Parent'));
  }
  return undefined;
}

/** As {@link read}, or undefined where it cannot be read. */
export function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'too_many_objects') return undefined;
    throw error;
  }
}

/** What of a text is told apart: neither white space nor controls, nor the forms of one character. */
export const plainText = (text: string): string => text.normalize('NFKC').replace(/[\s\p{C}]/gu, '');

/** What an unknown glyph stands for. */
const UNKNOWN = '\ufffd';

/** Whether two texts say the same, as far as the glyphs are known. Both are {@link plainText}. */
export function sameText(shown: string, held: string): boolean {
  if (shown === held) return true;
  if (!shown.includes(UNKNOWN) && !shown.includes('?')) return false;
  const [a, b] = [[...shown], [...held]];
  return a.length === b.length && a.every((character, at) => standsFor(character, b[at] ?? ''));
}

/** Programs write a question mark where their font has no glyph beyond Latin. */
function standsFor(shown: string, held: string): boolean {
  return shown === held || shown === UNKNOWN || (shown === '?' && held > 'ÿ');
}
