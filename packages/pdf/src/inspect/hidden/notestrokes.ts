import type { Box } from '../../revisions/pages.ts';
import { isBehind, type Spot } from './digitcells.ts';

/** Annotations whose lines are read as what they are (§12.5.6.10). */
export const MARKUP: ReadonlySet<string> = new Set(['Highlight', 'Underline', 'Squiggly', 'StrikeOut']);
/** In ems: the sides of what is drawn over one digit, and how far it reaches under the line, and over it at least and at most. */
const DRAWN = { wide: 0.1, widest: 1.05, high: 0.25, under: 0.2, low: 0.35, top: 1 };
/** How high digits are, in ems. */
const DIGIT_TOP = 0.7;
/** Of its width, what lies over the digit at least, and of a bar's. */
const OVER = 0.45;
const BAR_OVER = 0.6;
/** In ems: how thick a bar is at most and how long, and between which levels its middle is within a digit. */
const BAR = { high: 0.25, wide: 0.25, widest: 0.9, low: 0.18, top: 0.8 };
/** The levels of a minus sign, and how long a hyphen that stands for it is at least, in ems. */
const MINUS = { low: 0.15, top: 0.45, wide: 0.2 };
/** In ems, how far points and commas may reach into the digits that they stand between. */
const WITHIN = 0.3;

/**
 * Whether what a note draws makes another digit of one, or another number: a pen is not as exact as print, so strokes
 * over one digit count that reach beyond it, and bars across it. A line through what is struck out is read as that.
 */
export function isDrawnOver([x0, y0, x1, y1]: Box, { from, to, foot, size }: Spot, subtype: string): boolean {
  const [wide, high] = [(x1 - x0) / size, (y1 - y0) / size];
  const [low, top] = [(y0 - foot) / size, (y1 - foot) / size];
  const over = (Math.min(to, x1) - Math.max(from, x0)) / (x1 - x0);
  if (high < BAR.high) {
    const middle = (low + top) / 2;
    const isAcross = wide >= BAR.wide && wide <= BAR.widest && middle >= BAR.low && middle <= BAR.top;
    return isAcross && over >= BAR_OVER && !MARKUP.has(subtype);
  }
  // A ring or a box around a digit leaves it what it is.
  const isAround = x0 < from && x1 > to && low < 0 && top > DIGIT_TOP;
  const isOnLine = low >= -DRAWN.under && top >= DRAWN.low && top <= DRAWN.top && !isAround;
  return isOnLine && wide >= DRAWN.wide && wide <= DRAWN.widest && over >= OVER;
}

/** In ems, how far a line that strikes a digit out is from its ends at most: it goes on as far as the digit has room. */
const STRUCK = 0.04;

/** Whether a level bar of the page within a digit makes another one of it: a seven of a one. */
export function isBarOver([x0, y0, x1, y1]: Box, { from, to, foot, size }: Spot): boolean {
  const middle = ((y0 + y1) / 2 - foot) / size;
  const isStruck = x0 - from <= STRUCK * size && to - x1 <= STRUCK * size;
  return (
    y1 - y0 < BAR.high * size &&
    x1 - x0 >= BAR.wide * size &&
    x0 >= from - STRUCK * size &&
    x1 <= to + STRUCK * size &&
    middle >= BAR.low &&
    middle <= BAR.top &&
    !isStruck
  );
}

/** Whether a short level stroke stands right before a digit as a minus sign does. */
export function isMinus([x0, y0, x1, y1]: Box, spot: Spot): boolean {
  const { foot, size } = spot;
  const middle = ((y0 + y1) / 2 - foot) / size;
  const wide = (x1 - x0) / size;
  const isBar = (y1 - y0) / size < BAR.high && wide >= MINUS.wide && wide <= BAR.widest;
  return isBar && middle >= MINUS.low && middle <= MINUS.top && isBehind(spot, [x0, y0, x1, y1]);
}

/** Whether the end of a digit is where a point or a comma begins, or its beginning where that ends, as a pen puts them. */
export const endsAt = ({ to, size }: Spot, [x0, , x1]: Box): boolean =>
  x0 >= to - WITHIN * size && (x0 + x1) / 2 <= to + WITHIN * size;
export const beginsAt = ({ from, size }: Spot, [x0, , x1]: Box): boolean =>
  x1 <= from + WITHIN * size && (x0 + x1) / 2 >= from - WITHIN * size;
