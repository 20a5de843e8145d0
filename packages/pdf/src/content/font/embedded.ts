import type { PdfDict, PdfStream } from '../../syntax/values.ts';
import { CMap, readCMap } from './cmap.ts';
import { describe, SYMBOLIC } from './descriptor.ts';
import { namedEncodings } from './encodings.ts';
import { simpleEncoding } from './names.ts';
import type { Cff } from './program/cff.ts';
import { type Format, readProgram } from './program/programs.ts';
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

/** The descriptor of a simple font, or of the descendant of a composite one. */
export function descriptorOf(reader: FontReader, dict: PdfDict): PdfDict | undefined {
  const isComposite = reader.name(dict.entries.get('Subtype')) === 'Type0';
  return reader.dict((isComposite ? descendantOf(reader, dict) : dict)?.entries.get('FontDescriptor'));
}

export const descendantOf = (reader: FontReader, dict: PdfDict): PdfDict | undefined =>
  reader.dict(reader.array(dict.entries.get('DescendantFonts'))?.items[0]);

const isOpenType = (reader: FontReader, { stream }: Embedded): boolean =>
  reader.name(stream.dict.entries.get('Subtype')) === 'OpenType';

/** How the program is written that a font says to bring along (Table 124). */
export function declaredFormat(reader: FontReader, font: Embedded): Format {
  if (font.kind === 'FontFile') return 'type1';
  return font.kind === 'FontFile2' || isOpenType(reader, font) ? 'sfnt' : 'cff';
}

/** How a program is written by its first octets, which readers go by whatever the font says of it. */
export const formatOf = (reader: FontReader, font: Embedded): Format =>
  readProgram(reader, font.stream)?.format ?? declaredFormat(reader, font);

/** The TrueType program of a font, or an OpenType one's tables. */
export function trueType(reader: FontReader, descriptor: PdfDict | undefined): TrueType | undefined {
  const font = embedded(reader, descriptor);
  if (font === undefined || formatOf(reader, font) !== 'sfnt') return undefined;
  return readProgram(reader, font.stream)?.trueType;
}

/** The CFF program of a font; one within OpenType is told by its tables. */
export function compact(reader: FontReader, font: Embedded | undefined): Cff | undefined {
  if (font === undefined) return undefined;
  const program = readProgram(reader, font.stream);
  const format = formatOf(reader, font);
  if (format === 'sfnt') return program?.cffTable;
  return format === 'cff' ? program?.cff : undefined;
}

export interface Glyphs {
  font: TrueType;
  /** Of a code; 0 for none. */
  of: (code: number) => number;
}

/** The glyphs of a font's TrueType program (§9.6.5.4, §9.7.4.2); undefined where it has none. */
export function glyphsOf(reader: FontReader, dict: PdfDict): Glyphs | undefined {
  if (reader.name(dict.entries.get('Subtype')) === 'Type0') return compositeGlyphs(reader, dict);
  const simple = simpleGlyphs(reader, dict);
  return simple === undefined ? undefined : { font: simple.font, of: (code) => simple.of(code)[0] ?? 0 };
}

/**
 * The glyphs that readers find for the codes of a simple font in its TrueType program: each looks through its maps in
 * an order of its own (§9.6.5.4 allows more than one). First what the standard has first. `instead`: of a code whose name no map and no
 * program knows, the glyph that some readers draw by the encoding beneath; 0 for none.
 */
export function simpleGlyphs(
  reader: FontReader,
  dict: PdfDict,
):
  | { font: TrueType; of: (code: number) => readonly number[]; instead: (code: number) => number }
  | undefined {
  const { descriptor, flags } = describe(reader, dict, undefined);
  const font = trueType(reader, descriptor);
  if (font === undefined) return undefined;
  const { characters, named, differences } = simpleEncoding(reader, dict, undefined);
  const characterOf = (code: number): string => characters[code] ?? '�';
  const byUnicode = (code: number): number[] =>
    characterOf(code) === '�' ? [] : font.unicodeGlyphs(characterOf(code).codePointAt(0) ?? 0);
  const byMacintosh = (code: number): number[] =>
    characterOf(code) === '�' ? [] : font.macGlyphs(macintosh.indexOf(characterOf(code)));
  const byName = (code: number): number[] => [font.namedGlyph(differences.get(code) ?? characterOf(code))];
  const byCode = (code: number): number[] => [...font.symbolGlyphs(code), ...font.macGlyphs(code)];
  const isNamed = (code: number): boolean => named !== undefined || differences.has(code);
  // Without a map of symbols some take that of Unicode, and others that of the Macintosh.
  const isPlain = !font.maps.hasSymbols;
  // Readers that find no glyph in one way go on to the next.
  const ways =
    (flags & SYMBOLIC) === 0
      ? [(code: number) => [...byUnicode(code), ...byMacintosh(code)], byName, byCode]
      : [
          (code: number) => [
            ...byCode(code),
            ...(isNamed(code) || isPlain ? byUnicode(code) : []),
            // Some find the name that the file gives, and some the code as if it were a character.
            ...(differences.has(code) ? [...byName(code), ...font.unicodeGlyphs(code)] : []),
          ],
          byUnicode,
        ];
  const of = (code: number): readonly number[] => {
    for (const way of ways) {
      const glyphs = way(code).filter((glyph) => glyph !== 0);
      if (glyphs.length > 0) return glyphs;
    }
    return [];
  };
  const base = named ?? namedEncodings.get('WinAnsiEncoding') ?? [];
  const instead = (code: number): number => {
    const isUnknown = differences.has(code) && characterOf(code) === '�' && of(code).length === 0;
    return isUnknown ? (font.unicodeGlyphs(base[code]?.codePointAt(0) ?? 0)[0] ?? 0) : 0;
  };
  return { font, of, instead };
}

const macintosh = namedEncodings.get('MacRomanEncoding') ?? [];

export function compositeGlyphs(reader: FontReader, dict: PdfDict): Glyphs | undefined {
  const descendant = descendantOf(reader, dict);
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
