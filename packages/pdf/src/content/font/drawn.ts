import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { CMap, readCMap } from './cmap.ts';
import {
  compact,
  declaredFormat,
  descriptorOf,
  type Embedded,
  embedded,
  formatOf,
  glyphsOf,
} from './embedded.ts';
import { simpleEncoding } from './names.ts';
import type { ReadGlyph } from './program/outline.ts';
import { readProgram } from './program/programs.ts';
import { FontReader } from './reader.ts';

/** What a code draws. */
export type Drawn = (code: number) => ReadGlyph;

/**
 * What the codes of a font draw by its own program, TrueType, CFF or Type 1; undefined for a font without one, and
 * for Type 3. A code without a glyph draws nothing, or, with `notdef`, the program's sign for that. Throws PdfError
 * past a bound only.
 */
export function drawnOutlines(pdf: Pdf, value: PdfValue, notdef = false): Drawn | undefined {
  const reader = new FontReader(pdf);
  const dict = reader.dict(value);
  if (dict === undefined) return undefined;
  const glyphs = glyphsOf(reader, dict);
  if (glyphs?.font.isCompact === false) {
    return (code) => {
      const glyph = glyphs.of(code);
      return glyph === 0 && !notdef ? undefined : glyphs.font.outline(glyph);
    };
  }
  return reader.name(dict.entries.get('Subtype')) === 'Type0'
    ? compositeDrawn(reader, dict, notdef)
    : simpleDrawn(reader, dict, { notdef });
}

const PROGRAMS = ['FontFile', 'FontFile2', 'FontFile3'];

/** Whether a font says that it brings a program along. Throws PdfError past a bound only. */
export function bringsProgram(pdf: Pdf, value: PdfValue): boolean {
  const reader = new FontReader(pdf);
  const dict = reader.dict(value);
  const descriptor = dict === undefined ? undefined : descriptorOf(reader, dict);
  return PROGRAMS.some((key) => descriptor?.entries.has(key) === true);
}

/**
 * Whether a font brings a program along that readers take in different ways, or draw with another font: one of
 * another format than it says, one of several, or a TrueType program without what it needs. Throws PdfError past a bound only.
 */
export function hasBrokenProgram(pdf: Pdf, value: PdfValue): boolean {
  const reader = new FontReader(pdf);
  const dict = reader.dict(value);
  const font = dict === undefined ? undefined : embedded(reader, descriptorOf(reader, dict));
  const program = font === undefined ? undefined : readProgram(reader, font.stream);
  if (font === undefined || program === undefined) return false;
  const descriptor = dict === undefined ? undefined : descriptorOf(reader, dict);
  if (PROGRAMS.filter((key) => descriptor?.entries.has(key) === true).length > 1) return true;
  const { format } = program;
  return format !== declaredFormat(reader, font) || (format === 'sfnt' && !program.trueType.isDrawable);
}

function compositeDrawn(reader: FontReader, dict: PdfDict, notdef: boolean): Drawn | undefined {
  const font = embedded(reader, descriptorOf(reader, dict));
  const cff = compact(reader, font);
  if (cff === undefined) return undefined;
  const encoding = readCMap(reader, dict.entries.get('Encoding')) ?? new CMap();
  return (code) => {
    const cid = encoding.cid(code);
    const glyph = cff.cidKeyed ? cff.glyphOfCid(cid) : cid;
    return glyph === 0 && !notdef ? undefined : cff.outline(glyph);
  };
}

/**
 * What the codes of a simple font draw by its program of Type 1 or CFF. Where the file names no encoding, the program's
 * own one counts, or, with `standard`, StandardEncoding (ISO 32000-2 §9.6.5.2).
 */
export function simpleDrawn(
  reader: FontReader,
  dict: PdfDict,
  { notdef = false, standard = false }: { notdef?: boolean; standard?: boolean } = {},
): Drawn | undefined {
  const font = embedded(reader, descriptorOf(reader, dict));
  if (font === undefined) return undefined;
  const { named, differences, characters } = simpleEncoding(reader, dict, undefined);
  const nameOf = (code: number): string | undefined =>
    differences.get(code) ?? (named === undefined && !standard ? undefined : characters[code]);
  return formatOf(reader, font) === 'type1'
    ? type1Drawn(reader, font, nameOf, notdef)
    : compactDrawn(reader, font, nameOf, notdef);
}

type NameOf = (code: number) => string | undefined;

function compactDrawn(
  reader: FontReader,
  font: Embedded,
  nameOf: NameOf,
  notdef: boolean,
): Drawn | undefined {
  const cff = compact(reader, font);
  if (cff === undefined || cff.cidKeyed) return undefined;
  return (code) => {
    const name = nameOf(code);
    const glyph = name === undefined ? cff.glyphOfCode(code) : cff.glyphNamed(name);
    return glyph === 0 && !notdef ? undefined : cff.outline(glyph);
  };
}

function type1Drawn(reader: FontReader, font: Embedded, nameOf: NameOf, notdef: boolean): Drawn | undefined {
  const program = readProgram(reader, font.stream);
  if (program === undefined) return undefined;
  const { type1Glyphs, type1Names, type1Encoding } = program;
  return (code) => {
    const named = nameOf(code);
    if (named === undefined && type1Names === 'unknown') return 'unread';
    const own = typeof type1Names === 'string' ? type1Encoding(code) : type1Names.get(code);
    const read = (name: string): ReadGlyph => {
      const { outline, steps } = type1Glyphs.read(name);
      reader.pdf.spend(steps);
      return outline;
    };
    return read(named ?? own ?? '') ?? (notdef ? read('.notdef') : undefined);
  };
}
