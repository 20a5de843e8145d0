import type { TextRun } from '../../content/canvas.ts';
import type { Box } from '../../revisions/pages.ts';
import { isLevel } from './letters.ts';

/** Where a line runs to: the cosine and the sine of its angle. */
export type Way = readonly [across: number, up: number];

/** That of most lines: what lies along them is measured as it is. */
export const LEVEL: Way = [1, 0];

/** Of the cosine's square and the sine's, what lies between them at least where a box tells the sides of what it holds. */
const APART = 0.3;

/** Where the line of a run goes; {@link LEVEL} where it is level to the eye. */
export function wayOf(run: TextRun): Way {
  const [x0, y0, x1, y1] = run.line;
  if (isLevel(run) && x1 > x0) return LEVEL;
  const length = Math.hypot(x1 - x0, y1 - y0);
  return length > 0 ? [(x1 - x0) / length, (y1 - y0) / length] : LEVEL;
}

/** A point as one sees it who turns the page so that lines of that way are level. */
export const turnedTo = ([across, up]: Way, x: number, y: number): [number, number] => [
  x * across + y * up,
  y * across - x * up,
];

/** The box of something in the same sight, from its box on the page: about, where a line leans. */
export function boxTurnedTo(way: Way, box: Box): Box {
  if (way === LEVEL) return box;
  const [x0, y0, x1, y1] = box;
  const [x, y] = turnedTo(way, (x0 + x1) / 2, (y0 + y1) / 2);
  const [wide, high] = sidesTurnedTo(way, x1 - x0, y1 - y0);
  return [x - wide / 2, y - high / 2, x + wide / 2, y + high / 2];
}

/** A round thing within a box has, turned back, these sides; where a line leans too much, a box around the box. */
function sidesTurnedTo([across, up]: Way, wide: number, high: number): [number, number] {
  const [a, b] = [across ** 2, up ** 2];
  if (Math.abs(a - b) < APART)
    return [wide * Math.abs(across) + high * Math.abs(up), wide * Math.abs(up) + high * Math.abs(across)];
  const side = (one: number, other: number): number =>
    Math.sqrt(Math.max(0, (one ** 2 * a - other ** 2 * b) / (a - b)));
  return [side(wide, high), side(high, wide)];
}

/** Whether lines run the same way. */
export const isSameWay = (one: Way, other: Way): boolean =>
  one === other || one[0] * other[0] + one[1] * other[1] > ALIKE;

/** Cosine of the angle between two lines that run the same way. */
const ALIKE = 0.999;
