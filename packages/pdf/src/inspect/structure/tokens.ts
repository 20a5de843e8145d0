import { isDigit, isRegular, isWhite, startsWith } from '../../syntax/bytes.ts';

/** What stands in bytes that no section names. */
export type Stray =
  /** `N G obj`. */
  | { kind: 'object'; at: number; number: number }
  /** A cross-reference table or a trailer. */
  | { kind: 'section'; at: number }
  | { kind: 'startxref'; at: number; offset: number }
  /** A second `%PDF-` at the start of a comment. */
  | { kind: 'header'; at: number }
  /** Anything else that is neither white space nor a comment. */
  | { kind: 'junk'; at: number };

/**
 * Reads the bytes between what is known, token by token. What an object of such bytes holds is no junk, but it
 * is looked through to the last byte: another object may stand in the data of its stream.
 */
export function* strays(bytes: Uint8Array, from: number, to: number): Generator<Stray> {
  let within = false;
  let at = from;
  while (at < to) {
    const code = bytes[at] ?? 0;
    if (isWhite(code)) {
      at++;
    } else if (code === 0x25) {
      if (startsWith(bytes, at, '%PDF-')) yield { kind: 'header', at };
      // In the data of a stream a percent sign hides nothing.
      at = within ? at + 1 : endOfLine(bytes, at, to);
    } else if (!isRegular(code)) {
      if (!within) yield { kind: 'junk', at };
      at++;
    } else {
      const end = endOfToken(bytes, at, to);
      const header = isDigit(code) ? objectHeader(bytes, at, to) : undefined;
      if (header !== undefined) {
        yield { kind: 'object', at, number: header.number };
        within = true;
        at = header.end;
        continue;
      }
      if (is(bytes, at, end, 'xref') || is(bytes, at, end, 'trailer')) {
        yield { kind: 'section', at };
        within = true;
      } else if (is(bytes, at, end, 'startxref')) {
        const { value, end: after } = integer(bytes, skipWithin(bytes, end, to), to);
        yield { kind: 'startxref', at, offset: value };
        within = false;
        at = after;
        continue;
      } else if (is(bytes, at, end, 'endobj') || is(bytes, at, end, 'endstreamendobj')) {
        within = false;
      } else if (!within && !is(bytes, at, end, 'endstream')) {
        yield { kind: 'junk', at };
      }
      at = end;
    }
  }
}

function is(bytes: Uint8Array, at: number, end: number, word: string): boolean {
  return end - at === word.length && startsWith(bytes, at, word);
}

function endOfLine(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] !== 10 && bytes[at] !== 13) at++;
  return at;
}

function endOfToken(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && isRegular(bytes[at])) at++;
  return at;
}

/** Past white space, and no further than `to`. */
export function skipWithin(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && isWhite(bytes[at] ?? 0x2f)) at++;
  return at;
}

/** Digits at `at`, at most ten of them; -1 where there are none. */
function integer(bytes: Uint8Array, at: number, to: number): { value: number; end: number } {
  let end = at;
  let value = 0;
  while (end < to && end - at < 10 && isDigit(bytes[end])) value = value * 10 + (bytes[end++] ?? 0) - 48;
  return { value: end === at ? -1 : value, end };
}

function objectHeader(
  bytes: Uint8Array,
  at: number,
  to: number,
): { number: number; end: number } | undefined {
  const number = integer(bytes, at, to);
  const second = skipWithin(bytes, number.end, to);
  const generation = integer(bytes, second, to);
  const word = skipWithin(bytes, generation.end, to);
  if (second === number.end || generation.value < 0 || word === generation.end) return undefined;
  if (!startsWith(bytes, word, 'obj') || isRegular(bytes[word + 3])) return undefined;
  return { number: number.value, end: word + 3 };
}
