import type { Piece } from './inkgrid.ts';

/** Digits that a number has at least which is compared, and how many more of them are said than ink has room for. */
const NUMBER = 3;
const MORE = 2;
/** Of the height of digits: what a point or a comma has at most, what one digit is broad at most, and one of several at least. */
export const MARK = 0.45;
const DIGIT = 0.8;
const NARROW = 0.45;
/** How much broader than the narrowest the broadest of digits is that stand apart, and how broad for its height. */
const ALIKE = 1.4;
const BROAD = 0.9;
/** Of their height, a gap between digits in which another one may have been. */
const LOST = 0.6;
/** In ems, how high writing of a size is. */
export const HIGH = { least: 0.35, most: 1.1 };
/** How much larger gaps between words are than those within, at least. */
const APART = 1.25;
/** Of a word's letters, how many pieces of ink there are at least and at most: letters may touch or break. */
const TOUCHING = 0.5;
const BROKEN = 1.4;

/** A number without words, as it is recognised. */
const FIGURES = /^[(€$£]?[\p{Nd}.,:'’·]+[).,;:€%]?$/u;
const digitsOf = (word: string): number => word.match(/\p{Nd}/gu)?.length ?? 0;

/** Whether a word is a number whose digits are counted. */
export const isFigure = (word: string): boolean => FIGURES.test(word) && digitsOf(word) >= NUMBER;

/** Whether a number has more digits than there can be in some ink; `room`: what is blank beside it, in ems. */
export function hasMoreDigits(word: string, pieces: readonly Piece[], room: number): boolean {
  const most = mostDigits(pieces, [...word].length - digitsOf(word), room);
  return most !== undefined && most > 0 && digitsOf(word) >= most + MORE;
}

/**
 * How many digits there are in some ink at most, beside so many signs; undefined for what is no line of writing, and for digits in
 * pieces.
 */
function mostDigits(pieces: readonly Piece[], signs: number, room: number): number | undefined {
  const height = Math.max(0, ...pieces.map(heightOf));
  if (height < HIGH.least || height > HIGH.most) return undefined;
  const figures = figuresOf(pieces, height);
  const digits = figures.filter((piece) => heightOf(piece) > MARK * height);
  if (figures.length - digits.length > signs) return undefined;
  const widths = digits.map(widthOf).filter((width) => width > NARROW * height);
  const [least, most] = [Math.min(...widths), Math.max(...widths)];
  // Several that are as broad as each other are digits by themselves, however bold.
  const isApart = widths.length >= NUMBER && most <= ALIKE * least && most <= BROAD * height;
  // Pale digits may be lost where there is room for them.
  const lost = [...gapsOf(figures), room].reduce(
    (sum, gap) => sum + (gap > LOST * height ? Math.ceil(gap / (NARROW * height)) : 0),
    0,
  );
  if (isApart) return digits.length + lost;
  return digits.reduce((sum, piece) => sum + digitsIn(widthOf(piece) / height), lost);
}

/** Of the height of digits: how high each is at least, and a gap between words; and how much wider that is than those between digits. */
const TALL = 0.88;
const GAP = 0.35;
const TIMES = 2;

/** Without the words behind a number, of whose letters some are lower than digits. */
function figuresOf(pieces: readonly Piece[], height: number): readonly Piece[] {
  const line = pieces.find((piece) => heightOf(piece) === height)?.foot ?? 0;
  // A comma is as high as a letter, and hangs under the line.
  const isLow = (piece: Piece): boolean =>
    Math.min(heightOf(piece), piece.top - line) > MARK * height && heightOf(piece) < TALL * height;
  const gaps = gapsOf(pieces);
  const end = 1 + gaps.findIndex((gap) => gap > GAP * height);
  const [first, others] = [pieces.slice(0, end), pieces.slice(end)];
  const isGap = end >= NUMBER && (gaps[end - 1] ?? 0) >= TIMES * Math.max(...gaps.slice(0, end - 1));
  return isGap && !first.some(isLow) && others.some(isLow) ? first : pieces;
}

const digitsIn = (broad: number): number => (broad <= DIGIT ? 1 : Math.ceil(broad / NARROW));

/** Between pieces that follow each other. */
const gapsOf = (pieces: readonly Piece[]): number[] =>
  pieces.slice(1).map(({ from }, at) => from - (pieces[at]?.to ?? 0));

const widthOf = ({ from, to }: Piece): number => to - from;
export const heightOf = ({ foot, top }: Piece): number => top - foot;

/**
 * The pieces of each of so many words of a line: the widest gaps are those between words. Undefined where gaps within words are about as
 * wide.
 */
export function wordsOf(pieces: readonly Piece[], count: number, apart: number): Piece[][] | undefined {
  if (pieces.length < count) return undefined;
  const gaps = gapsOf(pieces);
  const sorted = [...gaps].sort((a, b) => b - a);
  const [between = Infinity, within = 0] = [sorted[count - 2], sorted[count - 1]];
  if (count > 1 && between < apart * Math.max(within, 0.05)) return undefined;
  const words: Piece[][] = [[]];
  for (const [at, piece] of pieces.entries()) {
    if (at > 0 && count > 1 && (gaps[at - 1] ?? 0) >= between) words.push([]);
    words.at(-1)?.push(piece);
  }
  return words.length === count ? words : undefined;
}

/** Whether so many letters may be so many pieces. */
const mayBe = (letters: number, pieces: number): boolean =>
  pieces >= TOUCHING * letters && pieces <= BROKEN * letters + 1;

export const lengthOf = (word: string): number =>
  [...word.normalize('NFC')].filter((sign) => /\S/u.test(sign)).length;

/**
 * The first number of a line of recognised words that has more digits than its ink, if each other word has ink of its length; `ems`:
 * how long the line is.
 */
export function otherFigure(
  words: readonly string[],
  pieces: readonly Piece[],
  ems: number,
): string | undefined {
  const inked = wordsOf(pieces, words.length, APART);
  if (inked === undefined) return undefined;
  const other = words.findIndex(
    (word, at) => isFigure(word) && hasMoreDigits(word, inked[at] ?? [], roomOf(inked, at, ems)),
  );
  if (other < 0) return undefined;
  const isRead = words.every(
    (word, at) => at === other || isFigure(word) || mayBe(lengthOf(word), inked[at]?.length ?? 0),
  );
  return isRead ? words[other] : undefined;
}

/** In ems, a gap behind which another word may begin. */
const MAY_GAP = 0.2;

/** Whether a number may have more digits than its ink, of which only the stretches are known. */
export function mayHaveMore(word: string, stretches: readonly Piece[]): boolean {
  const end = gapsOf(stretches).findIndex((gap) => gap > MAY_GAP);
  return (end < 0 ? stretches.length : end + 1) <= [...word].length - MORE;
}

/** Whether a line may say another number than its ink, as far as stretches of ink tell. */
export function mayBeOtherFigure(words: readonly string[], stretches: readonly Piece[]): boolean {
  const inked = wordsOf(stretches, words.length, 1);
  const mayHave = (word: string, at: number): boolean =>
    isFigure(word) && mayHaveMore(word, inked?.[at] ?? []);
  return inked !== undefined && words.some(mayHave);
}

/** How much wider than the narrowest gap between words that beside a number is, where nothing is lost. */
const SPACE = 1.5;

/** What is blank beside a word of a line that is more than the gap to the next one. */
function roomOf(words: readonly Piece[][], at: number, ems: number): number {
  const ends = words.map((word) => [word[0]?.from ?? 0, word.at(-1)?.to ?? 0] as const);
  const gaps = ends.slice(1).map(([from], place) => from - (ends[place]?.[1] ?? 0));
  const usual = SPACE * Math.min(...gaps);
  const [from, to] = ends[at] ?? [0, 0];
  const before = at === 0 ? from : (gaps[at - 1] ?? 0) - usual;
  const behind = at === words.length - 1 ? ems - to : (gaps[at] ?? 0) - usual;
  return Math.max(0, before) + Math.max(0, behind);
}
