import { isDigit, isNumeric, isRegular, latin1, startsWith } from './bytes.ts';
import { hexDigit } from './strings.ts';

const OBJ = 'obj';
/** The first letter of {@link OBJ}. */
const O = 0x6f;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BLANK = 32;
const PERCENT = 0x25;
/** Two of it end a dictionary. */
const GREATER = 0x3e;
/** The numbers of an object: its own and its generation. */
const NUMBERS = 2;

/** Where `N G obj` stands. */
export interface ObjectWord {
  /** First byte of the number. */
  place: number;
  /** First byte of the word. */
  word: number;
  /**
   * Whether nothing but percent signs and blanks stands before it in its line: some writers note the numbers of objects so.
   * Of percent signs further back readers make strings, or other lines.
   */
  isNoted: boolean;
}

/**
 * Every place between two bytes where an object would begin to some reader, whatever stands around it: those that mend
 * files look in the data of streams and in strings, too, take any run of digits, signs and points for a number, however
 * long, and comments for blanks. Some pass over dictionaries before the word, too: there an object begins behind the last one,
 * whatever its numbers are.
 */
export function* objectWords(bytes: Uint8Array, from: number, to: number): Generator<ObjectWord> {
  for (let at = bytes.indexOf(O, from); at >= 0 && at < to; at = bytes.indexOf(O, at + 1)) {
    if (!startsWith(bytes, at, OBJ) || !(isBlank(bytes[at - 1]) || endsDict(bytes, at))) continue;
    const place = placeBefore(bytes, at);
    if (place !== undefined) yield { place, word: at, isNoted: isNoted(bytes, place) };
  }
}

/** White space, and what is such to some reader: all control characters, and those of Latin-1. */
const isBlank = (code: number | undefined): boolean =>
  code === undefined || code <= BLANK || code === 0x85 || code === 0xa0;

const isLineEnd = (code: number | undefined): boolean =>
  code === undefined || code === LINE_FEED || code === CARRIAGE_RETURN;

/** Whether a dictionary ends right before that. */
const endsDict = (bytes: Uint8Array, at: number): boolean =>
  bytes[at - 1] === GREATER && bytes[at - 2] === GREATER;

/** Where the two numbers before a word begin: in its line, or in lines before it that hold no more than comments beside. */
function placeBefore(bytes: Uint8Array, word: number): number | undefined {
  let missing = NUMBERS;
  let at = word;
  for (;;) {
    while (at > 0 && isBlank(bytes[at - 1]) && !isLineEnd(bytes[at - 1])) at--;
    if (isLineEnd(bytes[at - 1])) break;
    if (endsDict(bytes, at)) return at;
    const number = numberAt(bytes, at);
    if (number === undefined) return undefined;
    at = number;
    if (--missing === 0) return at;
    if (!isBlank(bytes[at - 1]) && !endsDict(bytes, at)) return undefined;
  }
  // A line that is passed here begins with no word, so that each is looked at for the word behind it alone.
  while (at > 0) {
    const line = lineBefore(bytes, at, missing);
    if (line.place !== undefined) return line.place;
    if (line.numbers === undefined) return undefined;
    missing -= line.numbers;
    at = line.start;
  }
  return undefined;
}

/** Where the number begins that ends there. */
function numberAt(bytes: Uint8Array, end: number): number | undefined {
  let start = end;
  let hasDigit = false;
  for (; isNumeric(bytes[start - 1]); start--) hasDigit ||= isDigit(bytes[start - 1]);
  return hasDigit ? start : undefined;
}

/** What a line says of the numbers of an object whose word follows it. */
interface Line {
  start: number;
  /** Where that many numbers begin which the line, or what stands before a percent sign of it, ends with. */
  place?: number;
  /** How many numbers it holds, where nothing else stands before its first percent sign. */
  numbers?: number;
}

function lineBefore(bytes: Uint8Array, end: number, missing: number): Line {
  let start = end - 1;
  while (!isLineEnd(bytes[start - 1])) start--;
  let line: Line = { start };
  let begins: number[] = [];
  let isPlain = true;
  for (let at = start; at < end; ) {
    const code = bytes[at];
    if (isNumeric(code)) {
      const from = at;
      while (isNumeric(bytes[at])) at++;
      const isNumber = numberAt(bytes, at) !== undefined;
      const isParted = isBlank(bytes[from - 1]) || endsDict(bytes, from);
      if (isNumber) begins = [...(isParted ? begins : []), from].slice(-NUMBERS);
      else begins = [];
      isPlain &&= isNumber;
      continue;
    }
    if (code === PERCENT || at === end - 1) {
      const place = begins.at(-missing);
      if (place !== undefined && begins.length >= missing) return { start, place };
      if (isPlain) line = { start, numbers: begins.length };
    }
    if (!isBlank(code)) {
      begins = [];
      isPlain = false;
    }
    at++;
    // What stands before a dictionary is not asked for.
    if (endsDict(bytes, at)) begins = [at, at];
  }
  return line;
}

/** Octets of a line that are looked at before a number. */
const LINE = 16;

function isNoted(bytes: Uint8Array, at: number): boolean {
  let isMarked = false;
  for (let before = at - 1; before >= Math.max(0, at - LINE); before--) {
    const code = bytes[before];
    if (isLineEnd(code)) return isMarked;
    if (code !== PERCENT && code !== BLANK) return false;
    if (code === PERCENT) isMarked = true;
  }
  return false;
}

/** Begins a name, and a letter in it that is written as a number. */
const [SLASH, NUMBER_SIGN] = [0x2f, 0x23];
/** Bytes of a letter in a name: a number sign and two digits. */
const LETTER = 3;

/**
 * Names that begin with one of `starts` (ASCII), whatever stands around them, with letters that are written as numbers: as
 * far as it can be told from the first letters, and the first byte behind those.
 */
export function* namesLike(
  bytes: Uint8Array,
  starts: readonly string[],
  from: number,
  to: number,
): Generator<{ at: number; end: number; name: string; start: string }> {
  for (let at = bytes.indexOf(SLASH, from); at >= 0 && at < to; at = bytes.indexOf(SLASH, at + 1)) {
    const start = starts.find((one) => beginsLike(bytes, at + 1, one));
    if (start === undefined) continue;
    const most = Math.min(bytes.length, at + 1 + LETTER * (start.length + 1));
    let end = at + 1;
    while (end < most && isRegular(bytes[end])) end++;
    const name = latin1(bytes, at + 1, end).replace(/#([\da-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(parseInt(hex, 16)),
    );
    yield { at, end, name, start };
  }
}

/** Letter by letter: a file may hold a solidus at every other byte. */
function beginsLike(bytes: Uint8Array, at: number, start: string): boolean {
  let pos = at;
  for (let letter = 0; letter < start.length; letter++) {
    const isNumber = bytes[pos] === NUMBER_SIGN;
    const high = isNumber ? hexDigit(bytes[pos + 1]) : 0;
    const low = isNumber ? hexDigit(bytes[pos + 2]) : 0;
    const code = isNumber ? 16 * high + low : bytes[pos];
    if (high < 0 || low < 0 || code !== start.charCodeAt(letter)) return false;
    pos += isNumber ? LETTER : 1;
  }
  return true;
}
