import type { TextRun } from '../../content/canvas.ts';
import type { Box } from '../../revisions/pages.ts';

/** How high over its line letters are covered, in ems: what is seen of them then is not read. */
const FOOT = 0.1;
const TOP = 0.6;
/** How far commas reach under the line, and the least part of a letter or a sign that counts, in ems. */
const TAIL = 0.15;
const PART = 0.08;

/** Stretches of a run under covers that are kept apart. */
const MOST_STRETCHES = 64;
/** Places of a line that a stretch of it begins and ends at. */
const PLACES = 4095;

/** A stretch of a run's line, from and to 0 to 1, in one number: a page may have a million of them. */
const stretch = (from: number, to: number): number =>
  Math.floor(from * PLACES) * (PLACES + 1) + Math.ceil(to * PLACES);
const first = (packed: number): number => Math.floor(packed / (PLACES + 1));
const last = (packed: number): number => packed % (PLACES + 1);
export const startOf = (packed: number): number => first(packed) / PLACES;
export const endOf = (packed: number): number => last(packed) / PLACES;

/** From where the first of some stretches begins to where the last one ends. */
const join = (stretches: readonly number[]): number =>
  Math.min(...stretches.map(first)) * (PLACES + 1) + Math.max(...stretches.map(last));

/** With one more; the same list where that is no news. Of more than are kept the two that are closest become one. */
export function withStretch(under: readonly number[], part: number): readonly number[] {
  if (under.some((one) => startOf(one) <= startOf(part) && endOf(one) >= endOf(part))) return under;
  const apart = under.filter((one) => endOf(one) < startOf(part) || startOf(one) > endOf(part));
  const met = under.filter((one) => !apart.includes(one));
  const all = [...apart, join([part, ...met])].sort((one, other) => one - other);
  if (all.length <= MOST_STRETCHES) return all;
  const gaps = all.slice(1).map((one, at) => startOf(one) - endOf(all[at] ?? one));
  const closest = gaps.indexOf(Math.min(...gaps));
  return [...all.slice(0, closest), join(all.slice(closest, closest + 2)), ...all.slice(closest + 2)];
}

/** Whether a box lies over as much of a level run as a part of a letter or a sign that counts. */
export function isOverPart({ line: [x0, y0, x1, y1], size }: TextRun, box: Box): boolean {
  const wide = Math.min(box[2], Math.max(x0, x1)) - Math.max(box[0], Math.min(x0, x1));
  const high = Math.min(box[3], y0 + TOP * size) - Math.max(box[1], y0 - TAIL * size);
  return y0 === y1 && wide >= PART * size && high >= PART * size;
}

/** Where a box covers a level run from foot to top, if it does. */
export function stretchUnder({ line: [x0, y0, x1, y1], size, font }: TextRun, box: Box): number | undefined {
  const length = x1 - x0;
  if (y0 !== y1 || length <= 0 || size <= 0 || font?.vertical === true) return undefined;
  if (box[1] > y0 + FOOT * size || box[3] < y0 + TOP * size) return undefined;
  const [from, to] = [Math.max(0, (box[0] - x0) / length), Math.min(1, (box[2] - x0) / length)];
  return from < to ? stretch(from, to) : undefined;
}
