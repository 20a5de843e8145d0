import type { Pdf } from '../../../syntax/pdf.ts';
import { standardEncoding } from '../encodings.ts';
import { glyphText } from '../glyphnames.ts';
import { FontBytes } from './bytes.ts';

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

interface Index {
  count: number;
  /** Start and length of an entry. */
  entry(index: number): [number, number];
  end: number;
}

/** What a CFF program (Adobe technical note 5176) tells of its glyphs' meaning. */
export class Cff {
  /** Glyphs have CIDs in place of names. */
  readonly cidKeyed: boolean = false;
  readonly #file: FontBytes;
  readonly #strings: Index;
  /** String numbers of the names, by glyph. */
  readonly #charset: readonly number[] = [];
  /** Glyphs of the built-in encoding, by code; undefined for the standard one. */
  readonly #encoding: Map<number, number> | undefined;

  constructor(pdf: Pdf, bytes: Uint8Array) {
    const file = new FontBytes(bytes);
    pdf.spend(Math.min(bytes.length, 1024));
    const names = readIndex(file, file.u8(2));
    const tops = readIndex(file, names.end);
    this.#file = file;
    this.#strings = readIndex(file, tops.end);
    const top = readDict(file, ...tops.entry(0));
    this.cidKeyed = top.has(ROS);
    if (this.cidKeyed) return;
    const glyphs = Math.min(readIndex(file, top.get(CHAR_STRINGS) ?? 0).count, MOST_GLYPHS);
    pdf.spend(glyphs * 4);
    this.#charset = readCharset(file, top.get(CHARSET) ?? 0, glyphs);
    const encoding = top.get(ENCODING) ?? 0;
    if (encoding > 1) this.#encoding = readEncoding(file, encoding);
  }

  /** What a glyph's name says; '' where it says nothing. */
  glyph(glyph: number): string {
    const sid = this.#charset[glyph] ?? 0;
    if (sid < STANDARD_COUNT) return standardTexts[sid] ?? LIGATURES.get(sid) ?? '';
    const [at, length] = this.#strings.entry(sid - STANDARD_COUNT);
    return length > LONGEST_NAME ? '' : (glyphText(this.#file.text(at, length)) ?? '');
  }

  /** What a code shows by the encoding of the font itself; '' where that says nothing. */
  code(code: number): string {
    if (this.#encoding === undefined) return standardEncoding[code] ?? '';
    return this.glyph(this.#encoding.get(code) ?? 0);
  }
}

/** Operators of a Top DICT; those of two bytes have 12 before them. */
const CHARSET = 15;
const ENCODING = 16;
const CHAR_STRINGS = 17;
const ROS = 0x0c1e;

function readIndex(file: FontBytes, at: number): Index {
  const count = file.u16(at);
  if (count === 0 || at <= 0 || at >= file.length) return { count: 0, entry: () => [0, 0], end: at + 2 };
  const size = Math.min(Math.max(file.u8(at + 2), 1), 4);
  const data = at + 2 + (count + 1) * size;
  const offset = (index: number): number => file.uint(at + 3 + index * size, size);
  const entry = (index: number): [number, number] =>
    index < 0 || index >= count
      ? [0, 0]
      : [data + offset(index), Math.max(0, offset(index + 1) - offset(index))];
  return { count, entry, end: data + offset(count) };
}

/** The last number before each operator. */
function readDict(file: FontBytes, from: number, length: number): Map<number, number> {
  const found = new Map<number, number>();
  let number = 0;
  for (let at = from; at < from + Math.min(length, 4096); ) {
    const byte = file.u8(at++);
    if (byte <= 21) {
      const operator = byte === 12 ? 0x0c00 | file.u8(at++) : byte;
      found.set(operator, number);
      number = 0;
    } else if (byte === 28) {
      number = (file.u16(at) << 16) >> 16;
      at += 2;
    } else if (byte === 29) {
      number = file.u32(at) | 0;
      at += 4;
    } else if (byte === 30) {
      while (at < file.length && (file.u8(at) & 15) !== 15 && file.u8(at) >> 4 !== 15) at++;
      at++;
    } else if (byte < 247) number = byte - 139;
    else if (byte < 251) number = (byte - 247) * 256 + file.u8(at++) + 108;
    else number = -(byte - 251) * 256 - file.u8(at++) - 108;
  }
  return found;
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
