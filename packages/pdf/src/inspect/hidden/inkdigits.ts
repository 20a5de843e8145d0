import type { Piece } from './inkgrid.ts';
import { mayHaveHoles } from './inkholes.ts';
import type { ClearLook, RoughLook } from './inklooks.ts';
import { distanceOf, distancesOf } from './inkpictures.ts';
import type { Said } from './inkrows.ts';
import { heightOf, lengthOf, MARK, wordsOf } from './inkwords.ts';

/** Digits that a number has at least of which each is compared, and signs at most. */
const NUMBER = 2;
const LONGEST = 30;
/** How far each digit of ink is from the nearest picture at most. */
const NEAR = 0.24;
/** How many times as far from what was recognised as from the nearest digit one is at most that may be it. */
const FITS = 1.1;
/** The same, from which it is another one, and how far from what was recognised those are, in the mean of several. */
const OTHER = 1.5;
const APART = 0.3;
/** The same of one by itself: recognising errs by one. */
const ONLY = 1.8;
const FAR = 0.38;
/** Digits that recognising takes for each other though they are clear. */
const CONFUSED: ReadonlySet<string> = new Set(['1 3', '1 4', '1 7', '3 9', '5 9']);
/** In ems, how far a comma reaches under a digit at least. */
const UNDER = 0.06;
/** Of their middle height, how much digits of a number differ at most, and their feet. */
const ALIKE = 0.12;

/** A number, a date or the like, as it is recognised. */
const NUMBERS = /^[(€$£#]?[0-9][0-9.,:'’·/–-]*[).,;:€%]?$/u;

const DIGIT = /[0-9]/;
/** Whether each digit of a word is compared. */
export const isNumber = (word: string): boolean =>
  word.length <= LONGEST && NUMBERS.test(word) && (word.match(/[0-9]/g)?.length ?? 0) >= NUMBER;

/** A number of a line: what is said, and the stretches of the line in which its ink is. */
export interface Numbered {
  word: string;
  stretches: readonly Piece[];
  /** Which word of its line it is. */
  at: number;
}

/** Of a word's letters, how many stretches of ink there are at least and at most: letters touch, and break. */
const TOUCHING = 0.4;
const BROKEN = 1.4;
/** Of a number, how many more or fewer there are at most. */
const TOUCHED = 2;
/** How much larger gaps between words are than those within. */
const GAP = 1.25;

/** Where the numbers of a line are, as far as stretches of ink tell; `placed`: where its words are said, once that is asked for. */
export function numbersOf(
  words: readonly string[],
  stretches: readonly Piece[],
  placed: () => readonly Said[],
): Numbered[] {
  if (!words.some(isNumber)) return [];
  const inked =
    wordsOf(stretches, words.length, GAP) ??
    byLength(words, stretches) ??
    byPlace(words, stretches, placed());
  if (inked === undefined) return [];
  const fits = (word: string, at: number): boolean => {
    const count = inked[at]?.length ?? 0;
    return count >= TOUCHING * word.length && count <= BROKEN * word.length + 1;
  };
  if (!words.every(fits)) return [];
  return words.flatMap((word, at) => {
    const own = inked[at] ?? [];
    return isNumber(word) && Math.abs(own.length - word.length) <= TOUCHED
      ? [{ word, stretches: own, at }]
      : [];
  });
}

/** In ems, a gap between words at least, and how far from where a word is said to begin its ink does at most. */
const SPACE = 0.15;
const BESIDE = 0.3;

/** The stretches of each word of a line that has one for each letter; undefined of others. */
function byLength(words: readonly string[], stretches: readonly Piece[]): Piece[][] | undefined {
  const inked: Piece[][] = [];
  let at = 0;
  for (const word of words) {
    const [before, first] = [stretches[at - 1], stretches[at]];
    if (before !== undefined && first !== undefined && first.from - before.to < SPACE) return undefined;
    inked.push(stretches.slice(at, at + lengthOf(word)));
    at += lengthOf(word);
  }
  return at === stretches.length ? inked : undefined;
}

/** The stretches of each word of a line, which is parted at the widest gap where each next word is said to begin. */
function byPlace(
  words: readonly string[],
  stretches: readonly Piece[],
  placed: readonly Said[],
): Piece[][] | undefined {
  if (placed.length !== words.length || !placed.every(({ text }, at) => text === words[at])) return undefined;
  const inked: Piece[][] = [];
  let begin = 0;
  for (const { from } of placed.slice(1)) {
    let [widest, next] = [SPACE, begin];
    for (let at = begin + 1; at < stretches.length; at++) {
      const [before, piece] = [stretches[at - 1]?.to ?? 0, stretches[at]?.from ?? 0];
      if (before > from + BESIDE) break;
      if (piece < from - BESIDE || piece - before < widest) continue;
      [widest, next] = [piece - before, at];
    }
    if (next === begin) return undefined;
    inked.push(stretches.slice(begin, next));
    begin = next;
  }
  return [...inked, stretches.slice(begin)];
}

/** Whether each stretch of ink is the sign that was recognised, as far as a rough look tells: most numbers are looked at no further. */
export function isAsSaid(
  { word, stretches }: Numbered,
  look: (stretch: Piece) => RoughLook | undefined,
): boolean {
  if (stretches.length !== word.length) return false;
  let foot: number | undefined;
  return stretches.every((stretch, at) => {
    const sign = word[at] ?? '';
    const isPoint = sign === '.' && foot !== undefined;
    if (!isPoint && !DIGIT.test(sign)) return true;
    const found = look(stretch);
    if (found === undefined) return false;
    // A comma reaches under the digit before it.
    if (isPoint) return found.foot >= (foot ?? 0) - UNDER;
    foot = found.foot;
    const distances = distancesOf(found);
    return (distances[Number(sign)] ?? Infinity) <= FITS * Math.min(...distances);
  });
}

/**
 * The digits of a number as they were recognised and as its ink shows them, one for one; undefined where that is not clear. `look`: what
 * a piece of its ink looks like.
 */
export function seenDigits(
  word: string,
  pieces: readonly Piece[],
  look: (piece: Piece) => ClearLook | undefined,
): Seen[] | undefined {
  const seen: Seen[] = [];
  for (const { digit, piece } of digitsOf(word, pieces) ?? []) {
    const found = look(piece);
    if (found === undefined) return undefined;
    const distances = distancesOf(found);
    const [own, nearest] = [distances[digit] ?? 0, Math.min(...distances)];
    if (nearest > NEAR || (own > FITS * nearest && own < OTHER * nearest)) return undefined;
    seen.push({ digit, shown: distances.indexOf(nearest), own, nearest, look: found });
  }
  return seen.length === 0 ? undefined : seen;
}

/** A digit as it was recognised and as ink shows it, and how far the ink is from either. */
export interface Seen {
  digit: number;
  shown: number;
  own: number;
  nearest: number;
  look: ClearLook;
}

/** Whether ink shows the digit that was recognised. */
export const isItself = ({ own, nearest }: Seen): boolean => own <= FITS * nearest;

/**
 * Measured on 100 pages of 119 numbers each in many typefaces, tilted, blurred and noisy, that a common recogniser read: one of its own
 * errors counts. Digits of two numbers in three match ink one for one; of those, changed by chance in one digit, 40 % are found, 75 % in two,
 * and 84 % with a 9 for a 1 at the head.
 */
export function areOther(seen: readonly Seen[]): boolean {
  const others = seen.filter((each) => !isItself(each));
  if (others.length === 0) return false;
  const only = onlyOther(seen);
  if (only !== undefined) {
    if (only.own < ONLY * only.nearest) return false;
    const pair = [only.digit, only.shown].sort().join(' ');
    return (only.own >= FAR && !CONFUSED.has(pair)) || hasOtherHoles(only, seen);
  }
  const apart = others.reduce((sum, { own }) => sum + own, 0) / others.length;
  return apart >= APART && !isShifted(seen);
}

/** The digit that shows another than was recognised, if it is the only one of some. */
export function onlyOther(seen: readonly Seen[]): Seen | undefined {
  const [only, second] = seen.filter((each) => !isItself(each));
  return second === undefined ? only : undefined;
}

/** Whether a digit has the holes of what it shows, and not of what was recognised, in ink so clear that the others have their own. */
const hasOtherHoles = (only: Seen, seen: readonly Seen[]): boolean =>
  only.look.holes !== undefined &&
  !mayHaveHoles(only.digit, only.look.holes) &&
  seen.every(({ shown, look: { holes } }) => holes !== undefined && mayHaveHoles(shown, holes));

/** How far digits of one typeface are from each other at most, and how far what is none of them is from each at least. */
const SAME = 0.2;
const UNLIKE = 0.3;

/** Whether a digit surely is none of those of its page that were recognised as the same, which look alike. */
export const isUnlike = ({ look }: Seen, others: readonly Seen[]): boolean =>
  others.length >= 2 &&
  others.every((one) => distanceOf(one.look, look) >= UNLIKE) &&
  others.every((one) => others.every((other) => distanceOf(one.look, other.look) <= SAME));

/** Whether digits are those beside them but for one: ink of another word was taken for part of it. */
const isShifted = (seen: readonly Seen[]): boolean =>
  seen.length > NUMBER &&
  [1, -1].some(
    (step) => seen.filter(({ digit }, at) => seen[at + step]?.shown === digit).length >= seen.length - 2,
  );

/** The digits of a number with the ink of each; undefined where they do not match one for one. */
function digitsOf(word: string, pieces: readonly Piece[]): { digit: number; piece: Piece }[] | undefined {
  const signs = [...word];
  if (pieces.length !== signs.length) return undefined;
  const digits = pieces.flatMap((piece, at) =>
    DIGIT.test(signs[at] ?? '') ? [{ digit: Number(signs[at]), piece }] : [],
  );
  const middle = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
  const height = middle(digits.map(({ piece }) => heightOf(piece)));
  const foot = middle(digits.map(({ piece }) => piece.foot));
  const isLevel = digits.every(
    ({ piece }) =>
      Math.abs(heightOf(piece) - height) <= ALIKE * height && Math.abs(piece.foot - foot) <= ALIKE * height,
  );
  const isMark = (piece: Piece, at: number): boolean =>
    !/[.,·'’–-]/.test(signs[at] ?? '') || heightOf(piece) <= MARK * height;
  return isLevel && pieces.every(isMark) ? digits : undefined;
}
