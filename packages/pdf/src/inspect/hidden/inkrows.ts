import type { Piece } from './inkgrid.ts';

/** A word where a page says it, or a stretch of ink: along its line, in ems. */
export interface Said {
  text: string;
  from: number;
  to: number;
}
export type Inked = Pick<Piece, 'from' | 'to'>;

/** Words of a line that is compared, letters of them all at least, and how many times as many words one side has at most. */
const WORDS = { least: 6, most: 40 };
const LETTERS = 20;
const TIMES = 1.35;
/** Stretches of ink at least; in ems, what a gap between words has at least, and one within a word at most; and how they differ. */
const STRETCHES = 9;
const BETWEEN = 0.14;
const WITHIN = 0.3;
const FINEST = 0.05;
const APART = 1.3;
/** In ems, how far an end of a word is from that of its ink at most, and what of the ink beside the line is looked at. */
const NEAR = 0.4;
const BESIDE = 1;
/** Of the ends of words, how many have none near at least where it is another line, and of the ink what does not match in any order. */
const MISSED = 0.5;
const OTHER = 0.22;
/** The same, up to which it may be the line that is said. */
const SAME = { missed: 0.4, other: 0.12 };
/** In ems, what it costs to take several words for one, and to leave one out. */
const JOINED = 0.5;
const LOST = 0.5;

/** About how broad letters are in print, in ems. */
export const breadthOf = (letter: string): number => {
  if (/[fijltrιI.,:;'’!|()[\]-]/u.test(letter)) return 0.3;
  if (/[mwωMW@%]/u.test(letter)) return 0.85;
  return /\p{Lu}/u.test(letter) ? 0.68 : 0.54;
};

/** Whether so many words are compared at all. */
export const isRow = (said: readonly Said[]): boolean =>
  said.length >= WORDS.least &&
  said.length <= WORDS.most &&
  said.reduce((sum, { text }) => sum + text.length, 0) >= LETTERS;

/**
 * Whether the ink of a line surely is that of other words: neither do they end where its words do, nor are they as broad as these, one
 * after another. Measured on lines that a common recogniser read off 27 pages in several languages, among them such that it took for another script: none
 * of 459 is told, and of such lines over the ink of others five in six.
 */
export function isOtherRow(said: readonly Said[], stretches: readonly Inked[]): boolean {
  const inked = inkedWords(stretches);
  if (inked === undefined || !isAlike(said, inked)) return false;
  return missedEnds(said, inked) >= MISSED && mismatch(said, inked) >= OTHER;
}

/** Whether the ink of a line may be that of some words, wherever it stands. */
export function mayBeRow(said: readonly Said[], stretches: readonly Inked[]): boolean {
  const inked = inkedWords(stretches);
  if (inked === undefined || !isAlike(said, inked)) return false;
  return missedEnds(said, inked) < SAME.missed || mismatch(said, inked) < SAME.other;
}

const isAlike = (said: readonly Said[], inked: readonly Inked[]): boolean =>
  Math.max(said.length, inked.length) <= TIMES * Math.min(said.length, inked.length);

/** The words of ink of a line whose gaps between words are clearly wider than those within. */
export function inkedWords(stretches: readonly Inked[]): Inked[] | undefined {
  const gaps = stretches.slice(1).map(({ from }, at) => from - (stretches[at]?.to ?? 0));
  if (stretches.length < STRETCHES) return undefined;
  const sorted = [...gaps].sort((a, b) => a - b);
  let [widest, limit] = [0, 0];
  for (const [at, more] of sorted.slice(1).entries()) {
    const less = sorted[at] ?? 0;
    const times = more / Math.max(less, FINEST);
    if (more < BETWEEN || less > WITHIN || times <= widest) continue;
    [widest, limit] = [times, (less + more) / 2];
  }
  if (widest < APART) return undefined;
  const words: Piece[] = [];
  for (const [at, { from, to }] of stretches.entries()) {
    const last = words.at(-1);
    if (last === undefined || (gaps[at - 1] ?? 0) > limit) words.push({ from, to, foot: 0, top: 0 });
    else last.to = to;
  }
  return words.length <= TIMES * WORDS.most ? words : undefined;
}

/** Of the beginnings and ends of words that are said and that are seen, the share without one near on the other side. */
function missedEnds(said: readonly Said[], inked: readonly Inked[]): number {
  const [first, last] = [(said[0]?.from ?? 0) - BESIDE, (said.at(-1)?.to ?? 0) + BESIDE];
  const isBeside = (place: number): boolean => place >= first && place <= last;
  const ends = (['from', 'to'] as const).map((end) => ({
    own: said.map((word) => word[end]),
    seen: inked.map((word) => word[end]).filter(isBeside),
  }));
  const without = (some: readonly number[], others: readonly number[]): number =>
    some.filter((place) => !others.some((other) => Math.abs(other - place) < NEAR)).length;
  const missed = ends.reduce((sum, { own, seen }) => sum + without(own, seen) + without(seen, own), 0);
  return missed / ends.reduce((sum, { own, seen }) => sum + own.length + seen.length, 0);
}

/** How many words that are said may be how many of ink, and what that costs beside their breadth. */
const STEPS = [
  [1, 1, 0],
  [1, 2, JOINED],
  [2, 1, JOINED],
  [1, 3, 2 * JOINED],
  [3, 1, 2 * JOINED],
  [0, 1, LOST],
  [1, 0, LOST],
] as const;

/** Of the breadth of a line's ink, by how much it differs at least from that of the words that are said, one after another. */
function mismatch(said: readonly Said[], inked: readonly Inked[]): number {
  const own = said.map(({ text }) => [...text].reduce((sum, letter) => sum + breadthOf(letter), 0));
  const seen = inked.map(({ from, to }) => to - from);
  // What stands at either end may be no word.
  const ends = [0, 1].flatMap((before) => [0, 1].map((behind) => [before, behind] as const));
  return Math.min(
    ...ends.map(([before, behind]) => {
      const part = seen.slice(before, seen.length - behind);
      const all = sumOf(part);
      return all <= 0 ? Infinity : (distance(own, part) + LOST * (before + behind)) / all;
    }),
  );
}

function distance(own: readonly number[], seen: readonly number[]): number {
  const scale = sumOf(seen) / sumOf(own);
  const [ownSums, seenSums] = [own.map((width) => width * scale), seen].map(sumsOf);
  const wide = seen.length + 1;
  const costs = new Float64Array((own.length + 1) * wide).fill(Infinity);
  costs[0] = 0;
  for (let at = 0; at < costs.length; at++) {
    const [row, column] = [Math.floor(at / wide), at % wide];
    for (const [down, right, cost] of STEPS) {
      if (row + down > own.length || column + right > seen.length) continue;
      const broad = (ownSums?.[row + down] ?? 0) - (ownSums?.[row] ?? 0);
      const other = (seenSums?.[column + right] ?? 0) - (seenSums?.[column] ?? 0);
      const next = at + down * wide + right;
      costs[next] = Math.min(costs[next] ?? 0, (costs[at] ?? 0) + Math.abs(broad - other) + cost);
    }
  }
  return costs.at(-1) ?? 0;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** The sum of the first numbers, of none first. */
function sumsOf(numbers: readonly number[]): number[] {
  const sums = [0];
  for (const number of numbers) sums.push((sums.at(-1) ?? 0) + number);
  return sums;
}
