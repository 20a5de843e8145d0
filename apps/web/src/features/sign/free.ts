import type { Placement } from '@websign/contract';
import type { Area, PageBox } from '../../common/viewer/geometry.ts';
import { keepInside } from './placement.ts';

/** Cells along the longer side of a page: the search costs the same on every page, however large or full. */
const mostCells = 300;
/** Points: finer than this nobody sees. */
const leastCell = 2;
/** Points between the found place and the page's edge, where there is room for them. */
const edge = 12;

interface Grid {
  cell: number;
  columns: number;
  rows: number;
  /** How many cells below and left of each corner are taken. */
  sums: Int32Array;
}

/** Sums a table of numbers from its lower left corner, in place. */
function accumulate(table: Int32Array, columns: number, rows: number): void {
  const at = (column: number, row: number) => row * columns + column;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 1; column < columns; column += 1) {
      table[at(column, row)] = (table[at(column, row)] ?? 0) + (table[at(column - 1, row)] ?? 0);
    }
  }
  for (let row = 1; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      table[at(column, row)] = (table[at(column, row)] ?? 0) + (table[at(column, row - 1)] ?? 0);
    }
  }
}

/** The cells that an area touches, from and to (exclusive), inside the grid. */
function span(from: number, length: number, cell: number, count: number): [number, number] {
  const inside = (value: number) => Math.min(Math.max(0, value), count);
  return [inside(Math.floor(from / cell)), inside(Math.ceil((from + length) / cell))];
}

function gridOf(page: PageBox, occupied: readonly Area[]): Grid {
  const cell = Math.max(leastCell, Math.max(page.width, page.height) / mostCells);
  const columns = Math.ceil(page.width / cell) + 1;
  const rows = Math.ceil(page.height / cell) + 1;
  const taken = new Int32Array(columns * rows);
  const add = (column: number, row: number, value: number) => {
    const at = row * columns + column;
    taken[at] = (taken[at] ?? 0) + value;
  };
  for (const area of occupied) {
    const [left, right] = span(area.x, area.width, cell, columns - 1);
    const [bottom, top] = span(area.y, area.height, cell, rows - 1);
    if (left >= right || bottom >= top) continue;
    add(left, bottom, 1);
    add(right, bottom, -1);
    add(left, top, -1);
    add(right, top, 1);
  }
  accumulate(taken, columns, rows);
  // Shifted by one cell, so that the first row and column are sums of nothing.
  const sums = new Int32Array(columns * rows);
  for (let row = 1; row < rows; row += 1) {
    for (let column = 1; column < columns; column += 1) {
      sums[row * columns + column] = (taken[(row - 1) * columns + column - 1] ?? 0) > 0 ? 1 : 0;
    }
  }
  accumulate(sums, columns, rows);
  return { cell, columns, rows, sums };
}

function isFree({ cell, columns, rows, sums }: Grid, area: Area): boolean {
  const [left, right] = span(area.x, area.width, cell, columns - 1);
  const [bottom, top] = span(area.y, area.height, cell, rows - 1);
  const sum = (column: number, row: number) => sums[row * columns + column] ?? 0;
  return sum(right, top) - sum(left, top) - sum(right, bottom) + sum(left, bottom) === 0;
}

/** The free place on the page that is nearest to `wanted`; null when its size fits nowhere. */
export function nearestFree(wanted: Placement, page: PageBox, occupied: readonly Area[]): Placement | null {
  const grid = gridOf(page, occupied);
  const margin = Math.min(edge, (page.width - wanted.width) / 2, (page.height - wanted.height) / 2);
  if (margin < 0) return null;
  let best: Placement | null = null;
  let nearest = Number.POSITIVE_INFINITY;
  for (let y = margin; y <= page.height - wanted.height - margin; y += grid.cell) {
    for (let x = margin; x <= page.width - wanted.width - margin; x += grid.cell) {
      const distance = Math.hypot(x - wanted.x, y - wanted.y);
      if (distance >= nearest || !isFree(grid, { ...wanted, x, y })) continue;
      nearest = distance;
      best = { ...wanted, x, y };
    }
  }
  return best && keepInside(best, page);
}
