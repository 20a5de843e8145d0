/** A glyph's contours, each closed: x and y of its corners in turn, in em; curves are cut into straight pieces. */
export type GlyphOutline = readonly (readonly number[])[];

/** Pieces of a curve: a round counter stays one. */
const PIECES = 4;
/** Corners of a glyph; a drawing in the place of a letter has more, and tells nothing. */
const MOST_CORNERS = 8192;

/** Draws an outline by lines and curves in font units, `scale` of which are an em. */
export class OutlinePen {
  readonly contours: number[][] = [];
  readonly #scale: number;
  #open: number[] = [];
  #corners = 0;
  x = 0;
  y = 0;

  constructor(scale: number) {
    this.#scale = scale;
  }

  /** Whether more was drawn than is kept. */
  get isFull(): boolean {
    return this.#corners > MOST_CORNERS;
  }

  move(x: number, y: number): void {
    this.#open = [];
    this.contours.push(this.#open);
    this.line(x, y);
  }

  line(x: number, y: number): void {
    this.x = x;
    this.y = y;
    if (this.#corners++ <= MOST_CORNERS) this.#open.push(x / this.#scale, y / this.#scale);
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
    for (let piece = 1; piece <= PIECES; piece++) {
      const t = piece / PIECES;
      const u = 1 - t;
      const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
      this.line(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3);
    }
  }
}
