import type { Font } from '../../content/font/font.ts';
import type { Place } from './signs.ts';

/** Codes of one font, of other lengths than its usual one, that are kept. */
const MOST_OTHERS = 65_536;

const USED = 1;
const TOUCHES = 2;
const NEAR = 4;
const KNOWN = 8;
const DIGIT = 16;
const BLANK = 32;
const HAS_DIGIT = /^\p{Nd}$/u;
const IS_BLANK = /^\s+$/u;

// A code with its length in one number: 41 and 0041 are two codes.
const keyOf = (code: number, length: number): number => length * 2 ** 32 + code;
export const codeOf = (key: number): number => key % 2 ** 32;

export function bytesOf(key: number): Uint8Array {
  const length = Math.max(1, Math.floor(key / 2 ** 32));
  const code = codeOf(key);
  return Uint8Array.from({ length }, (_, index) => Math.floor(code / 256 ** (length - 1 - index)) & 255);
}

function codeAt(bytes: Uint8Array, at: number, length: number): number {
  let code = 0;
  for (let index = at; index < at + length; index++) code = code * 256 + (bytes[index] ?? 0);
  return code;
}

/** Which codes of a font are shown, and whether beside digits. */
export class UsedCodes {
  readonly #font: Font;
  /** Of codes of the usual length: one byte in simple fonts, two in composite ones. */
  readonly #flags: Uint8Array;
  readonly #usual: number;
  readonly #others = new Map<number, number>();

  constructor(font: Font) {
    this.#font = font;
    this.#usual = font.kind === 'composite' ? 2 : 1;
    this.#flags = new Uint8Array(256 ** this.#usual);
  }

  see(bytes: Uint8Array): void {
    const font = this.#font;
    let [last, lastKind, earlier, earlierKind] = [-1, 0, -1, 0];
    for (let at = 0; at < bytes.length; ) {
      const length = this.#usual === 1 ? 1 : font.lengthAt(bytes, at);
      const key = keyOf(codeAt(bytes, at, length), length);
      const kind = this.#use(key);
      if (lastKind === DIGIT) this.#add(key, TOUCHES | NEAR);
      else if (lastKind === BLANK && earlierKind === DIGIT) this.#add(key, NEAR);
      if (kind === DIGIT && last >= 0) this.#add(last, TOUCHES | NEAR);
      if (kind === DIGIT && lastKind === BLANK && earlier >= 0) this.#add(earlier, NEAR);
      [earlier, earlierKind, last, lastKind] = [last, lastKind, key, kind];
      at += length;
    }
  }

  /** The codes with their lengths. */
  get keys(): number[] {
    const keys = [...this.#others.keys()];
    for (const [code, flags] of this.#flags.entries()) if (flags !== 0) keys.push(keyOf(code, this.#usual));
    return keys;
  }

  place(key: number): Pick<Place, 'touchesDigits' | 'nearDigits'> {
    const flags = this.#get(key);
    return { touchesDigits: (flags & TOUCHES) !== 0, nearDigits: (flags & NEAR) !== 0 };
  }

  /** Marks a code as shown; tells whether it is a digit or a blank. */
  #use(key: number): number {
    const flags = this.#get(key);
    if ((flags & KNOWN) !== 0) return flags & (DIGIT | BLANK);
    const text = this.#font.text(bytesOf(key));
    const kind = HAS_DIGIT.test(text) ? DIGIT : IS_BLANK.test(text) ? BLANK : 0;
    this.#add(key, USED | KNOWN | kind);
    return kind;
  }

  #get(key: number): number {
    return key < keyOf(0, this.#usual + 1) && key >= keyOf(0, this.#usual)
      ? (this.#flags[codeOf(key)] ?? 0)
      : (this.#others.get(key) ?? 0);
  }

  #add(key: number, flags: number): void {
    const all = this.#get(key) | flags;
    if (key < keyOf(0, this.#usual + 1) && key >= keyOf(0, this.#usual)) this.#flags[codeOf(key)] = all;
    else if (this.#others.has(key) || this.#others.size < MOST_OTHERS) this.#others.set(key, all);
  }
}
