import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { readCMap } from './cmap.ts';
import { describe } from './descriptor.ts';
import { descendantOf, embedded } from './embedded.ts';
import { dingbatsEncoding, symbolEncoding } from './encodings.ts';
import { simpleEncoding } from './names.ts';
import { FontReader } from './reader.ts';

/** Letters of an encoding that a font of signs has none of: fewer are signs that a writer calls by letters. */
const LETTERS = 4;
const LETTER = /^\p{L}$/u;

/**
 * Whether a font leaves to readers what its codes show. Of a simple font without a program: the letters of an encoding in
 * a font that has signs instead (ISO 32000-2 §9.6.2.2). Of a composite one: see {@link isComposedTwofold}.
 */
export function isUndetermined(pdf: Pdf, value: PdfValue, codes: readonly number[]): boolean {
  const reader = new FontReader(pdf);
  const dict = reader.dict(value);
  if (dict === undefined) return false;
  if (reader.name(dict.entries.get('Subtype')) === 'Type0') return isComposedTwofold(reader, dict, codes);
  const { standard, descriptor } = describe(reader, dict, undefined);
  if (embedded(reader, descriptor) !== undefined) return false;
  const own = standard.encoding;
  if (own !== symbolEncoding && own !== dingbatsEncoding) return false;
  const { named } = simpleEncoding(reader, dict, own);
  const letters = codes.filter((code) => LETTER.test(named?.[code] ?? ''));
  return letters.length >= LETTERS;
}

/**
 * Whether readers differ on the direction of a CMap, on codes that only its ranges for codes without a glyph name
 * (§9.7.6.3), or on whether a map to glyphs counts in a CIDFont of Type 0, which has none (Table 115).
 */
function isComposedTwofold(reader: FontReader, dict: PdfDict, codes: readonly number[]): boolean {
  const encoding = readCMap(reader, dict.entries.get('Encoding'));
  if (encoding === undefined) return false;
  if (encoding.isTwofold || codes.some(encoding.isNotdef)) return true;
  const descendant = descendantOf(reader, dict);
  if (descendant === undefined || reader.name(descendant.entries.get('Subtype')) !== 'CIDFontType0')
    return false;
  const map = reader.stream(descendant.entries.get('CIDToGIDMap'));
  const glyphs = map === undefined ? undefined : reader.data(map);
  if (glyphs === undefined) return false;
  return codes.some((code) => {
    const cid = encoding.cid(code);
    return (glyphs[2 * cid] ?? 0) * 256 + (glyphs[2 * cid + 1] ?? 0) !== cid;
  });
}
