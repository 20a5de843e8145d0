import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { CMap, readCMap } from './cmap.ts';
import { describe, SYMBOLIC } from './descriptor.ts';
import { compact, type Embedded, embedded, glyphsOf } from './embedded.ts';
import { namedEncodings } from './encodings.ts';
import { simpleEncoding } from './names.ts';
import type { GlyphOutline } from './program/outline.ts';
import { readProgram } from './program/programs.ts';
import { FontReader } from './reader.ts';

/** What a code draws; undefined for what is not known. */
export type Drawn = (code: number) => GlyphOutline | undefined;

/**
 * What the codes of a font draw by its own program, TrueType, CFF or Type 1; undefined for a font without one, and
 * for Type 3. Throws PdfError past a bound only.
 */
export function drawnOutlines(pdf: Pdf, value: PdfValue): Drawn | undefined {
  const reader = new FontReader(pdf);
  const dict = reader.dict(value);
  if (dict === undefined) return undefined;
  const glyphs = glyphsOf(reader, dict);
  if (glyphs !== undefined && glyphs.font.table('CFF ') === undefined) {
    return (code) => {
      const glyph = glyphs.of(code);
      return glyph === 0 ? undefined : glyphs.font.outline(glyph);
    };
  }
  return reader.name(dict.entries.get('Subtype')) === 'Type0'
    ? compositeDrawn(reader, dict)
    : simpleDrawn(reader, dict);
}

/**
 * Whether a font brings a TrueType program along that viewers read differently: strict ones draw with another font.
 * Throws PdfError past a bound only.
 */
export function hasBrokenProgram(pdf: Pdf, value: PdfValue): boolean {
  const reader = new FontReader(pdf);
  const dict = reader.dict(value);
  return dict !== undefined && glyphsOf(reader, dict)?.font.isDrawable === false;
}

/**
 * Of a simple font with named characters, whether readers draw a code differently: those that look in the program's
 * Unicode map, and those that look in its Macintosh map (ISO 32000-2 §9.6.5.4 allows both). Undefined for other fonts.
 */
export function splitCodes(pdf: Pdf, value: PdfValue): ((code: number) => boolean) | undefined {
  const reader = new FontReader(pdf);
  const dict = reader.dict(value);
  if (dict === undefined || reader.name(dict.entries.get('Subtype')) !== 'TrueType') return undefined;
  const { flags } = describe(reader, dict, undefined);
  const font = glyphsOf(reader, dict)?.font;
  if (font === undefined || (flags & SYMBOLIC) !== 0) return undefined;
  const { characters } = simpleEncoding(reader, dict, undefined);
  const macintosh = namedEncodings.get('MacRomanEncoding') ?? [];
  return (code) => {
    const character = characters[code] ?? '';
    const glyphs = [
      font.unicodeGlyph(character.codePointAt(0) ?? 0),
      font.macGlyph(macintosh.indexOf(character)),
    ];
    if (glyphs[0] === glyphs[1] || glyphs.includes(0)) return false;
    const [one, other] = glyphs.map((glyph) => font.outline(glyph));
    return one !== undefined && other !== undefined && JSON.stringify(one) !== JSON.stringify(other);
  };
}

function compositeDrawn(reader: FontReader, dict: PdfDict): Drawn | undefined {
  const descendant = reader.dict(reader.array(dict.entries.get('DescendantFonts'))?.items[0]);
  const font = embedded(reader, reader.dict(descendant?.entries.get('FontDescriptor')));
  const cff = compact(reader, font);
  if (cff === undefined) return undefined;
  const encoding = readCMap(reader, dict.entries.get('Encoding')) ?? new CMap();
  return (code) => {
    const cid = encoding.cid(code);
    const glyph = cff.cidKeyed ? cff.glyphOfCid(cid) : cid;
    return glyph === 0 ? undefined : cff.outline(glyph);
  };
}

function simpleDrawn(reader: FontReader, dict: PdfDict): Drawn | undefined {
  const font = embedded(reader, describe(reader, dict, undefined).descriptor);
  if (font === undefined) return undefined;
  const { named, differences, characters } = simpleEncoding(reader, dict, undefined);
  const nameOf = (code: number): string | undefined =>
    differences.get(code) ?? (named === undefined ? undefined : characters[code]);
  return font.kind === 'FontFile' ? type1Drawn(reader, font, nameOf) : compactDrawn(reader, font, nameOf);
}

type NameOf = (code: number) => string | undefined;

function compactDrawn(reader: FontReader, font: Embedded, nameOf: NameOf): Drawn | undefined {
  const cff = compact(reader, font);
  if (cff === undefined || cff.cidKeyed) return undefined;
  return (code) => {
    const name = nameOf(code);
    const glyph = name === undefined ? cff.glyphOfCode(code) : cff.glyphNamed(name);
    return glyph === 0 ? undefined : cff.outline(glyph);
  };
}

function type1Drawn(reader: FontReader, font: Embedded, nameOf: NameOf): Drawn | undefined {
  const program = readProgram(reader, font.stream);
  if (program === undefined) return undefined;
  const { type1Glyphs, type1Names, type1Encoding } = program;
  return (code) => {
    const own = type1Names === 'standard' ? type1Encoding(code) : type1Names.get(code);
    const { outline, steps } = type1Glyphs.read(nameOf(code) ?? own ?? '');
    reader.pdf.spend(steps);
    return outline;
  };
}
