import { isDigit, isRegular, isWhite, repeatedLatin1 } from '../../syntax/bytes.ts';

/** Dictionaries whose keys are anybody's choice: what stands in them is told by the key of the dictionary. */
const NAMED = new Set([
  ...['Font', 'XObject', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'Properties'],
  ...['CharProcs', 'Colorants', 'N', 'R', 'D', 'Extensions'],
]);
const FIRST_LETTERS = new Set(['#', ...[...NAMED].map((name) => name.charAt(0))].map((c) => c.charCodeAt(0)));

const LENGTHS = new Set([...NAMED].map((name) => name.length));

/** What is told of references. */
export interface Mentioned {
  /**
   * One to a number that is wanted, with the nearest key above it, `Font/*` where that is anybody's choice, and whether
   * it is a key of the object's own dictionary.
   */
  found(target: number, key: string, isDirect: boolean): void;
  /** One to any number, where a dictionary of such keys belongs. */
  named(target: number, key: string): void;
}

/** Levels of arrays and dictionaries; the parser refuses what is nested deeper. */
const DEEPEST = 1024;
/** Where the name above each level stands. */
const starts = new Uint32Array(DEEPEST);
const ends = new Uint32Array(DEEPEST);
const isArray = new Uint8Array(DEEPEST);

/**
 * Tells of the references to numbers that `wanted` marks in the object whose value begins at `at`, with the nearest
 * key above each, without making values of it: every object of a file is looked at. Tells rather too many, of keys
 * that stand there twice, than too few. Gives the first byte that was not looked at.
 */
export function mentions(
  bytes: Uint8Array,
  from: number,
  wanted: Uint8Array,
  { found, named }: Mentioned,
): number {
  let [at, first, second, depth, start, end] = [from, -1, -1, 0, 0, 0];
  while (at < bytes.length) {
    const code = bytes[at] ?? 0;
    if (isWhite(code)) {
      at++;
    } else if (isDigit(code)) {
      let value = 0;
      while (isDigit(bytes[at])) value = value * 10 + (bytes[at++] ?? 0) - 48;
      first = second;
      second = value;
      // A word that begins with digits is no number.
      if (isRegular(bytes[at])) first = second = -1;
    } else if (code === 0x25) {
      while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++;
    } else {
      if (isRegular(code)) {
        const word = at;
        while (isRegular(bytes[at])) at++;
        if (code === 0x52 && at === word + 1) {
          if (first >= 0) {
            // An item of an array is no dictionary of names: a destination under /D begins with its page (§12.3.2.2).
            const own = isArray[depth - 1] === 1 ? undefined : namedAt(bytes, start, end);
            if (own !== undefined) named(first, own);
            if (wanted[first] === 1) {
              const level = levelOf(depth, start);
              found(first, above(bytes, level) ?? nameAt(bytes, start, end), level === 0);
            }
          }
        } else if (depth === 0 && (code === 0x65 || code === 0x73)) break; // endobj, stream
      } else if (code === 0x28) at = skipLiteral(bytes, at);
      else if (code === 0x2f) {
        const name = ++at;
        while (isRegular(bytes[at])) at++;
        // A name in an array is no key: what stands behind it belongs to the array.
        if (isArray[depth - 1] !== 1) [start, end] = [name, at];
      } else if (code === 0x3c && bytes[at + 1] !== 0x3c) {
        while (at < bytes.length && bytes[at] !== 0x3e) at++;
        at++;
      } else if (code === 0x3c || code === 0x5b) {
        if (depth >= DEEPEST) break;
        isArray[depth] = code === 0x5b ? 1 : 0;
        starts[depth] = start;
        ends[depth++] = end;
        at += code === 0x3c ? 2 : 1;
      } else {
        // A single one is broken, and more is told rather than less.
        at += code === 0x3e && bytes[at + 1] === 0x3e ? 2 : 1;
        if (--depth <= 0) break;
        start = starts[depth] ?? 0;
        end = ends[depth] ?? 0;
      }
      first = second = -1;
    }
  }
  return at;
}

/** Level of the dictionary in which the key at `start` stands; arrays are under the key itself. */
function levelOf(depth: number, start: number): number {
  let level = depth - 1;
  while (starts[level] === start) level--;
  return level;
}

/** The key of the dictionary of that level, where its keys are anybody's choice. */
function above(bytes: Uint8Array, level: number): string | undefined {
  const own = namedAt(bytes, starts[level] ?? 0, ends[level] ?? 0);
  return own === undefined ? undefined : memberKey(own);
}

/** The key by which what stands in such a dictionary is told. */
export const memberKey = (dictionary: string): string => `${dictionary}/*`;

function namedAt(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (!FIRST_LETTERS.has(bytes[start] ?? 0)) return undefined;
  // Most references are told apart by this, without making a string; written with #, names are longer.
  if (!LENGTHS.has(end - start) && !bytes.subarray(start, end).includes(0x23)) return undefined;
  const name = nameAt(bytes, start, end);
  return NAMED.has(name) ? name : undefined;
}

const nameAt = (bytes: Uint8Array, start: number, end: number): string =>
  repeatedLatin1(bytes, start, end).replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

function skipLiteral(bytes: Uint8Array, start: number): number {
  let open = 0;
  for (let at = start; at < bytes.length; at++) {
    const code = bytes[at];
    if (code === 0x5c) at++;
    else if (code === 0x28) open++;
    else if (code === 0x29 && --open === 0) return at + 1;
  }
  return bytes.length;
}
