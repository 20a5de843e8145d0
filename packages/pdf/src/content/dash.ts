import type { Box } from '../revisions/pages.ts';

/** A dash pattern (ISO 32000-2 §8.4.3.6): lengths of dashes and gaps by turns, in user space. */
export interface Dash {
  readonly lengths: readonly number[];
  readonly phase: number;
}

/** Lengths of a pattern that are kept: the tables of real files have at most a dozen. */
const MOST_LENGTHS = 32;

/** Reads a pattern; undefined for a solid line. */
export function readDash(lengths: readonly number[], phase: number): Dash | undefined {
  const kept = lengths.slice(0, MOST_LENGTHS).map((length) => Math.max(0, length));
  if (!kept.some((length) => length > 0)) return undefined;
  // An odd number of lengths is gone through twice, so that dashes and gaps change their turns.
  return {
    lengths: kept.length % 2 === 0 ? kept : [...kept, ...kept],
    phase: Number.isFinite(phase) ? phase : 0,
  };
}

export const periodOf = ({ lengths }: Dash): number => lengths.reduce((sum, length) => sum + length, 0);

/** The longest gap, and all of them together, where the caps at the ends of dashes take `reach` of each. */
export function gapsOf({ lengths }: Dash, reach: number): { longest: number; sum: number } {
  const gaps = lengths.filter((_, at) => at % 2 === 1).map((length) => Math.max(0, length - reach));
  return { longest: Math.max(...gaps), sum: gaps.reduce((sum, gap) => sum + gap, 0) };
}

/**
 * Whether a line of that length begins with, or comes to, a gap that is longer than `most`; caps take `reach` of each.
 */
export function comesToGap({ lengths, phase }: Dash, length: number, most: number, reach: number): boolean {
  const period = periodOf({ lengths, phase });
  let begin = -(((phase % period) + period) % period);
  for (let at = 0; begin < length && at < 2 * lengths.length; at++) {
    const end = begin + (lengths[at % lengths.length] ?? 0);
    if (at % 2 === 1 && Math.min(end, length) - Math.max(begin, 0) - reach > most) return true;
    begin = end;
  }
  return false;
}

/**
 * The dashes of straight pieces, each in the order of its line; a line that begins elsewhere begins the pattern anew.
 * `lengthOf` measures a piece in user space. Undefined for more than `most`.
 */
export function dashes(
  pieces: readonly Box[],
  dash: Dash,
  lengthOf: (piece: Box) => number,
  most: number,
): Box[] | undefined {
  const period = periodOf(dash);
  const whole = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  if (!((whole / period) * dash.lengths.length + pieces.length <= most)) return undefined;
  const found: Box[] = [];
  let at = 0;
  let [endX, endY] = [Number.NaN, Number.NaN];
  for (const piece of pieces) {
    const [x0, y0, x1, y1] = piece;
    if (x0 !== endX || y0 !== endY) at = dash.phase;
    [endX, endY] = [x1, y1];
    const length = lengthOf(piece);
    for (const [from, to] of shown(dash, period, at, length)) {
      const [a, b] = length === 0 ? [0, 0] : [from / length, to / length];
      found.push([x0 + (x1 - x0) * a, y0 + (y1 - y0) * a, x0 + (x1 - x0) * b, y0 + (y1 - y0) * b]);
    }
    at += length;
  }
  return found;
}

/** From where to where along `length` dashes are drawn, `at` that far into the pattern. */
function* shown({ lengths }: Dash, period: number, at: number, length: number): Generator<[number, number]> {
  let begin = -(((at % period) + period) % period);
  while (begin <= length) {
    for (const [index, step] of lengths.entries()) {
      const [from, to] = [Math.max(0, begin), Math.min(length, begin + step)];
      if (index % 2 === 0 && from <= to && begin <= length) yield [from, to];
      begin += step;
    }
  }
}
