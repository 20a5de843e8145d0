import { LETTER_PICTURES, type LetterPicture, sharesOf } from '../letterpictures.ts';
import { DIGIT_TYPEFACES } from './digittypefaces.ts';

/** Cells to the em of a grid of ink, and rows of a template, of which some lie under the line. */
export const CELLS = 16;
export const ROWS = 22;
export const BELOW = 4;

/** What a letter looks like in print: cells with ink, column by column from the foot. */
export interface Template {
  /** Columns that it takes, from where it begins to where the next letter does. */
  readonly width: number;
  /** Which cells have ink, and how much, 0 to 1. */
  readonly cells: Uint16Array;
  readonly inks: Float64Array;
  /** The sum of the squares of the ink of all columns. */
  readonly energy: number;
  /** The same of the last column, and the first of its cells among all. */
  readonly last: { readonly energy: number; readonly from: number };
  /** At how many places of a page it was seen; 0 where it comes from another typeface. */
  readonly places: number;
}

/** Ink of a cell that counts. */
const LEAST_INK = 0.04;

/** `grid`: how much ink each cell has, column by column from the foot. */
export function template(grid: Float32Array, places = 0): Template {
  const cells = new Uint16Array(grid.length);
  const inks = new Float64Array(grid.length);
  const last = { energy: 0, from: 0 };
  let [count, energy] = [0, 0];
  for (let at = 0; at < grid.length; at++) {
    const ink = grid[at] ?? 0;
    if (at === grid.length - ROWS) last.from = count;
    if (ink < LEAST_INK) continue;
    cells[count] = at;
    inks[count++] = ink;
    energy += ink * ink;
    if (at >= grid.length - ROWS) last.energy += ink * ink;
  }
  return {
    ...{ width: grid.length / ROWS, energy, last, places },
    cells: cells.subarray(0, count),
    inks: inks.subarray(0, count),
  };
}

/** Between words. */
const BLANK_COLUMNS = 4;
export const BLANK: Template = template(new Float32Array(BLANK_COLUMNS * ROWS));

/** Rows and columns of the pictures of letters, and of digits. */
const LETTER_SIDE = 8;
const DIGIT_ROWS = 12;
const DIGIT_COLUMNS = 8;
/** How high letters are in ems: capitals, those that reach over or under, some that do both, and the others. */
const HEIGHTS: readonly (readonly [letters: RegExp, ems: number])[] = [
  [/[\p{Lu}i]/u, 0.72],
  [/[ξζβj]/u, 0.94],
  [/[bdfhklδθλgpqyγηρμφχψς]/u, 0.74],
  [/t/u, 0.66],
  [/./u, 0.53],
];
/** Ink of a letter of which nothing is known, and its columns. */
const UNKNOWN = { ink: 0.18, columns: 6 };
/** Ink of marks, and the columns and rows over the line in which it is. */
const MARK_INK = 0.8;
const DOT = [0, 1];
const MARKS: Readonly<Record<string, { columns: number; rows: readonly number[] }>> = {
  '.': { columns: 4, rows: DOT },
  ',': { columns: 4, rows: [-2, -1, ...DOT] },
  ':': { columns: 4, rows: [...DOT, 6, 7] },
  '-': { columns: 5, rows: [4] },
  '–': { columns: 6, rows: [4] },
};

const PICTURES = new Map<string, LetterPicture[]>();
for (const picture of LETTER_PICTURES)
  PICTURES.set(picture.letter, [...(PICTURES.get(picture.letter) ?? []), picture]);

/**
 * A letter as most typefaces have it, so many times as broad as usual; flat where none is known. Digits are those of one typeface.
 */
export function usualTemplate(letter: string, stretch: number): Template {
  const plain = letter.normalize('NFD').replace(/\p{M}/gu, '');
  if (/^[0-9]$/.test(plain)) return typefaceDigits(0, CAPITALS).get(plain) ?? flat();
  const mark = MARKS[plain];
  if (mark !== undefined) return markTemplate(mark);
  const pictures = PICTURES.get(plain);
  if (pictures === undefined) return flat();
  const ems = HEIGHTS.find(([letters]) => letters.test(plain))?.[1] ?? 0;
  return letterTemplate(pictures, ems * CELLS, stretch);
}

/** How high capitals and digits are, in cells. */
const CAPITALS = 11.5;

const flat = (): Template => template(new Float32Array(UNKNOWN.columns * ROWS).fill(UNKNOWN.ink));

function markTemplate({ columns, rows }: { columns: number; rows: readonly number[] }): Template {
  const cells = new Float32Array(columns * ROWS);
  for (let column = 1; column < columns - 1; column++)
    for (const row of rows) cells[column * ROWS + row + BELOW] = MARK_INK;
  return template(cells);
}

function letterTemplate(pictures: readonly LetterPicture[], height: number, stretch: number): Template {
  const breadth = pictures.reduce((sum, picture) => sum + picture.breadth, 0) / pictures.length;
  const inked = Math.max(2, Math.round(breadth * height * stretch));
  const cells = new Float32Array((inked + 1) * ROWS);
  for (const picture of pictures) {
    for (let row = 0; row < ROWS; row++) {
      const up = (row + 0.5 - BELOW - picture.foot * height) / height;
      if (up < 0 || up >= 1) continue;
      for (let column = 0; column < inked; column++) {
        const along = Math.floor(((column + 0.5) / inked) * LETTER_SIDE);
        const ink = picture.shares[Math.floor(up * LETTER_SIDE) * LETTER_SIDE + along] ?? 0;
        const at = column * ROWS + row;
        cells[at] = (cells[at] ?? 0) + ink / pictures.length;
      }
    }
  }
  return template(cells);
}

/** The digits of a typeface, with their breadth and that of each with the space around it, in heights. */
const TYPEFACES = DIGIT_TYPEFACES.trim()
  .split('\n\n')
  .map((lines) => {
    const digits = lines.split('\n').map((line) => line.split(' '));
    return {
      advance: Number(digits[0]?.[2]) / 100,
      digits: digits.map(([cells = '', breadth]) => ({
        cells: sharesOf(cells),
        breadth: Number(breadth) / 100,
      })),
    };
  });

/** How many typefaces there are. */
export const TYPEFACE_COUNT = TYPEFACES.length;

/** In how many parts a cell is divided each way to find its ink. */
const PARTS = 4;
const digitsByKey = new Map<string, ReadonlyMap<string, Template>>();

/** The digits of a typeface, by the sign, so many cells high. */
export function typefaceDigits(at: number, height: number): ReadonlyMap<string, Template> {
  const key = `${at} ${height}`;
  let digits = digitsByKey.get(key);
  if (digits === undefined) {
    const { advance = 0, digits: pictures = [] } = TYPEFACES[at] ?? {};
    digits = new Map(
      pictures.map(({ cells, breadth }, digit) => [
        String(digit),
        digitTemplate(cells, breadth * height, advance * height, height),
      ]),
    );
    digitsByKey.set(key, digits);
  }
  return digits;
}

function digitTemplate(
  picture: readonly number[],
  breadth: number,
  advance: number,
  height: number,
): Template {
  const columns = Math.max(Math.round(advance), Math.ceil(breadth));
  const cells = new Float32Array(columns * ROWS);
  const parts = (2 * PARTS) ** 2;
  for (let at = 0; at < columns * PARTS; at++) {
    const x = (at + 0.5) / PARTS;
    const along = (x - (columns - breadth) / 2) / breadth;
    if (along < 0 || along >= 1) continue;
    for (let part = 0; part < ROWS * PARTS; part++) {
      const y = (part + 0.5) / PARTS;
      const up = (y - BELOW) / height;
      if (up < 0 || up >= 1) continue;
      const from = Math.floor(up * DIGIT_ROWS) * DIGIT_COLUMNS + Math.floor(along * DIGIT_COLUMNS);
      // Two cells each way see what is here: as much around them as within.
      for (const column of [Math.round(x) - 1, Math.round(x)]) {
        for (const row of [Math.round(y) - 1, Math.round(y)]) {
          if (column < 0 || column >= columns || row < 0 || row >= ROWS) continue;
          const to = column * ROWS + row;
          cells[to] = (cells[to] ?? 0) + (picture[from] ?? 0) / parts;
        }
      }
    }
  }
  return template(cells);
}
