import type { Box } from '../revisions/pages.ts';
import { flattened, type Shape, shapeOf } from './convex.ts';
import type { Matrix } from './matrix.ts';
import { Outline } from './outline.ts';

/** Points of a path that are kept; of a longer one only the bounds are known. */
const MOST_POINTS = 2 ** 16;
/** Points that its curves may give in all, cut into straight pieces. */
const MOST_FLAT = 2 ** 18;
/** Subpaths that are held against each other. */
const MOST_SUBPATHS = 64;
/** Points of a path whose outline is kept; of others only the bounds are. */
const MOST_CORNERS = 128;
/** Height of letters, in units, and how much of its bounds a line takes that may hide them. */
const LOWEST = 3;
const DENSE = 0.5;

/** The current path (ISO 32000-2 §8.5.2), in default user space. Used again for path after path. */
export class Path {
  /** Pairs of coordinates; control points of curves too. */
  #points = new Float64Array(64);
  /** Whether a point is on the path; control points are not. */
  #on = new Uint8Array(32);
  #starts: number[] = [];
  /** The subpaths that a line leads back to their beginning. */
  readonly #closed = new Set<number>();
  #count = 0;
  #x0 = 0;
  #y0 = 0;
  #x1 = 0;
  #y1 = 0;
  #overflow = false;
  #curved = false;
  /** Only of `re`: its corners are right angles. */
  #upright = true;
  /** Where a subpath begins if a segment follows; a lone `m` paints nothing. */
  #pending = false;
  // in user space, for v and for h
  #x = 0;
  #y = 0;
  #startX = 0;
  #startY = 0;

  clear(): void {
    this.#starts.length = 0;
    this.#closed.clear();
    this.#count = 0;
    this.#x0 = Number.POSITIVE_INFINITY;
    this.#y0 = Number.POSITIVE_INFINITY;
    this.#x1 = Number.NEGATIVE_INFINITY;
    this.#y1 = Number.NEGATIVE_INFINITY;
    this.#overflow = false;
    this.#curved = false;
    this.#upright = true;
    this.#pending = false;
    this.work = 0;
  }

  get empty(): boolean {
    return this.#count === 0;
  }

  /** Whether all there is of it is a place to begin: as a clip it lets nothing through. */
  get point(): boolean {
    return this.empty && this.#pending;
  }

  /** Bounds of all points. */
  get box(): Box {
    return this.empty ? [0, 0, 0, 0] : [this.#x0, this.#y0, this.#x1, this.#y1];
  }

  /** Whether it turns corners, so that a miter may reach out. */
  get pointed(): boolean {
    return this.#count > 2 && !this.#upright;
  }

  /** One straight line: x0, y0, x1, y1. */
  get line(): Box | undefined {
    if (this.#count !== 2 || this.#curved || this.#starts.length !== 1) return undefined;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = this.#points;
    return [x0, y0, x1, y1];
  }

  /** The straight pieces that a stroke follows, curves as a few of them; undefined where there are too many. */
  pieces(): Box[] | undefined {
    if (this.#overflow) return undefined;
    const found: Box[] = [];
    let index = 0;
    for (const points of this.#flat()) {
      if (this.#closed.has(index++)) points.push(points[0] ?? 0, points[1] ?? 0);
      // One that goes nowhere is a dot, where its ends are round or square.
      if (points.length === 2) found.push([points[0] ?? 0, points[1] ?? 0, points[0] ?? 0, points[1] ?? 0]);
      for (let at = 2; at < points.length; at += 2)
        found.push([points[at - 2] ?? 0, points[at - 1] ?? 0, points[at] ?? 0, points[at + 1] ?? 0]);
      if (found.length > MOST_FLAT) return undefined;
    }
    return found;
  }

  /** The subpaths one by one, curves as straight pieces. */
  *#flat(): Generator<number[]> {
    for (const [index, from] of this.#starts.entries()) {
      const points = flattened(this.#points, this.#on, from, this.#starts[index + 1] ?? this.#count);
      this.work += 2 * points.length;
      yield points;
    }
  }

  /** Whether a line of that width along it takes most of its bounds, and is as high as letters: a hatch. */
  isDense(width: number): boolean {
    const [x0, y0, x1, y1] = this.box;
    if (this.#overflow || Math.min(x1 - x0, y1 - y0) < LOWEST) return false;
    const points = this.#points;
    let length = 0;
    for (let at = 2; at < 2 * this.#count; at += 2) {
      const [dx, dy] = [
        (points[at] ?? 0) - (points[at - 2] ?? 0),
        (points[at + 1] ?? 0) - (points[at - 1] ?? 0),
      ];
      length += Math.sqrt(dx * dx + dy * dy);
    }
    this.work += this.#count;
    return length * width >= DENSE * (x1 - x0) * (y1 - y0);
  }

  move(x: number, y: number): void {
    this.#startX = x;
    this.#startY = y;
    this.#x = x;
    this.#y = y;
    this.#pending = true;
  }

  lineTo(ctm: Matrix, x: number, y: number): void {
    this.#begin(ctm, x, y);
    this.#upright = false;
    this.#add(ctm, x, y, 1);
  }

  curve(ctm: Matrix, x1: number, y1: number, x2: number, y2: number, x3: number, y3: number): void {
    this.#begin(ctm, x1, y1);
    this.#curved = true;
    this.#upright = false;
    this.#add(ctm, x1, y1, 0);
    this.#add(ctm, x2, y2, 0);
    this.#add(ctm, x3, y3, 1);
  }

  /** `v`: the current point is the first control point. */
  curveFromHere(ctm: Matrix, x2: number, y2: number, x3: number, y3: number): void {
    this.curve(ctm, this.#x, this.#y, x2, y2, x3, y3);
  }

  rectangle(ctm: Matrix, x: number, y: number, width: number, height: number): void {
    this.move(x, y);
    this.#begin(ctm, x, y);
    this.#add(ctm, x + width, y, 1);
    this.#add(ctm, x + width, y + height, 1);
    this.#add(ctm, x, y + height, 1);
    this.close();
  }

  /** What follows begins where this subpath began. */
  close(): void {
    if (this.empty) return;
    if (!this.#pending) this.#closed.add(this.#starts.length - 1);
    this.move(this.#startX, this.#startY);
  }

  /** What {@link rectangles} cost since the path began. */
  work = 0;

  /**
   * What filling the path paints, where it has few points, `most` or less; `inner` is what the clip surely lets
   * through.
   */
  outline(evenOdd: boolean, inner: Box, most = MOST_CORNERS): Outline | undefined {
    if (this.#overflow || this.#count > most) return undefined;
    const points: number[] = [];
    const starts: number[] = [];
    for (const subpath of this.#flat()) {
      starts.push(points.length / 2);
      for (const coordinate of subpath) points.push(coordinate);
      if (points.length > 2 * MOST_FLAT) return undefined;
    }
    return new Outline(Float64Array.from(points), [...starts, points.length / 2], evenOdd, inner);
  }

  /** Axis-aligned rectangles that filling the path surely paints whole; `only`: it paints nothing beside them. */
  rectangles(evenOdd: boolean): { solids: Box[]; only: boolean } {
    const count = this.#starts.length;
    const none = { solids: [], only: false };
    if (this.#overflow || count === 0) return none;
    if (count > MOST_SUBPATHS && evenOdd) return none;
    const shapes = this.#starts.map((from, index) =>
      shapeOf(this.#points, this.#on, from, this.#starts[index + 1] ?? this.#count),
    );
    for (const shape of shapes) this.work += shape.work;
    // Convex ones that go the same way round add up; what others do to each other is not looked into.
    const [first] = shapes;
    const united = !evenOdd && shapes.every(({ turn }) => turn !== 0 && turn === first?.turn);
    if (!united && count > MOST_SUBPATHS) return none;
    const solids: Box[] = [];
    for (const shape of shapes) {
      if (shape.solid !== undefined && (united || alone(shape, shapes))) solids.push(shape.solid);
    }
    const only = solids.length === count && shapes.every(({ box, solid }) => solid === box);
    return { solids, only };
  }

  #begin(ctm: Matrix, x: number, y: number): void {
    if (this.empty && !this.#pending) this.move(x, y);
    if (!this.#pending) return;
    this.#pending = false;
    if (this.#starts.length < MOST_POINTS) this.#starts.push(this.#count);
    else this.#overflow = true;
    this.#add(ctm, this.#startX, this.#startY, 1);
  }

  #add(ctm: Matrix, x: number, y: number, on: number): void {
    this.#x = x;
    this.#y = y;
    const px = ctm[0] * x + ctm[2] * y + ctm[4];
    const py = ctm[1] * x + ctm[3] * y + ctm[5];
    if (px < this.#x0) this.#x0 = px;
    if (py < this.#y0) this.#y0 = py;
    if (px > this.#x1) this.#x1 = px;
    if (py > this.#y1) this.#y1 = py;
    // What is no number any more, for its size, has no place that is known.
    if (this.#count >= MOST_POINTS || !Number.isFinite(px + py)) {
      this.#overflow = true;
      return;
    }
    if (this.#count === this.#on.length) this.#grow();
    const at = this.#count++;
    this.#points[2 * at] = px;
    this.#points[2 * at + 1] = py;
    this.#on[at] = on;
  }

  #grow(): void {
    const points = new Float64Array(this.#points.length * 2);
    points.set(this.#points);
    this.#points = points;
    const on = new Uint8Array(this.#on.length * 2);
    on.set(this.#on);
    this.#on = on;
  }
}

/** Whether nothing else of the path comes near it. */
const alone = (shape: Shape, all: readonly Shape[]): boolean =>
  all.every(
    ({ box }) =>
      box === shape.box ||
      box[0] >= shape.box[2] ||
      box[2] <= shape.box[0] ||
      box[1] >= shape.box[3] ||
      box[3] <= shape.box[1],
  );
