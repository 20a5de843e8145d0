import { PdfError, readable } from '../../../errors.ts';
import { type Contour, glyphContours, trace } from '../../../font/glyf.ts';
import type { Pdf } from '../../../syntax/pdf.ts';
import { glyphText } from '../glyphnames.ts';
import { FontBytes } from './bytes.ts';
import { MAC_GLYPHS } from './macglyphs.ts';
import { type GlyphOutline, OutlinePen } from './outline.ts';

/** More tables, and cmap subtables, than any font has. */
const MOST_TABLES = 64;
/** Codes of a character map that are looked at. */
const MOST_CODES = 400_000;
/** What a code costs. */
const CODE = 4;
const MOST_NAMES = 65_536;
/** Versions of the format: TrueType in two spellings, OpenType, and collections. */
const VERSIONS: ReadonlySet<number> = new Set([0x00010000, 0x74727565, 0x4f54544f, 0x74746366]);
const NEEDED = ['head', 'hhea', 'hmtx', 'loca', 'maxp'];
/** A last table may lack the bytes that fill it up. */
const PADDING = 3;
/** A glyph may be made of others, those of others again; no font goes deeper. */
const DEEPEST = 6;
/** Glyphs that one is made of, in all. */
const MOST_PARTS = 256;

/** How many glyphs within each other, and how many in all, may still be read. */
interface Budget {
  depth: number;
  left: number;
}

/** What a TrueType or OpenType program tells of its glyphs' meaning (ISO/IEC 14496-22). */
export class TrueType {
  readonly #pdf: Pdf;
  readonly #tables = new Map<string, FontBytes>();
  readonly #version: number;
  /** Tables that end behind the end of the file. */
  readonly #cut = new Set<string>();
  readonly #subtables = new Map<string, FontBytes>();
  #named: string[] | undefined;

  constructor(pdf: Pdf, bytes: Uint8Array) {
    this.#pdf = pdf;
    const file = new FontBytes(bytes);
    this.#version = file.u32(0);
    const count = Math.min(file.u16(4), MOST_TABLES);
    for (let index = 0; index < count; index++) {
      const record = 12 + index * 16;
      const end = file.u32(record + 8) + file.u32(record + 12);
      if (end > file.length + PADDING) this.#cut.add(file.text(record, 4));
      this.#tables.set(file.text(record, 4), file.part(file.u32(record + 8), file.u32(record + 12)));
    }
    const cmap = this.table('cmap');
    const subtables = Math.min(cmap?.u16(2) ?? 0, MOST_TABLES);
    for (let index = 0; cmap !== undefined && index < subtables; index++) {
      const record = 4 + index * 8;
      const offset = cmap.u32(record + 4);
      this.#subtables.set(`${cmap.u16(record)},${cmap.u16(record + 2)}`, cmap.part(offset, cmap.length));
    }
  }

  /**
   * Whether programs that read it strictly can draw it: others show another font in its place, or other glyphs and
   * widths (ISO 32000-2 §9.9: the tables that a TrueType program in a PDF has).
   */
  get isDrawable(): boolean {
    if (!VERSIONS.has(this.#version)) return false;
    // Outlines of the other kind are in a table of their own.
    if (this.#tables.has('CFF ')) return true;
    // A font of blanks alone has no outlines.
    if (!this.#tables.has('glyf') || this.#cut.has('glyf')) return false;
    return NEEDED.every((tag) => (this.#tables.get(tag)?.length ?? 0) > 0 && !this.#cut.has(tag));
  }

  table(tag: string): FontBytes | undefined {
    return this.#tables.get(tag);
  }

  /** Glyph of a code in the symbol map (3,0), else in the Macintosh map (1,0); 0 for none (§9.6.5.4). */
  symbolGlyph(code: number): number {
    const symbol = this.#subtables.get('3,0');
    if (symbol !== undefined) {
      for (const base of [0xf000, 0, 0xf100, 0xf200]) {
        const glyph = lookUp(symbol, base + code);
        if (glyph !== 0) return glyph;
      }
    }
    return this.macGlyph(code);
  }

  /** Glyph of a code in the Macintosh map (1,0); 0 for none. */
  macGlyph(code: number): number {
    const mac = this.#subtables.get('1,0');
    return mac === undefined ? 0 : lookUp(mac, code);
  }

  /** Glyph of a character in a Unicode map; 0 for none. */
  unicodeGlyph(code: number): number {
    for (const key of ['3,10', '3,1', '0,4', '0,3']) {
      const map = this.#subtables.get(key);
      if (map !== undefined) return lookUp(map, code);
    }
    return 0;
  }

  /** What a glyph draws; undefined for one that is not there, or not understood. */
  outline(glyph: number): GlyphOutline | undefined {
    const [loca, glyf, head] = [this.table('loca'), this.table('glyf'), this.table('head')];
    const scale = head?.u16(18) ?? 0;
    if (loca === undefined || glyf === undefined || scale === 0) return undefined;
    const contours = this.#contours(glyph, { depth: 0, left: MOST_PARTS });
    if (contours === undefined) return undefined;
    const pen = new OutlinePen(scale);
    for (const contour of contours) trace(pen, contour);
    return pen.isFull ? undefined : pen.contours;
  }

  #contours(glyph: number, budget: Budget): Contour[] | undefined {
    const [loca, glyf] = [this.table('loca'), this.table('glyf')];
    const count = this.table('maxp')?.u16(4) ?? 0;
    if (loca === undefined || glyf === undefined || glyph >= count) return undefined;
    if (budget.depth > DEEPEST || budget.left-- <= 0) return undefined;
    const long = this.table('head')?.u16(50) === 1;
    const at = (index: number): number => (long ? loca.u32(4 * index) : 2 * loca.u16(2 * index));
    const [start, end] = [at(glyph), at(glyph + 1)];
    this.#pdf.spend(CODE);
    if (end <= start || start >= glyf.length) return [];
    const part = glyf.part(start, end - start);
    this.#pdf.spend(part.length);
    return readable(() =>
      glyphContours(part, 0, (of) => {
        const deeper = { depth: budget.depth + 1, left: budget.left };
        const found = this.#contours(of, deeper);
        budget.left = deeper.left;
        if (found === undefined) throw new PdfError('font_unusable', 'a glyph of glyphs is broken');
        return found;
      }),
    );
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
    const maps = [...this.#subtables].filter(([key]) => /^0,|^3,1$|^3,10$/.test(key));
    for (const subtable of new Map(maps.map(([, map]) => [map.bytes.byteOffset, map])).values()) {
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

/** The runs of codes that a map has. */
function* ranges(map: FontBytes): Generator<[number, number]> {
  const format = map.u16(0);
  if (format === 0) yield [0, 255];
  if (format === 6) yield [map.u16(6), map.u16(6) + map.u16(8) - 1];
  if (format === 4) {
    const doubled = map.u16(6);
    for (let at = 0; at < doubled; at += 2) {
      const end = map.u16(14 + at);
      // The last segment says that nothing follows.
      yield [map.u16(16 + doubled + at), end === 0xffff ? 0xfffe : end];
    }
  }
  if (format === 12) {
    const count = Math.min(map.u32(12), map.length / 12);
    for (let group = 0; group < count; group++) yield [map.u32(16 + group * 12), map.u32(20 + group * 12)];
  }
}

/** Glyph of a code in a map of format 0, 4, 6 or 12; 0 for none. */
function lookUp(map: FontBytes, code: number): number {
  switch (map.u16(0)) {
    case 0:
      return code < 256 ? map.u8(6 + code) : 0;
    case 4:
      return code > 0xffff ? 0 : segment(map, code);
    case 6: {
      const index = code - map.u16(6);
      return index >= 0 && index < map.u16(8) ? map.u16(10 + 2 * index) : 0;
    }
    case 12:
      return group(map, code);
    default:
      return 0;
  }
}

/** First index of `count` whose end is at or past `code`. */
function firstEnding(count: number, end: (index: number) => number, code: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (end(middle) < code) low = middle + 1;
    else high = middle;
  }
  return low;
}

function segment(map: FontBytes, code: number): number {
  const doubled = map.u16(6);
  const at = 2 * firstEnding(doubled >> 1, (index) => map.u16(14 + 2 * index), code);
  const starts = 16 + doubled;
  const start = map.u16(starts + at);
  if (at >= doubled || code < start) return 0;
  const delta = map.u16(starts + doubled + at);
  const rangeAt = starts + 2 * doubled + at;
  const range = map.u16(rangeAt);
  if (range === 0) return (code + delta) & 0xffff;
  const glyph = map.u16(rangeAt + range + 2 * (code - start));
  return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
}

function group(map: FontBytes, code: number): number {
  const count = Math.min(map.u32(12), Math.floor(map.length / 12));
  const index = firstEnding(count, (at) => map.u32(20 + at * 12), code);
  const start = map.u32(16 + index * 12);
  return index < count && code >= start ? map.u32(24 + index * 12) + code - start : 0;
}
