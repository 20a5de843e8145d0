import { isDigit, isRegular, isWhite, startsWith } from './bytes.ts';

const OBJ = 'obj';
/** The first letter of {@link OBJ}. */
const O = 0x6f;

/** Where `N G obj` stands. */
export interface ObjectWord {
  /** First byte of the number. */
  place: number;
  /** First byte of the word. */
  word: number;
}

/**
 * Every place between two bytes where an object would begin, whatever stands around it: readers that mend files look for
 * these in the data of streams and in strings, too, but not in comments.
 */
export function* objectWords(bytes: Uint8Array, from: number, to: number): Generator<ObjectWord> {
  for (let at = bytes.indexOf(O, from); at >= 0 && at < to; at = bytes.indexOf(O, at + 1)) {
    if (!startsWith(bytes, at, OBJ) || isRegular(bytes[at + OBJ.length]) || !isWhite(bytes[at - 1] ?? 0))
      continue;
    const generation = numberBefore(bytes, at);
    const place = numberBefore(bytes, generation);
    const isNumbered = isDigit(bytes[generation]) && isDigit(bytes[place]) && place < generation;
    if (isNumbered && !isInComment(bytes, place)) yield { place, word: at };
  }
}

/** How far a comment is looked for: longer lines are none that a writer makes. */
const LINE = 256;

/** Whether a percent sign stands before it in its line. Some writers note the numbers of objects so in object streams. */
function isInComment(bytes: Uint8Array, at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - LINE); before--) {
    if (bytes[before] === 0x25) return true;
    if (bytes[before] === 10 || bytes[before] === 13) return false;
  }
  return false;
}

/** Where the digits begin that stand, with white space behind them, before `at`. */
export function numberBefore(bytes: Uint8Array, at: number): number {
  let start = at;
  while (isWhite(bytes[start - 1] ?? 0x2f)) start--;
  while (isDigit(bytes[start - 1])) start--;
  return start;
}
