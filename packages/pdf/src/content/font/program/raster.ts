import type { GlyphOutline } from './outline.ts';

/** Rows and columns of the raster of a glyph's bounds: a thin stroke of a light face is still two wide. */
const SIDE = 64;

export interface Hole {
  middle: number;
  share: number;
}

/** A glyph as it is filled (nonzero winding), within its bounds. */
export interface GlyphShape {
  /** Left, bottom, right and top, in em. */
  bounds: readonly [number, number, number, number];
  /** Area that is painted, in square em. */
  ink: number;
  /** Areas within the ink that are not painted: where their middle is, 0 at the foot of the glyph and 1 at its top, and their share of the bounds. */
  holes: readonly Hole[];
  /** The same with strokes that are thicker: what a person sees closed although a gap is left. */
  closed: readonly Hole[];
  /** 1 where it is painted, by rows from the foot, {@link SIDE} in each. */
  cells: Uint8Array;
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
  for (let row = 0; row < SIDE; row++) {
    const crossings = crossingsAt(outline, y0 + ((row + 0.5) / SIDE) * height);
    let winding = 0;
    for (const [index, { x, turn }] of crossings.entries()) {
      winding += turn;
      const next = crossings[index + 1];
      if (winding === 0 || next === undefined) continue;
      const from = Math.max(0, Math.ceil(((x - x0) / width) * SIDE - 0.5));
      const to = Math.min(SIDE, Math.ceil(((next.x - x0) / width) * SIDE - 0.5));
      for (let column = from; column < to; column++) {
        cells[row * SIDE + column] = 1;
        painted++;
      }
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

interface Crossing {
  x: number;
  turn: 1 | -1;
}

function crossingsAt(outline: GlyphOutline, y: number): Crossing[] {
  const crossings: Crossing[] = [];
  for (const contour of outline) {
    let [ax = 0, ay = 0] = contour.slice(-2);
    for (let at = 0; at + 1 < contour.length; at += 2) {
      const [bx = 0, by = 0] = [contour[at], contour[at + 1]];
      if (ay <= y !== by <= y) {
        crossings.push({ x: ax + ((y - ay) / (by - ay)) * (bx - ax), turn: by > ay ? 1 : -1 });
      }
      ax = bx;
      ay = by;
    }
  }
  return crossings.sort((a, b) => a.x - b.x);
}

/** A hole takes more than a crack between two strokes that nearly meet. */
const LEAST_HOLE = SIDE / 4;

/** Cells around a painted one that are painted too. */
const REACH = 5;

function thicker(cells: Uint8Array): Uint8Array {
  const wide = new Uint8Array(cells.length);
  for (const [at, cell] of cells.entries()) {
    if (cell === 0) continue;
    const [column, row] = [at % SIDE, Math.floor(at / SIDE)];
    for (let y = Math.max(0, row - REACH); y <= Math.min(SIDE - 1, row + REACH); y++) {
      wide.fill(1, y * SIDE + Math.max(0, column - REACH), y * SIDE + Math.min(SIDE, column + REACH + 1));
    }
  }
  return wide;
}

/** What is not painted and cannot be reached from outside. */
export function holesIn(cells: Uint8Array): Hole[] {
  const seen = Uint8Array.from(cells);
  const border = (at: number): boolean => {
    const [column, row] = [at % SIDE, Math.floor(at / SIDE)];
    return column === 0 || row === 0 || column === SIDE - 1 || row === SIDE - 1;
  };
  const holes: Hole[] = [];
  for (let start = 0; start < cells.length; start++) {
    if (seen[start] === 1) continue;
    const area = flood(seen, start);
    if (area.length < LEAST_HOLE || area.some(border)) continue;
    const rows = area.reduce((sum, at) => sum + Math.floor(at / SIDE), 0);
    holes.push({ middle: (rows / area.length + 0.5) / SIDE, share: area.length / cells.length });
  }
  return holes;
}

/** Marks and gives the cells that hang together with one. */
function flood(seen: Uint8Array, start: number): number[] {
  const area = [start];
  seen[start] = 1;
  for (let index = 0; index < area.length; index++) {
    const at = area[index] ?? 0;
    const column = at % SIDE;
    const beside = [at - SIDE, at + SIDE, column > 0 ? at - 1 : -1, column < SIDE - 1 ? at + 1 : -1];
    for (const next of beside) {
      if (seen[next] !== 0) continue;
      seen[next] = 1;
      area.push(next);
    }
  }
  return area;
}
