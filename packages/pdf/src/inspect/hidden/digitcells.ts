import type { TextRun } from '../../content/canvas.ts';
import { spell } from '../../content/codes.ts';
import type { Box } from '../../revisions/pages.ts';
import { CodeKinds } from './codekinds.ts';
import { isLevel } from './letters.ts';

/** In units, what is no larger than a line's letters. */
export const LARGEST = 60;
/** Points around a mark in which the middles of the digits beside it stand, and the side of a cell of them. */
const NEAR = 30;
const CELL = 30;
const APART = 2 ** 20;
/** Digits of a cell that are kept, and how many are looked at for the cost of a byte. */
const MOST_IN_CELL = 200;
const LOOKS = 8;
/** In ems: how far from a digit the next one stands at most, and how much of it they may have in common. */
const GAP = 0.2;
const COMMON = 0.12;
/** What going along a byte of a string costs. */
export const BYTE = 4;
export const DIGIT = /^\p{Nd}$/u;
const HAS_DIGIT = /\p{Nd}/u;

/** A digit of a level line that is seen, in default user space. */
export interface Spot {
  run: TextRun;
  text: string;
  from: number;
  to: number;
  foot: number;
  size: number;
}

/** The digits of a page's level lines, by the cells that they stand in. */
export class DigitCells {
  readonly #spend: (units: number) => void;
  readonly #cells = new Map<number, Spot[]>();

  constructor(runs: readonly TextRun[], spend: (units: number) => void) {
    this.#spend = spend;
    for (const run of runs) {
      spend(run.bytes.length / LOOKS);
      if (isLine(run) && hasDigit(run)) this.#add(run);
    }
  }

  get isEmpty(): boolean {
    return this.#cells.size === 0;
  }

  *near([x0, y0, x1, y1]: Box): Generator<Spot> {
    const [left, right] = [cellOf(x0 - NEAR), cellOf(x1 + NEAR)];
    const [low, high] = [cellOf(y0 - NEAR), cellOf(y1 + NEAR)];
    for (let row = low; row <= high; row++) {
      for (let column = left; column <= right; column++) {
        const spots = this.#cells.get(column * APART + row) ?? [];
        this.#spend((1 + spots.length) / LOOKS);
        yield* spots;
      }
    }
  }

  #add(run: TextRun): void {
    this.#spend(BYTE * run.bytes.length);
    const [x0, y0, x1] = run.line;
    for (const { text, from, to } of spell(run)) {
      if (!DIGIT.test(text)) continue;
      const spot = {
        ...{ run, text, from: x0 + from * (x1 - x0), to: x0 + to * (x1 - x0) },
        ...{ foot: y0, size: run.size },
      };
      const key = cellOf((spot.from + spot.to) / 2) * APART + cellOf(y0);
      const cell = this.#cells.get(key);
      if (cell === undefined) this.#cells.set(key, [spot]);
      else if (cell.length < MOST_IN_CELL) cell.push(spot);
    }
  }
}

const cellOf = (place: number): number => Math.floor(place / CELL);

/** Whether it is a level line of letters from left to right, no larger than those that numbers are written in. */
export function isLine(run: TextRun): boolean {
  const { line, font, size } = run;
  return isLevel(run) && line[2] > line[0] && size <= LARGEST && font !== undefined && !font.vertical;
}

const kinds = new CodeKinds((text) => (HAS_DIGIT.test(text) ? 1 : 2));

function hasDigit({ font, bytes }: TextRun): boolean {
  if (font === undefined) return false;
  const of = kinds.of(font);
  for (let at = 0; at < bytes.length; ) {
    const length = Math.max(1, font.lengthAt(bytes, at));
    if (of(bytes, at, length) === 1) return true;
    at += length;
  }
  return false;
}

/** Whether a digit stands right before what has these bounds, or right behind it. */
export const isBefore = ({ to, size }: Spot, [x0]: Box): boolean =>
  x0 - to >= -COMMON * size && x0 - to <= GAP * size;
export const isBehind = ({ from, size }: Spot, [, , x1]: Box): boolean =>
  from - x1 >= -COMMON * size && from - x1 <= GAP * size;
