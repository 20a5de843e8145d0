/** Character classes of ISO 32000-2 §7.2.3. */
const WHITE = 1;
const DELIMITER = 2;
const CLASS = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) CLASS[code] = WHITE;
for (const char of '()<>[]{}/%') CLASS[char.charCodeAt(0)] = DELIMITER;

export const isWhite = (code: number): boolean => CLASS[code] === WHITE;
/** Neither white space nor a delimiter; `code` must be a byte, so the end of input is not regular. */
export const isRegular = (code: number | undefined): boolean => code !== undefined && CLASS[code] === 0;
export const isDigit = (code: number | undefined): boolean => code !== undefined && code >= 48 && code <= 57;
/** Digits, signs and points: some readers pass over signs within a number. */
export const isNumeric = (code: number | undefined): boolean =>
  isDigit(code) || code === 0x2b || code === 0x2d || code === 0x2e;

/** One character a byte; TextDecoder's latin1 is windows-1252, which is not. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = '';
  for (let from = start; from < end; from += 8192) {
    // Spreading goes through an iterator: eight times slower.
    text += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(from, Math.min(from + 8192, end)));
  }
  return text;
}

/** Names come again and again: those read before are found by their bytes, without a new string. */
const names: string[] = new Array(4096).fill('');

/** As {@link latin1}, for short strings that repeat. */
export function repeatedLatin1(bytes: Uint8Array, start: number, end: number): string {
  let hash = 0;
  for (let at = start; at < end; at++) hash = (hash * 31 + (bytes[at] ?? 0)) | 0;
  const slot = hash & 4095;
  const known = names[slot] ?? '';
  if (known.length === end - start && startsWith(bytes, start, known)) return known;
  const text = latin1(bytes, start, end);
  if (text.length <= 64) names[slot] = text;
  return text;
}

/** Bytes of a string whose characters are all below U+0100. */
export function ascii(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Whether `word` (ASCII) stands at `at`. */
export function startsWith(bytes: Uint8Array, at: number, word: string): boolean {
  if (at < 0 || at + word.length > bytes.length) return false;
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return false;
  return true;
}

/** The first byte from `from` on that is no white space. */
export function skipWhite(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isWhite(bytes[at] ?? 0x2f)) at++;
  return at;
}

/** Last position of `word` in [from, to), or -1. */
export function lastIndexOf(bytes: Uint8Array, word: string, from: number, to: number): number {
  for (let at = to - word.length; at >= from; at--) if (startsWith(bytes, at, word)) return at;
  return -1;
}

/** First position of `word` in [from, to), or -1. */
export function indexOf(bytes: Uint8Array, word: string, from: number, to: number): number {
  for (let at = from; at + word.length <= to; at++) if (startsWith(bytes, at, word)) return at;
  return -1;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
}
