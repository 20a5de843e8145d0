import type { Pdf } from '../../../syntax/pdf.ts';
import { standardEncoding } from '../encodings.ts';
import { glyphText, isListedName } from '../glyphnames.ts';
import { NamedGlyphs } from '../namedglyphs.ts';
import { FontBytes } from './bytes.ts';
import { CHARSET, ENCODING, type Index, numberOf, ROS, readDict, readIndex } from './cffdict.ts';
import { CffOutlines } from './cffoutlines.ts';
import type { ReadGlyph } from './outline.ts';

/** Strings that every font has (Adobe technical note 5176, Appendix A), those of Latin letters, from 150. */
const STANDARD_STRINGS =
  'onesuperior logicalnot mu trademark Eth onehalf plusminus Thorn onequarter divide brokenbar degree thorn ' +
  'threequarters twosuperior registered minus eth multiply threesuperior copyright Aacute Acircumflex Adieresis ' +
  'Agrave Aring Atilde Ccedilla Eacute Ecircumflex Edieresis Egrave Iacute Icircumflex Idieresis Igrave Ntilde ' +
  'Oacute Ocircumflex Odieresis Ograve Otilde Scaron Uacute Ucircumflex Udieresis Ugrave Yacute Ydieresis Zcaron ' +
  'aacute acircumflex adieresis agrave aring atilde ccedilla eacute ecircumflex edieresis egrave iacute icircumflex ' +
  'idieresis igrave ntilde oacute ocircumflex odieresis ograve otilde scaron uacute ucircumflex udieresis ugrave ' +
  'yacute ydieresis zcaron';
const STANDARD_COUNT = 391;
/** Of the expert ones: three ligatures. */
const LIGATURES: ReadonlyMap<number, string> = new Map([
  [266, 'ﬀ'],
  [267, 'ﬃ'],
  [268, 'ﬄ'],
]);
const LONGEST_NAME = 128;
/** Glyphs of a font. */
const MOST_GLYPHS = 65_536;

/** What a string number says that a glyph shows; '' where it says nothing. */
const standardTexts: readonly string[] = [
  '',
  ...standardEncoding.filter((character) => character !== '�'),
  ...STANDARD_STRINGS.split(' ').map((name) => glyphText(name) ?? ''),
];

/** What a CFF program (Adobe technical note 5176) tells of its glyphs' meaning. */
export class Cff {
  /** Glyphs have CIDs in place of names. */
  readonly cidKeyed: boolean = false;
  readonly #file: FontBytes;
  readonly #outlines: CffOutlines;
  readonly #strings: Index;
  /** String numbers of the names, by glyph. */
  readonly #charset: readonly number[] = [];
  /** Glyphs of the built-in encoding, by code; undefined for the standard one. */
  readonly #encoding: Map<number, number> | undefined;

  readonly #pdf: Pdf;
  #glyphs: Map<number, number> | undefined;
  #named: NamedGlyphs<number> | undefined;

  constructor(pdf: Pdf, bytes: Uint8Array) {
    this.#pdf = pdf;
    const file = new FontBytes(bytes);
    pdf.spend(Math.min(bytes.length, 1024));
    const names = readIndex(file, file.u8(2));
    const tops = readIndex(file, names.end);
    this.#file = file;
    this.#strings = readIndex(file, tops.end);
    const top = readDict(file, ...tops.entry(0));
    this.cidKeyed = top.has(ROS);
    this.#outlines = new CffOutlines(file, top, readIndex(file, this.#strings.end), (units) =>
      pdf.spend(units),
    );
    const glyphs = Math.min(this.#outlines.count, MOST_GLYPHS);
    pdf.spend(glyphs * 4);
    this.#charset = readCharset(file, numberOf(top, CHARSET), glyphs);
    if (this.cidKeyed) return;
    const encoding = numberOf(top, ENCODING);
    if (encoding > 1) this.#encoding = readEncoding(file, encoding);
  }

  /** What a glyph's name says; '' where it says nothing. */
  glyph(glyph: number): string {
    const sid = this.#charset[glyph] ?? 0;
    if (sid < STANDARD_COUNT) return standardTexts[sid] ?? LIGATURES.get(sid) ?? '';
    const [at, length] = this.#strings.entry(sid - STANDARD_COUNT);
    return length > LONGEST_NAME ? '' : (glyphText(this.#file.text(at, length)) ?? '');
  }

  /** Whether the name that a code has by the encoding of the font itself is one that all readers know. */
  hasListedName(code: number): boolean {
    const glyph = this.glyphOfCode(code);
    const sid = this.#charset[glyph] ?? 0;
    if (glyph === 0 || sid < STANDARD_COUNT) return glyph !== 0 && this.glyph(glyph) !== '';
    return isListedName(this.#file.text(...this.#strings.entry(sid - STANDARD_COUNT)));
  }

  /** What a glyph draws. Costs the steps that it takes. */
  outline(glyph: number): ReadGlyph {
    return this.#read(glyph).outline;
  }

  /** How far a glyph leads, in thousandths of an em; undefined for one that is not there, or not understood. */
  advance(glyph: number): number | undefined {
    const { outline, width } = this.#read(glyph);
    return outline === 'unread' ? undefined : width;
  }

  #read(glyph: number): ReturnType<CffOutlines['read']> {
    const standard = (code: number): number => this.glyphNamed(standardEncoding[code] ?? '');
    const read = this.#outlines.read(glyph, standard);
    this.#pdf.spend(read.steps);
    return read;
  }

  /** The glyph of a CID, in a program whose glyphs have them; 0 for none. */
  glyphOfCid(cid: number): number {
    this.#glyphs ??= new Map(this.#charset.map((one, glyph) => [one, glyph]));
    return this.#glyphs.get(cid) ?? 0;
  }

  /** The glyph of a name, as /Differences and encodings have it; 0 for none. */
  glyphNamed(name: string): number {
    this.#named ??= this.#readNames();
    return this.#named.find(name) ?? 0;
  }

  #readNames(): NamedGlyphs<number> {
    const named = new NamedGlyphs<number>();
    for (const [glyph, sid] of this.#charset.entries()) {
      if (sid < STANDARD_COUNT) {
        const text = standardTexts[sid] ?? LIGATURES.get(sid) ?? '';
        if (text !== '') named.addText(text, glyph);
        continue;
      }
      const [at, length] = this.#strings.entry(sid - STANDARD_COUNT);
      if (length <= LONGEST_NAME) named.add(this.#file.text(at, length), glyph);
    }
    this.#pdf.spend(8 * named.size);
    return named;
  }

  /** The glyph of a code by the encoding of the font itself; 0 for none. */
  glyphOfCode(code: number): number {
    if (this.#encoding !== undefined) return this.#encoding.get(code) ?? 0;
    return this.glyphNamed(standardEncoding[code] ?? '');
  }

  /** What a code shows by the encoding of the font itself; '' where that says nothing. */
  code(code: number): string {
    if (this.#encoding === undefined) return standardEncoding[code] ?? '';
    return this.glyph(this.#encoding.get(code) ?? 0);
  }
}

/** String numbers by glyph. */
function readCharset(file: FontBytes, offset: number, glyphs: number): number[] {
  const sids = [0];
  // ISOAdobe is 1 to 228 in order; of the expert ones nothing is known.
  if (offset <= 2)
    return Array.from({ length: glyphs }, (_, glyph) => (offset === 0 ? glyph : STANDARD_COUNT - 1));
  const format = file.u8(offset);
  for (let at = offset + 1; sids.length < glyphs && at < file.length; ) {
    const first = file.u16(at);
    const left = format === 0 ? 0 : format === 1 ? file.u8(at + 2) : file.u16(at + 2);
    at += 2 + Math.min(format, 2);
    for (let step = 0; step <= left && sids.length < glyphs; step++) sids.push(first + step);
  }
  return sids;
}

function readEncoding(file: FontBytes, offset: number): Map<number, number> {
  const glyphs = new Map<number, number>();
  const format = file.u8(offset) & 0x7f;
  const count = file.u8(offset + 1);
  let glyph = 1;
  for (let index = 0; index < count; index++) {
    const first = file.u8(offset + 2 + index * (format + 1));
    const left = format === 1 ? file.u8(offset + 3 + index * 2) : 0;
    for (let step = 0; step <= left; step++) glyphs.set(first + step, glyph++);
  }
  return glyphs;
}
