import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { CMap, readCMap } from './cmap.ts';
import { collectedCharacter, isCollection } from './collections.ts';
import { descendantOf } from './embedded.ts';
import { simpleEncoding } from './names.ts';
import { FontReader } from './reader.ts';

/** The characters of ASCII that are seen. */
const FIRST = 0x21;
const LAST = 0x7e;

/**
 * As what readers copy a code for which the file names no character (ISO 32000-2 §9.10.2): as the character of that
 * number, or the one that the CID has in a known collection. Undefined for fonts that say what their codes are.
 */
export function guessedCharacters(
  pdf: Pdf,
  value: PdfValue,
): ((code: number) => string | undefined) | undefined {
  const reader = new FontReader(pdf);
  const dict = reader.dict(value);
  if (dict === undefined || reader.stream(dict.entries.get('ToUnicode')) !== undefined) return undefined;
  if (reader.name(dict.entries.get('ToUnicode')) !== undefined) return undefined;
  const subtype = reader.name(dict.entries.get('Subtype'));
  if (subtype === 'Type0') return guessedByCid(reader, dict);
  if (subtype !== 'TrueType') return undefined;
  const { named, differences } = simpleEncoding(reader, dict, undefined);
  return named === undefined && differences.size === 0 ? ascii : undefined;
}

function guessedByCid(reader: FontReader, dict: PdfDict): ((code: number) => string | undefined) | undefined {
  const encoding = readCMap(reader, dict.entries.get('Encoding')) ?? new CMap();
  if ((encoding.base?.codes ?? 'cid') !== 'cid') return undefined;
  const descendant = descendantOf(reader, dict);
  const system = reader.dict(descendant?.entries.get('CIDSystemInfo'));
  const ordering = reader.text(system?.entries.get('Ordering'));
  return isCollection(ordering) ? (code) => collectedCharacter(ordering, encoding.cid(code)) : ascii;
}

const ascii = (code: number): string | undefined =>
  code >= FIRST && code <= LAST ? String.fromCharCode(code) : undefined;
