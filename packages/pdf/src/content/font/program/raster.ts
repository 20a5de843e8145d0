import type { GlyphOutline } from './outline.ts';

/** Rows and columns of the raster of a glyph's bounds: a thin stroke of a light face is still two wide. */
const SIDE = 64;

export interface Hole {
  middle: number;
  share: number;
}

/** What of the bounds of a glyph is painted. */
export interface GlyphPicture {
  /** Left, bottom, right and top, in em. */
  bounds: readonly [number, number, number, number];
  /** 1 where it is painted, by rows from the foot, {@link SIDE} in each. */
  cells: Uint8Array;
}

/** A glyph as it is filled (nonzero winding), within its bounds. */
export interface GlyphShape extends GlyphPicture {
  /** Area that is painted, in square em. */
  ink: number;
  /** Areas within the ink that are not painted: where their middle is, 0 at the foot of the glyph and 1 at its top, and their share of the bounds. */
  holes: readonly Hole[];
  /** The same with strokes that are thicker: what a person sees closed although a gap is left. */
  closed: readonly Hole[];
}

/** What an outline paints. Costs as many units as `spend` is told. */
export function shapeOf(outline: GlyphOutline, spend: (units: number) => void): GlyphShape {
  const bounds = boundsOf(outline);
  const [x0, y0, x1, y1] = bounds;
  const cells = new Uint8Array(SIDE * SIDE);
  const [width, height] = [x1 - x0, y1 - y0];
  if (!(width > 0 && height > 0)) return { bounds, ink: 0, holes: [], closed: [], cells };
  const corners = outline.reduce((sum, { length }) => sum + length, 0);
  spend(SIDE * (SIDE / 2 + corners / 16));
  let painted = 0;
  for (const [row, { xs, turns }] of crossingsOf(outline, y0, height).entries()) {
    let winding = 0;
    for (let index = 0; index + 1 < xs.length; index++) {
      winding += turns[index] ?? 0;
      if (winding === 0) continue;
      const from = Math.max(0, Math.ceil((((xs[index] ?? 0) - x0) / width) * SIDE - 0.5));
      const to = Math.min(SIDE, Math.ceil((((xs[index + 1] ?? 0) - x0) / width) * SIDE - 0.5));
      if (from >= to) continue;
      cells.fill(1, row * SIDE + from, row * SIDE + to);
      painted += to - from;
    }
  }
  const ink = (painted / SIDE ** 2) * width * height;
  let closed: Hole[] | undefined;
  return {
    ...{ bounds, ink, holes: holesIn(cells), cells },
    get closed() {
      closed ??= holesIn(thicker(cells));
      return closed;
    },
  };
}

/** Left, bottom, right and top. */
export function boundsOf(outline: GlyphOutline): [number, number, number, number] {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const contour of outline) {
    for (let at = 0; at + 1 < contour.length; at += 2) {
      const [x = 0, y = 0] = [contour[at], contour[at + 1]];
      x0 = Math.min(x0, x);
      x1 = Math.max(x1, x);
      y0 = Math.min(y0, y);
      y1 = Math.max(y1, y);
    }
  }
  return [x0, y0, x1, y1];
}

/** Where an outline crosses a row, from left to right, and whether it goes up (1) or down (-1) there. */
interface Crossings {
  xs: number[];
  turns: number[];
}

/** By rows from the foot; each edge is looked at in the rows that it may cross. */
function crossingsOf(outline: GlyphOutline, foot: number, height: number): Crossings[] {
  const rows = Array.from({ length: SIDE }, (): Crossings => ({ xs: [], turns: [] }));
  const rowOf = (y: number): number => ((y - foot) / height) * SIDE - 0.5;
  for (const contour of outline) {
    let ax = contour[contour.length - 2] ?? 0;
    let ay = contour[contour.length - 1] ?? 0;
    for (let at = 0; at + 1 < contour.length; at += 2) {
      const bx = contour[at] ?? 0;
      const by = contour[at + 1] ?? 0;
      const last = Math.min(SIDE - 1, Math.ceil(rowOf(Math.max(ay, by))));
      for (let row = Math.max(0, Math.floor(rowOf(Math.min(ay, by)))); row <= last; row++) {
        const y = foot + ((row + 0.5) / SIDE) * height;
        if (ay <= y !== by <= y) insert(rows[row], ax + ((y - ay) / (by - ay)) * (bx - ax), by > ay ? 1 : -1);
      }
      ax = bx;
      ay = by;
    }
  }
  return rows;
}

/** Behind those as far left. */
function insert(row: Crossings | undefined, x: number, turn: number): void {
  if (row === undefined) return;
  const { xs, turns } = row;
  let at = xs.length;
  for (; at > 0 && (xs[at - 1] ?? 0) > x; at--) {
    xs[at] = xs[at - 1] ?? 0;
    turns[at] = turns[at - 1] ?? 0;
  }
  xs[at] = x;
  turns[at] = turn;
}

/** A hole takes more than a crack between two strokes that nearly meet. */
const LEAST_HOLE = SIDE / 4;

/** Cells around a painted one that are painted too. */
const REACH = 5;

function thicker(cells: Uint8Array): Uint8Array {
  const wide = new Uint8Array(cells.length);
  for (let at = 0; at < cells.length; at++) {
    if (cells[at] === 0) continue;
    const column = at % SIDE;
    const row = at - column;
    wide.fill(1, row + Math.max(0, column - REACH), row + Math.min(SIDE, column + REACH + 1));
  }
  const thick = new Uint8Array(cells.length);
  for (let at = 0; at < cells.length; at++) {
    if (wide[at] === 0) continue;
    const first = Math.max(at % SIDE, at - REACH * SIDE);
    for (let to = first; to <= at + REACH * SIDE && to < cells.length; to += SIDE) thick[to] = 1;
  }
  return thick;
}

/** What is not painted and cannot be reached from outside. */
export function holesIn(cells: Uint8Array): Hole[] {
  const seen = Uint8Array.from(cells);
  const area = new Int32Array(cells.length);
  const holes: Hole[] = [];
  for (let start = 0; start < cells.length; start++) {
    if (seen[start] === 1) continue;
    const count = flood(seen, start, area);
    const { rows, isOutside } = placesOf(area, count);
    if (count < LEAST_HOLE || isOutside) continue;
    holes.push({ middle: (rows / count + 0.5) / SIDE, share: count / cells.length });
  }
  return holes;
}

/** The sum of the rows of so many cells, and whether one of them is at the edge. */
function placesOf(area: Int32Array, count: number): { rows: number; isOutside: boolean } {
  let rows = 0;
  let isOutside = false;
  for (let index = 0; index < count; index++) {
    const at = area[index] ?? 0;
    const column = at % SIDE;
    const row = (at - column) / SIDE;
    rows += row;
    isOutside ||= column === 0 || row === 0 || column === SIDE - 1 || row === SIDE - 1;
  }
  return { rows, isOutside };
}

/** Marks the cells that hang together with one, and puts them into `area`; returns how many they are. */
function flood(seen: Uint8Array, start: number, area: Int32Array): number {
  let count = 0;
  const reach = (at: number): void => {
    // What lies beside the raster is undefined.
    if (seen[at] !== 0) return;
    seen[at] = 1;
    area[count++] = at;
  };
  reach(start);
  for (let index = 0; index < count; index++) {
    const at = area[index] ?? 0;
    const column = at % SIDE;
    reach(at - SIDE);
    reach(at + SIDE);
    if (column > 0) reach(at - 1);
    if (column < SIDE - 1) reach(at + 1);
  }
  return count;
}
