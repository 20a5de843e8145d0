import { intersect, isEmpty } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { Outline } from './outline.ts';

/** Square cells over an area of a page, from its lower left corner. */
export interface Grid {
  readonly area: Box;
  /** Side of a cell. */
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
}

/** A straight edge between two heights, in cells; which way it goes. */
interface Edge {
  readonly low: number;
  readonly high: number;
  /** Where it begins. */
  readonly x: number;
  readonly slope: number;
  readonly turn: number;
  /** Where it is at the foot of the strip that is looked at. */
  foot: number;
}

/** Where edges cross within a strip no higher than this, in cells, all that they pass over counts as painted. */
const LEAST_STRIP = 1 / 64;
/** Edges looked at for one unit of the file's budget. */
const EDGES_A_UNIT = 2;

/** Takes how much of each cell is painted, 0 to 1, from one column up to another; the array is used again. */
export type RowOf = (row: number, from: number, to: number, shares: Float64Array) => void;

/**
 * Tells, row by row, how much of each cell of a grid an outline paints within a rectangle. Exact: between the heights
 * of two corners, or of a crossing, an outline is a row of trapezia. Rows that it does not touch are left out.
 */
export function coverage(
  outline: Outline,
  within: Box,
  grid: Grid,
  { spend, tell }: { spend: (units: number) => void; tell: RowOf },
): void {
  const { area, cell, columns, rows } = grid;
  const box = intersect(within, area);
  if (isEmpty(box)) return;
  const [left, bottom, right, top] = box.map((edge, at) => (edge - (area[at % 2] ?? 0)) / cell) as Box;
  const edges = edgesOf(outline, grid, [bottom, top]);
  spend(outline.edgeCount / EDGES_A_UNIT + edges.length);
  const sums = new RowSums(columns, left, Math.min(right, columns));
  const heights = heightsOf(edges, rows);
  let active: Edge[] = [];
  let [next, row] = [0, -1];
  for (let at = 0; at + 1 < heights.length; at++) {
    const [low, high] = [heights[at] ?? 0, heights[at + 1] ?? 0];
    const here = Math.min(rows - 1, Math.floor((low + high) / 2));
    if (here !== row) sums.take(row, tell);
    row = here;
    active = active.filter((edge) => edge.high > low);
    for (; (edges[next]?.low ?? Infinity) <= low; next++) active.push(edges[next] as Edge);
    spend((active.length + 1) / EDGES_A_UNIT);
    if (active.length > 0) paintStrips(active, low, high, { outline, sums, spend });
  }
  sums.take(row, tell);
}

/** Those that are not level, cut to what is looked at, by where they begin. */
function edgesOf(outline: Outline, { area, cell }: Grid, [bottom, top]: [number, number]): Edge[] {
  const edges: Edge[] = [];
  outline.edges((x0, y0, x1, y1) => {
    const [ax, ay] = [(x0 - area[0]) / cell, (y0 - area[1]) / cell];
    const [bx, by] = [(x1 - area[0]) / cell, (y1 - area[1]) / cell];
    const [low, high] = [Math.max(bottom, Math.min(ay, by)), Math.min(top, Math.max(ay, by))];
    const slope = (bx - ax) / (by - ay);
    const x = ax + (low - ay) * slope;
    if (low < high && Number.isFinite(x + slope))
      edges.push({ low, high, x, slope, turn: by > ay ? 1 : -1, foot: x });
  });
  return edges.sort((a, b) => a.low - b.low);
}

/** Where edges begin or end, and where rows do between them. */
function heightsOf(edges: readonly Edge[], rows: number): readonly number[] {
  if (edges.length === 0) return [];
  const all = edges.flatMap(({ low, high }) => [low, high]);
  const [least, most] = all.reduce(([a, b], y) => [Math.min(a, y), Math.max(b, y)], [Infinity, -Infinity]);
  for (let row = Math.ceil(least); row <= Math.min(most, rows); row++) all.push(row);
  return [...new Set(Float64Array.from(all).sort())];
}

/** Paints what lies between edges that all reach from `low` to `high`, and may cross each other on the way. */
function paintStrips(
  active: Edge[],
  low: number,
  high: number,
  { outline, sums, spend }: { outline: Outline; sums: RowSums; spend: (units: number) => void },
): void {
  for (let from = low; from < high; ) {
    for (const edge of active) edge.foot = edge.x + (from - edge.low) * edge.slope;
    active.sort((a, b) => a.foot - b.foot || a.slope - b.slope);
    const crossing = firstCrossing(active);
    const height = Math.min(high - from, Math.max(crossing, LEAST_STRIP));
    if (crossing < height) paintHull(active, height, outline, sums);
    else
      eachSide(active, outline, ({ foot, slope }, isBegin) =>
        sums.add(foot, foot + slope * height, isBegin ? height : -height),
      );
    spend(active.length / EDGES_A_UNIT);
    from = height < high - from ? from + height : high;
  }
}

/** Tells of the edges, from left to right, at which what is painted begins and ends. */
function eachSide(
  edges: readonly Edge[],
  outline: Outline,
  tell: (edge: Edge, isBegin: boolean) => void,
): void {
  let winding = 0;
  edges.forEach((edge, at) => {
    const was = outline.isInside(winding, at);
    winding += edge.turn;
    const is = outline.isInside(winding, at + 1);
    if (was !== is) tell(edge, is);
  });
}

/** Paints all that the edges pass over which bound something at the foot or at the top of a strip. */
function paintHull(active: readonly Edge[], height: number, outline: Outline, sums: RowSums): void {
  const top = ({ foot, slope }: Edge): number => foot + slope * height;
  const spans: [number, number][] = [];
  const gather = (edge: Edge, isBegin: boolean): void => {
    if (isBegin) spans.push([Math.min(edge.foot, top(edge)), Number.NEGATIVE_INFINITY]);
    const span = spans.at(-1);
    if (span !== undefined) span[1] = Math.max(edge.foot, top(edge));
  };
  eachSide(active, outline, gather);
  const others = [...active].sort((a, b) => top(a) - top(b) || b.slope - a.slope);
  eachSide(others, outline, gather);
  spans.sort((a, b) => a[0] - b[0]);
  let end = Number.NEGATIVE_INFINITY;
  for (const [from, to] of spans) {
    if (to <= end) continue;
    const begin = Math.max(from, end);
    sums.add(begin, begin, height);
    sums.add(to, to, -height);
    end = to;
  }
}

/** How far over the foot of a strip two of its edges first cross: those lie side by side until then. */
function firstCrossing(active: readonly Edge[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at + 1 < active.length; at++) {
    const [one, other] = [active[at], active[at + 1]];
    if (one === undefined || other === undefined || one.slope <= other.slope) continue;
    least = Math.min(least, (other.foot - one.foot) / (one.slope - other.slope));
  }
  return least;
}

/** What of a row of cells lies to the right of edges: sums of what begins in each. */
class RowSums {
  readonly #left: number;
  readonly #right: number;
  readonly #sums: Float64Array;
  /** The columns in which something begins. */
  #from = Number.POSITIVE_INFINITY;
  #to = 0;

  constructor(columns: number, left: number, right: number) {
    this.#left = left;
    this.#right = right;
    this.#sums = new Float64Array(columns + 2);
  }

  /** What lies to the right of a straight edge from `x0` to `x1`, `height` of a cell high; less than 0 takes it away. */
  add(x0: number, x1: number, height: number): void {
    const [from, to] = x0 < x1 ? [x0, x1] : [x1, x0];
    const [left, right] = [Math.max(from, this.#left), Math.min(to, this.#right)];
    if (!(left < right)) {
      this.#begin(to <= this.#left ? this.#left : Math.min(from, this.#right), height);
      return;
    }
    const whole = to - from;
    // What of the edge is beside the rectangle begins at its side.
    if (from < left) this.#begin(left, (height * (left - from)) / whole);
    if (to > right) this.#begin(right, (height * (to - right)) / whole);
    for (let column = Math.floor(left); column < right; column++) {
      const [a, b] = [Math.max(left, column), Math.min(right, column + 1)];
      if (b > a) this.#begin((a + b) / 2, (height * (b - a)) / whole, column);
    }
  }

  /** Tells the shares of a row, where something is painted in it; then begins anew. */
  take(row: number, tell: RowOf): void {
    const [from, to] = [this.#from, Math.min(this.#to, this.#sums.length - 2)];
    if (from >= to) return;
    const sums = this.#sums;
    for (let column = from + 1; column < to; column++)
      sums[column] = (sums[column] ?? 0) + (sums[column - 1] ?? 0);
    for (let column = from; column < to; column++) sums[column] = Math.min(1, Math.max(0, sums[column] ?? 0));
    tell(row, from, to, sums);
    sums.fill(0, from, this.#to);
    this.#from = Number.POSITIVE_INFINITY;
    this.#to = 0;
  }

  #begin(x: number, height: number, column = Math.floor(x)): void {
    const sums = this.#sums;
    sums[column] = (sums[column] ?? 0) + height * (column + 1 - x);
    sums[column + 1] = (sums[column + 1] ?? 0) + height * (x - column);
    this.#from = Math.min(this.#from, column);
    this.#to = Math.max(this.#to, column + 2);
  }
}
