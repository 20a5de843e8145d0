import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { readCMap } from './cmap.ts';
import { describe } from './descriptor.ts';
import { compact, descendantOf, descriptorOf, embedded, simpleGlyphs } from './embedded.ts';
import { dingbatsEncoding, type Encoding, standardEncoding, symbolEncoding } from './encodings.ts';
import { glyphText } from './glyphnames.ts';
import { type SimpleEncoding, simpleEncoding } from './names.ts';
import { predefined } from './predefined.ts';
import { FontReader } from './reader.ts';

/** Letters of an encoding that a font of signs has none of: fewer are signs that a writer calls by letters. */
const LETTERS = 4;
const LETTER = /^\p{L}$/u;
const DIGIT = /^[0-9]$/;
const NUMERAL = /\p{N}/u;
/** How standard fonts call what stands for numbers (Annex D.2). */
const NUMERALS: ReadonlySet<string> = new Set([
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
  ...['onesuperior', 'twosuperior', 'threesuperior', 'onequarter', 'onehalf', 'threequarters'],
]);

/**
 * Whether a font leaves to readers what its codes show. Of a simple font without a program: the letters of an encoding in
 * a font that has signs instead (ISO 32000-2 §9.6.2.2). Of a composite one: see {@link isComposedTwofold}.
 */
export function isUndetermined(pdf: Pdf, value: PdfValue, codes: readonly number[]): boolean {
  const reader = new FontReader(pdf);
  const dict = reader.dict(value);
  if (dict === undefined) return false;
  if (reader.name(dict.entries.get('Subtype')) === 'Type0') return isComposedTwofold(reader, dict, codes);
  const encoding = reader.value(dict.entries.get('Encoding'));
  // Its glyphs are procedures, which go by any name. Without a list of these some readers draw nothing, and others by names of an encoding.
  if (reader.name(dict.entries.get('Subtype')) === 'Type3') return encoding?.type !== 'dict';
  const { standard, descriptor } = describe(reader, dict, undefined);
  if (embedded(reader, descriptor) !== undefined) {
    const glyphs = simpleGlyphs(reader, dict);
    return glyphs !== undefined && codes.some((code) => glyphs.instead(code) !== 0);
  }
  const own = standard.encoding;
  // Of an expert's set readers without such a font show nothing, or letters of another one (Annex D.4).
  const base = encoding?.type === 'dict' ? encoding.entries.get('BaseEncoding') : encoding;
  if (reader.name(base) === 'MacExpertEncoding') return true;
  if (renamesDigits(simpleEncoding(reader, dict, own), own, codes)) return true;
  if (own !== symbolEncoding && own !== dingbatsEncoding) return false;
  const { named } = simpleEncoding(reader, dict, own);
  const letters = codes.filter((code) => LETTER.test(named?.[code] ?? ''));
  return letters.length >= LETTERS;
}

/**
 * Whether the code of a digit has a name in /Differences that says another digit and is none of the standard names: some readers read such
 * a name by its parts (`uni0039`, `seven.alt`), others take the digit that the encoding has there, or show nothing.
 */
function renamesDigits(
  { differences, named }: SimpleEncoding,
  own: Encoding | undefined,
  codes: readonly number[],
): boolean {
  const base = own ?? named ?? standardEncoding;
  return codes.some((code) => {
    const name = differences.get(code);
    if (name === undefined || NUMERALS.has(name)) return false;
    const text = glyphText(name)?.normalize('NFKC') ?? '';
    const assumed = base[code] ?? '';
    return DIGIT.test(assumed) && NUMERAL.test(text) && text !== assumed;
  });
}

/**
 * Whether readers differ on the glyphs of a composite font:
 * - it has no CMap, or one by a name that Table 116 has not;
 * - its CMap says two directions, or names codes by its ranges for codes without a glyph alone (§9.7.6.3);
 * - its map to glyphs ends before a code's, or may not count: a CIDFont of Type 0 has none (Table 115), and one of Type 2 has it for TrueType
 *   glyphs, which a CFF program has not (Table 124).
 */
function isComposedTwofold(reader: FontReader, dict: PdfDict, codes: readonly number[]): boolean {
  const encoding = readCMap(reader, dict.entries.get('Encoding'));
  // Without one (Table 119 asks for it) each reader takes another.
  if (encoding === undefined) return !dict.entries.has('Encoding');
  const name = reader.name(dict.entries.get('Encoding'));
  if (name !== undefined && predefined(name) === undefined) return true;
  if (encoding.isTwofold || codes.some(encoding.isNotdef)) return true;
  const descendant = descendantOf(reader, dict);
  if (descendant === undefined) return false;
  const map = reader.stream(descendant.entries.get('CIDToGIDMap'));
  const glyphs = map === undefined ? undefined : reader.data(map);
  // Behind the end of a map some readers take the number itself, and others show nothing.
  if (glyphs !== undefined && codes.some((code) => 2 * encoding.cid(code) + 1 >= glyphs.length)) return true;
  const isTypeZero = reader.name(descendant.entries.get('Subtype')) === 'CIDFontType0';
  if (!isTypeZero && compact(reader, embedded(reader, descriptorOf(reader, dict))) === undefined)
    return false;
  if (glyphs === undefined) return false;
  return codes.some((code) => {
    const cid = encoding.cid(code);
    return (glyphs[2 * cid] ?? 0) * 256 + (glyphs[2 * cid + 1] ?? 0) !== cid;
  });
}
