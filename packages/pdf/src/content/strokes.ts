import type { Box } from '../revisions/pages.ts';
import { Outline } from './outline.ts';

/** Width of the thinnest line that is seen: readers draw one of 0 as a hairline (§8.4.3.2). */
const THINNEST = 0.1;
/** How far a piece may lie beside those that it stands for, in units, and how many these are. */
const BESIDE = 0.02;
const MOST_JOINED = 64;
/** Joints are no longer sharp where lines go on as they did. */
const STRAIGHT = 1e-6;

/**
 * What a stroke paints that follows straight pieces: at most, as its ends reach as far beyond the pieces as it does
 * beside them. Where pieces follow each other they meet in a point as long as `mitre` allows, in half widths
 * (ISO 32000-2 §8.4.3.5); 0 where joints are cut off or round.
 */
export function strokes(all: readonly Box[], width: number, mitre: number, inner: Box): Outline | undefined {
  if (all.length === 0) return undefined;
  const pieces = joined(all);
  const half = Math.max(width, THINNEST) / 2;
  const points: number[] = [];
  const starts = [0];
  const draw = (corners: readonly number[] | undefined): void => {
    if (corners === undefined) return;
    for (const corner of corners) points.push(corner);
    starts.push(points.length / 2);
  };
  let first = 0;
  pieces.forEach((piece, at) => {
    draw(bar(piece, half));
    const next = pieces[at + 1];
    const goesOn = next !== undefined && next[0] === piece[2] && next[1] === piece[3];
    const back = goesOn ? next : pieces[first];
    if (!goesOn) first = at + 1;
    if (back !== undefined && back[0] === piece[2] && back[1] === piece[3])
      draw(spike(piece, back, half, mitre));
  });
  return new Outline(Float64Array.from(points), starts, false, inner);
}

/** With pieces that follow each other as one, where that lies as close to all of them: a pen gives thousands. */
function joined(pieces: readonly Box[]): Box[] {
  const found: Box[] = [];
  let between: [number, number][] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    const [x, y] = [piece[0], piece[1]];
    if (last !== undefined && last[2] === x && last[3] === y && between.length < MOST_JOINED) {
      const whole: Box = [last[0], last[1], piece[2], piece[3]];
      between.push([x, y]);
      if (between.every((point) => distance(point, whole) <= BESIDE)) {
        found[found.length - 1] = whole;
        continue;
      }
    }
    found.push(piece);
    between = [];
  }
  return found;
}

function distance([x, y]: readonly [number, number], [x0, y0, x1, y1]: Box): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const along = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1);
  const at = Math.min(1, Math.max(0, along));
  return Math.hypot(x - x0 - at * dx, y - y0 - at * dy);
}

/** All go round the same way, so that they add up. One without a length is a dot. */
function bar([x0, y0, x1, y1]: Box, half: number): number[] {
  const [x, y] = direction([x0, y0, x1, y1], half) ?? [half, 0];
  const [ax, ay, bx, by] = [x0 - x, y0 - y, x1 + x, y1 + y];
  return [ax - y, ay + x, bx - y, by + x, bx + y, by - x, ax + y, ay - x];
}

/** The point in which two pieces meet on the outer side of their corner. */
function spike(one: Box, other: Box, half: number, mitre: number): number[] | undefined {
  const [a, b] = [direction(one, 1), direction(other, 1)];
  if (a === undefined || b === undefined) return undefined;
  const turn = a[0] * b[1] - a[1] * b[0];
  // Of the angle between them, the sine of its half: the longer the point, the smaller it is.
  const sine = Math.sqrt(Math.max(0, (1 + a[0] * b[0] + a[1] * b[1]) / 2));
  if (Math.abs(turn) < STRAIGHT || sine * mitre < 1) return undefined;
  const [x, y] = [one[2], one[3]];
  const side = turn > 0 ? 1 : -1;
  const [ax, ay] = [x + side * a[1] * half, y - side * a[0] * half];
  const [bx, by] = [x + side * b[1] * half, y - side * b[0] * half];
  const [mx, my] = [a[0] - b[0], a[1] - b[1]];
  const reach = half / sine / Math.hypot(mx, my);
  const [tx, ty] = [x + mx * reach, y + my * reach];
  return side > 0 ? [x, y, bx, by, tx, ty, ax, ay] : [x, y, ax, ay, tx, ty, bx, by];
}

function direction([x0, y0, x1, y1]: Box, length: number): [number, number] | undefined {
  const whole = Math.hypot(x1 - x0, y1 - y0);
  return whole > 0 ? [((x1 - x0) * length) / whole, ((y1 - y0) * length) / whole] : undefined;
}
