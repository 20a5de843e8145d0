import { PdfError } from '../errors.ts';
import { readCmap } from './cmap.ts';
import { FontTables } from './fonttables.ts';
import type { FontMetrics } from './types.ts';

/** What an appearance needs of a TrueType font. Lengths in font units unless said otherwise. */
export interface Font {
  unitsPerEm: number;
  glyphCount: number;
  /** Left, bottom, right, top. */
  bbox: readonly [number, number, number, number];
  ascent: number;
  descent: number;
  capHeight: number;
  /** Degrees counterclockwise from the vertical. */
  italicAngle: number;
  fixedPitch: boolean;
  /** OS/2 usWeightClass, 1..1000. */
  weight: number;
  /** Letters, digits and hyphens only. */
  postScriptName: string;
  /** Glyph id of a character; 0 where there is none. */
  glyph(codePoint: number): number;
  advance(glyph: number): number;
  /** Whether a glyph has anything to paint. */
  inked(glyph: number): boolean;
  /** The same in em, for layout. */
  metrics: FontMetrics;
}

/**
 * Reads the tables of a TrueType font that a PDF font needs; glyphs are looked up where they stand, nothing is
 * unpacked. Throws PdfError `font_unusable` for other formats, damaged tables and fonts whose licence bits
 * forbid embedding or subsetting.
 */
export function readFont(bytes: Uint8Array): Font {
  const tables = new FontTables(bytes);
  const head = tables.table('head');
  const hhea = tables.table('hhea');
  const unitsPerEm = head.u16(18);
  if (unitsPerEm < 16 || unitsPerEm > 16384) throw new PdfError('font_unusable', 'the font has no em square');
  const glyphCount = tables.table('maxp').u16(4);
  const hmtx = tables.table('hmtx');
  const longMetrics = hhea.u16(34);
  if (longMetrics === 0 || glyphCount === 0) throw new PdfError('font_unusable', 'the font has no glyphs');
  const glyph = readCmap(tables.table('cmap'), glyphCount);
  const advance = (id: number) => hmtx.u16(Math.min(id, longMetrics - 1) * 4);
  const [ascent, descent] = [hhea.i16(4), hhea.i16(6)];
  const known = (codePoint: number) => {
    const id = glyph(codePoint);
    return id === 0 ? undefined : advance(id) / unitsPerEm;
  };
  return {
    unitsPerEm,
    glyphCount,
    bbox: [head.i16(36), head.i16(38), head.i16(40), head.i16(42)],
    ascent,
    descent,
    ...styleOf(tables, ascent),
    postScriptName: postScriptName(tables),
    glyph,
    advance,
    inked: outlines(tables, head.i16(50) === 0, glyphCount),
    metrics: { advance: known, ascent: ascent / unitsPerEm, descent: descent / unitsPerEm },
  };
}

/** From OS/2 and post, which subsets may lack. */
function styleOf(tables: FontTables, ascent: number) {
  const os2 = tables.optional('OS/2');
  const post = tables.optional('post');
  const usage = os2?.u16(8) ?? 0;
  // OpenType OS/2 fsType: 0x0002 restricted licence, 0x0100 no subsetting.
  if ((usage & 0x000f) === 0x0002 || (usage & 0x0100) !== 0) {
    throw new PdfError('font_unusable', 'the licence of the font forbids to embed a subset of it');
  }
  return {
    weight: Math.min(Math.max(os2?.u16(4) ?? 400, 1), 1000),
    capHeight: os2 !== undefined && os2.u16(0) >= 2 ? os2.i16(88) : Math.round(ascent * 0.7),
    italicAngle: (post?.i32(4) ?? 0) / 65536,
    fixedPitch: (post?.u32(12) ?? 0) !== 0,
  };
}

function outlines(tables: FontTables, short: boolean, glyphCount: number): (glyph: number) => boolean {
  const loca = tables.table('loca');
  tables.table('glyf');
  const offset = (id: number) => (short ? loca.u16(id * 2) * 2 : loca.u32(id * 4));
  return (id) => id >= 0 && id < glyphCount && offset(id + 1) > offset(id);
}

/** Name id 6 of the name table; a font without one gets a plain name. */
function postScriptName(tables: FontTables): string {
  const name = tables.optional('name');
  const count = Math.min(name?.u16(2) ?? 0, 1000);
  for (let i = 0; name && i < count; i++) {
    const record = 6 + i * 12;
    if (name.u16(record + 6) !== 6) continue;
    const start = name.u16(4) + name.u16(record + 10);
    const codes = name.bytes(start, Math.min(name.u16(record + 8), 128));
    const clean = String.fromCharCode(...codes).replace(/[^A-Za-z0-9-]/g, '');
    if (clean !== '') return clean.slice(0, 63);
  }
  return 'Signature';
}
