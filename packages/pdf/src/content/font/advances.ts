import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { cidWidths, WIDTH } from './cidwidths.ts';
import { CMap, readCMap } from './cmap.ts';
import { describe, SYMBOLIC } from './descriptor.ts';
import { compact, compositeGlyphs, descriptorOf, type Embedded, embedded, simpleGlyphs } from './embedded.ts';
import { simpleEncoding } from './names.ts';
import { readProgram } from './program/programs.ts';
import { FontReader } from './reader.ts';
import { readWidths } from './simple.ts';

/** How far the glyph of a code leads, in thousandths of an em; undefined where that is not known. */
export type Advance = (code: number) => number | undefined;

/**
 * By the program that a font brings along: undefined for codes that have no glyph in it, or of which readers may take
 * different ones. Undefined for fonts without a program of the kind that they say, and for Type 3. Throws PdfError past
 * a bound only.
 */
export function programAdvances(pdf: Pdf, value: PdfValue): Advance | undefined {
  const reader = new FontReader(pdf);
  const dict = reader.dict(value);
  const font = dict === undefined ? undefined : embedded(reader, descriptorOf(reader, dict));
  if (dict === undefined || font === undefined) return undefined;
  switch (reader.name(dict.entries.get('Subtype'))) {
    case 'Type0':
      return compositeAdvances(reader, dict, font);
    case 'TrueType':
      return font.kind === 'FontFile2' ? trueTypeAdvances(reader, dict) : undefined;
    case 'Type1':
    case 'MMType1':
      return namedAdvances(reader, dict, font);
    default:
      return undefined;
  }
}

/** By the widths that the font's dictionary names. */
export function namedWidths(pdf: Pdf, value: PdfValue): Advance {
  const reader = new FontReader(pdf);
  const dict = reader.dict(value);
  if (dict === undefined) return () => undefined;
  if (reader.name(dict.entries.get('Subtype')) !== 'Type0') {
    const missing = reader.number(descriptorOf(reader, dict)?.entries.get('MissingWidth'), 0);
    const widths = readWidths(reader, dict, missing);
    return (code) => widths?.[code];
  }
  const descendant = reader.dict(reader.array(dict.entries.get('DescendantFonts'))?.items[0]);
  const encoding = readCMap(reader, dict.entries.get('Encoding')) ?? new CMap();
  const standard = reader.number(descendant?.entries.get('DW'), 1000);
  const widths = cidWidths(reader, descendant?.entries.get('W'), WIDTH, standard);
  return (code) => widths[encoding.cid(code)] ?? standard;
}

function compositeAdvances(reader: FontReader, dict: PdfDict, font: Embedded): Advance | undefined {
  const encoding = readCMap(reader, dict.entries.get('Encoding'));
  // Of the CIDs of other predefined maps little is known.
  if (encoding === undefined || (encoding.base !== undefined && encoding.base.codes !== 'cid'))
    return undefined;
  if (font.kind === 'FontFile2') {
    const glyphs = compositeGlyphs(reader, dict);
    return glyphs === undefined ? undefined : there(glyphs.of, (glyph) => glyphs.font.advance(glyph));
  }
  const cff = compact(reader, font);
  if (cff === undefined) return undefined;
  const glyphOf = (code: number): number =>
    cff.cidKeyed ? cff.glyphOfCid(encoding.cid(code)) : encoding.cid(code);
  return there(glyphOf, (glyph) => cff.advance(glyph));
}

/** Glyph 0 is the sign for a missing one. */
const there =
  (glyphOf: (code: number) => number, advance: (glyph: number) => number | undefined): Advance =>
  (code) => {
    const glyph = glyphOf(code);
    return glyph <= 0 ? undefined : advance(glyph);
  };

function trueTypeAdvances(reader: FontReader, dict: PdfDict): Advance | undefined {
  const glyphs = simpleGlyphs(reader, dict);
  const isSymbolic = (describe(reader, dict, undefined).flags & SYMBOLIC) !== 0;
  if (glyphs === undefined) return undefined;
  const { font } = glyphs;
  return (code) => {
    const [first, ...others] = isSymbolic ? font.symbolGlyphs(code) : glyphs.of(code);
    const width = first === undefined || first === 0 ? undefined : font.advance(first);
    return others.every((glyph) => font.advance(glyph) === width) ? width : undefined;
  };
}

/** Of a program whose glyphs have names. */
function namedAdvances(reader: FontReader, dict: PdfDict, font: Embedded): Advance | undefined {
  const { named, differences, characters } = simpleEncoding(reader, dict, undefined);
  const nameOf = (code: number): string | undefined =>
    differences.get(code) ?? (named === undefined ? undefined : characters[code]);
  if (font.kind === 'FontFile3') {
    const cff = compact(reader, font);
    if (cff === undefined || cff.cidKeyed) return undefined;
    const glyphOf = (code: number): number => {
      const name = nameOf(code);
      return name === undefined ? cff.glyphOfCode(code) : cff.glyphNamed(name);
    };
    return there(glyphOf, (glyph) => cff.advance(glyph));
  }
  const program = font.kind === 'FontFile' ? readProgram(reader, font.stream) : undefined;
  if (program === undefined) return undefined;
  const { type1Glyphs, type1Names, type1Encoding } = program;
  return (code) => {
    const own = typeof type1Names === 'string' ? type1Encoding(code) : type1Names.get(code);
    const name = nameOf(code) ?? own;
    if (name === undefined || name === '.notdef') return undefined;
    const { width, outline, steps } = type1Glyphs.read(name);
    reader.pdf.spend(steps);
    return outline === 'unread' ? undefined : width;
  };
}
