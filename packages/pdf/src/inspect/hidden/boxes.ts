import type { Box } from '../../revisions/pages.ts';

export const touch = (a: Box, b: Box): boolean =>
  a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];

/** An area cut into equal cells, row by row. */
export class Grid {
  readonly columns: number;
  readonly rows: number;
  readonly #area: Box;
  readonly #width: number;
  readonly #height: number;

  constructor(area: Box, columns: number, rows: number) {
    this.columns = columns;
    this.rows = rows;
    this.#area = area;
    this.#width = (area[2] - area[0]) / columns;
    this.#height = (area[3] - area[1]) / rows;
  }

  column(x: number): number {
    return clamp(Math.floor((x - this.#area[0]) / this.#width), this.columns);
  }

  row(y: number): number {
    return clamp(Math.floor((y - this.#area[1]) / this.#height), this.rows);
  }

  at(x: number, y: number): number {
    return this.row(y) * this.columns + this.column(x);
  }

  /** Calls with each cell that `box` touches; returns how many. */
  each(box: Box, visit: (cell: number) => void): number {
    const from = this.column(box[0]);
    const to = this.column(box[2]);
    const last = this.row(box[3]);
    let count = 0;
    for (let row = this.row(box[1]); row <= last; row++) {
      for (let column = from; column <= to; column++, count++) visit(row * this.columns + column);
    }
    return count;
  }

  /** Whether some cell is touched by both. */
  meet(a: Box, b: Box): boolean {
    return (
      Math.max(this.column(a[0]), this.column(b[0])) <= Math.min(this.column(a[2]), this.column(b[2])) &&
      Math.max(this.row(a[1]), this.row(b[1])) <= Math.min(this.row(a[3]), this.row(b[3]))
    );
  }

  box(cell: number): Box {
    const x0 = this.#area[0] + (cell % this.columns) * this.#width;
    const y0 = this.#area[1] + Math.floor(cell / this.columns) * this.#height;
    return [x0, y0, x0 + this.#width, y0 + this.#height];
  }
}

const clamp = (index: number, count: number): number => (index > 0 ? Math.min(index, count - 1) : 0);
