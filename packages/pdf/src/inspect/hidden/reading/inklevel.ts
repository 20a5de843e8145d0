import { BELOW, ROWS, type Template } from './templates.ts';

/** By how many rows ink may lie higher or lower than its line is said to. */
export const SHIFTS = 5;
/** Rows of a window, and how far under the line the lowest is, in cells. */
export const WINDOW_ROWS = ROWS + 2 * SHIFTS;
export const LOWEST = BELOW + SHIFTS;

/** Cells that were compared with those of templates so far; behind a bound nothing more is found. */
export class Work {
  cells = 0;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get isSpent(): boolean {
    return this.cells > this.#most;
  }
}

/** The ink about a word, 0 to 1, column by column from the foot. */
export interface InkWindow {
  readonly ink: Float32Array;
  readonly columns: number;
}

/** A window of ink whose line is so many rows higher than it is said to be. */
export class Level {
  readonly columns: number;
  readonly cells: Float32Array;
  /** The sum of the squares of the first columns, of none first. */
  readonly energies: Float64Array;
  /** What the last column of the template that was compared last has in its distance. */
  lastColumn = 0;
  readonly #work: Work;

  constructor({ ink, columns }: InkWindow, shift: number, work: Work) {
    this.#work = work;
    this.columns = columns;
    this.cells = new Float32Array(columns * ROWS);
    this.energies = new Float64Array(columns + 1);
    // A window has no more rows.
    const up = SHIFTS + Math.max(-SHIFTS, Math.min(SHIFTS, shift));
    let sum = 0;
    for (let column = 0; column < columns; column++) {
      const from = column * WINDOW_ROWS + up;
      for (let row = 0; row < ROWS; row++) {
        const cell = ink[from + row] ?? 0;
        this.cells[column * ROWS + row] = cell;
        sum += cell * cell;
      }
      this.energies[column + 1] = sum;
    }
  }

  /** The sum of the squares of the ink from one column to another. */
  energy(from: number, to: number): number {
    return (this.energies[to] ?? 0) - (this.energies[from] ?? 0);
  }

  /** The same of those columns that there are. */
  within(from: number, to: number): number {
    return this.energy(Math.max(0, Math.min(this.columns, from)), Math.max(0, Math.min(this.columns, to)));
  }

  /** The sum of the squares by which ink differs from a template that begins at a column. */
  distance(from: number, { width, cells, inks, energy, last }: Template): number {
    const start = from * ROWS;
    const before = this.#common(start, cells, inks, 0, last.from);
    const behind = this.#common(start, cells, inks, last.from, cells.length);
    this.#work.cells += cells.length;
    this.lastColumn = this.energy(from + width - 1, from + width) - 2 * behind + last.energy;
    return this.energy(from, from + width) - 2 * (before + behind) + energy;
  }

  #common(start: number, cells: Uint16Array, inks: Float64Array, first: number, end: number): number {
    const own = this.cells;
    let sum = 0;
    for (let at = first; at < end; at++) sum += (own[start + (cells[at] ?? 0)] ?? 0) * (inks[at] ?? 0);
    return sum;
  }
}

const levels = new WeakMap<InkWindow, Map<number, Level>>();

/** A window so many rows higher than it is said to be, made once: many letters are laid over each. A window is that of one document's work. */
export function levelOf(window: InkWindow, shift: number, work: Work): Level {
  const known = levels.get(window) ?? new Map<number, Level>();
  levels.set(window, known);
  const level = known.get(shift) ?? new Level(window, shift, work);
  known.set(shift, level);
  return level;
}
