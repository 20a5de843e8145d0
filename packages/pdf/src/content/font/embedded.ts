import type { PdfDict, PdfStream } from '../../syntax/values.ts';
import { CMap, readCMap } from './cmap.ts';
import { describe, SYMBOLIC } from './descriptor.ts';
import { simpleEncoding } from './names.ts';
import type { Cff } from './program/cff.ts';
import { readProgram } from './program/programs.ts';
import type { TrueType } from './program/truetype.ts';
import type { FontReader } from './reader.ts';

/** The program that a font brings along (ISO 32000-2 §9.9). */
export interface Embedded {
  stream: PdfStream;
  kind: 'FontFile' | 'FontFile2' | 'FontFile3';
}

export function embedded(reader: FontReader, descriptor: PdfDict | undefined): Embedded | undefined {
  for (const kind of ['FontFile', 'FontFile2', 'FontFile3'] as const) {
    const stream = reader.stream(descriptor?.entries.get(kind));
    if (stream !== undefined) return { stream, kind };
  }
  return undefined;
}

const isOpenType = (reader: FontReader, { stream }: Embedded): boolean =>
  reader.name(stream.dict.entries.get('Subtype')) === 'OpenType';

/** The TrueType program of a font, or an OpenType one's tables. */
export function trueType(reader: FontReader, descriptor: PdfDict | undefined): TrueType | undefined {
  const font = embedded(reader, descriptor);
  if (font === undefined || font.kind === 'FontFile') return undefined;
  if (font.kind === 'FontFile3' && !isOpenType(reader, font)) return undefined;
  return readProgram(reader, font.stream)?.trueType;
}

/** The CFF program of a font; one within OpenType is told by its tables. */
export function compact(reader: FontReader, font: Embedded | undefined): Cff | undefined {
  if (font?.kind !== 'FontFile3') return undefined;
  const program = readProgram(reader, font.stream);
  return isOpenType(reader, font) ? program?.cffTable : program?.cff;
}

export interface Glyphs {
  font: TrueType;
  /** Of a code; 0 for none. */
  of: (code: number) => number;
}

/** The glyphs of a font's TrueType program (§9.6.5.4, §9.7.4.2); undefined where it has none. */
export function glyphsOf(reader: FontReader, dict: PdfDict): Glyphs | undefined {
  if (reader.name(dict.entries.get('Subtype')) === 'Type0') return compositeGlyphs(reader, dict);
  const { descriptor, flags } = describe(reader, dict, undefined);
  const font = trueType(reader, descriptor);
  if (font === undefined) return undefined;
  if ((flags & SYMBOLIC) !== 0) return { font, of: (code) => font.symbolGlyph(code) };
  const { characters } = simpleEncoding(reader, dict, undefined);
  return { font, of: (code) => font.unicodeGlyph(characters[code]?.codePointAt(0) ?? 0) };
}

export function compositeGlyphs(reader: FontReader, dict: PdfDict): Glyphs | undefined {
  const descendant = reader.dict(reader.array(dict.entries.get('DescendantFonts'))?.items[0]);
  const font = trueType(reader, reader.dict(descendant?.entries.get('FontDescriptor')));
  if (descendant === undefined || font === undefined) return undefined;
  const encoding = readCMap(reader, dict.entries.get('Encoding')) ?? new CMap();
  const map = reader.stream(descendant.entries.get('CIDToGIDMap'));
  const glyphs = map === undefined ? undefined : reader.data(map);
  const of = (code: number): number => {
    const cid = encoding.cid(code);
    return glyphs === undefined ? cid : (glyphs[2 * cid] ?? 0) * 256 + (glyphs[2 * cid + 1] ?? 0);
  };
  return { font, of };
}
