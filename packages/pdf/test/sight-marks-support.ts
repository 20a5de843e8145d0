import { signedDocument } from '@websign/testkit';
import { type Marked, marksOf } from '../src/revisions/sight/marks.ts';
import { open } from './support.ts';

export type Area = readonly [x0: number, y0: number, x1: number, y1: number];

const file = signedDocument();
export const CELL = 0.5;
export const [COLUMNS, ROWS] = [280, 150];
const EVERYTHING: Area = [0, 0, COLUMNS * CELL, ROWS * CELL];

/** A place on which areas are painted, in units of the page, of which some are hidden. */
export function inked(ink: readonly Area[], covers: readonly Area[], contrast = 1): Marked {
  const marked = {
    columns: COLUMNS,
    rows: ROWS,
    cell: CELL,
    contrast: new Float32Array(COLUMNS * ROWS),
    hidden: new Uint8Array(COLUMNS * ROWS),
    share: 0.4,
  };
  const each = (areas: readonly Area[], tell: (at: number) => void): void => {
    for (const area of areas) {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = area.map((edge) => Math.round(edge / CELL));
      for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) tell(y * COLUMNS + x);
    }
  };
  each(ink, (at) => {
    marked.contrast[at] = contrast;
  });
  each(covers, (at) => {
    if ((marked.contrast[at] ?? 0) > 0) marked.hidden[at] = 1;
  });
  return marked;
}

export const effects = (ink: readonly Area[], covers: readonly Area[] = [EVERYTHING], contrast = 1): string =>
  marksOf(open(file), inked(ink, covers, contrast)).join(' ');

/** The outline of a rectangle, half a unit broad. */
export const ring = ([x0, y0, x1, y1]: Area, thick = 0.5): Area[] => [
  [x0, y0, x1, y0 + thick],
  [x0, y1 - thick, x1, y1],
  [x0, y0, x0 + thick, y1],
  [x1 - thick, y0, x1, y1],
];
export const turned = (areas: readonly Area[]): Area[] =>
  areas.map(([x0, y0, x1, y1]): Area => [y0, x0, y1, x1]);
/** A line that rises, or falls, by half a unit from step to step. */
export const stairs = (steps: number, length: number, thick: number, rises = (at: number) => at): Area[] =>
  Array.from({ length: steps }, (_, at): Area => {
    const [x, y] = [10 + at * length, 10 + rises(at) * CELL];
    return [x, y, x + length, y + thick];
  });
/** What is broad and high, but is made of strokes. */
export const letter = (x: number, y: number): Area[] => ring([x, y, x + 6, y + 9], 1);
