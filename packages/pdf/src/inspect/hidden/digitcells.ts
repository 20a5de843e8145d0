import type { TextRun } from '../../content/canvas.ts';
import { type Spelled, spell } from '../../content/codes.ts';
import type { Box } from '../../revisions/pages.ts';
import { CodeKinds } from './codekinds.ts';
import { turnedTo, type Way, wayOf } from './ways.ts';

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
const GAP = 0.24;
const COMMON = 0.12;
/** In ems: how high digits are at least and at most, and how far from the line their feet are. */
export const HIGH = { least: 0.5, most: 0.9 };
const FOOT = 0.12;
/** What going along a byte of a string costs. */
export const BYTE = 4;
export const DIGIT = /^\p{Nd}$/u;
const HAS_DIGIT = /\p{Nd}/u;

/** A digit, or a sign, that is seen: where it stands along its line and over the origin, in units of default user space. */
export interface Spot {
  run: TextRun;
  text: string;
  from: number;
  to: number;
  foot: number;
  size: number;
  way: Way;
}

/** Which letters of lines are kept. */
export interface Search {
  isIn(run: TextRun): boolean;
  of(letters: readonly Spelled[]): Spelled[];
}

/** Digits, or what else is looked for, of a page's lines, by the cells that they stand in. */
export class DigitCells {
  readonly #spend: (units: number) => void;
  readonly #cells = new Map<number, Spot[]>();

  constructor(runs: readonly TextRun[], spend: (units: number) => void, search: Search = DIGITS) {
    this.#spend = spend;
    for (const run of runs) {
      spend(run.bytes.length / LOOKS);
      if (isLine(run) && search.isIn(run)) this.#add(run, search);
    }
  }

  get isEmpty(): boolean {
    return this.#cells.size === 0;
  }

  *all(): Generator<Spot> {
    for (const spots of this.#cells.values()) {
      this.#spend((1 + spots.length) / LOOKS);
      yield* spots;
    }
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

  #add(run: TextRun, search: Search): void {
    this.#spend(BYTE * run.bytes.length);
    const [x0, y0, x1, y1] = run.line;
    const way = wayOf(run);
    const [start, foot] = turnedTo(way, x0, y0);
    const length = turnedTo(way, x1, y1)[0] - start;
    for (const { text, from, to } of search.of(spell(run))) {
      const spot = {
        ...{ run, text, from: start + from * length, to: start + to * length },
        ...{ foot, size: run.size, way },
      };
      const middle = (from + to) / 2;
      const key = cellOf(x0 + middle * (x1 - x0)) * APART + cellOf(y0 + middle * (y1 - y0));
      const cell = this.#cells.get(key);
      if (cell === undefined) this.#cells.set(key, [spot]);
      else if (cell.length < MOST_IN_CELL) cell.push(spot);
    }
  }
}

const cellOf = (place: number): number => Math.floor(place / CELL);

/** Whether it is a line of letters that are not mirrored, no larger than those that numbers are written in. */
export function isLine({ line: [x0, y0, x1, y1], up, font, size }: TextRun): boolean {
  return (x1 - x0) * up[1] > (y1 - y0) * up[0] && size <= LARGEST && font !== undefined && !font.vertical;
}

const kinds = new CodeKinds((text) => (HAS_DIGIT.test(text) ? 1 : 2));

const DIGITS: Search = {
  isIn: (run) => kinds.some(run, (kind) => kind === 1),
  of: (letters) => letters.filter(({ text }) => DIGIT.test(text)),
};

/** Whether a digit stands right before what has these bounds, or right behind it. */
export const isBefore = ({ to, size }: Spot, [x0]: Box): boolean =>
  x0 - to >= -COMMON * size && x0 - to <= GAP * size;
export const isBehind = ({ from, size }: Spot, [, , x1]: Box): boolean =>
  from - x1 >= -COMMON * size && from - x1 <= GAP * size;

/** Whether it stands beside a digit as another one does. */
export function continues(box: Box, spot: Spot): boolean {
  const { foot, size } = spot;
  const high = box[3] - box[1];
  if (high < HIGH.least * size || high > HIGH.most * size || Math.abs(box[1] - foot) > FOOT * size)
    return false;
  return isBefore(spot, box) || isBehind(spot, box);
}
