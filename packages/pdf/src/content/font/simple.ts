import type { PdfDict } from '../../syntax/values.ts';
import { type CMap, readCMap } from './cmap.ts';
import { type Description, describe } from './descriptor.ts';
import { type SimpleEncoding, simpleEncoding } from './names.ts';
import type { FontReader } from './reader.ts';
import { shownCharacters } from './shown.ts';
import type { Extent, Font } from './types.ts';

const BLANK = /^[\s\p{C}]*$/u;
const LETTER = /[\p{L}\p{N}]/u;

/** What a code is copied as; a map that says nothing of what the encoding knows for a letter hides it. */
const said = (copied: string | undefined, character: string): string =>
  copied === undefined || (BLANK.test(copied) && LETTER.test(character)) ? character : copied;

const ALL_CODES = Array.from({ length: 256 }, (_, code) => code);

/** A font of single-byte codes: Type 1, MMType1, TrueType, and what Type 3 shares with them (§9.6). */
export class SimpleFont implements Font {
  readonly name: string;
  kind: Font['kind'] = 'simple';
  readonly vertical = false;
  ascent: number;
  descent: number;
  object?: number;
  dict?: PdfDict;
  drawings?: NonNullable<Font['drawings']>;
  readonly toUnicode: CMap | undefined;
  readonly #widths: Float64Array;
  readonly #characters: readonly string[];
  readonly #isNamed: (code: number) => boolean;
  readonly #extent: Extent = { advance: 0, codes: 0, spaces: 0 };
  #texts: string[] | undefined;

  constructor(
    description: Description,
    widths: Float64Array,
    { characters, named, differences }: SimpleEncoding,
    { toUnicode, own }: { toUnicode?: CMap | undefined; own?: ReadonlySet<number> } = {},
  ) {
    this.name = description.name;
    this.ascent = description.ascent;
    this.descent = description.descent;
    this.#widths = widths;
    this.#characters = characters;
    this.#isNamed = (code) => named !== undefined || differences.has(code) || own?.has(code) === true;
    this.toUnicode = toUnicode;
  }

  /** What it keeps, in entries of tables. */
  get entries(): number {
    return 256 + (this.toUnicode?.size ?? 0);
  }

  measure(bytes: Uint8Array): Readonly<Extent> {
    const widths = this.#widths;
    let advance = 0;
    let spaces = 0;
    for (let at = 0; at < bytes.length; at++) {
      const code = bytes[at] ?? 0;
      advance += widths[code] ?? 0;
      if (code === 32) spaces++;
    }
    const extent = this.#extent;
    extent.advance = advance;
    extent.codes = bytes.length;
    extent.spaces = spaces;
    return extent;
  }

  text(bytes: Uint8Array): string {
    this.#texts ??= this.#characters.map((character, code) => {
      const copied = this.toUnicode?.text(code);
      return copied !== undefined && this.#isCommon(character) ? copied : said(copied, character);
    });
    let text = '';
    for (const code of bytes) text += this.#texts[code] ?? '�';
    return text;
  }

  /** Whether several codes of a Type 3 font have one name, which then says nothing of what they show. */
  #isCommon(character: string): boolean {
    if (this.kind !== 'type3') return false;
    return this.#characters.indexOf(character) !== this.#characters.lastIndexOf(character);
  }

  copied([code = 0]: Uint8Array): string | undefined {
    return this.toUnicode?.text(code) ?? (this.#isNamed(code) ? this.#characters[code] : undefined);
  }

  rival([code = 0]: Uint8Array): string | undefined {
    return this.toUnicode?.rival(code);
  }

  isDoubtful([code = 0]: Uint8Array): boolean {
    return this.toUnicode?.isDoubtful(code) === true;
  }

  lengthAt(): number {
    return 1;
  }

  codes(bytes: Uint8Array): { code: number; length: number }[] {
    return Array.from(bytes, (code) => ({ code, length: 1 }));
  }
}

export function simpleFont(reader: FontReader, dict: PdfDict): SimpleFont {
  const description = describe(reader, dict, undefined);
  const { standard, descriptor } = description;
  const encoding = simpleEncoding(reader, dict, standard.encoding);
  const { characters, named, differences } = encoding;
  const missing = reader.number(descriptor?.entries.get('MissingWidth'), 0);
  const widths =
    readWidths(reader, dict, missing) ??
    Float64Array.from(characters, (character) => standard.width(character));
  const toUnicode = readCMap(reader, dict.entries.get('ToUnicode'));
  const own = new Set<number>();
  const isByName = namesGlyphs(reader, dict, descriptor);
  // The encoding of the font's own program, where it has one: for what a map of letters leaves out, too.
  if (named === undefined && (toUnicode === undefined || isByName)) {
    for (const [code, [character]] of shownCharacters(reader.pdf, dict, ALL_CODES)) {
      if (character === undefined || differences.has(code)) continue;
      characters[code] = character;
      if (isByName) own.add(code);
    }
  }
  return new SimpleFont(description, widths, encoding, { toUnicode, own });
}

/** Whether its program names what its codes show: Type 1, and CFF. */
const namesGlyphs = (reader: FontReader, { entries }: PdfDict, descriptor: PdfDict | undefined): boolean =>
  reader.name(entries.get('Subtype')) !== 'TrueType' &&
  ['FontFile', 'FontFile3'].some((key) => reader.stream(descriptor?.entries.get(key)) !== undefined);

/** /Widths from /FirstChar on, for 256 codes; undefined where the font has none. */
export function readWidths(reader: FontReader, dict: PdfDict, missing: number): Float64Array | undefined {
  const array = reader.array(dict.entries.get('Widths'));
  if (array === undefined) return undefined;
  const first = reader.number(dict.entries.get('FirstChar'), 0);
  const widths = new Float64Array(256).fill(missing);
  for (let code = Math.max(0, Math.ceil(first)); code < 256 && code - first < array.items.length; code++) {
    widths[code] = reader.number(array.items[code - first], missing);
  }
  return widths;
}
