import type { Box } from '../revisions/pages.ts';
import { boundsOf, type Matrix } from './matrix.ts';

/** Points of a shape that is looked at. */
const MOST_POINTS = 64;
/** How far a corner may lie beside its place, in units: far below what is seen. */
const NEAR = 0.01;
/** Shapes below this, in units, hide no letter; charts have thousands of them. */
const SMALLEST = 8;
/** How far chords may lie beside their curve, in units, and how many of them a curve gives. */
const BESIDE = 0.1;
const LEAST_PIECES = 4;
const MOST_PIECES = 1024;
const SHARES = [1, 0.97, 0.94, 0.9, 0.8, 0.7, 0.6, 0.5, 0.35];
/** Shares of width and height that are tried, the largest area first. */
const CANDIDATES = SHARES.flatMap((across) => SHARES.map((up): [number, number] => [across, up])).sort(
  ([a, b], [c, d]) => c * d - a * b,
);

/** What is known of one closed subpath. */
export interface Shape {
  box: Box;
  /** An axis-aligned rectangle within it, where it is convex. */
  solid: Box | undefined;
  /** What looking at it cost, for the budget. */
  work: number;
  /** 1 or -1 for the way round it goes, where it is convex; else 0. */
  turn: number;
}

/** Points are pairs of coordinates, from index `from` up to `to`; `on` is 0 for control points of curves. */
export function shapeOf(points: Float64Array, on: Uint8Array, from: number, to: number): Shape {
  const box = bounds(points, from, to);
  const flat = box[2] - box[0] <= 0 || box[3] - box[1] <= 0;
  const turn = flat || to - from < 3 || to - from > MOST_POINTS ? 0 : turning(points, from, to);
  const work = 4 * (to - from);
  if (turn === 0) return { box, solid: undefined, turn, work };
  if (isRectangle(points, on, from, to, box)) return { box, solid: box, turn, work };
  const small = box[2] - box[0] < SMALLEST || box[3] - box[1] < SMALLEST;
  if (small) return { box, solid: undefined, turn, work };
  return { box, solid: within(points, on, from, to, box, turn), turn, work: 40 * (to - from) };
}

/** An axis-aligned rectangle within the image of a rectangle: the image itself, where it is one. */
export function solidImage(box: Box, matrix: Matrix): Box | undefined {
  const [a, b, c, d, e, f] = matrix;
  const [x0, y0, x1, y1] = box;
  const bounded = boundsOf(box, matrix);
  const [width, height] = [x1 - x0, y1 - y0];
  if (Math.max(Math.abs(b * width), Math.abs(c * height)) < NEAR) return bounded;
  if (Math.max(Math.abs(a * width), Math.abs(d * height)) < NEAR) return bounded;
  const points = new Float64Array(8);
  [x0, y0, x1, y0, x1, y1, x0, y1].forEach((_, at, all) => {
    const [x = 0, y = 0] = all.slice(at - (at % 2));
    points[at] = at % 2 === 0 ? a * x + c * y + e : b * x + d * y + f;
  });
  return shapeOf(points, new Uint8Array(4).fill(1), 0, 4).solid;
}

function bounds(points: Float64Array, from: number, to: number): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = from; at < to; at++) {
    const x = points[2 * at] ?? 0;
    const y = points[2 * at + 1] ?? 0;
    if (x < x0) x0 = x;
    if (y < y0) y0 = y;
    if (x > x1) x1 = x;
    if (y > y1) y1 = y;
  }
  return [x0, y0, x1, y1];
}

/** All points at the corners of their bounds, and no edge across. */
function isRectangle(points: Float64Array, on: Uint8Array, from: number, to: number, box: Box): boolean {
  let seen = 0;
  for (let at = from; at < to; at++) {
    const x = points[2 * at] ?? 0;
    const y = points[2 * at + 1] ?? 0;
    const left = x - box[0] < NEAR;
    const low = y - box[1] < NEAR;
    if (on[at] === 0 || !(left || box[2] - x < NEAR) || !(low || box[3] - y < NEAR)) return false;
    seen |= 1 << ((left ? 0 : 1) + (low ? 0 : 2));
  }
  return seen === 15;
}

/** Which way a convex polygon turns, 0 for any other. */
function turning(points: Float64Array, from: number, to: number): number {
  let sign = 0;
  let [changesX, changesY] = [0, 0];
  let [lastX, lastY] = [0, 0];
  let [dx, dy] = [0, 0];
  const count = to - from;
  // Twice round: the first edge's direction is known only after the last.
  for (let step = 0; step < count * 2; step++) {
    const at = from + (step % count);
    const next = from + ((step + 1) % count);
    const ex = (points[2 * next] ?? 0) - (points[2 * at] ?? 0);
    const ey = (points[2 * next + 1] ?? 0) - (points[2 * at + 1] ?? 0);
    if (Math.abs(ex) < NEAR / 10 && Math.abs(ey) < NEAR / 10) continue;
    const cross = dx * ey - dy * ex;
    if (Math.abs(cross) > 1e-6) {
      if (sign !== 0 && cross > 0 !== sign > 0) return 0;
      sign = cross > 0 ? 1 : -1;
    }
    if (step >= count && lastX !== 0 && Math.sign(ex) !== 0 && Math.sign(ex) !== lastX) changesX++;
    if (step >= count && lastY !== 0 && Math.sign(ey) !== 0 && Math.sign(ey) !== lastY) changesY++;
    if (Math.sign(ex) !== 0) lastX = Math.sign(ex);
    if (Math.sign(ey) !== 0) lastY = Math.sign(ey);
    dx = ex;
    dy = ey;
  }
  return changesX <= 2 && changesY <= 2 ? sign : 0;
}

/** The largest of some rectangles about the middle whose corners lie within. */
function within(
  points: Float64Array,
  on: Uint8Array,
  from: number,
  to: number,
  box: Box,
  turn: number,
): Box | undefined {
  const [width, height] = [(box[2] - box[0]) / 2, (box[3] - box[1]) / 2];
  const [x, y] = [box[0] + width, box[1] + height];
  const outline = flattened(points, on, from, to);
  for (const [across, up] of CANDIDATES) {
    const w = width * across;
    const h = height * up;
    const fits =
      inside(outline, turn, x - w, y - h) &&
      inside(outline, turn, x + w, y + h) &&
      inside(outline, turn, x + w, y - h) &&
      inside(outline, turn, x - w, y + h);
    if (fits) return [x - w, y - h, x + w, y + h];
  }
  return undefined;
}

/**
 * Points of a subpath's outline, in pairs; a curve gives as many between its ends as keep its chords close to it.
 * Chords of what is convex lie within it.
 */
export function flattened(points: Float64Array, on: Uint8Array, from: number, to: number): number[] {
  const outline: number[] = [];
  for (let at = from; at < to; at++) {
    if (on[at] === 1) {
      outline.push(points[2 * at] ?? 0, points[2 * at + 1] ?? 0);
      continue;
    }
    const pieces = piecesOf(points, at - 1);
    for (let piece = 1; piece < pieces; piece++) {
      const t = piece / pieces;
      outline.push(bezier(points, at - 1, t), bezier(points, at - 0.5, t));
    }
    at++;
  }
  return outline;
}

/** How many chords a curve is cut into: they lie beside it by an eighth of its second differences over their square. */
function piecesOf(points: Float64Array, start: number): number {
  let bend = 0;
  for (const at of [2 * start, 2 * start + 1, 2 * start + 2, 2 * start + 3]) {
    const [p = 0, q = 0, r = 0] = [points[at], points[at + 2], points[at + 4]];
    bend = Math.max(bend, Math.abs(p - 2 * q + r));
  }
  const pieces = Math.ceil(Math.sqrt((6 * bend) / 8 / BESIDE));
  return Math.min(MOST_PIECES, Math.max(LEAST_PIECES, pieces || 0));
}

/** A coordinate of the curve that begins at a point. */
function bezier(points: Float64Array, start: number, t: number): number {
  const [p0 = 0, p1 = 0, p2 = 0, p3 = 0] = [0, 1, 2, 3].map((step) => points[2 * (start + step)]);
  const u = 1 - t;
  return u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3;
}

function inside(outline: readonly number[], turn: number, x: number, y: number): boolean {
  let ax = outline.at(-2) ?? 0;
  let ay = outline.at(-1) ?? 0;
  for (let at = 0; at < outline.length; at += 2) {
    const bx = outline[at] ?? 0;
    const by = outline[at + 1] ?? 0;
    if (((bx - ax) * (y - ay) - (by - ay) * (x - ax)) * turn < -1e-9) return false;
    ax = bx;
    ay = by;
  }
  return true;
}
