import type { GlyphShape, Hole } from '../../content/font/program/raster.ts';
import { placesElsewhere } from './letterplaces.ts';

/** A letter that a page shows; without a shape where nothing is seen of it. */
export interface Letter {
  text: string;
  shape: GlyphShape | undefined;
}

/** Letters without ascender, and those of them whose height tells how high these are. */
const LOW = 'acegmnopqrsuvwxyzαγεηικμνοπρστυχψω';
const LEVEL = 'acemnorsuvwxzαεικνοπστυω';
/** Letters that reach over the others, or have a dot or a stroke over them. */
const HIGH = 'bdfhklβδζθλξ';
const HALF_HIGH = 'ti';
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ';
/** Letters that reach under the line, and those that do in some typefaces. */
const DEEP = 'gjpqyβγζηξμρφχψ';
const MAY_BE_DEEP = 'fzςJQ';
/** Letters with one hole in every typeface, those with two, and those without one even in scripts whose stems have loops. */
const ONE_HOLE = 'abdeopqADOPRαδοσρΑΔΟΡ';
const TWO_HOLES = 'BθΒΦ';
const NO_HOLE = 'cimnrstuvwxεικμνπτυω';
/** Narrow letters, and broad ones. */
const NARROW = 'ijlt';
const BROAD = 'mwMW';
/** Where the middle of the only hole surely is not, of a glyph's height: under the first, or over the second. */
const MIDDLES: Readonly<Record<string, readonly [number, number]>> = {
  ...every('ab', 0, 0.6),
  ...every('dδΔ', 0, 0.5),
  ...every('eRP', 0.58, 1),
  ...every('pqρ', 0.5, 1),
  ...every('oοDOΟ', 0.4, 0.6),
};

/** Of the height of level letters: what no low letter reaches, what a high one does, and one with a dot or a stroke. */
const TALL = 1.24;
const ASCENDER = 1.12;
const DOT = 1.08;
/** How far under the line no letter on it reaches, and every deep one does. */
const UNDER = -0.2;
const DESCENDER = -0.12;
/** Width that no narrow letter has, and every broad one. */
const WIDE = 1.25;
const SLIM = 0.8;
/** Share of a glyph's bounds that a hole has. */
const HOLE = 0.02;

/** What tells that a letter is another one; a stroke that is open in a typeface tells less. */
const SURE = 1;
const LOST_ONE = 0.6;
const LOST = 0.45;
/** From where on letters of a font are others, and how many of it there have to be that are not, and of all, may be. */
const ENOUGH = 1.5;
const MOST = 0.4;
const LEAST_USUAL = 4;
/** Kinds of which one letter alone may be drawn as the typeface has them all. */
const LONELY: ReadonlySet<Contradiction['kind']> = new Set(['high', 'deep', 'hole']);
/** How many times as high as level letters most high ones are, but in scripts. */
const HIGHEST = 1.9;
/** Level letters whose height is that of all. */
const SOME = 3;
/** Of letters, what has the shape of capitals in a font of small capitals. */
const SMALL_CAPITALS = 0.8;

/** What a letter contradicts: of `kind` letters that have something in common may all be drawn otherwise. */
interface Contradiction {
  text: string;
  kind: 'high' | 'deep' | 'hole' | 'filled' | 'narrow' | 'placed' | 'other';
  weight: number;
}

/**
 * Letters that surely are drawn as other ones, in a font most of whose letters have the shapes that they have in any
 * typeface: with or without holes, over the height of `x`, under the line. None of a font that is odd throughout.
 */
export function otherLetters(all: readonly Letter[]): string[] {
  const letters = all.flatMap((one) =>
    isKnown(one.text) ? { ...one, text: one.text.replace('µ', 'μ') } : [],
  );
  if (letters.length <= LEAST_USUAL) return [];
  const unit = heightOf(letters);
  if (isScript(letters, unit)) return [];
  const judged = letters.map((letter) => ({ letter, found: contradictions(letter, unit) }));
  // Small capitals beside the usual form of their letter are copied as that letter.
  const usual = new Set(judged.filter(({ found }) => found.length === 0).map(({ letter }) => letter.text));
  const found = judged.flatMap(({ letter, found }) =>
    usual.has(letter.text) && isSmallCapital(letter, unit) ? [] : found,
  );
  const counted = found.filter(({ kind }) => !LONELY.has(kind) || ofKind(letters, kind).length > 1);
  const others = [...new Set(counted.map(({ text }) => text))];
  const weight = counted.reduce((sum, one) => sum + one.weight, 0);
  if (weight < ENOUGH || others.length > MOST * letters.length) return [];
  if (letters.length - others.length < LEAST_USUAL || isStyle(letters, found) || isCapital(letters, unit))
    return [];
  return others;
}

function every(letters: string, low: number, high: number): Record<string, readonly [number, number]> {
  return Object.fromEntries([...letters].map((letter) => [letter, [low, high]]));
}

/** Whether it is known what a letter looks like in any typeface. */
export const isKnown = (text: string): boolean =>
  text.length === 1 && `${LOW + HIGH + HALF_HIGH + CAPITALS + DEEP + MAY_BE_DEEP}µ`.includes(text);

/** How high level letters are; undefined where there are too few of them. */
function heightOf(letters: readonly Letter[]): number | undefined {
  const tops = topsOf(letters, LEVEL);
  const middle = tops[Math.floor(tops.length / 2)] ?? 0;
  return tops.length < SOME || middle <= 0 ? undefined : middle;
}

/** Whether most high letters are so much higher than level ones as only those of scripts are. */
function isScript(letters: readonly Letter[], unit: number | undefined): boolean {
  const tops = topsOf(letters, HIGH + CAPITALS);
  return unit !== undefined && (tops[Math.floor(tops.length / 2)] ?? 0) > HIGHEST * unit;
}

function contradictions({ text, shape }: Letter, unit: number | undefined): Contradiction[] {
  if (shape === undefined) return [{ text, kind: 'other', weight: SURE }];
  const found = [holeWeight(text, shape)];
  const list = found.filter(({ weight }) => weight > 0).map((one) => ({ text, ...one }));
  // What is told by two places at once is no matter of a typeface.
  const places = placesElsewhere(text, shape);
  if (places > 0) list.push({ text, kind: 'placed', weight: places > 1 ? ENOUGH : SURE });
  if (unit === undefined) return list;
  const [x0, y0, x1, y1] = shape.bounds.map((edge) => edge / unit) as [number, number, number, number];
  const add = (kind: Contradiction['kind'], is: boolean): void => {
    if (is) list.push({ text, kind, weight: SURE });
  };
  add('other', LOW.includes(text) && y1 > TALL);
  add('high', (HIGH.includes(text) && y1 < ASCENDER) || (HALF_HIGH.includes(text) && y1 < DOT));
  add('deep', DEEP.includes(text) && y0 > DESCENDER);
  // A flourish of a high letter reaches from its top to under the line.
  add('other', !DEEP.includes(text) && !MAY_BE_DEEP.includes(text) && y0 < UNDER && y1 < ASCENDER);
  add('narrow', NARROW.includes(text) && x1 - x0 > WIDE);
  add('other', BROAD.includes(text) && x1 - x0 < SLIM);
  return list;
}

const holesOf = (holes: readonly Hole[]): Hole[] => holes.filter(({ share }) => share >= HOLE);

function holeWeight(text: string, shape: GlyphShape): Pick<Contradiction, 'kind' | 'weight'> {
  const none = { kind: 'other', weight: 0 } as const;
  const expected = holesIn(text);
  if (expected === undefined) return none;
  const holes = holesOf(shape.holes);
  if (holes.length !== expected && holesOf(shape.closed).length === expected) return none;
  if (holes.length > expected) return { kind: 'filled', weight: SURE };
  if (holes.length < expected) return { kind: 'hole', weight: holes.length > 0 ? LOST_ONE : LOST };
  const [low, high] = MIDDLES[text] ?? [0, 1];
  const middle = holes[0]?.middle ?? (low + high) / 2;
  return { kind: 'other', weight: expected === 1 && (middle < low || middle > high) ? SURE : 0 };
}

function holesIn(text: string): number | undefined {
  if (ONE_HOLE.includes(text)) return 1;
  if (TWO_HOLES.includes(text)) return 2;
  return NO_HOLE.includes(text) ? 0 : undefined;
}

/** The letters that have in common what a typeface may draw otherwise. */
function ofKind(letters: readonly Letter[], kind: Contradiction['kind']): readonly Letter[] {
  const common = {
    high: HIGH + HALF_HIGH,
    deep: DEEP,
    hole: ONE_HOLE + TWO_HOLES,
    filled: NO_HOLE + ONE_HOLE + TWO_HOLES,
    narrow: NARROW,
    placed: '',
    other: '',
  }[kind];
  return letters.filter(({ text }) => common.includes(text));
}

/** Whether a font draws most of its letters of a kind otherwise: without holes as stencils, or with one in each stroke. */
function isStyle(letters: readonly Letter[], found: readonly Contradiction[]): boolean {
  return (['high', 'deep', 'hole', 'filled', 'narrow'] as const).some((kind) => {
    const odd = new Set(found.filter((one) => one.kind === kind).map(({ text }) => text));
    const of = ofKind(letters, kind);
    return of.length > 1 && odd.size > of.length / 2;
  });
}

/** Whether small letters have the shapes of capitals, all of one height and on the line. */
function isCapital(letters: readonly Letter[], unit: number | undefined): boolean {
  const small = letters.filter(({ text }) => text === text.toLowerCase());
  const fits = small.filter((letter) => isSmallCapital(letter, unit));
  return small.length > 0 && fits.length >= SMALL_CAPITALS * small.length;
}

function isSmallCapital({ text, shape }: Letter, unit: number | undefined): boolean {
  if (shape === undefined || unit === undefined || text !== text.toLowerCase()) return false;
  const expected = holesIn(text.toUpperCase());
  const [y0, y1] = [shape.bounds[1] / unit, shape.bounds[3] / unit];
  const isLevel = y1 < ASCENDER && (y0 > UNDER || MAY_BE_DEEP.includes(text.toUpperCase()));
  return isLevel && (expected === undefined || holesOf(shape.holes).length === expected);
}

/** The tops of some letters, in their order; of a letter with several forms the lowest. */
function topsOf(letters: readonly Letter[], among: string): number[] {
  const tops = new Map<string, number>();
  for (const { text, shape } of letters)
    if (shape !== undefined && among.includes(text))
      tops.set(text, Math.min(tops.get(text) ?? Infinity, shape.bounds[3]));
  return [...tops.values()].sort((a, b) => a - b);
}
