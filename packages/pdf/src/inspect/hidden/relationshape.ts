import type { GlyphShape } from '../../content/font/program/raster.ts';
import { spread } from './digitshape.ts';

/** Signs between numbers that say how they compare. */
const RELATION = /^[=≠<>≤≥]$/u;
/** Of the height of a sign: where two bars leave a gap, and the end of its upper arm. */
const MIDDLE = { from: 0.4, to: 0.6 };
const TOP = 0.85;
/** Of its width, how far to one side the end of that arm surely is. */
const ASIDE = 0.35;
/** In em, how high a sign of two arms is at least: others are drawn as arrows, or turned. */
const HIGH = 0.25;

export const isRelation = (text: string): boolean => RELATION.test(text);

/** Whether what is drawn for a sign that compares surely is another one. */
export function isOtherRelation(
  text: string,
  { bounds: [, y0, , y1], cells }: Pick<GlyphShape, 'bounds' | 'cells'>,
): boolean {
  if (text === '=') return !hasGap(cells);
  if (text === '≠') return hasGap(cells);
  const arm = middleOf(cells, TOP);
  if (arm === undefined || y1 - y0 < HIGH) return false;
  return text === '<' || text === '≤' ? arm < ASIDE : arm > 1 - ASIDE;
}

/** Whether a row about the middle is blank. */
function hasGap(cells: Uint8Array): boolean {
  const step = 1 / Math.sqrt(cells.length);
  for (let from = MIDDLE.from; from + step <= MIDDLE.to; from += step)
    if (spread(cells, from, from + step) === 0) return true;
  return false;
}

/** Where, of the width, the painted cells of the rows from `from` up are, on the mean. */
function middleOf(cells: Uint8Array, from: number): number | undefined {
  const side = Math.sqrt(cells.length);
  let [sum, count] = [0, 0];
  for (let at = Math.floor(from * side) * side; at < cells.length; at++) {
    if (cells[at] !== 1) continue;
    sum += ((at % side) + 0.5) / side;
    count++;
  }
  return count === 0 ? undefined : sum / count;
}
