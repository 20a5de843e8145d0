import type { TextRun } from '../../content/canvas.ts';
import { drawnOutlines, hasBrokenProgram, splitCodes } from '../../content/font/drawn.ts';
import type { Font } from '../../content/font/font.ts';
import { shownCharacters } from '../../content/font/shown.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { EXCERPT } from '../finding.ts';
import type { Report } from '../inspector.ts';
import { compareGlyphs } from './glyphs.ts';
import { weigh } from './letters.ts';
import { isOverlong, misreads } from './misread.ts';

/** Fonts whose codes are kept at a time; past it they are judged and let go. */
const MOST_FONTS = 256;
/** Codes of one font, of other lengths than its usual one, that are kept. */
const MOST_OTHERS = 65_536;

interface Use {
  font: Font;
  /** Where it is shown first. */
  page: number;
  rect: Box;
  /** Which codes are shown: of one byte in simple fonts, of two in composite ones. */
  flags: Uint8Array;
  /** Codes of other lengths, as {@link keyOf} writes them. */
  others: Set<number>;
}

/**
 * Gathers which codes of which fonts a document shows, and tells of fonts whose glyphs are known to show other
 * letters, digits or currencies than what is copied, searched and read aloud (ISO 32000-2 §9.10). Once a font.
 */
export class FontUses {
  readonly #pdf: Pdf;
  readonly #report: Report;
  readonly #uses = new Map<number | Font, Use>();
  readonly #told = new Set<number>();

  constructor(pdf: Pdf, report: Report) {
    this.#pdf = pdf;
    this.#report = report;
  }

  see({ font, bytes, mode, layer, box }: TextRun, page: number): void {
    // Text that is never painted has no glyphs that could differ: a recognised layer says what the scan shows.
    if (mode === 3 || layer === 'off') return;
    if (font === undefined) return;
    const { flags, others } = this.#use(font, page, box);
    if (font.kind !== 'composite') {
      for (let at = 0; at < bytes.length; at++) flags[bytes[at] ?? 0] = 1;
      return;
    }
    for (let at = 0; at < bytes.length; ) {
      const length = font.lengthAt(bytes, at);
      const code = codeAt(bytes, at, length);
      if (length === 2) flags[code] = 1;
      else if (others.size < MOST_OTHERS) others.add(keyOf(code, length));
      at += length;
    }
  }

  /** Judges what was seen. */
  finish(): void {
    for (const use of this.#uses.values()) this.#judge(use);
    this.#uses.clear();
  }

  #use(font: Font, page: number, rect: Box): Use {
    const key = font.object ?? font;
    const known = this.#uses.get(key);
    if (known !== undefined) return known;
    if (this.#uses.size >= MOST_FONTS) this.finish();
    const flags = new Uint8Array(font.kind === 'composite' ? 65_536 : 256);
    const use: Use = { font, page, rect, flags, others: new Set() };
    this.#uses.set(key, use);
    return use;
  }

  #judge(use: Use): void {
    const { font, page } = use;
    const { object, dict } = font;
    const value = dict ?? (object === undefined ? undefined : this.#pdf.object(object)?.value);
    if (value === undefined || (object !== undefined && this.#told.has(object))) return;
    const codes = keysOf(use);
    const shown = shownCharacters(this.#pdf, value, codes.map(codeOf));
    const pairs = new Set<string>();
    for (const key of codes) {
      const characters = shown.get(codeOf(key)) ?? [];
      const copied = font.copied(bytesOf(key)) ?? font.text(bytesOf(key));
      const [first = '�'] = characters;
      const misread =
        characters.length === 0 ? isOverlong(copied) : characters.every((one) => misreads(one, copied));
      if (misread) pairs.add(`${visible(first)}→${visible(copied)}`);
    }
    const { differences, unread } = this.#compare(use, value, codes);
    if (unread.length > 0 || hasBrokenProgram(this.#pdf, value)) {
      const excerpt = [font.name, ...unread].join(' ').slice(0, EXCERPT);
      this.#report({
        ...{ kind: 'unreadable_object', page, excerpt },
        ...(object === undefined ? {} : { object }),
      });
    }
    for (const pair of differences) pairs.add(pair);
    if (pairs.size === 0) return;
    if (object !== undefined) this.#told.add(object);
    const excerpt = [...pairs].join(' ').slice(0, EXCERPT);
    this.#report({ kind: 'text_map_mismatch', page, ...(object === undefined ? {} : { object }), excerpt });
  }

  /** What the font's own program draws, against what it is copied as. */
  #compare(
    { font, page, rect }: Use,
    value: PdfValue,
    keys: readonly number[],
  ): { differences: string[]; unread: readonly string[] } {
    const drawn = drawnOutlines(this.#pdf, value);
    if (drawn === undefined) return { differences: [], unread: [] };
    const coded = keys.map((key) => {
      const claimed = font.copied(bytesOf(key));
      return {
        code: codeOf(key),
        text: claimed ?? font.text(bytesOf(key)),
        isClaimed: claimed !== undefined,
      };
    });
    const { blank, other, unread } = compareGlyphs(drawn, coded, (units) => this.#pdf.spend(units));
    if (blank.length > 0) {
      const { object } = font;
      const excerpt = blank.join(' ').slice(0, EXCERPT);
      this.#report({
        ...{ kind: 'invisible_text', page, rect, excerpt },
        ...(object === undefined ? {} : { object }),
      });
    }
    const differs = splitCodes(this.#pdf, value);
    for (const { code, text } of differs === undefined ? [] : coded) {
      if (weigh(text).letters > 0 && differs?.(code) === true) other.push(text);
    }
    return { differences: other.map((text) => `�→${visible(text)}`), unread };
  }
}

/** What nobody sees, by its number: a person is to be told of it. */
const visible = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]|^\s+$/gu, (unseen) => {
    const point = unseen.codePointAt(0) ?? 0;
    return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  });

// A code with its length in one number: 41 and 0041 are two codes.
const keyOf = (code: number, length: number): number => length * 2 ** 32 + code;
function keysOf({ font, flags, others }: Use): number[] {
  const keys = [...others];
  const length = font.kind === 'composite' ? 2 : 1;
  for (const [code, flag] of flags.entries()) if (flag === 1) keys.push(keyOf(code, length));
  return keys;
}

const codeOf = (key: number): number => key % 2 ** 32;

function codeAt(bytes: Uint8Array, at: number, length: number): number {
  let code = 0;
  for (let index = at; index < at + length; index++) code = code * 256 + (bytes[index] ?? 0);
  return code;
}

function bytesOf(key: number): Uint8Array {
  const length = Math.max(1, Math.floor(key / 2 ** 32));
  const code = codeOf(key);
  return Uint8Array.from({ length }, (_, index) => Math.floor(code / 256 ** (length - 1 - index)) & 255);
}
