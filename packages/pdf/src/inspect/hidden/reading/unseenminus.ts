import { levelOf, type Work } from './inklevel.ts';
import type { Alignment } from './inkwindow.ts';
import type { PageWord } from './pageink.ts';

const MINUS = /^[-\u2010-\u2015\u2212][0-9]/u;
/** Columns right before a number in one of which a minus sign of it has ink; and ink that is none. */
const NEAR = 4;
const PAPER = 0.05;

/** Whether a number is said with a minus sign in whose place there is only paper: recognisers take specks for one, but not nothing. */
export function hasUnseenMinus<T>(
  { said, window }: PageWord<T>,
  { starts, shift }: Alignment,
  work: Work,
): boolean {
  const digit = starts[1];
  if (!MINUS.test(said.text) || digit === undefined || digit < NEAR) return false;
  const level = levelOf(window, shift, work);
  return Array.from({ length: NEAR }, (_, at) => digit - at).every(
    (column) => level.energy(column - 1, column) <= PAPER,
  );
}
