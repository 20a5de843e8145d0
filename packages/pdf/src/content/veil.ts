import { intersect, isEmpty } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { Outline } from './outline.ts';

/** Cells of a veil at most, and the sides of a cell in units of default user space, for small areas and for large. */
const MOST_CELLS = 2 ** 17;
const SMALLEST_CELL = 0.5;
/** Lines of samples in the height of a cell. */
const LINES = 3;

/** Of a place: 0 to 1. */
type Level = (x: number, y: number) => number;
const HIDDEN: Level = () => 1;

/**
 * How much of what stood there an area of a page hides, cell by cell: 0 nothing, 1 all. Of a soft mask, which begins
 * at a level of its own and takes on others, how much it lets through.
 */
export class Veil {
  readonly area: Box;
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  readonly #hidden: Float32Array;

  /** `most`: how many cells it has at most. */
  constructor(area: Box, most = MOST_CELLS) {
    const [width, height] = [area[2] - area[0], area[3] - area[1]];
    this.area = area;
    this.cell = Math.max(SMALLEST_CELL, Math.sqrt((width * height) / most), width / most, height / most);
    this.columns = Math.max(1, Math.ceil(width / this.cell));
    this.rows = Math.max(1, Math.ceil(height / this.cell));
    this.#hidden = new Float32Array(this.columns * this.rows);
  }

  /** How many cells there are, for the budget. */
  get size(): number {
    return this.#hidden.length;
  }

  /** Has all of it begin at a level. */
  fill(level: number): void {
    this.#hidden.fill(level);
  }

  /** Hides `share` of what is in a rectangle. `shows` says of a point whether the clip lets it through. */
  add(box: Box, share: number, shows?: (x: number, y: number) => boolean): void {
    this.addEach(box, (x, y) => (shows === undefined || shows(x, y) ? share : 0));
  }

  /** As {@link add}, of what an outline encloses within a rectangle; gives how many lines of it were looked at. */
  addOutline(
    outline: Outline,
    box: Box,
    share: number,
    shows?: (x: number, y: number) => boolean,
    level = 1,
  ): number {
    const [x0, y0, x1, y1] = intersect(box, this.area);
    if (isEmpty([x0, y0, x1, y1])) return 0;
    const from = Math.floor((y0 - this.area[1]) / this.cell);
    const to = Math.min(this.rows, Math.ceil((y1 - this.area[1]) / this.cell));
    const painted = new Float32Array(this.columns);
    for (let row = from; row < to; row++) {
      painted.fill(0);
      for (let line = 0; line < LINES; line++) {
        const y = this.area[1] + (row + (line + 0.5) / LINES) * this.cell;
        if (y < y0 || y > y1) continue;
        for (const [left, right] of outline.spans(y))
          this.#stretch(painted, Math.max(left, x0), Math.min(right, x1));
      }
      for (let column = 0; column < this.columns; column++) {
        const part = painted[column] ?? 0;
        if (part > 0 && (shows === undefined || shows(this.#x(column), this.#y(row))))
          this.#lay(row * this.columns + column, Math.min(1, part / LINES) * share, level);
      }
    }
    return (to - from) * LINES;
  }

  /** Hides as much of each cell of a rectangle as `share` says of its middle. */
  addEach(box: Box, share: Level, level = HIDDEN): void {
    this.#each(box, (at, part, x, y) => this.#lay(at, part * share(x, y), level(x, y)));
  }

  /** The level at a place; undefined outside of the area. */
  at(x: number, y: number): number | undefined {
    const [x0, y0, x1, y1] = this.area;
    if (!(x >= x0 && x < x1 && y >= y0 && y < y1)) return undefined;
    const column = Math.floor((x - x0) / this.cell);
    return this.#hidden[Math.floor((y - y0) / this.cell) * this.columns + column];
  }

  /** How much a cell hides. */
  cellAt(column: number, row: number): number {
    return this.#hidden[row * this.columns + column] ?? 0;
  }

  /** How much of a rectangle is hidden: 0 to 1; what is outside of the area is not. */
  hidden(box: Box): number {
    let [sum, all] = [0, 0];
    this.#each(box, (at, part) => {
      sum += part * (this.#hidden[at] ?? 0);
      all += part;
    });
    if (all === 0) return 0;
    const size = ((box[2] - box[0]) * (box[3] - box[1])) / this.cell ** 2;
    return sum / Math.max(all, size);
  }

  /** Tells of the cells of a rectangle: the middle of each, and how much of it is hidden. */
  visit(box: Box, tell: (x: number, y: number, hidden: number) => void): void {
    this.#each(box, (at, _, x, y) => tell(x, y, this.#hidden[at] ?? 0));
  }

  #x(column: number): number {
    return this.area[0] + (column + 0.5) * this.cell;
  }

  #y(row: number): number {
    return this.area[1] + (row + 0.5) * this.cell;
  }

  #lay(at: number, share: number, level: number): void {
    const before = this.#hidden[at] ?? 0;
    this.#hidden[at] = before + (level - before) * Math.min(1, share);
  }

  /** Calls for each cell that a rectangle touches, with the part of the cell that it takes. */
  #each(box: Box, tell: (at: number, part: number, x: number, y: number) => void): void {
    const within = intersect(box, this.area);
    if (isEmpty(within)) return;
    const [x0, y0, x1, y1] = within.map((edge, at) => (edge - (this.area[at % 2] ?? 0)) / this.cell) as Box;
    for (let row = Math.floor(y0); row < Math.min(this.rows, Math.ceil(y1)); row++) {
      const high = Math.min(y1, row + 1) - Math.max(y0, row);
      for (let column = Math.floor(x0); column < Math.min(this.columns, Math.ceil(x1)); column++) {
        const wide = Math.min(x1, column + 1) - Math.max(x0, column);
        tell(row * this.columns + column, wide * high, this.#x(column), this.#y(row));
      }
    }
  }

  /** Adds what of each column lies between two places of a line. */
  #stretch(painted: Float32Array, left: number, right: number): void {
    const from = (left - this.area[0]) / this.cell;
    const to = (right - this.area[0]) / this.cell;
    for (let column = Math.max(0, Math.floor(from)); column < Math.min(this.columns, Math.ceil(to)); column++)
      painted[column] =
        (painted[column] ?? 0) + Math.max(0, Math.min(to, column + 1) - Math.max(from, column));
  }
}
