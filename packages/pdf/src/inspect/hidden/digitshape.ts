import { type GlyphShape, holesIn } from '../../content/font/program/raster.ts';
import { isNearerToOther } from './digitpictures.ts';
import { seenShape } from './negative.ts';
import { RAISED } from './signs.ts';
import { signOf } from './textmap.ts';

/** How many holes each digit has in any typeface: a four may be open, a zero crossed or dotted. */
const HOLES: Readonly<Record<string, readonly number[]>> = {
  '0': [1, 2],
  '1': [0],
  '2': [0, 1],
  '3': [0],
  '4': [0, 1],
  '5': [0],
  '6': [1],
  '7': [0],
  '8': [2],
  '9': [1],
};
/** Of a glyph's height, where the middle of the only hole of a six surely is not, and that of a nine. */
const UPPER = 0.55;
const LOWER = 0.45;
/** Share of its bounds that a hole surely is one from; less is where strokes nearly meet. */
const HOLE = 0.02;
/** Share of cells in which drawings of the same glyph differ. */
const NOISE = 0.01;

/** Digits of formulas whose strokes are outlines, with holes of their own. */
const DOUBLE_STRUCK = /^[\u{1d7d8}-\u{1d7e1}]$/u;

/** Whether what is drawn for a digit, in the plain form or in one of full width or of formulas, surely is another one. */
export function isOtherDigit(form: string, shape: GlyphShape): boolean {
  const text = DOUBLE_STRUCK.test(form) ? form : form.normalize('NFKC');
  const { holes, closed, bounds } = shape;
  const expected = HOLES[text];
  if (expected === undefined || isLow(bounds)) return false;
  // What is broader than a digit may be several of them.
  if (isFlat(bounds)) return isParted(text, shape);
  const seen = seenShape(shape);
  if (seen.cells !== shape.cells) {
    // A box that leaves one digit free has one hole; two are those of a digit with straight edges.
    const count = holes.filter(({ share }) => share >= HOLE).length;
    return isNearerToOther(text, seen) || (count > 1 && !expected.includes(count));
  }
  const found = [holes, closed]
    .map((some) => some.filter(({ share }) => share >= HOLE))
    .find(({ length }) => expected.includes(length));
  if (found === undefined || hasOtherEnds(text, shape) || isNearerToOther(text, shape)) return true;
  if (isParted(text, shape) || isOpenFour(text, shape)) return true;
  const middle = found[0]?.middle ?? 0.5;
  return (text === '6' && middle > UPPER) || (text === '9' && middle < LOWER);
}

/** In em: how high what stands on the line is at least, and how far its foot is from the line at most. Raised digits are half as high. */
const UPRIGHT = 0.55;
const ON_LINE = 0.08;

/** Whether a digit that is copied as a raised or lowered one is drawn as high as the digits of a line, and stands on it. Strings may be raised, too. */
export const isNotRaised = (text: string, [, y0, , y1]: GlyphShape['bounds']): boolean =>
  RAISED.test(text) && y1 - y0 >= UPRIGHT && Math.abs(y0) <= ON_LINE;

/** Of a glyph's width, from which a stroke goes across all of it, and under which none does. */
const ACROSS = 0.85;
const NARROW = 0.4;

/** Of a glyph's width: what the top of a seven surely has, and where its foot surely does not begin without a bar on top. */
const BAR = 0.7;
const RIGHT = 0.5;

/** Whether a one has the bar of a seven on top, a seven has none or stands on a bar, or a two stands on no bar. */
function hasOtherEnds(text: string, { cells, bounds: [x0, y0, x1, y1] }: GlyphShape): boolean {
  const [foot, top] = [spread(cells, 0, END), spread(cells, 1 - END, 1)];
  if (text === '7' && top < BAR && (foot > ACROSS || leftOf(cells, END) > RIGHT)) return true;
  const isWide = x1 - x0 > (y1 - y0) / 2;
  if (!isWide) return false;
  if (text === '1') return top > ACROSS && foot < NARROW;
  return text === '2' && foot < NARROW && top > ACROSS;
}

/** Of a digit's width, what its bar surely crosses, and of what lies over the bar, what has two stems at its sides. */
const BARRED = 0.9;
const STEMS = 0.6;
const BESIDE = 0.25;
/** Between which heights the bar of a four stands. */
const MIDDLE = { low: 0.2, high: 0.6 };

/** Whether a one or a seven is drawn as a four that is open at its top: a bar across it, under two stems. */
function isOpenFour(text: string, { cells, bounds: [x0, y0, x1, y1] }: GlyphShape): boolean {
  if ((text !== '1' && text !== '7') || x1 - x0 < (y1 - y0) / 3) return false;
  const side = Math.sqrt(cells.length);
  const rows = Array.from({ length: side }, (_, row) => cells.subarray(row * side, (row + 1) * side));
  const isBar = (row: Uint8Array): boolean => row.reduce((sum, cell) => sum + cell, 0) >= BARRED * side;
  const bar = rows.findLastIndex((row, at) => isBar(row) && at < MIDDLE.high * side);
  if (bar < MIDDLE.low * side) return false;
  const above = rows.slice(bar + 1);
  const stemmed = above.filter((row) => {
    const [first, last] = [row.indexOf(1), row.lastIndexOf(1)];
    const isSpread = first >= 0 && first < BESIDE * side && last >= (1 - BESIDE) * side;
    return isSpread && row.subarray(first, last).includes(0);
  });
  return stemmed.length >= STEMS * above.length;
}

/** Digits without a hole in any typeface, of which no part of a stencil is as high as they are. */
const WHOLE = '12357';
/** Of a digit's height, what the halves of a stencil have as well as two digits do. */
const HIGH = 0.7;

/**
 * Whether a free column goes through it from foot to top, between parts that are as high as digits: two of them that are
 * copied as one. The halves of a stencil's zero have no hole.
 */
function isParted(text: string, { cells }: GlyphShape): boolean {
  const side = Math.sqrt(cells.length);
  return freeColumns(cells).some((column) => {
    const parts = [cells.map((cell, at) => (at % side < column ? cell : 0))];
    parts.push(cells.map((cell, at) => (at % side > column ? cell : 0)));
    if (parts.some((part) => heightOf(part) < HIGH)) return false;
    return WHOLE.includes(text) || parts.some((part) => holesIn(part).some(({ share }) => share >= HOLE));
  });
}

/** The first of each group of columns in which nothing is painted. */
function freeColumns(cells: Uint8Array): number[] {
  const side = Math.sqrt(cells.length);
  const painted = new Uint8Array(side);
  for (const [at, cell] of cells.entries()) if (cell === 1) painted[at % side] = 1;
  return [...painted.keys()].filter((column) => painted[column] === 0 && painted[column - 1] === 1);
}

/** The share of all rows from the first painted one to the last. */
function heightOf(cells: Uint8Array): number {
  const [first, last] = [cells.indexOf(1), cells.lastIndexOf(1)];
  const side = Math.sqrt(cells.length);
  return first < 0 ? 0 : (Math.floor(last / side) - Math.floor(first / side) + 1) / side;
}

/** Share of a glyph's height that its foot and its top are. */
export const END = 0.08;

/** Of the width, what lies between the first and the last painted cell of some rows. */
export function spread(cells: Uint8Array, from: number, to: number): number {
  const side = Math.sqrt(cells.length);
  let [first, last] = [side, -1];
  for (let row = Math.floor(from * side); row < to * side; row++) {
    for (let column = 0; column < side; column++) {
      if (cells[row * side + column] !== 1) continue;
      first = Math.min(first, column);
      last = Math.max(last, column);
    }
  }
  return Math.max(0, last - first + 1) / side;
}

/** Where, of the width, the first painted cell of a glyph's foot stands. */
function leftOf(cells: Uint8Array, to: number): number {
  const side = Math.sqrt(cells.length);
  let first = side;
  for (let at = 0; at < Math.floor(to * side) * side; at++)
    if (cells[at] === 1) first = Math.min(first, at % side);
  return first / side;
}

/** Digits that differ, and are drawn alike: as `1=9`. */
export function digitsAlike(digits: readonly { text: string; shape: GlyphShape }[]): string[] {
  const alike: string[] = [];
  for (const [index, one] of digits.slice(0, MOST_DIGITS).entries()) {
    for (const other of digits.slice(0, index)) {
      if (signOf(one.text)?.sign === signOf(other.text)?.sign) continue;
      if (isSame(one.shape, other.shape)) alike.push(`${other.text}=${one.text}`);
    }
  }
  return alike;
}

/** Glyphs of digits that are compared with each other: a font has ten of each of its styles. */
const MOST_DIGITS = 60;

function isSame(one: GlyphShape, other: GlyphShape): boolean {
  const [a, b] = [one, other].map(({ bounds: [x0, y0, x1, y1] }) => (x1 - x0) / (y1 - y0));
  if (a === undefined || b === undefined || Math.abs(a - b) > NOISE * a) return false;
  let different = 0;
  for (const [at, cell] of one.cells.entries()) if (cell !== other.cells[at]) different++;
  return different <= NOISE * one.cells.length;
}

/** A line, or a low box, is what stands in for a glyph that is missing. */
const isLow = ([, y0, , y1]: GlyphShape['bounds']): boolean => y1 - y0 < 0.2;
const isFlat = ([x0, y0, x1, y1]: GlyphShape['bounds']): boolean => x1 - x0 > 2 * (y1 - y0);
