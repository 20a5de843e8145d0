import { isDigit, isWhite, startsWith } from './bytes.ts';

const OBJ = 'obj';
/** The first letter of {@link OBJ}. */
const O = 0x6f;
/** A blank to some readers, as all other white space is to each. */
const VERTICAL_TAB = 0x0b;
const PERCENT = 0x25;

/** Where `N G obj` stands. */
export interface ObjectWord {
  /** First byte of the number. */
  place: number;
  /** First byte of the word. */
  word: number;
}

/**
 * Every place between two bytes where an object would begin to some reader, whatever stands around it: those that mend
 * files look in the data of streams and in strings, too, take signs for parts of numbers and comments for blanks.
 */
export function* objectWords(bytes: Uint8Array, from: number, to: number): Generator<ObjectWord> {
  for (let at = bytes.indexOf(O, from); at >= 0 && at < to; at = bytes.indexOf(O, at + 1)) {
    if (!startsWith(bytes, at, OBJ) || !isBlank(bytes[at - 1])) continue;
    const place = placeBefore(bytes, at);
    if (place !== undefined && !isInComment(bytes, place)) yield { place, word: at };
  }
}

/** Where the two numbers before a word begin. */
function placeBefore(bytes: Uint8Array, word: number): number | undefined {
  for (const end of endsBefore(bytes, word)) {
    const generation = numberAt(bytes, end);
    if (generation === undefined) continue;
    for (const before of endsBefore(bytes, generation)) {
      const number = numberAt(bytes, before);
      if (number !== undefined) return number;
    }
  }
  return undefined;
}

const isBlank = (code: number | undefined): boolean => isWhite(code ?? 0) || code === VERTICAL_TAB;

/**
 * Where what stands before a token may end: at the blanks before it, or at the comment that ends with these, however long
 * that is. Each line is looked at for the token behind it alone, so that the work stays linear.
 */
function* endsBefore(bytes: Uint8Array, token: number): Generator<number> {
  let end = token;
  let isLineEnd = false;
  for (; end > 0 && isBlank(bytes[end - 1]); end--)
    if (bytes[end - 1] === 10 || bytes[end - 1] === 13) isLineEnd = true;
  if (end < token) yield end;
  if (!isLineEnd) return;
  for (let at = end - 1; at >= 0; at--) {
    if (bytes[at] === 10 || bytes[at] === 13) return;
    if (bytes[at] !== PERCENT) continue;
    let before = at;
    while (before > 0 && isBlank(bytes[before - 1])) before--;
    yield before;
  }
}

const LONGEST_NUMBER = 20;

/** Where the number begins that ends there, with its sign. */
function numberAt(bytes: Uint8Array, end: number): number | undefined {
  let start = end;
  while (isDigit(bytes[start - 1]) && end - start < LONGEST_NUMBER) start--;
  if (start === end) return undefined;
  return bytes[start - 1] === 0x2b || bytes[start - 1] === 0x2d ? start - 1 : start;
}

/** Octets of a line that are looked at before a number. */
const LINE = 16;

/**
 * Whether nothing but percent signs and blanks stands before it in its line. Some writers note the numbers of objects so in
 * object streams; of percent signs further back readers make strings, or other lines.
 */
function isInComment(bytes: Uint8Array, at: number): boolean {
  let isMarked = false;
  for (let before = at - 1; before >= Math.max(0, at - LINE); before--) {
    const code = bytes[before];
    if (code === 10 || code === 13) return isMarked;
    if (code !== PERCENT && code !== 32) return false;
    if (code === PERCENT) isMarked = true;
  }
  return false;
}
