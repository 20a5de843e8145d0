import type { Box } from '../revisions/pages.ts';

/** What an area's edge encloses (ISO 32000-2 §8.5.3.3), point by point. */
export class Outline {
  /** Pairs of coordinates; subpaths one after another, closed. */
  readonly #points: Float64Array;
  /** Index of each subpath's first point, and one past the last point of all. */
  readonly #starts: readonly number[];
  readonly #evenOdd: boolean;
  /** What a clip around it surely lets through. */
  readonly #inner: Box;

  constructor(points: Float64Array, starts: readonly number[], evenOdd: boolean, inner: Box) {
    this.#points = points;
    this.#starts = starts;
    this.#evenOdd = evenOdd;
    this.#inner = inner;
  }

  holds(x: number, y: number): boolean {
    let winding = 0;
    for (let index = 0; index < this.#starts.length - 1; index++) {
      winding += this.#turns(this.#starts[index] ?? 0, this.#starts[index + 1] ?? 0, x, y);
    }
    return this.isInside(winding, winding);
  }

  /** Whether it paints where its edges have gone round so often, and so many of them lie to the left (§8.5.3.3). */
  isInside(winding: number, edges: number): boolean {
    return this.#evenOdd ? edges % 2 !== 0 : winding !== 0;
  }

  /** Bounds of its corners. */
  get box(): Box {
    let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = 0; at < this.#points.length; at += 2) {
      const [x = 0, y = 0] = [this.#points[at], this.#points[at + 1]];
      x0 = Math.min(x0, x);
      y0 = Math.min(y0, y);
      x1 = Math.max(x1, x);
      y1 = Math.max(y1, y);
    }
    return [x0, y0, x1, y1];
  }

  /** Calls with each edge of each subpath, the one that closes it included. */
  edges(visit: (x0: number, y0: number, x1: number, y1: number) => void): void {
    const points = this.#points;
    for (let index = 0; index < this.#starts.length - 1; index++) {
      const [from, to] = [this.#starts[index] ?? 0, this.#starts[index + 1] ?? 0];
      for (let at = from, last = to - 1; at < to; last = at++) {
        visit(points[2 * last] ?? 0, points[2 * last + 1] ?? 0, points[2 * at] ?? 0, points[2 * at + 1] ?? 0);
      }
    }
  }

  /** How many edges {@link edges} tells. */
  get edgeCount(): number {
    return this.#points.length / 2;
  }

  /** What of the level line at `y` it encloses: stretches from left to right. */
  spans(y: number): [number, number][] {
    const crossings: { x: number; turn: number }[] = [];
    this.edges((x0, y0, x1, y1) => {
      if (y0 > y === y1 > y) return;
      crossings.push({ x: x0 + ((y - y0) / (y1 - y0)) * (x1 - x0), turn: y1 > y0 ? 1 : -1 });
    });
    crossings.sort((a, b) => a.x - b.x);
    const spans: [number, number][] = [];
    let winding = 0;
    crossings.forEach(({ x, turn }, at) => {
      winding += turn;
      const inside = this.#evenOdd ? at % 2 === 0 : winding !== 0;
      const next = crossings[at + 1];
      if (inside && next !== undefined) spans.push([x, next.x]);
    });
    return spans;
  }

  /** Whether it is painted there, clip considered. */
  paints(x: number, y: number): boolean {
    const [x0, y0, x1, y1] = this.#inner;
    return x >= x0 && x <= x1 && y >= y0 && y <= y1 && this.holds(x, y);
  }

  /** How often a subpath goes round a point. */
  #turns(from: number, to: number, x: number, y: number): number {
    const points = this.#points;
    let turns = 0;
    let ax = points[2 * to - 2] ?? 0;
    let ay = points[2 * to - 1] ?? 0;
    for (let at = from; at < to; at++) {
      const bx = points[2 * at] ?? 0;
      const by = points[2 * at + 1] ?? 0;
      if (ay > y !== by > y) {
        const left = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        if (by > ay ? left > 0 : left < 0) turns += by > ay ? 1 : -1;
      }
      ax = bx;
      ay = by;
    }
    return turns;
  }
}

/** What straight lines paint that reach `half` to each side. */
export function lines(segments: readonly Box[], half: number, inner: Box): Outline | undefined {
  if (segments.length === 0) return undefined;
  const points = new Float64Array(8 * segments.length);
  const starts = [0];
  for (const [x0, y0, x1, y1] of segments) {
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [x, y] = [((y0 - y1) / length) * half, ((x1 - x0) / length) * half];
    // All go round the same way, so that they add up.
    const corners = [x0 + x, y0 + y, x1 + x, y1 + y, x1 - x, y1 - y, x0 - x, y0 - y];
    points.set(corners, 8 * (starts.length - 1));
    starts.push(4 * starts.length);
  }
  return new Outline(points, starts, false, inner);
}

/** The outline of one subpath whose corners are given. */
export const polygon = (corners: readonly number[], inner: Box): Outline =>
  new Outline(Float64Array.from(corners), [0, corners.length / 2], false, inner);
