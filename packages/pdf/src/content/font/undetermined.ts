import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { describe } from './descriptor.ts';
import { embedded } from './embedded.ts';
import { dingbatsEncoding, symbolEncoding } from './encodings.ts';
import { simpleEncoding } from './names.ts';
import { FontReader } from './reader.ts';

/** Letters of an encoding that a font of signs has none of: fewer are signs that a writer calls by letters. */
const LETTERS = 4;
const LETTER = /^\p{L}$/u;

/**
 * Whether a simple font without a program leaves to readers what its codes show: the letters of an encoding in a font that
 * has signs instead (ISO 32000-2 §9.6.2.2).
 */
export function isUndetermined(pdf: Pdf, value: PdfValue, codes: readonly number[]): boolean {
  const reader = new FontReader(pdf);
  const dict = reader.dict(value);
  if (dict === undefined || reader.name(dict.entries.get('Subtype')) === 'Type0') return false;
  const { standard, descriptor } = describe(reader, dict, undefined);
  if (embedded(reader, descriptor) !== undefined) return false;
  const own = standard.encoding;
  if (own !== symbolEncoding && own !== dingbatsEncoding) return false;
  const { named } = simpleEncoding(reader, dict, own);
  const letters = codes.filter((code) => LETTER.test(named?.[code] ?? ''));
  return letters.length >= LETTERS;
}
