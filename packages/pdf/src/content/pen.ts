import type { Box } from '../revisions/pages.ts';
import { comesToGap, dashes, gapsOf, periodOf } from './dash.ts';
import { inverse, type Matrix } from './matrix.ts';
import { Outline } from './outline.ts';
import type { Path } from './path.ts';
import type { GraphicsState } from './state.ts';

/** Pieces of a broad line, dashes and cut curves, that are looked at one by one. */
const MOST_PIECES = 512;
/** What drawing a piece costs, for the budget. */
const PIECE = 40;
/** Gaps between dashes that nobody sees: as broad, in units, and a half of the pattern; or a small part of it. */
const GAP = 0.5;
const HALF = 0.5;
const PART = 0.2;
/** Corners of a round end, which take so much of its circle. */
const CORNERS = 8;
const ROUND_SHARE = 0.9;
/** How lines end (Table 53). */
const BUTT = 0;
export const ROUND = 1;
export const SQUARE = 2;

/** Whether a line is drawn without gaps that are seen. */
export function isContinuous({ dash, cap, lineWidth }: GraphicsState, scale: number): boolean {
  if (dash === undefined) return true;
  const reach = cap === BUTT ? 0 : Math.abs(lineWidth) * (cap === ROUND ? ROUND_SHARE : 1);
  const period = periodOf(dash);
  const { longest, sum } = gapsOf(dash, reach);
  return sum <= PART * period || (longest <= GAP / (scale || 1) && sum <= HALF * period);
}

/** In ems: a gap that a letter is not made out with, and the outline of the smallest digits that it is looked for on. */
const LETTER_GAP = 0.5;
const LETTER_OUTLINE = 2;

/** Whether dashes leave so much of the outlines of letters that these are not read; `em` in user space. */
export function breaksLetters({ dash, cap, lineWidth }: GraphicsState, em: number): boolean {
  if (dash === undefined) return false;
  const reach = cap === BUTT ? 0 : Math.abs(lineWidth);
  return comesToGap(dash, LETTER_OUTLINE * em, LETTER_GAP * em, reach);
}

/**
 * What a stroke of the present line width surely paints (ISO 32000-2 §8.5.3.2): its dashes, the ends of its lines, and
 * a pen that is no circle where the axes scale differently. Undefined where it has too many pieces.
 */
export function broadStroke(path: Path, state: GraphicsState, scale: number): Outline | undefined {
  const all = path.pieces();
  const pen = new Pen(state);
  if (all === undefined || all.length > MOST_PIECES || !pen.isKnown) return undefined;
  const { dash } = state;
  const pieces =
    dash === undefined || isContinuous(state, scale)
      ? all
      : dashes(all, dash, (piece) => pen.lengthOf(piece), MOST_PIECES);
  if (pieces === undefined) return undefined;
  for (const piece of pieces) pen.draw(piece);
  path.work += PIECE * pieces.length;
  return pen.outline;
}

/** Draws pieces of a line one after another. All that it draws goes the same way round, so that it adds up. */
class Pen {
  readonly #state: GraphicsState;
  readonly #back: Matrix | undefined;
  readonly #half: number;
  readonly #points: number[] = [];
  readonly #starts = [0];

  constructor(state: GraphicsState) {
    this.#state = state;
    this.#back = inverse(state.ctm);
    this.#half = Math.abs(state.lineWidth) / 2;
  }

  get isKnown(): boolean {
    return this.#back !== undefined;
  }

  get outline(): Outline | undefined {
    if (this.#points.length === 0) return undefined;
    return new Outline(Float64Array.from(this.#points), this.#starts, false, this.#state.inner);
  }

  /** How long a piece is in user space. */
  lengthOf(piece: Box): number {
    return Math.hypot(...this.#along(piece));
  }

  draw(piece: Box): void {
    const { cap } = this.#state;
    const [along, up] = this.#along(piece);
    const length = Math.hypot(along, up);
    // A point has no direction: its square lies level.
    const [x, y] =
      length === 0 ? [this.#half, 0] : [(along / length) * this.#half, (up / length) * this.#half];
    const reach = cap === SQUARE ? 1 : 0;
    if (length > 0 || cap === SQUARE) {
      const [ax, ay, bx, by] = [-x * reach, -y * reach, x * reach, y * reach];
      this.#add(piece, [0, ax - y, ay + x], [1, bx - y, by + x], [1, bx + y, by - x], [0, ax + y, ay - x]);
    }
    if (cap === ROUND) for (const end of [0, 1] as const) this.#add(piece, ...this.#circle(end));
  }

  #circle(end: 0 | 1): [0 | 1, number, number][] {
    return Array.from({ length: CORNERS }, (_, at) => {
      const angle = (-2 * Math.PI * at) / CORNERS;
      return [end, this.#half * Math.cos(angle), this.#half * Math.sin(angle)];
    });
  }

  /** A subpath of corners that lie beside an end of the piece, 0 its first and 1 its last, as far in user space. */
  #add([x0, y0, x1, y1]: Box, ...corners: readonly (readonly [end: 0 | 1, x: number, y: number])[]): void {
    const [a, b, c, d] = this.#state.ctm;
    for (const [end, x, y] of corners)
      this.#points.push((end === 0 ? x0 : x1) + a * x + c * y, (end === 0 ? y0 : y1) + b * x + d * y);
    this.#starts.push(this.#points.length / 2);
  }

  #along([x0, y0, x1, y1]: Box): [number, number] {
    const [a, b, c, d] = this.#back ?? [0, 0, 0, 0];
    const [x, y] = [x1 - x0, y1 - y0];
    return [a * x + c * y, b * x + d * y];
  }
}
