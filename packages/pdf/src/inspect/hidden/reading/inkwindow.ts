import { type InkWindow, levelOf, type Work } from './inklevel.ts';
import type { Template } from './templates.ts';

/** What it costs by the column that a letter is narrower or broader than its template. */
const STRETCHED = 0.15;
/** By how many columns a letter may be broader. */
const WIDER = 2;

/** Where the letters of a word lie in its window. */
export interface Alignment {
  /** The squares by which the ink differs from the letters, of those of the ink from before the first letter to behind the last. */
  misfit: number;
  starts: readonly number[];
  end: number;
  shift: number;
  /** The squares of that ink. */
  energy: number;
}

/** Columns before and behind a word that belong to it. */
export const BESIDE = 2;

/** Where a word is said to begin and end in its window, and how many columns beside that its letters may lie; or where they lay before. */
export interface Bounds {
  readonly begin: number;
  readonly end: number;
  readonly slack: number;
  readonly before?: Pick<Alignment, 'starts' | 'end'> | undefined;
}
/** Columns that letters may lie beside where they lay before. */
const NEAR = 2;
/** Columns that letters within a word may lie beside where they would be if all were as broad as their templates for each other. */
const UNEVEN = 3;

/** What laying letters works in, which is used again: words are laid many times. */
const buffers = { costs: new Float64Array(0), next: new Float64Array(0), gaps: new Int8Array(0) };

/** Makes the buffers large enough. */
function growBuffers(size: number, letters: number): void {
  if (buffers.costs.length < size) {
    buffers.costs = new Float64Array(2 * size);
    buffers.next = new Float64Array(2 * size);
  }
  if (buffers.gaps.length < size * letters) buffers.gaps = new Int8Array(2 * size * letters);
}

/** Lays the letters of a word one after another over its ink so that they differ least; undefined where they do not fit in. */
export function align(
  window: InkWindow,
  letters: readonly Template[],
  { begin, end, slack, before: known }: Bounds,
  shift: number,
  work: Work,
): Alignment | undefined {
  if (work.isSpent) return undefined;
  const level = levelOf(window, shift, work);
  const { columns, energies } = level;
  const scale = (end - begin) / letters.reduce((sum, { width }) => sum + width, 0);
  const size = columns + 1;
  growBuffers(size, letters.length);
  let costs = buffers.costs.fill(Infinity, 0, size);
  let next = buffers.next;
  const { gaps } = buffers;
  const begins = known?.starts[0] ?? begin;
  const room = known === undefined ? slack : NEAR;
  for (let at = Math.max(0, begins - room); at <= Math.min(columns, begins + room); at++)
    costs[at] = energies[at] ?? 0;
  let before = 0;
  for (const [which, letter] of letters.entries()) {
    const middle = known?.starts[which] ?? begin + before * scale;
    before += letter.width;
    const around = known === undefined ? slack + UNEVEN : NEAR;
    const first = Math.max(0, Math.ceil(middle - around));
    const last = Math.min(columns - letter.width, Math.floor(middle + around));
    const isLast = which === letters.length - 1;
    const row = which * size;
    next.fill(Infinity, 0, size);
    for (let at = first; at <= last; at++) {
      const cost = costs[at] ?? Infinity;
      if (cost === Infinity) continue;
      const to = at + letter.width;
      const all = cost + level.distance(at, letter);
      if (all < (next[to] ?? 0)) {
        next[to] = all;
        gaps[row + to] = 0;
      }
      if (isLast) continue;
      const narrower = all - level.lastColumn + STRETCHED;
      if (letter.width > 1 && narrower < (next[to - 1] ?? 0)) {
        next[to - 1] = narrower;
        gaps[row + to - 1] = -1;
      }
      for (let more = 1; more <= WIDER && to + more <= columns; more++) {
        const wider = all + level.energy(to, to + more) + more * STRETCHED;
        if (wider >= (next[to + more] ?? 0)) continue;
        next[to + more] = wider;
        gaps[row + to + more] = more;
      }
    }
    [costs, next] = [next, costs];
  }
  let [least, to] = [Infinity, -1];
  const ends = known?.end ?? end;
  for (let at = Math.max(0, ends - room - BESIDE); at <= Math.min(columns, ends + room + BESIDE); at++) {
    const cost = (costs[at] ?? Infinity) + level.energy(at, columns);
    if (cost < least) [least, to] = [cost, at];
  }
  if (to < 0) return undefined;
  const starts: number[] = [];
  let start = to;
  for (let at = letters.length - 1; at >= 0; at--) {
    start -= (gaps[at * size + start] ?? 0) + (letters[at]?.width ?? 0);
    starts.unshift(start);
  }
  const [left, right] = [Math.max(0, start - BESIDE), Math.min(columns, to + BESIDE)];
  const energy = Math.max(1, level.energy(left, right));
  const outside = (energies[left] ?? 0) + level.energy(right, columns);
  return { misfit: (least - outside) / energy, starts, end: to, shift, energy };
}

/** What a letter costs that is read freely, and a column without ink. */
const LETTER = 0.3;
const BLANK = 0.02;

/** Of the letters of an alphabet, those which differ least from the ink of a word, from before its first to behind its last. */
export function readFreely(
  window: InkWindow,
  { starts, end, shift, energy }: Alignment,
  alphabet: readonly (readonly [letter: string, template: Template])[],
  work: Work,
): { text: string; misfit: number } {
  if (work.isSpent) return { text: '', misfit: Infinity };
  const level = levelOf(window, shift, work);
  const left = Math.max(0, (starts[0] ?? 0) - BESIDE);
  const columns = Math.min(level.columns, end + BESIDE) - left;
  const costs = new Float64Array(columns + 1).fill(Infinity);
  const steps: [letter: string, from: number][] = [];
  const reach = (from: number, to: number, cost: number, letter: string): void => {
    if (to > columns || to <= from || cost >= (costs[to] ?? 0)) return;
    costs[to] = cost;
    steps[to] = [letter, from];
  };
  costs[0] = 0;
  for (let at = 0; at < columns; at++) {
    const cost = costs[at] ?? Infinity;
    if (cost === Infinity) continue;
    reach(at, at + 1, cost + level.energy(left + at, left + at + 1) + BLANK, '');
    for (const [letter, template] of alphabet) {
      const to = at + template.width;
      if (to > columns) continue;
      const all = cost + level.distance(left + at, template) + LETTER;
      reach(at, to, all, letter);
      reach(at, to - 1, all - level.lastColumn + STRETCHED, letter);
      reach(at, to + 1, all + level.energy(left + to, left + to + 1) + STRETCHED, letter);
    }
  }
  let text = '';
  for (let at = columns; at > 0; ) {
    const [letter, from] = steps[at] ?? ['', at - 1];
    text = letter + text;
    at = from;
  }
  return { text, misfit: (costs[columns] ?? 0) / energy };
}

/** What ink beside a word counts where the word may lie anywhere. */
const ELSEWHERE = 0.35;
/** Of the ink of a word, how much it has at least where it lies elsewhere. */
const ENOUGH = 0.5;

/** The least misfit of a word that lies anywhere in a window, on at least half the ink that it had, and the columns where it does. */
export function alignAnywhere(
  window: InkWindow,
  letters: readonly Template[],
  { shift, energy }: Pick<Alignment, 'shift' | 'energy'>,
  work: Work,
): { misfit: number; from: number; to: number } {
  if (work.isSpent) return { misfit: 0, from: 0, to: 0 };
  const level = levelOf(window, shift, work);
  const { columns, energies } = level;
  let costs = energies.map((sum) => ELSEWHERE * sum);
  let origins = Int32Array.from(costs, (_, at) => at);
  for (const letter of letters) {
    const next = new Float64Array(columns + 1).fill(Infinity);
    const from = new Int32Array(columns + 1);
    const reach = (to: number, cost: number, origin: number): void => {
      if (cost >= (next[to] ?? 0)) return;
      next[to] = cost;
      from[to] = origin;
    };
    for (let at = 0; at + letter.width <= columns; at++) {
      const cost = costs[at] ?? Infinity;
      if (cost === Infinity) continue;
      const to = at + letter.width;
      const origin = origins[at] ?? 0;
      const all = cost + level.distance(at, letter);
      reach(to, all, origin);
      reach(to - 1, all - level.lastColumn + STRETCHED, origin);
      if (to < columns) reach(to + 1, all + level.energy(to, to + 1) + STRETCHED, origin);
    }
    [costs, origins] = [next, from];
  }
  let least = { misfit: Infinity, from: 0, to: 0 };
  for (const [at, cost] of costs.entries()) {
    const origin = origins[at] ?? 0;
    const own = level.energy(origin, at);
    if (cost === Infinity || own <= ENOUGH * energy) continue;
    const misfit = (cost - ELSEWHERE * (energies[origin] ?? 0)) / Math.max(1, own);
    if (misfit < least.misfit) least = { misfit, from: origin, to: at };
  }
  return least;
}
