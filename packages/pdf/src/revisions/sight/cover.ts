import type { Veil } from '../../content/veil.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { area, isEmpty } from '../boxes.ts';
import type { Box } from '../pages.ts';
import { HIDDEN } from './marks.ts';

/** Cells of a veil that are looked at for one unit of the file's budget. */
const CELLS_A_UNIT = 2;

/**
 * What a veil hides, asked of many places. Running sums over its cells tell at once where nothing is hidden, or too
 * little; only the other places are looked at cell by cell, and each cell is paid for beforehand.
 */
export class Cover {
  readonly veil: Veil;
  readonly #pdf: Pdf;
  /** Of the cells below and left of each corner, how much is hidden; a row longer and higher than the veil. */
  readonly #sums: Float64Array;

  /** The veil must not change any more. */
  constructor(pdf: Pdf, veil: Veil) {
    this.veil = veil;
    this.#pdf = pdf;
    const { columns, rows } = veil;
    pdf.spend(veil.size / CELLS_A_UNIT);
    const sums = new Float64Array((columns + 1) * (rows + 1));
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const at = (row + 1) * (columns + 1) + column + 1;
        const below = (sums[at - columns - 1] ?? 0) - (sums[at - columns - 2] ?? 0);
        sums[at] = veil.cellAt(column, row) + (sums[at - 1] ?? 0) + below;
      }
    }
    this.#sums = sums;
  }

  /** Whether anything at all of a rectangle is hidden. */
  touches(box: Box): boolean {
    return this.#most(box) > 0;
  }

  /** Whether at least a share of a rectangle is hidden: 0 to 1. */
  hides(box: Box, share: number): boolean {
    const size = area(box) / this.veil.cell ** 2;
    if (this.#most(box) < share * size) return false;
    this.#pdf.spend(2 + size / CELLS_A_UNIT);
    return this.veil.hidden(box) >= share;
  }

  /** At most how many cells' worth of a rectangle is hidden: all of each cell that it touches. */
  #most([x0, y0, x1, y1]: Box): number {
    const { area: whole, cell, columns, rows } = this.veil;
    const column = (x: number): number => Math.min(columns, Math.max(0, (x - whole[0]) / cell));
    const row = (y: number): number => Math.min(rows, Math.max(0, (y - whole[1]) / cell));
    const [left, right] = [Math.floor(column(x0)), Math.ceil(column(x1))];
    const [low, high] = [Math.floor(row(y0)), Math.ceil(row(y1))];
    const sum = (across: number, up: number): number => this.#sums[up * (columns + 1) + across] ?? 0;
    return sum(right, high) - sum(left, high) - sum(right, low) + sum(left, low);
  }
}

/** The bounds of those cells of a veil in a rectangle that are hidden; undefined where there are none. */
export function hiddenPlace(veil: Veil, box: Box): Box | undefined {
  const place: Box = [Infinity, Infinity, -Infinity, -Infinity];
  const half = veil.cell / 2;
  veil.visit(box, (x, y, hidden) => {
    if (hidden < HIDDEN) return;
    place[0] = Math.min(place[0], x - half);
    place[1] = Math.min(place[1], y - half);
    place[2] = Math.max(place[2], x + half);
    place[3] = Math.max(place[3], y + half);
  });
  return isEmpty(place) ? undefined : place;
}
