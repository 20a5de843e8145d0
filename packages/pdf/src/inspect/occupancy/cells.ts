import type { Outline } from '../../content/outline.ts';
import { type Box, intersect } from '../../revisions/boxes.ts';
import { SLACK, touchedCells } from './span.ts';

/**
 * The cells of an area, row by row from its lower left corner: 1 where something stands. What a mark costs is bounded by
 * the area, however far the mark reaches beyond it, and `spend` is told of it before it is done: rows or edges.
 */
export class Cells {
  readonly columns: number;
  readonly rows: number;
  readonly taken: Uint8Array;
  /** 1 where a picture stands. */
  readonly #pictured: Uint8Array;
  readonly #area: Box;
  readonly #width: number;
  readonly #height: number;
  readonly #spend: (looked: number) => void;

  constructor(area: Box, columns: number, rows: number, spend: (looked: number) => void) {
    this.#area = area;
    this.#spend = spend;
    this.columns = columns;
    this.rows = rows;
    this.taken = new Uint8Array(columns * rows);
    this.#pictured = new Uint8Array(columns * rows);
    this.#width = (area[2] - area[0]) / columns;
    this.#height = (area[3] - area[1]) / rows;
  }

  /** Takes every cell that `box` touches, and at least one where it lies on the area. */
  take(box: Box): void {
    const touched = this.#touched(box);
    this.#spend(touched[3] - touched[1]);
    this.#mark(touched);
  }

  /** Takes note of a picture on every cell whose middle it covers: tiles side by side count each cell once. */
  picture(box: Box): void {
    const [left, right] = middles(box[0], box[2], this.#area[0], this.#width, this.columns);
    const [bottom, top] = middles(box[1], box[3], this.#area[1], this.#height, this.rows);
    if (!(left < right && bottom < top)) return;
    this.#spend(top - bottom);
    for (let row = bottom; row < top; row++) {
      this.#pictured.fill(1, row * this.columns + left, row * this.columns + right);
    }
  }

  /** The share of the cells on which pictures stand, 0 to 1. */
  get pictureShare(): number {
    let count = 0;
    for (const cell of this.#pictured) count += cell;
    return count / this.#pictured.length;
  }

  /** Frees every cell that lies wholly within `box`, of pictures as well. */
  free(box: Box): void {
    const [left, right] = inner(box[0], box[2], this.#area[0], this.#width, this.columns);
    const [bottom, top] = inner(box[1], box[3], this.#area[1], this.#height, this.rows);
    if (!(left < right && bottom < top)) return;
    this.#spend(top - bottom);
    for (let row = bottom; row < top; row++) {
      const [from, to] = [row * this.columns + left, row * this.columns + right];
      this.taken.fill(0, from, to);
      this.#pictured.fill(0, from, to);
    }
  }

  takeAll(): void {
    this.taken.fill(1);
  }

  /** Takes the cells along the edges of an outline, `half` to each side, within `within`, which lies on the area. */
  trace(outline: Outline, half: number, within: Box): void {
    outline.edges((x0, y0, x1, y1) => this.#line([x0, y0, x1, y1], half, within));
  }

  /** Takes the cells that an outline encloses, its edges included, within `within`, which lies on the area. */
  fill(outline: Outline, within: Box): void {
    this.trace(outline, 0, within);
    const [, bottom, , top] = this.#touched(within);
    for (let row = bottom; row < top; row++) {
      const y = this.#area[1] + (row + 0.5) * this.#height;
      this.#spend(outline.edgeCount);
      for (const [from, to] of outline.spans(y)) {
        const [x0, x1] = [Math.max(from, within[0]), Math.min(to, within[2])];
        if (x0 < x1) this.#mark(this.#touched([x0, y, x1, y]));
      }
    }
  }

  #mark([left, bottom, right, top]: Box): void {
    for (let row = bottom; row < top; row++) {
      this.taken.fill(1, row * this.columns + left, row * this.columns + right);
    }
  }

  /** A straight line, row of cells by row of cells. */
  #line([x0, y0, x1, y1]: Box, half: number, within: Box): void {
    const [lowX, lowY, highX, highY] = y0 <= y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
    const from = Math.max(lowY - half, within[1]);
    const to = Math.min(highY + half, within[3]);
    const first = Math.max(0, Math.floor((from - this.#area[1]) / this.#height));
    const last = Math.min(this.rows - 1, Math.floor((to - this.#area[1]) / this.#height));
    this.#spend(from <= to && first <= last ? last - first + 1 : 1);
    if (!(from <= to)) return;
    const slope = highY > lowY ? (highX - lowX) / (highY - lowY) : 0;
    const at = (y: number): number => lowX + (Math.min(Math.max(y, lowY), highY) - lowY) * slope;
    for (let row = first; row <= last; row++) {
      const bottom = Math.max(from, this.#area[1] + row * this.#height);
      const top = Math.min(to, this.#area[1] + (row + 1) * this.#height);
      const ends = highY > lowY ? [at(bottom - half), at(top + half)] : [lowX, highX];
      const stretch: Box = [Math.min(...ends) - half, bottom, Math.max(...ends) + half, top];
      const seen = intersect(stretch, within);
      // A level or an upright line has no width, and is seen where it lies within.
      const isThin = stretch[0] === stretch[2] && stretch[0] >= within[0] && stretch[2] <= within[2];
      if (seen[0] < seen[2] || isThin) this.#mark(this.#touched(seen));
    }
  }

  /** Columns and rows from and to (exclusive). */
  #touched([x0, y0, x1, y1]: Box): Box {
    const [left, right] = touchedCells(x0, x1, this.#area[0], this.#width, this.columns);
    const [bottom, top] = touchedCells(y0, y1, this.#area[1], this.#height, this.rows);
    return left < right && bottom < top ? [left, bottom, right, top] : [0, 0, 0, 0];
  }
}

/** The cells that lie wholly within a stretch. */
function inner(from: number, to: number, origin: number, size: number, count: number): [number, number] {
  const first = Math.ceil((from - origin) / size - SLACK);
  const end = Math.floor((to - origin) / size + SLACK);
  return [Math.max(0, first), Math.min(count, end)];
}

/** The cells whose middles a stretch covers. */
function middles(from: number, to: number, origin: number, size: number, count: number): [number, number] {
  const [first, end] = [Math.round((from - origin) / size), Math.round((to - origin) / size)];
  return [Math.max(0, first), Math.min(count, end)];
}
