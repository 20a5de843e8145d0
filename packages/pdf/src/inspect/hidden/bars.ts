import type { Box } from '../../revisions/pages.ts';

/** Lines of a page that are kept. */
const MOST = 100_000;
/** In units: how thick a line is at most, and how far from its end, and from its level, the next piece of it begins. */
const THICK = 3;
const NEXT = 1;
/** How many times as long as thick it is at least. */
const LONG = 2;
/** In units, the side of a cell of ends; apart, so that one number tells of both sides. */
const CELL = 2;
const APART = 2 ** 20;
/** Pieces of one line that are put together. */
const MOST_PIECES = 16;
const AROUND = [-1, 0, 1];

/** The level lines of a page, by their ends: many writers draw the line under a sentence piece by piece. */
export class Bars {
  /** By the cell of their left ends, and by that of their right ones. */
  readonly #starts = new Map<number, Box>();
  readonly #ends = new Map<number, Box>();

  add(box: Box): void {
    const [x0, y0, x1, y1] = box;
    if (!isLevelBar(box) || y1 - y0 > THICK || this.#starts.size >= MOST) return;
    const level = Math.round((y0 + y1) / 2 / CELL);
    this.#starts.set(Math.round(x0 / CELL) * APART + level, box);
    this.#ends.set(Math.round(x1 / CELL) * APART + level, box);
  }

  /** How long the line is that a piece belongs to, as far as it is looked along. */
  lengthOf([x0, y0, x1, y1]: Box): number {
    const middle = (y0 + y1) / 2;
    let [from, to] = [x0, x1];
    for (let count = 0; count < MOST_PIECES; count++) {
      const behind = next(this.#starts, to, middle, 0);
      const before = next(this.#ends, from, middle, 2);
      if (behind === undefined && before === undefined) break;
      to = Math.max(to, behind?.[2] ?? to);
      from = Math.min(from, before?.[0] ?? from);
    }
    return to - from;
  }
}

/** Whether it is far longer than it is thick. */
export const isLevelBar = ([x0, y0, x1, y1]: Box): boolean => x1 - x0 >= LONG * (y1 - y0);

/** A line with an end at a place: its left one at 0, its right one at 2. */
function next(bars: ReadonlyMap<number, Box>, x: number, level: number, end: 0 | 2): Box | undefined {
  const [column, row] = [Math.round(x / CELL), Math.round(level / CELL)];
  for (const across of AROUND) {
    for (const up of AROUND) {
      const bar = bars.get((column + across) * APART + row + up);
      const isNext = bar !== undefined && Math.abs(bar[end] - x) <= NEXT;
      if (isNext && Math.abs((bar[1] + bar[3]) / 2 - level) <= NEXT) return bar;
    }
  }
  return undefined;
}
