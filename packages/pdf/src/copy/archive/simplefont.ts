import { readCMap } from '../../content/font/cmap.ts';
import { describe, SYMBOLIC } from '../../content/font/descriptor.ts';
import { compact, embedded, trueType } from '../../content/font/embedded.ts';
import { standardEncoding } from '../../content/font/encodings.ts';
import { isListedName } from '../../content/font/glyphnames.ts';
import { simpleEncoding } from '../../content/font/names.ts';
import { readProgram } from '../../content/font/program/programs.ts';
import type { FontReader } from '../../content/font/reader.ts';
import type { PdfDict } from '../../syntax/values.ts';
import type { Tell } from './obstacles.ts';

/** ISO 32000-1 §9.6.2.2. */
const STANDARD =
  /^(?:(?:Helvetica|Courier)(?:-(?:Bold|Oblique|BoldOblique))?|Times-(?:Roman|Bold|Italic|BoldItalic)|Symbol|ZapfDingbats)$/;
/** Of programs in the place of others (ISO 32000-2 Table 124). */
const FORMATS: ReadonlySet<string> = new Set(['Type1C', 'OpenType']);

/** Judges the dictionary of a simple font (ISO 19005-2 §6.2.11.2, §6.2.11.6). */
export function judgeSimple(reader: FontReader, dict: PdfDict, tell: Tell): void {
  const { entries } = dict;
  const subtype = reader.name(entries.get('Subtype'));
  const { descriptor, flags } = describe(reader, dict, undefined);
  const isEmbedded = ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.entries.has(key));
  const [first, last] = [
    reader.number(entries.get('FirstChar'), -1),
    reader.number(entries.get('LastChar'), -1),
  ];
  const count = reader.array(entries.get('Widths'))?.items.length;
  const format = reader.name(
    reader.stream(descriptor?.entries.get('FontFile3'))?.dict.entries.get('Subtype'),
  );
  if (format !== undefined && !FORMATS.has(format)) tell('font_program');
  const isComplete = first >= 0 && last >= 0 && count === last - first + 1;
  const name = reader.name(entries.get('BaseFont'));
  // Of these alone readers know the widths.
  const isStandard = subtype === 'Type1' && !isEmbedded && STANDARD.test(name ?? '');
  if (!isComplete && !isStandard) tell('font_dictionary');
  if (subtype !== 'Type3' && name === undefined) tell('font_dictionary');
  if (subtype === 'TrueType' && isEmbedded) judgeTrueType(reader, dict, (flags & SYMBOLIC) !== 0, tell);
}

const TEXT_ENCODINGS: ReadonlySet<string> = new Set(['MacRomanEncoding', 'WinAnsiEncoding']);

/** How codes lead to glyphs is told in one way (§6.2.11.6). */
function judgeTrueType(reader: FontReader, dict: PdfDict, isSymbolic: boolean, tell: Tell): void {
  const { descriptor } = describe(reader, dict, undefined);
  const maps = trueType(reader, descriptor)?.maps;
  if (maps === undefined) {
    tell('font_program');
    return;
  }
  const encoding = dict.entries.get('Encoding');
  if (isSymbolic) {
    if (encoding !== undefined || (maps.count !== 1 && !maps.hasSymbols)) tell('font_encoding');
    return;
  }
  const own = reader.value(encoding);
  const name = own?.type === 'dict' ? reader.name(own.entries.get('BaseEncoding')) : reader.name(encoding);
  const { differences } = simpleEncoding(reader, dict, undefined);
  const areListed = [...differences.values()].every(isListedName);
  if (name === undefined || !TEXT_ENCODINGS.has(name)) tell('font_encoding');
  if (maps.count <= (maps.hasSymbols ? 1 : 0)) tell('font_encoding');
  if (differences.size > 0 && !(areListed && maps.hasUnicode)) tell('font_encoding');
}

/** Whether the text of a code is told by a map, or by a name that the list has (§6.2.11.7.2). */
export function tellsText(reader: FontReader, dict: PdfDict): (code: number) => boolean {
  const map = readCMap(reader, dict.entries.get('ToUnicode'));
  if (reader.name(dict.entries.get('Subtype')) === 'Type0') return (code) => map?.isPlain(code) === true;
  const { differences, named } = simpleEncoding(reader, dict, undefined);
  const isToldByProgram = ownNames(reader, dict);
  return (code) => {
    const name = differences.get(code);
    if (name === '.notdef') return false;
    if (map?.text(code) !== undefined) return map.isPlain(code);
    if (name !== undefined) return isListedName(name);
    return named !== undefined || isToldByProgram(code);
  };
}

/** By the names that a program has for its codes (§9.6.5.2). */
function ownNames(reader: FontReader, dict: PdfDict): (code: number) => boolean {
  const font = embedded(reader, describe(reader, dict, undefined).descriptor);
  const cff = compact(reader, font);
  if (cff !== undefined) return (code) => !cff.cidKeyed && cff.hasListedName(code);
  const program = font?.kind === 'FontFile' ? readProgram(reader, font.stream) : undefined;
  const names = program?.type1Names ?? 'unknown';
  return (code) => {
    if (names === 'unknown') return false;
    return names === 'standard' ? standardEncoding[code] !== '\ufffd' : isListedName(names.get(code) ?? '');
  };
}
