import type { FontReader } from '../../content/font/reader.ts';
import { latin1 } from '../../syntax/bytes.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import type { Tell } from './obstacles.ts';

/** By the kind of the descendant where its program is, and how it may be written there (ISO 32000-2 Table 124). */
const PROGRAMS: ReadonlyMap<string | undefined, string> = new Map([
  ['CIDFontType0', 'FontFile3'],
  ['CIDFontType2', 'FontFile2'],
]);
const FORMATS: ReadonlySet<string | undefined> = new Set(['CIDFontType0C', 'OpenType']);

/** Judges a composite font and its descendant (ISO 19005-2 §6.2.11.3). */
export function judgeComposite(reader: FontReader, dict: PdfDict, tell: Tell): void {
  const descendant = reader.dict(reader.array(dict.entries.get('DescendantFonts'))?.items[0]);
  if (descendant === undefined || reader.name(dict.entries.get('BaseFont')) === undefined) {
    tell('font_dictionary');
    return;
  }
  const { entries } = descendant;
  const program = PROGRAMS.get(reader.name(entries.get('Subtype')));
  const descriptor = reader.dict(entries.get('FontDescriptor'))?.entries;
  const own = ['FontFile', 'FontFile2', 'FontFile3'].filter((key) => descriptor?.has(key) === true);
  if (program === undefined || own.some((key) => key !== program)) tell('font_program');
  const format = reader.name(reader.stream(descriptor?.get('FontFile3'))?.dict.entries.get('Subtype'));
  if (own.includes('FontFile3') && !FORMATS.has(format)) tell('font_program');
  if (reader.name(entries.get('BaseFont')) === undefined) tell('font_dictionary');
  if (!isEncodingSound(reader, dict.entries.get('Encoding'), reader.dict(entries.get('CIDSystemInfo'))))
    tell('font_encoding');
}

/** One of identity, or a map of its own for the font's collection that builds on no other. */
function isEncodingSound(
  reader: FontReader,
  value: PdfValue | undefined,
  collection: PdfDict | undefined,
): boolean {
  const found = reader.value(value);
  if (found?.type === 'name') return found.value === 'Identity-H' || found.value === 'Identity-V';
  if (found?.type !== 'stream') return false;
  const { entries } = found.dict;
  const text = latin1(reader.data(found) ?? new Uint8Array());
  const written = Number(/\/WMode\s+(\d)\s+def\b/.exec(text)?.[1] ?? 0);
  return (
    !entries.has('UseCMap') &&
    !/\busecmap\b/.test(text) &&
    written === reader.number(entries.get('WMode'), 0) &&
    isOfCollection(reader, reader.dict(entries.get('CIDSystemInfo')), collection)
  );
}

function isOfCollection(reader: FontReader, one: PdfDict | undefined, other: PdfDict | undefined): boolean {
  const same = (key: string): boolean => {
    const text = reader.text(one?.entries.get(key));
    return text !== undefined && text === reader.text(other?.entries.get(key));
  };
  const supplement = (dict: PdfDict | undefined): number =>
    reader.number(dict?.entries.get('Supplement'), Number.NaN);
  return same('Registry') && same('Ordering') && supplement(other) <= supplement(one);
}
