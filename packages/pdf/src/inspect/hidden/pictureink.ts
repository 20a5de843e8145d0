import type { ShownAt } from '../../content/canvas.ts';
import type { Box } from '../../revisions/pages.ts';
import { isSameInk } from './colour.ts';
import { FAINT } from './drawnwords.ts';

/** Places of a cell, across and up, at which a picture is asked what it shows. */
const PLACES = [1 / 6, 1 / 2, 5 / 6];

export type IsInk = (x: number, y: number) => boolean;

/** Where a picture shows what has the colour of letters beside it. */
export const inkOf =
  (shows: ShownAt, colour: number): IsInk =>
  (x, y) => {
    const shown = shows(x, y, colour);
    return typeof shown === 'object' && shown.alpha >= FAINT && isSameInk(shown.colour, colour);
  };

/** The bounds of the ink of a picture, as exact as a step. */
export function inkBounds([x0, y0, x1, y1]: Box, step: number, isInk: IsInk): Box | undefined {
  let bounds: [number, number, number, number] | undefined;
  for (let y = y0 + step / 2; y < y1; y += step) {
    for (let x = x0 + step / 2; x < x1; x += step) {
      if (!isInk(x, y)) continue;
      bounds ??= [x, y, x, y];
      bounds = [Math.min(bounds[0], x), bounds[1], Math.max(bounds[2], x), y];
    }
  }
  return bounds;
}

/** How much of each cell of a box is ink, 0 to 1, so many in a row, by rows from the foot. */
export function sharesOf([x0, y0, x1, y1]: Box, side: number, isInk: IsInk): number[] {
  const [wide, high] = [(x1 - x0) / side, (y1 - y0) / side];
  return Array.from({ length: side * side }, (_, at) => {
    const [left, foot] = [x0 + (at % side) * wide, y0 + Math.floor(at / side) * high];
    const inked = PLACES.flatMap((along) =>
      PLACES.filter((up) => isInk(left + along * wide, foot + up * high)),
    );
    return inked.length / PLACES.length ** 2;
  });
}
