import { leastPlace, type Placement } from '@websign/contract';
import { SLACK, touchedCells } from '@websign/pdf/cells';

/** Where something stands on a page as it is shown, in equal cells. */
export interface OccupiedPage {
  /** Of the page, in points. */
  width: number;
  height: number;
  columns: number;
  rows: number;
  /** 1 for each cell where something stands, row by row from the lower left corner. */
  taken: Uint8Array;
  /** Why all of it counts as taken, where something is to be said of that. */
  cause: 'picture' | 'unreadable' | null;
}

type Size = Pick<Placement, 'width' | 'height'>;

/** Points between a place that is found and the page's edge, where there is room for them. */
const edge = 12;
const narrowEdge = 6;

const hundredth = (value: number, round: (value: number) => number) =>
  round(value * 100 + (round === Math.ceil ? -1e-6 : 1e-6)) / 100;

/** The cells that a stretch touches, from and to (exclusive), within the page. */
function span(from: number, length: number, cell: number, count: number): [number, number] {
  const [first, end] = touchedCells(from, from + length, 0, cell, count);
  return [Math.min(first, count), Math.max(0, end)];
}

const cellOf = ({ width, height, columns, rows }: OccupiedPage) => ({
  across: width / columns,
  up: height / rows,
});

/** The page with one more thing on it: a rectangle from its lower left to its upper right corner. */
export function withArea(page: OccupiedPage, [x0, y0, x1, y1]: readonly number[]): OccupiedPage {
  const { across, up } = cellOf(page);
  const [left, right] = span(x0 ?? 0, (x1 ?? 0) - (x0 ?? 0), across, page.columns);
  const [bottom, top] = span(y0 ?? 0, (y1 ?? 0) - (y0 ?? 0), up, page.rows);
  const taken = page.taken.slice();
  for (let row = bottom; row < top; row += 1) {
    if (left < right) taken.fill(1, row * page.columns + left, row * page.columns + right);
  }
  return { ...page, taken };
}

/** Whether a signature at that place covers something. */
export function coversSomething(page: OccupiedPage, { x, y, width, height }: Placement): boolean {
  const { across, up } = cellOf(page);
  const [left, right] = span(x, width, across, page.columns);
  const [bottom, top] = span(y, height, up, page.rows);
  for (let row = bottom; row < top; row += 1) {
    if (page.taken.subarray(row * page.columns + left, row * page.columns + right).includes(1)) return true;
  }
  return false;
}

/** How many taken cells lie below and left of each corner of the grid. */
function sumsOf({ columns, rows, taken }: OccupiedPage): Int32Array {
  const sums = new Int32Array((columns + 1) * (rows + 1));
  for (let row = 1; row <= rows; row += 1) {
    let here = 0;
    for (let column = 1; column <= columns; column += 1) {
      here += taken[(row - 1) * columns + column - 1] ?? 0;
      sums[row * (columns + 1) + column] = here + (sums[(row - 1) * (columns + 1) + column] ?? 0);
    }
  }
  return sums;
}

/** Where along one side a place may begin: as it was wanted, and at every cell. */
function beginnings(wanted: number, size: number, room: number, cell: number, margin: number): number[] {
  const last = hundredth(room - size - margin, Math.floor);
  const count = Math.max(0, Math.ceil((last - margin) / cell) + 1);
  const cells = Array.from({ length: count }, (_, at) =>
    hundredth((Math.floor(margin / cell) + at) * cell, Math.ceil),
  );
  return [hundredth(wanted, Math.floor), hundredth(margin, Math.ceil), last, ...cells].filter(
    (value) => value >= margin - 1e-9 && value <= last,
  );
}

/** The free place on the page that is nearest to `wanted`, of its size; null where it fits nowhere. */
export function nearestFree(page: OccupiedPage, wanted: Placement, least = edge): Placement | null {
  const { width, height } = wanted;
  // All of it is taken: nothing needs to be searched.
  if (page.cause !== null) return null;
  const margin = Math.min(least, (page.width - width) / 2, (page.height - height) / 2);
  if (margin < 0) return null;
  const sums = sumsOf(page);
  const sum = (column: number, row: number) => sums[row * (page.columns + 1) + column] ?? 0;
  const { across, up } = cellOf(page);
  const stretches = (from: number[], size: number, cell: number, count: number) =>
    from.map((at) => ({ at, cells: span(at, size, cell, count) }));
  const xs = stretches(beginnings(wanted.x, width, page.width, across, margin), width, across, page.columns);
  const ys = stretches(beginnings(wanted.y, height, page.height, up, margin), height, up, page.rows);
  let best: Placement | null = null;
  let nearest = Number.POSITIVE_INFINITY;
  for (const {
    at: y,
    cells: [bottom, top],
  } of ys) {
    for (const {
      at: x,
      cells: [left, right],
    } of xs) {
      const distance = Math.hypot(x - wanted.x, y - wanted.y);
      if (distance >= nearest) continue;
      if (sum(right, top) - sum(left, top) - sum(right, bottom) + sum(left, bottom) > 0) continue;
      nearest = distance;
      best = { ...wanted, x, y };
    }
  }
  return best;
}

/** Smaller sizes in the order in which they are tried: first alike, then low enough for a margin. */
function smallerSizes({ width, height }: Size): Size[] {
  const alike = [0.85, 0.7, 0.55].map((share) => ({ width: width * share, height: height * share }));
  const low = [
    { width, height: 36 },
    { width: width * 0.75, height: 30 },
    { width: 140, height: leastPlace.height },
    { width: 90, height: leastPlace.height },
    leastPlace,
  ];
  return [...alike, ...low]
    .map((size) => ({ width: hundredth(size.width, Math.floor), height: hundredth(size.height, Math.floor) }))
    .filter((size) => size.width >= leastPlace.width && size.height >= leastPlace.height)
    .filter((size) => size.width < width || size.height < height)
    .filter((size) => size.width <= width && size.height <= height);
}

/** The largest free place for a smaller signature, the margins of the page included; null where there is none. */
export function smallerFree(page: OccupiedPage, wanted: Placement): Placement | null {
  if (page.cause !== null) return null;
  for (const size of smallerSizes(wanted)) {
    // The corner that the wanted place is nearest to is kept.
    const x = wanted.x + wanted.width / 2 > page.width / 2 ? wanted.x + wanted.width - size.width : wanted.x;
    const y =
      wanted.y + wanted.height / 2 > page.height / 2 ? wanted.y + wanted.height - size.height : wanted.y;
    const found = nearestFree(page, { ...wanted, ...size, x, y }, narrowEdge);
    if (found) return found;
  }
  return null;
}

type Rect = [number, number, number, number];

/** What is taken, as rectangles: cells side by side, and rows that are alike one above the other. */
export function areasOf(page: OccupiedPage): Rect[] {
  const { columns, rows, taken } = page;
  const { across, up } = cellOf(page);
  const areas: Rect[] = [];
  let open = new Map<string, Rect>();
  for (let row = 0; row < rows; row += 1) {
    const next = new Map<string, Rect>();
    for (let column = 0; column < columns; column += 1) {
      if (taken[row * columns + column] !== 1) continue;
      const from = column;
      while (column < columns && taken[row * columns + column] === 1) column += 1;
      const key = `${from} ${column}`;
      const below = open.get(key);
      if (below) below[3] = (row + 1 - SLACK) * up;
      const area: Rect = below ?? [
        (from + SLACK) * across,
        (row + SLACK) * up,
        (column - SLACK) * across,
        (row + 1 - SLACK) * up,
      ];
      if (!below) areas.push(area);
      next.set(key, area);
    }
    open = next;
  }
  return areas.map((area) => area.map((value) => Math.round(value * 100) / 100) as Rect);
}
