import type { Piece } from './inkgrid.ts';
import { type Inked, inkedWords, type Said } from './inkrows.ts';
import { HIGH, heightOf } from './inkwords.ts';

/** Words of a line that are compared with ink, and of those beside it that lie on none, with so many letters and digits. */
const WORDS = 4;
const BEYOND = { words: 2, letters: 6 };
/** How much broader or narrower all words are than their ink at most, and in ems, how far an end is from that of its ink. */
const SCALE = 1.25;
const NEAR = 0.25;
/** In ems, how far beside a line ink is none of it, and how broad a word is that was left out. */
const BESIDE = 0.5;
const LEFT_OUT = { least: 0.8, most: 5 };
/** Letters of a word that was left out at least; in ems, how far the feet of half of them are from those of the words beside it. */
const LETTERS = 2;
const LEVEL = 0.1;
/** How high they are at least and at most, of the height of the words beside it. */
const ALIKE = { least: 0.6, most: 1.2 };

/** The words of ink within the ends of a line; undefined where they cannot be told from each other. */
export function inkWithin(said: readonly Said[], stretches: readonly Inked[]): Inked[] | undefined {
  const [first, last] = [(said[0]?.from ?? 0) - BESIDE, (said.at(-1)?.to ?? 0) + BESIDE];
  return inkedWords(stretches.filter(({ from, to }) => to > first && from < last));
}

/**
 * The words of ink that begin within a line, or so far behind it. What begins before it is the end of another one: where lines slope, their
 * ends are lines of their own.
 */
export function inkFrom(
  said: readonly Said[],
  stretches: readonly Inked[],
  behind: number,
): Inked[] | undefined {
  const [first, last] = [(said[0]?.from ?? 0) - BESIDE, (said.at(-1)?.to ?? 0) + behind];
  return inkedWords(stretches.filter(({ from }) => from > first && from < last));
}

/**
 * The words at an end of a line that reach over paper beyond the last ink, where each other word has ink of its own: none where that
 * is not sure.
 */
export function wordsBeyond(said: readonly Said[], inked: readonly Inked[]): readonly Said[] {
  const count = inked.length;
  if (count < WORDS || said.length - count < BEYOND.words) return [];
  const [head, tail] = [said.slice(0, count), said.slice(-count)];
  const beyond = isInkOf([head, inked])
    ? said.slice(count)
    : isInkOf([tail, inked])
      ? said.slice(0, -count)
      : [];
  const letters = beyond.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{Nd}]/gu)?.length ?? 0), 0);
  return letters >= BEYOND.letters ? beyond : [];
}

/**
 * The place of a word of ink between those that are said, each of which has ink of its own; -1 where that is not sure. `seen`: the ink
 * of the line, and what follows.
 */
export function wordLeftOut(said: readonly Said[], seen: readonly Inked[]): number {
  const inked = seen.slice(0, said.length + 1);
  if (said.length < WORDS || inked.length <= said.length) return -1;
  return inked.findIndex(({ from, to }, at) => {
    if (at === 0 || at === said.length) return false;
    if (to - from < LEFT_OUT.least || to - from > LEFT_OUT.most) return false;
    const rest = inked.filter((_, place) => place !== at);
    return isInkOf([said.slice(0, at), rest.slice(0, at)], [said.slice(at), rest.slice(at)]);
  });
}

/** Whether pieces of ink between some places are letters as those beside them are: no stamp, mark or stroke. */
export function isWord(pieces: readonly Piece[], from: number, to: number): boolean {
  const isIn = (piece: Piece): boolean =>
    (piece.from + piece.to) / 2 > from && (piece.from + piece.to) / 2 < to;
  const [own, others] = [pieces.filter(isIn), pieces.filter((piece) => !isIn(piece))];
  const feet = others.map(({ foot }) => foot).sort((a, b) => a - b);
  const foot = feet[feet.length >> 1] ?? 0;
  const [height, high] = [own, others].map((some) => Math.max(0, ...some.map(heightOf)));
  if (height === undefined || high === undefined || high < HIGH.least || high > HIGH.most) return false;
  const level = own.filter((piece) => Math.abs(piece.foot - foot) <= LEVEL).length;
  return (
    own.length >= LETTERS &&
    2 * level >= own.length &&
    height >= ALIKE.least * high &&
    height <= ALIKE.most * high
  );
}

/** Words of a line that follow each other, and as many of ink. */
type Part = readonly [said: readonly Said[], inked: readonly Inked[]];

/** Whether words have each its own ink, in their order and, within each part, as far from each other. */
function isInkOf(...parts: readonly Part[]): boolean {
  const [own, seen] = [0, 1].map((side) => parts.reduce((sum, part) => sum + spanOf(part[side] ?? []), 0));
  const scale = (seen ?? 0) / (own ?? 0);
  // Words of another line are broader or narrower.
  if (!(scale >= 1 / SCALE && scale <= SCALE)) return false;
  return parts.every((part) => standsAt(part, scale));
}

const spanOf = (words: readonly Inked[]): number => (words.at(-1)?.to ?? 0) - (words[0]?.from ?? 0);

/** Whether the ends of words are those of their ink, once they are moved along their line. */
function standsAt([said, inked]: Part, scale: number): boolean {
  const offs = said.flatMap(({ from, to }, at) => [
    (inked[at]?.from ?? 0) - scale * from,
    (inked[at]?.to ?? 0) - scale * to,
  ]);
  return Math.max(...offs) - Math.min(...offs) <= 2 * NEAR;
}
