import type { Pace } from '../../content/codes.ts';
import type { Font } from '../../content/font/font.ts';
import { isNarrow } from './digitheaps.ts';
import { scriptOfDigit } from './scripts.ts';
import type { Place } from './signs.ts';

/** Codes of one font, of other lengths than its usual one, that are kept. */
const MOST_OTHERS = 65_536;

/** A Latin digit. */
const LATIN = 1;
const TOUCHES = 2;
const NEAR = 4;
const KNOWN = 8;
const DIGIT = 16;
const BLANK = 32;
/** A digit of another script than the Latin ones, and one in a number of Latin ones. */
const FOREIGN = 64;
const MIXED = 128;
const GREEK = 256;
const CYRILLIC = 512;
const SOFT_HYPHEN = 1024;
/** A soft hyphen with something right before it, as in a word or between numbers. */
const JOINS = 2048;
const KINDS = DIGIT | BLANK | LATIN | FOREIGN | GREEK | CYRILLIC | SOFT_HYPHEN;
/** Greek letters of a word in which a Cyrillic one is none that somebody wrote: formulas have one or two beside units. */
const WORD = 3;
/** The place of what is not kept. */
const NOWHERE = -1;
const HAS_DIGIT = /^\p{Nd}$/u;
const IS_BLANK = /^\s+$/u;
const IS_GREEK = /^\p{Script=Greek}$/u;
const IS_CYRILLIC = /^\p{Script=Cyrillic}$/u;

// A code with its length in one number: 41 and 0041 are two codes.
const keyOf = (code: number, length: number): number => length * 2 ** 32 + code;
export const codeOf = (key: number): number => key % 2 ** 32;

export function bytesOf(key: number): Uint8Array {
  const length = Math.max(1, Math.floor(key / 2 ** 32));
  const code = codeOf(key);
  return Uint8Array.from({ length }, (_, index) => Math.floor(code / 256 ** (length - 1 - index)) & 255);
}

const digitKind = (text: string): number =>
  DIGIT | { latin: LATIN, foreign: FOREIGN, none: 0 }[scriptOfDigit(text) ?? 'none'];

function kindOf(text: string): number {
  if (HAS_DIGIT.test(text)) return digitKind(text);
  if (IS_BLANK.test(text)) return BLANK;
  return IS_GREEK.test(text) ? GREEK : IS_CYRILLIC.test(text) ? CYRILLIC : 0;
}

const endOf = (place: number, kind: number, before: number): End => ({
  place,
  isDigit: (kind & DIGIT) !== 0,
  isBlank: place === NOWHERE || kind === BLANK,
  endsNumber: (kind & DIGIT) !== 0 || (kind === BLANK && (before & DIGIT) !== 0),
});

/** What TJ moves on by between words at least, in thousandths of an em. */
const BETWEEN_WORDS = 120;

/** The Greek and Cyrillic letters of a word so far. */
class MixedWord {
  #greek = 0;
  #cyrillic = NOWHERE;

  end(): void {
    this.#greek = 0;
    this.#cyrillic = NOWHERE;
  }

  /** The place of a Cyrillic letter of the word that is Greek otherwise; undefined while there is none. */
  take(kind: number, place: number): number | undefined {
    if ((kind & (GREEK | CYRILLIC)) === 0) {
      this.end();
      return undefined;
    }
    if ((kind & GREEK) !== 0) this.#greek++;
    else this.#cyrillic = place;
    return this.#greek >= WORD && this.#cyrillic !== NOWHERE ? this.#cyrillic : undefined;
  }
}

function codeAt(bytes: Uint8Array, at: number, length: number): number {
  let code = 0;
  for (let index = at; index < at + length; index++) code = code * 256 + (bytes[index] ?? 0);
  return code;
}

/** The first or the last code of a string; of an empty one its place is none. */
export interface End {
  place: number;
  isDigit: boolean;
  isBlank: boolean;
  /** It is a digit, or a blank behind one. */
  endsNumber: boolean;
}

/** What a string is for what stands beside it. */
export interface SeenCodes {
  /** Whether a digit in it, or a sign among digits, has no width. */
  hasNarrow: boolean;
  first: End;
  last: End;
}

/** Which codes of a font are shown, and whether beside digits. */
export class UsedCodes {
  readonly #font: Font;
  /** Of codes of the usual length: one byte in simple fonts, two in composite ones. Those of others stand behind them. */
  #flags: Uint16Array;
  readonly #usual: number;
  /** Where the flags of codes of other lengths stand. */
  readonly #others = new Map<number, number>();
  /** Places of digits, and signs among them, that have less width than any has. */
  readonly #narrow = new Set<number>();

  constructor(font: Font) {
    this.#font = font;
    this.#usual = font.kind === 'composite' ? 2 : 1;
    this.#flags = new Uint16Array(256 ** this.#usual);
  }

  /** Takes a string, with what TJ moves by within it. */
  see(bytes: Uint8Array, { em, gaps }: Pick<Pace, 'em' | 'gaps'>): SeenCodes {
    const font = this.#font;
    const usual = this.#usual;
    let last = NOWHERE;
    let lastKind = 0;
    let earlier = NOWHERE;
    let earlierKind = 0;
    // Of the last digit of the same number, and where it stands; a zero may be of either script.
    let script = 0;
    let inScript = NOWHERE;
    const word = new MixedWord();
    let gap = 0;
    let hasNarrow = false;
    let first: End | undefined;
    for (let at = 0; at < bytes.length; ) {
      const length = usual === 1 ? 1 : font.lengthAt(bytes, at);
      const code = codeAt(bytes, at, length);
      const place = length === usual ? code : this.#placeOf(keyOf(code, length));
      const kind = this.#use(place, code, length);
      first ??= endOf(place, kind, 0);
      if ((kind & SOFT_HYPHEN) !== 0 && last !== NOWHERE && lastKind !== BLANK) this.#add(place, JOINS);
      for (; gap < gaps.length && (gaps[gap] ?? 0) <= at; gap += 2)
        if ((gaps[gap + 1] ?? 0) >= BETWEEN_WORDS * em) word.end();
      const mixed = word.take(kind, place);
      if (mixed !== undefined) this.#add(mixed, MIXED);
      hasNarrow ||= this.#narrow.size > 0 && this.#narrow.has(place);
      if ((lastKind & DIGIT) !== 0) this.#add(place, TOUCHES | NEAR);
      else if (lastKind === BLANK && (earlierKind & DIGIT) !== 0) this.#add(place, NEAR);
      if ((kind & DIGIT) !== 0) {
        this.#add(last, TOUCHES | NEAR);
        if (lastKind === BLANK) this.#add(earlier, NEAR);
        const own = kind & (LATIN | FOREIGN);
        if (own !== 0) {
          if ((script | own) === (LATIN | FOREIGN)) this.#add(own === FOREIGN ? place : inScript, MIXED);
          script = own;
          inScript = place;
        }
      } else script = 0;
      earlier = last;
      earlierKind = lastKind;
      last = place;
      lastKind = kind;
      at += length;
    }
    const end = endOf(last, lastKind, earlierKind);
    return { hasNarrow, first: first ?? end, last: end };
  }

  /** A digit of another string stands right beside a code. */
  touch({ place }: End): void {
    this.#add(place, TOUCHES | NEAR);
  }

  /** A number of another string stands before a code, with or without a blank. */
  follow({ place }: End): void {
    this.#add(place, NEAR);
  }

  /** Something of another string stands right before a code. */
  join({ place }: End): void {
    this.#add(place, JOINS);
  }

  /** Whether it is a soft hyphen with nothing right before it wherever it is shown, as a minus sign stands. */
  standsAsMinus(key: number): boolean {
    const flags = this.#flagsOf(key);
    return (flags & (SOFT_HYPHEN | TOUCHES | JOINS)) === (SOFT_HYPHEN | TOUCHES);
  }

  /** The codes with their lengths. */
  get keys(): number[] {
    const keys = [...this.#others.keys()];
    for (let code = 0; code < 256 ** this.#usual; code++)
      if (this.#flags[code] !== 0) keys.push(keyOf(code, this.#usual));
    return keys;
  }

  place(key: number): Pick<Place, 'touchesDigits' | 'nearDigits'> {
    const flags = this.#flagsOf(key);
    return { touchesDigits: (flags & TOUCHES) !== 0, nearDigits: (flags & NEAR) !== 0 };
  }

  /** Whether it is a digit of another script within a number of Latin ones, or a Cyrillic letter within a Greek word. */
  isMixed(key: number): boolean {
    return (this.#flagsOf(key) & MIXED) !== 0;
  }

  #flagsOf(key: number): number {
    const isUsual = key >= keyOf(0, this.#usual) && key < keyOf(0, this.#usual + 1);
    return this.#flags[isUsual ? codeOf(key) : (this.#others.get(key) ?? NOWHERE)] ?? 0;
  }

  /** Marks a code as shown; tells whether it is a digit, a blank, or a Greek or Cyrillic letter. */
  #use(place: number, code: number, length: number): number {
    const flags = this.#flags[place] ?? 0;
    if ((flags & KNOWN) !== 0) return flags & KINDS;
    const bytes = bytesOf(keyOf(code, length));
    const text = this.#font.text(bytes);
    const kind = kindOf(text) | (this.#font.copied(bytes) === '\u00ad' ? SOFT_HYPHEN : 0);
    this.#add(place, KNOWN | kind);
    if (isNarrow(this.#font, bytes, text)) this.#narrow.add(place);
    return kind;
  }

  /** Where the flags of a code of another length stand; nowhere once too many are kept. */
  #placeOf(key: number): number {
    const known = this.#others.get(key);
    if (known !== undefined) return known;
    if (this.#others.size >= MOST_OTHERS) return NOWHERE;
    const place = 256 ** this.#usual + this.#others.size;
    this.#others.set(key, place);
    if (place >= this.#flags.length) {
      const grown = new Uint16Array(2 * this.#flags.length);
      grown.set(this.#flags);
      this.#flags = grown;
    }
    return place;
  }

  #add(place: number, flags: number): void {
    if (place !== NOWHERE) this.#flags[place] = (this.#flags[place] ?? 0) | flags;
  }
}
