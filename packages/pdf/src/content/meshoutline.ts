import { intersect } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { Interpreter } from './interpreter.ts';
import type { Matrix } from './matrix.ts';
import type { Part } from './mesh.ts';
import { Outline } from './outline.ts';

/** A mesh with more edges is taken for squares of a grid over it: their side in units, and how many lie side by side. */
const MOST_EDGES = 512;
const CELL = 2;
const MOST_CELLS = 400;

/** What triangles and patches paint together where `matrix` takes them; `inner` is what the clip surely lets through. */
export function meshOutline(
  it: Interpreter,
  parts: readonly Part[],
  matrix: Matrix,
  { inner, isRing }: { inner: Box; isRing: boolean },
): Outline | undefined {
  const placed = parts.map((part) => turned(mapped(part, matrix)));
  const edges = placed.reduce((sum, part) => sum + part.length / 2, 0);
  it.spend(edges);
  if (edges <= MOST_EDGES) return outlineOf(placed, inner, isRing);
  const bounds = intersect(boundsOfParts(placed), inner);
  return outlineOf(squares(it, placed, bounds), inner);
}

const mapped = (part: Part, [a, b, c, d, e, f]: Matrix): number[] => {
  const found: number[] = [];
  for (let at = 0; at < part.length; at += 2) {
    const [x = 0, y = 0] = [part[at], part[at + 1]];
    found.push(a * x + c * y + e, b * x + d * y + f);
  }
  return found;
};

/** All go the same way round, so that they add up. */
function turned(part: number[]): number[] {
  let area = 0;
  for (let at = 0; at < part.length; at += 2) {
    const next = (at + 2) % part.length;
    area += (part[at] ?? 0) * (part[next + 1] ?? 0) - (part[next] ?? 0) * (part[at + 1] ?? 0);
  }
  if (area >= 0) return part;
  const found: number[] = [];
  for (let at = part.length - 2; at >= 0; at -= 2) found.push(part[at] ?? 0, part[at + 1] ?? 0);
  return found;
}

function outlineOf(parts: readonly Part[], inner: Box, evenOdd = false): Outline | undefined {
  if (parts.length === 0) return undefined;
  const starts = [0];
  const points: number[] = [];
  for (const part of parts) {
    for (const coordinate of part) points.push(coordinate);
    starts.push(points.length / 2);
  }
  return points.every(Number.isFinite)
    ? new Outline(Float64Array.from(points), starts, evenOdd, inner)
    : undefined;
}

function boundsOfParts(parts: readonly Part[]): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const part of parts)
    for (let at = 0; at < part.length; at += 2) {
      const [x = 0, y = 0] = [part[at], part[at + 1]];
      [x0, y0] = [Math.min(x0, x), Math.min(y0, y)];
      [x1, y1] = [Math.max(x1, x), Math.max(y1, y)];
    }
  return [x0, y0, x1, y1];
}

/** The squares of a grid over `bounds` whose middles some of the parts cover, those beside each other as one. */
function squares(it: Interpreter, parts: readonly Part[], [x0, y0, x1, y1]: Box): Part[] {
  if (!(x1 > x0 && y1 > y0)) return [];
  const [columns, rows] = [x1 - x0, y1 - y0].map((side) => Math.min(MOST_CELLS, Math.ceil(side / CELL)));
  if (columns === undefined || rows === undefined) return [];
  const [width, height] = [(x1 - x0) / columns, (y1 - y0) / rows];
  const covered = new Uint8Array(columns * rows);
  it.spend(covered.length);
  for (const part of parts) {
    const [, low, , high] = boundsOfParts([part]);
    const first = Math.max(0, Math.ceil((low - y0) / height - 0.5));
    const last = Math.min(rows - 1, Math.floor((high - y0) / height - 0.5));
    it.spend(Math.max(0, last - first + 1) * part.length);
    for (let row = first; row <= last; row++) {
      const crossings = crossingsOf(part, y0 + (row + 0.5) * height);
      for (let at = 0; at + 1 < crossings.length; at += 2) {
        const from = Math.max(0, Math.ceil(((crossings[at] ?? 0) - x0) / width - 0.5));
        const to = Math.min(columns, Math.floor(((crossings[at + 1] ?? 0) - x0) / width + 0.5));
        if (from < to) covered.fill(1, row * columns + from, row * columns + to);
      }
    }
  }
  return rectangles(covered, columns).map(([left, bottom, right, top]) => {
    const [ax, ay, bx, by] = [x0 + left * width, y0 + bottom * height, x0 + right * width, y0 + top * height];
    return [ax, ay, bx, ay, bx, by, ax, by];
  });
}

function crossingsOf(part: Part, y: number): number[] {
  const found: number[] = [];
  for (let at = 0; at < part.length; at += 2) {
    const next = (at + 2) % part.length;
    const [ax = 0, ay = 0, bx = 0, by = 0] = [part[at], part[at + 1], part[next], part[next + 1]];
    if (ay > y !== by > y) found.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
  }
  return found.sort((one, other) => one - other);
}

/** Covered cells as rectangles: those side by side, and over each other where rows are alike. */
function rectangles(covered: Uint8Array, columns: number): Box[] {
  const found: Box[] = [];
  let below = new Map<string, Box>();
  for (let start = 0; start < covered.length; start += columns) {
    const row = start / columns;
    const here = new Map<string, Box>();
    for (let from = 0; from < columns; from++) {
      if (covered[start + from] !== 1) continue;
      let to = from;
      while (to < columns && covered[start + to] === 1) to++;
      const key = `${from} ${to}`;
      const known = below.get(key);
      const box: Box = known ?? [from, row, to, row + 1];
      if (known === undefined) found.push(box);
      else known[3] = row + 1;
      here.set(key, box);
      from = to;
    }
    below = here;
  }
  return found;
}
