import type { TextRun } from '../../content/canvas.ts';
import type { Box, Page } from '../pages.ts';

/** Where a letter stands. */
export interface Placed {
  box: Box;
  size: number;
  /** Which way its line runs, of length 1. */
  along: readonly [number, number];
}

/** Ems by which a line is below another, and by which a letter may go back on its line. */
const LINE = 0.8;
const BACK = 0.3;

/** The same direction, of length 1. */
export function directionOf([x, y]: readonly [number, number]): readonly [number, number] {
  const length = Math.hypot(x, y);
  return length === 0 ? [1, 0] : [x / length, y / length];
}

/** Whether glyphs are mirrored, or run to the left on a page that is turned so. */
export function isUpset({ along: [x, y], up }: TextRun, rotate: Page['rotate']): boolean {
  const [right, down] = (
    {
      0: [x, -y],
      90: [y, x],
      180: [-x, y],
      270: [-y, -x],
    } as const
  )[rotate];
  return x * up[1] - y * up[0] < 0 || right < -Math.abs(down);
}

/** Whether a letter stands before the one that is painted before it, on its line or above it. */
export function isBehind(letter: Placed, before: Placed): boolean {
  const [x, y] = before.along;
  const [dx, dy] = [middleOf(letter, 0) - middleOf(before, 0), middleOf(letter, 1) - middleOf(before, 1)];
  const [forward, upward] = [dx * x + dy * y, dy * x - dx * y];
  const em = Math.max(letter.size, before.size);
  return upward > -LINE * em && (upward >= LINE * em || forward < -BACK * em);
}

const middleOf = ({ box }: Placed, axis: 0 | 1): number => (box[axis] + box[axis === 0 ? 2 : 3]) / 2;
