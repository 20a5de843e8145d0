import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { CMap, readCMap } from './cmap.ts';
import { collectedCharacter, isCollection } from './collections.ts';
import { type Description, describe, SYMBOLIC } from './descriptor.ts';
import { compact, compositeGlyphs, type Embedded, embedded, trueType } from './embedded.ts';
import { standardEncoding } from './encodings.ts';
import { simpleEncoding } from './names.ts';
import { readProgram } from './program/programs.ts';
import type { TrueType } from './program/truetype.ts';
import { FontReader } from './reader.ts';

/** What codes show, each by the characters that its glyph is known to stand for. */
export type Shown = ReadonlyMap<number, readonly string[]>;

/** What a code costs, beside the bytes that are read. */
const CODE = 8;
const NOTHING: Shown = new Map();

/**
 * What codes of a font show whatever ToUnicode says: by the names of its glyphs (/Differences, encodings, the
 * program's own names) and the character maps of its program (ISO 32000-2 §9.6.5, §9.7.4.2). Codes of which nothing
 * is known are left out: those of Type 3 fonts, of fonts without names and maps. Throws PdfError past a bound only.
 */
export function shownCharacters(pdf: Pdf, value: PdfValue, codes: readonly number[]): Shown {
  const reader = new FontReader(pdf);
  const dict = reader.dict(value);
  const subtype = reader.name(dict?.entries.get('Subtype'));
  pdf.spend(codes.length * CODE);
  if (dict === undefined || subtype === 'Type3') return NOTHING;
  if (subtype === 'Type0') return compositeShown(reader, dict, codes);
  const description = describe(reader, dict, undefined);
  return subtype === 'TrueType' || description.descriptor?.entries.has('FontFile2') === true
    ? trueTypeShown(reader, dict, description, codes)
    : type1Shown(reader, dict, description, codes);
}

/** Latin fonts that every reader has, and what stands in for them (ISO 32000-2 §9.6.2.2). */
const STANDARD_LATIN =
  /^(?:Helvetica|Arial|Times|TimesNewRoman|Courier|CourierNew)(?:PS)?(?:MT)?(?:[-,](?:Roman|Bold|Italic|Oblique|BoldItalic|BoldOblique)(?:MT)?)?$/;

/** Has no letters and no digits but those in circles, whatever encoding it is given (Annex D.6). */
const DINGBATS = /^ZapfDingbats/;

/** Whether its glyphs are surely those of a Latin font: it has one's name and no program of its own. */
export const isStandardLatin = (pdf: Pdf, value: PdfValue): boolean => isStandard(pdf, value, STANDARD_LATIN);

/**
 * As which character readers copy a code of Zapf Dingbats that has no program of its own, by the encoding that the file
 * names; undefined for any other font.
 */
export function ornamentNames(pdf: Pdf, value: PdfValue): ((code: number) => string) | undefined {
  if (!isStandard(pdf, value, DINGBATS)) return undefined;
  const reader = new FontReader(pdf);
  const dict = reader.dict(value);
  const named = dict === undefined ? undefined : simpleEncoding(reader, dict, undefined).named;
  return (code) => named?.[code] ?? '';
}

function isStandard(pdf: Pdf, value: PdfValue, named: RegExp): boolean {
  const reader = new FontReader(pdf);
  const dict = reader.dict(value);
  const subtype = reader.name(dict?.entries.get('Subtype'));
  if (dict === undefined || (subtype !== 'Type1' && subtype !== 'TrueType')) return false;
  const { name, descriptor } = describe(reader, dict, undefined);
  return named.test(name) && embedded(reader, descriptor) === undefined;
}

/**
 * Codes of a font without a program that are given a name which no font has, each with what stands at its place in the
 * encoding: some readers draw nothing for them, and others that.
 */
export function missingGlyphs(pdf: Pdf, value: PdfValue): ReadonlyMap<number, string> {
  const reader = new FontReader(pdf);
  const dict = reader.dict(value);
  const subtype = reader.name(dict?.entries.get('Subtype'));
  if (dict === undefined || (subtype !== 'Type1' && subtype !== 'TrueType')) return new Map();
  const { descriptor, standard } = describe(reader, dict, undefined);
  if (embedded(reader, descriptor) !== undefined) return new Map();
  const { characters, differences, named } = simpleEncoding(reader, dict, standard.encoding);
  const missing = [...differences.keys()].filter((code) => characters[code] === '�');
  const base = standard.encoding ?? named ?? standardEncoding;
  return new Map(missing.map((code) => [code, base[code] ?? '']));
}

function type1Shown(
  reader: FontReader,
  dict: PdfDict,
  description: Description,
  codes: readonly number[],
): Shown {
  const { descriptor, standard, flags } = description;
  const program = embedded(reader, descriptor);
  // Without its program, a font of signs is shown in whatever stands in for it.
  if (program === undefined && (flags & SYMBOLIC) !== 0) return NOTHING;
  const encoding = simpleEncoding(reader, dict, program === undefined ? standard.encoding : undefined);
  const own = program === undefined ? undefined : ownEncoding(reader, program);
  return collect(codes, (code) => {
    const assumed = encoding.named === undefined && !encoding.differences.has(code);
    return assumed && own !== undefined ? own(code) : encoding.characters[code];
  });
}

function trueTypeShown(
  reader: FontReader,
  dict: PdfDict,
  description: Description,
  codes: readonly number[],
): Shown {
  const { descriptor, flags } = description;
  const encoding = simpleEncoding(reader, dict, undefined);
  if ((flags & SYMBOLIC) === 0) {
    return collect(codes, (code) =>
      encoding.named !== undefined || encoding.differences.has(code) ? encoding.characters[code] : undefined,
    );
  }
  const font = trueType(reader, descriptor);
  return font === undefined ? NOTHING : byGlyph(codes, font, (code) => font.symbolGlyphs(code)[0] ?? 0);
}

function compositeShown(reader: FontReader, dict: PdfDict, codes: readonly number[]): Shown {
  const descendant = reader.dict(reader.array(dict.entries.get('DescendantFonts'))?.items[0]);
  if (descendant === undefined) return NOTHING;
  const encoding = readCMap(reader, dict.entries.get('Encoding')) ?? new CMap();
  const descriptor = reader.dict(descendant.entries.get('FontDescriptor'));
  const glyphs = compositeGlyphs(reader, dict);
  if (glyphs !== undefined) return byGlyph(codes, glyphs.font, glyphs.of);
  const cff = compact(reader, embedded(reader, descriptor));
  if (cff !== undefined && !cff.cidKeyed) return collect(codes, (code) => cff.glyph(encoding.cid(code)));
  if (encoding.base?.codes === 'unicode' && encoding.cids.size === 0) {
    return collect(codes, (code) => (code < 0x10000 ? String.fromCharCode(code) : undefined));
  }
  const system = reader.dict(descendant.entries.get('CIDSystemInfo'));
  const ordering = reader.text(system?.entries.get('Ordering'));
  const { name } = describe(reader, descendant, undefined);
  if (ordering === 'Identity' && STANDARD_LATIN.test(name) && embedded(reader, descriptor) === undefined)
    return collect(codes, (code) => numbered(encoding.cid(code)));
  if (!isCollection(ordering)) return NOTHING;
  return collect(codes, (code) => collectedCharacter(ordering, encoding.cid(code)));
}

/** Arial, Times New Roman and Courier New, and what stands in for them, have ASCII as glyphs 3 to 97. */
const numbered = (glyph: number): string | undefined =>
  glyph >= 3 && glyph <= 97 ? String.fromCharCode(29 + glyph) : undefined;

function collect(codes: readonly number[], text: (code: number) => string | undefined): Shown {
  const shown = new Map<number, string[]>();
  for (const code of codes) {
    const one = text(code);
    if (one !== undefined && one !== '' && one !== '�') shown.set(code, [one]);
  }
  return shown;
}

function byGlyph(codes: readonly number[], font: TrueType, glyph: (code: number) => number): Shown {
  const glyphs = new Map(codes.map((code) => [code, glyph(code)]));
  const characters = font.characters(new Set(glyphs.values()));
  const shown = new Map<number, readonly string[]>();
  for (const [code, index] of glyphs) {
    const texts = index === 0 ? undefined : characters.get(index);
    if (texts !== undefined) shown.set(code, texts);
  }
  return shown;
}

function ownEncoding(reader: FontReader, font: Embedded): ((code: number) => string) | undefined {
  if (font.kind === 'FontFile') return readProgram(reader, font.stream)?.type1Encoding;
  const cff = compact(reader, font);
  return cff === undefined || cff.cidKeyed ? undefined : (code) => cff.code(code);
}
