import type { Matrix } from '../../matrix.ts';

/** A glyph's contours, each closed: x and y of its corners in turn, in em; curves are cut into straight pieces. */
export type GlyphOutline = readonly (readonly number[])[];

/** What is known of a glyph: 'unread' for one that is there and that this does not understand, undefined for none. */
export type ReadGlyph = GlyphOutline | 'unread' | undefined;

/** From the units of a font program to em (ISO 32000-2 §9.2.4), for so many units to the em. */
export const perEm = (units: number): Matrix => [1 / units, 0, 0, 1 / units, 0, 0];

/** Of a program that has none (Adobe Type 1 Font Format §2.2). */
export const THOUSANDTHS = perEm(1000);

/** Of a number in a matrix: programs have a thousandth, or one. */
const LARGEST = 1000;

/** The matrix of six numbers; undefined for other ones, and for those that leave a glyph no area. */
export function glyphMatrix(numbers: readonly number[] | undefined): Matrix | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers ?? [];
  const isUsable = numbers?.every((number) => Math.abs(number) <= LARGEST) && a * d !== b * c;
  return isUsable ? [a, b, c, d, e, f] : undefined;
}

/** Pieces of a curve: a round counter stays one, and large letters are no less round. */
const PIECES = { least: 4, most: 256 };
/** How far its pieces may lie beside it, in em. */
const BESIDE = 0.005;
/** Corners of a glyph; a worn typewriter's letter, traced, has some thousands. */
export const MOST_CORNERS = 65_536;
/** Font units from the origin: charstrings count in 16 bits before the point (Adobe technical note 5177 §3.2). */
const FARTHEST = 32_768;

/** Draws an outline by lines and curves in font units. */
export class OutlinePen {
  readonly contours: number[][] = [];
  readonly #matrix: Matrix;
  #open: number[] = [];
  #corners = 0;
  #isOutside = false;
  x = 0;
  y = 0;

  constructor(matrix: Matrix) {
    this.#matrix = matrix;
  }

  /** Whether all that was drawn is kept, and stands where a font can draw. */
  get isWhole(): boolean {
    return this.#corners <= MOST_CORNERS && !this.#isOutside;
  }

  move(x: number, y: number): void {
    this.#open = [];
    this.contours.push(this.#open);
    this.line(x, y);
  }

  line(x: number, y: number): void {
    this.x = x;
    this.y = y;
    // No number is within bounds either.
    if (!(Math.abs(x) < FARTHEST && Math.abs(y) < FARTHEST)) this.#isOutside = true;
    this.#corners++;
    if (!this.isWhole) return;
    const [a, b, c, d, e, f] = this.#matrix;
    this.#open.push(a * x + c * y + e, b * x + d * y + f);
  }

  /** A quadratic curve. */
  bend(bx: number, by: number, x: number, y: number): void {
    const { x: x0, y: y0 } = this;
    const third = 2 / 3;
    this.curve(
      x0 + (bx - x0) * third,
      y0 + (by - y0) * third,
      x + (bx - x) * third,
      y + (by - y) * third,
      x,
      y,
    );
  }

  /** A cubic curve. */
  curve(x1: number, y1: number, x2: number, y2: number, x3: number, y3: number): void {
    const { x: x0, y: y0 } = this;
    const pieces = this.#pieces([x0 - 2 * x1 + x2, y0 - 2 * y1 + y2], [x1 - 2 * x2 + x3, y1 - 2 * y2 + y3]);
    for (let piece = 1; piece <= pieces; piece++) {
      const t = piece / pieces;
      const u = 1 - t;
      const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
      this.line(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3);
    }
  }

  /** As many as keep close to a curve with such second differences: they lie beside it by 6/8 of these over their square. */
  #pieces(...bends: readonly [number, number][]): number {
    const [a, b, c, d] = this.#matrix;
    const sizes = bends.map(([x, y]) => Math.max(Math.abs(a * x + c * y), Math.abs(b * x + d * y)));
    const pieces = Math.ceil(Math.sqrt((0.75 * Math.max(...sizes)) / BESIDE));
    return Math.min(PIECES.most, Math.max(PIECES.least, pieces || 0));
  }
}
