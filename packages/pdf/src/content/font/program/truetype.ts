import { PdfError, readable } from '../../../errors.ts';
import { type Contour, type GlyphBytes, glyphContours, trace } from '../../../font/glyf.ts';
import type { Pdf } from '../../../syntax/pdf.ts';
import { glyphText } from '../glyphnames.ts';
import { NamedGlyphs } from '../namedglyphs.ts';
import { FontBytes } from './bytes.ts';
import { lookUp, ranges } from './charmaps.ts';
import { MAC_GLYPHS } from './macglyphs.ts';
import { MOST_CORNERS, OutlinePen, perEm, type ReadGlyph } from './outline.ts';

/** More tables, and cmap subtables, than any font has. */
const MOST_TABLES = 64;
/** Codes of a character map that are looked at. */
const MOST_CODES = 400_000;
/** What a code costs. */
const CODE = 4;
const MOST_NAMES = 65_536;
/** Versions of the format: TrueType in two spellings, and OpenType with outlines of the other kind. */
const VERSIONS: ReadonlySet<number> = new Set([0x00010000, 0x74727565]);
const COMPACT = 0x4f54544f;
/** Version 1.0 of `maxp`; 0.5 is for those outlines (ISO/IEC 14496-22 §5.2.6). */
const MAXP_VERSION_1 = 0x00010000;
/** Platforms and encodings of the maps whose codes are Unicode (ISO/IEC 14496-22 §5.2.1). */
const UNICODE_MAPS: ReadonlySet<string> = new Set(['3,10', '3,1', '0,4', '0,3', '0,6', '0,2', '0,1', '0,0']);
/** Where maps of symbols may have the codes of a font: its first 256 characters, or those for private use. */
const SYMBOL_BASES = [0xf000, 0, 0xf100, 0xf200];
const NEEDED = ['head', 'hhea', 'hmtx', 'loca', 'maxp'];
/** A last table may lack the bytes that fill it up. */
const PADDING = 3;
/** A glyph may be made of others, those of others again; no font goes deeper. */
const DEEPEST = 6;
/** Glyphs that one is made of, in all. */
const MOST_PARTS = 256;

/** How many glyphs that one is made of, and corners of theirs, may still be read. */
interface Budget {
  parts: number;
  corners: number;
}

/** What a TrueType or OpenType program tells of its glyphs' meaning (ISO/IEC 14496-22). */
export class TrueType {
  readonly #pdf: Pdf;
  readonly #tables = new Map<string, FontBytes>();
  readonly #version: number;
  /** Tables that end behind the end of the file. */
  readonly #cut = new Set<string>();
  #hasTableTwice = false;
  /** By platform and encoding; a program may have one twice, of which readers take the first or the last. */
  readonly #subtables = new Map<string, FontBytes[]>();
  #named: string[] | undefined;
  #glyphs: NamedGlyphs<number> | undefined;

  constructor(pdf: Pdf, bytes: Uint8Array) {
    this.#pdf = pdf;
    const file = new FontBytes(bytes);
    this.#version = file.u32(0);
    const count = Math.min(file.u16(4), MOST_TABLES);
    for (let index = 0; index < count; index++) {
      const record = 12 + index * 16;
      const tag = file.text(record, 4);
      const end = file.u32(record + 8) + file.u32(record + 12);
      if (end > file.length + PADDING) this.#cut.add(tag);
      if (this.#tables.has(tag)) this.#hasTableTwice = true;
      this.#tables.set(tag, file.part(file.u32(record + 8), file.u32(record + 12)));
    }
    const cmap = this.table('cmap');
    const subtables = Math.min(cmap?.u16(2) ?? 0, MOST_TABLES);
    for (let index = 0; cmap !== undefined && index < subtables; index++) {
      const record = 4 + index * 8;
      const offset = cmap.u32(record + 4);
      const key = `${cmap.u16(record)},${cmap.u16(record + 2)}`;
      this.#subtables.set(key, [...this.#mapsOf(key), cmap.part(offset, cmap.length)]);
    }
  }

  /**
   * Whether programs that read it strictly can draw it: others show another font in its place, or other glyphs and
   * widths (ISO 32000-2 §9.9: the tables that a TrueType program in a PDF has).
   */
  get isDrawable(): boolean {
    // Some take the first of two tables, some the last; some tell the kind of outlines by version, some by table.
    const [isOutlined, isOfTheOther] = [this.#tables.has('glyf'), this.#tables.has('CFF ')];
    if (this.#hasTableTwice || isOutlined === isOfTheOther) return false;
    if (isOfTheOther) return this.isCompact && !this.#cut.has('CFF ');
    // A font of blanks alone has no outlines.
    if (!VERSIONS.has(this.#version) || this.#cut.has('glyf')) return false;
    // Versions before the first are for outlines of the other kind: they leave out what these need to be drawn.
    if ((this.table('maxp')?.u32(0) ?? 0) < MAXP_VERSION_1) return false;
    return NEEDED.every((tag) => (this.#tables.get(tag)?.length ?? 0) > 0 && !this.#cut.has(tag));
  }

  /** Whether its outlines are those of a CFF program (ISO/IEC 14496-22 §4.5.1). */
  get isCompact(): boolean {
    return this.#version === COMPACT;
  }

  table(tag: string): FontBytes | undefined {
    return this.#tables.get(tag);
  }

  #mapsOf(key: string): readonly FontBytes[] {
    return this.#subtables.get(key) ?? [];
  }

  /** Glyphs of a code in the symbol maps (3,0), else in the Macintosh maps (1,0) (ISO 32000-2 §9.6.5.4): those that there are. */
  symbolGlyphs(code: number): number[] {
    const found = this.#mapsOf('3,0').flatMap((map) => {
      const glyphs = SYMBOL_BASES.map((base) => lookUp(map, base + code));
      return glyphs.find((glyph) => glyph !== 0) ?? [];
    });
    return found.length > 0 ? found : this.macGlyphs(code);
  }

  /** Glyphs of a code in the Macintosh maps (1,0): those that there are. */
  macGlyphs(code: number): number[] {
    return this.#mapsOf('1,0')
      .map((map) => lookUp(map, code))
      .filter((glyph) => glyph !== 0);
  }

  /** Glyphs of a character in the Unicode maps, those of Windows first; 0 for none. */
  unicodeGlyphs(code: number): number[] {
    return [...UNICODE_MAPS].flatMap((key) => this.#mapsOf(key).map((map) => lookUp(map, code)));
  }

  /** The glyph that `post` names so, or by another name of the same character; 0 for none. */
  namedGlyph(name: string): number {
    this.#glyphs ??= this.#readNames();
    return this.#glyphs.find(name) ?? 0;
  }

  #readNames(): NamedGlyphs<number> {
    this.#named ??= this.#post();
    const glyphs = new NamedGlyphs<number>();
    for (const [glyph, name] of this.#named.entries()) glyphs.add(name, glyph);
    this.#pdf.spend(8 * glyphs.size);
    return glyphs;
  }

  /** How many character maps it has, and whether that of symbols, and one of Unicode, is among them (§9.6.5.4). */
  get maps(): { count: number; hasSymbols: boolean; hasUnicode: boolean } {
    const [count, maps] = [this.table('cmap')?.u16(2) ?? 0, this.#subtables];
    return { count, hasSymbols: maps.has('3,0'), hasUnicode: maps.has('3,1') };
  }

  /** How far a glyph leads, in thousandths of an em; undefined for one that is not there. */
  advance(glyph: number): number | undefined {
    const [head, metrics] = [this.table('head'), this.table('hmtx')];
    const [units, count] = [head?.u16(18) ?? 0, this.table('hhea')?.u16(34) ?? 0];
    if (glyph >= (this.table('maxp')?.u16(4) ?? 0) || units === 0 || count === 0) return undefined;
    // The last one holds for all glyphs behind it.
    const at = 4 * Math.min(glyph, count - 1);
    return metrics === undefined || at + 2 > metrics.length ? undefined : (metrics.u16(at) * 1000) / units;
  }

  /** What a glyph draws. */
  outline(glyph: number): ReadGlyph {
    const [loca, glyf, head] = [this.table('loca'), this.table('glyf'), this.table('head')];
    const scale = head?.u16(18) ?? 0;
    if (loca === undefined || glyf === undefined || scale === 0) return undefined;
    if (glyph >= (this.table('maxp')?.u16(4) ?? 0)) return undefined;
    const contours = this.#contours(glyph, { parts: MOST_PARTS, corners: MOST_CORNERS }, 0);
    if (contours === undefined) return 'unread';
    const pen = new OutlinePen(perEm(scale));
    for (const contour of contours) trace(pen, contour);
    return pen.isWhole ? pen.contours : 'unread';
  }

  #contours(glyph: number, budget: Budget, depth: number): Contour[] | undefined {
    const [loca, glyf] = [this.table('loca'), this.table('glyf')];
    const count = this.table('maxp')?.u16(4) ?? 0;
    if (loca === undefined || glyf === undefined || glyph >= count) return undefined;
    if (depth > DEEPEST || budget.parts-- <= 0) return undefined;
    const long = this.table('head')?.u16(50) === 1;
    const at = (index: number): number => (long ? loca.u32(4 * index) : 2 * loca.u16(2 * index));
    const [start, end] = [at(glyph), at(glyph + 1)];
    this.#pdf.spend(CODE);
    if (end <= start || start >= glyf.length) return [];
    const part = glyf.part(start, end - start);
    const contours = readable(() =>
      glyphContours(strict(part), 0, (of) => {
        const found = this.#contours(of, budget, depth + 1);
        if (found === undefined) throw new PdfError('font_unusable', 'a glyph of glyphs is broken');
        return found;
      }),
    );
    const corners = (contours ?? []).reduce((sum, { length }) => sum + length, 0);
    this.#pdf.spend(part.length + corners);
    budget.corners -= corners;
    return budget.corners < 0 ? undefined : contours;
  }

  /** The characters that the Unicode maps and `post` name for glyphs, of those that are asked for. */
  characters(glyphs: ReadonlySet<number>): Map<number, string[]> {
    const found = new Map<number, string[]>();
    const note = (glyph: number, text: string): void => {
      if (!glyphs.has(glyph)) return;
      const texts = found.get(glyph);
      if (texts === undefined) found.set(glyph, [text]);
      else if (texts.length < 8 && !texts.includes(text)) texts.push(text);
    };
    // Subtables often are one, under several names.
    const maps = [...UNICODE_MAPS].flatMap((key) => this.#mapsOf(key));
    for (const subtable of new Map(maps.map((map) => [map.bytes.byteOffset, map])).values()) {
      this.#each(subtable, (code, glyph) => note(glyph, code <= 0x10ffff ? String.fromCodePoint(code) : '�'));
    }
    this.#named ??= this.#post();
    for (const glyph of glyphs) {
      const text = glyphText(this.#named[glyph] ?? '');
      if (text !== undefined) note(glyph, text);
    }
    return found;
  }

  /** Calls `visit` for the codes of a map and their glyphs, as far as the bound. */
  #each(map: FontBytes, visit: (code: number, glyph: number) => void): void {
    let left = MOST_CODES;
    for (const [first, last] of ranges(map)) {
      this.#pdf.spend(8);
      for (let code = first; code <= last && left > 0; code++, left--) visit(code, lookUp(map, code));
    }
    this.#pdf.spend((MOST_CODES - left) * CODE);
  }

  /** Names by glyph: `post` of version 2; the other versions name none or the standard ones. */
  #post(): string[] {
    const post = this.table('post');
    if (post === undefined || post.u32(0) !== 0x00020000) return [];
    const count = Math.min(post.u16(32), (post.length - 34) >> 1);
    const strings: string[] = [];
    for (let at = 34 + 2 * count; at < post.length && strings.length < MOST_NAMES; at += 1 + post.u8(at)) {
      strings.push(post.text(at + 1, post.u8(at)));
    }
    this.#pdf.spend(post.length);
    return Array.from({ length: Math.max(0, count) }, (_, glyph) => {
      const index = post.u16(34 + 2 * glyph);
      return (index < 258 ? MAC_GLYPHS[index] : strings[index - 258]) ?? '';
    });
  }
}

/** Reads of a glyph, which fail past its end: readers refuse one that is cut off. */
function strict(part: FontBytes): GlyphBytes {
  const within = (at: number, size: number): number => {
    if (at + size > part.length) throw new PdfError('font_unusable', 'a glyph of the font ends too early');
    return at;
  };
  return {
    u8: (at) => part.u8(within(at, 1)),
    i8: (at) => part.i8(within(at, 1)),
    u16: (at) => part.u16(within(at, 2)),
    i16: (at) => part.i16(within(at, 2)),
  };
}
