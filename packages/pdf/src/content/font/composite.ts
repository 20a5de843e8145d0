import type { PdfDict } from '../../syntax/values.ts';
import { ACROSS, cidWidths, HEIGHT, OVER, WIDTH } from './cidwidths.ts';
import { CMap, readCMap } from './cmap.ts';
import { type Description, describe } from './descriptor.ts';
import type { FontReader } from './reader.ts';
import { type Shown, shownCharacters } from './shown.ts';
import type { Extent, Font } from './types.ts';

/** Widths, or heights in vertical writing, of the CIDs that are named, and of all others. */
interface Advances {
  named: Float32Array;
  standard: number;
}

/** The vertical part of the position vector where /DW2 says nothing (Table 115). */
const STANDARD_OVER = 880;
/** In thousandths of an em, from where a glyph stands in another one's place, or in the next line; and all of a font. */
const MOVED = 600;
const ALL_MOVED = 950;
/** What of a font of vertical writing stands apart from its place on the line. */
interface Moved {
  all: boolean;
  cids: ReadonlySet<number>;
}

/** Codes whose text by the font's program is kept. */
const MOST_SHOWN = 4096;

/** A Type 0 font: codes of one to four bytes, through a CMap to the glyphs of a CIDFont (ISO 32000-2 §9.7). */
export class CompositeFont implements Font {
  readonly name: string;
  readonly kind = 'composite';
  readonly vertical: boolean;
  readonly ascent: number;
  readonly descent: number;
  object?: number;
  dict?: PdfDict;
  readonly encoding: CMap;
  readonly toUnicode: CMap | undefined;
  readonly #advances: Advances;
  readonly #moved: Moved | undefined;
  readonly #identity: boolean;
  /** What codes show by the font's program: only where nothing else tells their text. */
  readonly #shownBy: ((codes: readonly number[]) => Shown) | undefined;
  readonly #shown = new Map<number, string>();
  readonly #extent: Extent = { advance: 0, codes: 0, spaces: 0 };

  constructor(
    description: Description,
    maps: {
      encoding: CMap;
      toUnicode: CMap | undefined;
      shown: (codes: readonly number[]) => Shown;
    },
    { advances, moved }: { advances: Advances; moved?: Moved },
  ) {
    const { encoding, toUnicode } = maps;
    this.name = description.name;
    this.ascent = description.ascent;
    this.descent = description.descent;
    this.vertical = encoding.vertical;
    this.encoding = encoding;
    this.toUnicode = toUnicode;
    this.#shownBy =
      toUnicode === undefined && (encoding.base?.codes ?? 'cid') === 'cid' ? maps.shown : undefined;
    this.#advances = advances;
    this.#moved = moved;
    this.#identity = encoding.codespaces.double && encoding.base?.codes === 'cid' && encoding.cids.size === 0;
  }

  /** What it keeps, in entries of tables. */
  get entries(): number {
    const moved = this.#moved?.cids.size ?? 0;
    return this.#advances.named.length + moved + this.encoding.size + (this.toUnicode?.size ?? 0);
  }

  measure(bytes: Uint8Array): Readonly<Extent> {
    const extent = this.#extent;
    extent.advance = 0;
    extent.codes = 0;
    extent.spaces = 0;
    if (this.#identity) this.#measurePairs(bytes, extent);
    else this.#measureCodes(bytes, extent);
    return extent;
  }

  /** Most fonts: two bytes are a CID. */
  #measurePairs(bytes: Uint8Array, extent: Extent): void {
    const { named, standard } = this.#advances;
    const known = named.length;
    let advance = 0;
    // A last single byte counts as a code by itself, and as a space where it is one.
    const odd = bytes.length & 1;
    for (let at = 0; at + 1 < bytes.length; at += 2) {
      const cid = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      advance += cid < known ? (named[cid] ?? 0) : standard;
    }
    if (odd === 1) advance += named[bytes.at(-1) ?? 0] ?? standard;
    extent.advance = advance;
    extent.codes = (bytes.length + odd) >> 1;
    extent.spaces = odd === 1 && bytes.at(-1) === 32 ? 1 : 0;
  }

  #measureCodes(bytes: Uint8Array, extent: Extent): void {
    const { named, standard } = this.#advances;
    const { encoding } = this;
    for (let at = 0; at < bytes.length; ) {
      const length = encoding.codespaces.lengthAt(bytes, at);
      const code = codeAt(bytes, at, length);
      extent.advance += named[encoding.cid(code)] ?? standard;
      extent.codes++;
      // Word spacing is for single bytes only (§9.3.3).
      if (length === 1 && code === 32) extent.spaces++;
      at += length;
    }
  }

  text(bytes: Uint8Array): string {
    if (this.#shownBy !== undefined) this.#readShown(this.codes(bytes));
    let text = '';
    for (let at = 0; at < bytes.length; ) {
      const length = this.encoding.codespaces.lengthAt(bytes, at);
      text += this.#textOf(codeAt(bytes, at, length), length);
      at += length;
    }
    return text;
  }

  copied(code: Uint8Array): string | undefined {
    if (this.toUnicode === undefined && this.encoding.base?.codes !== 'unicode') return undefined;
    return this.toUnicode?.text(codeAt(code, 0, code.length)) ?? this.text(code);
  }

  rival(code: Uint8Array): string | undefined {
    return this.toUnicode?.rival(codeAt(code, 0, code.length));
  }

  isDoubtful(code: Uint8Array): boolean {
    return this.toUnicode?.isDoubtful(codeAt(code, 0, code.length)) === true;
  }

  isMoved(code: Uint8Array): boolean {
    const moved = this.#moved;
    if (moved === undefined) return false;
    return moved.all || moved.cids.has(this.encoding.cid(codeAt(code, 0, code.length)));
  }

  lengthAt(bytes: Uint8Array, at: number): number {
    return this.encoding.codespaces.lengthAt(bytes, at);
  }

  codes(bytes: Uint8Array): { code: number; length: number }[] {
    const codes: { code: number; length: number }[] = [];
    for (let at = 0; at < bytes.length; ) {
      const length = this.encoding.codespaces.lengthAt(bytes, at);
      codes.push({ code: codeAt(bytes, at, length), length });
      at += length;
    }
    return codes;
  }

  /** By the font's program, of which the codes are asked at once: each question costs a look through it. */
  #readShown(codes: readonly { code: number }[]): void {
    if (this.#shown.size > MOST_SHOWN) this.#shown.clear();
    const asked = codes.filter(({ code }) => !this.#shown.has(code)).map(({ code }) => code);
    if (this.#shownBy === undefined || asked.length === 0) return;
    const found = this.#shownBy(asked);
    for (const code of asked) this.#shown.set(code, found.get(code)?.[0] ?? '�');
  }

  #textOf(code: number, length: number): string {
    const { toUnicode, encoding } = this;
    const text = toUnicode?.text(code);
    if (text !== undefined && text !== '') return text;
    // /ToUnicode /Identity-H, as some writers have it, and the CMaps whose codes are Unicode.
    if (toUnicode?.base?.codes === 'cid') return String.fromCharCode(code & 0xffff);
    if (encoding.base?.codes === 'legacy')
      return length === 1 && code < 127 ? String.fromCharCode(code) : '�';
    if (encoding.base?.codes !== 'unicode') return this.#shown.get(code) ?? '�';
    return length === 2 ? String.fromCharCode(code) : utf16Pair(code);
  }
}

/** A code of four bytes of a UTF-16 or UTF-32 CMap. */
function utf16Pair(code: number): string {
  if (code <= 0x10ffff) return String.fromCodePoint(code);
  return String.fromCharCode(code >>> 16, code & 0xffff);
}

function codeAt(bytes: Uint8Array, at: number, length: number): number {
  let code = 0;
  for (let index = 0; index < length; index++) code = code * 256 + (bytes[at + index] ?? 0);
  return code;
}

export function compositeFont(reader: FontReader, dict: PdfDict): CompositeFont {
  const descendant = reader.dict(reader.array(dict.entries.get('DescendantFonts'))?.items[0]) ?? dict;
  const description = describe(reader, descendant, reader.name(dict.entries.get('BaseFont')));
  const encoding = readCMap(reader, dict.entries.get('Encoding')) ?? new CMap();
  const toUnicode = readCMap(reader, dict.entries.get('ToUnicode'));
  const shown = (codes: readonly number[]): Shown => shownCharacters(reader.pdf, dict, codes);
  return new CompositeFont(
    description,
    { encoding, toUnicode, shown },
    {
      advances: readAdvances(reader, descendant, encoding.vertical),
      ...(encoding.vertical ? { moved: readMoved(reader, descendant) } : {}),
    },
  );
}

function readAdvances(reader: FontReader, descendant: PdfDict, vertical: boolean): Advances {
  const { entries } = descendant;
  if (vertical) {
    const standard = reader.numbers(entries.get('DW2'))[1] ?? -1000;
    return { named: cidWidths(reader, entries.get('W2'), HEIGHT, standard), standard };
  }
  return widthsOf(reader, descendant);
}

function widthsOf(reader: FontReader, { entries }: PdfDict): Advances {
  const standard = reader.number(entries.get('DW'), 1000);
  return { named: cidWidths(reader, entries.get('W'), WIDTH, standard), standard };
}

/**
 * What of vertical writing stands apart from its place on the line: all of a font whose /DW2 says so, or single CIDs by
 * their position vectors (§9.7.4.3).
 */
function readMoved(reader: FontReader, descendant: PdfDict): Moved {
  const { entries } = descendant;
  const [usual = STANDARD_OVER] = reader.numbers(entries.get('DW2'));
  const across = cidWidths(reader, entries.get('W2'), ACROSS, Number.NaN);
  const over = cidWidths(reader, entries.get('W2'), OVER, usual);
  const { named, standard } = widthsOf(reader, descendant);
  const cids = new Set<number>();
  reader.pdf.spend(over.length);
  for (const [cid, up] of over.entries()) {
    const aside = Math.abs((across[cid] ?? Number.NaN) - (named[cid] ?? standard) / 2);
    if (aside > MOVED || Math.abs(up - usual) > MOVED) cids.add(cid);
  }
  return { all: Math.abs(usual - STANDARD_OVER) > ALL_MOVED, cids };
}
