import type { Painting, TextRun } from '../../content/canvas.ts';
import { PdfError } from '../../errors.ts';
import type { Box } from '../../revisions/pages.ts';
import { Grid, holds } from './boxes.ts';
import { bits, Sample } from './sample.ts';

const CELLS = 32;
/** Runs of a page that are kept to see what covers them: hundreds of pages of ordinary text. */
export const MOST_RUNS = 250_000;
/** Columns of a run that may stay in sight where it counts as covered: the edge of a letter. */
const REST = 0.1;

/** A run that could be seen when it was painted. */
export interface Kept {
  run: TextRun;
  /** Points that something covers, as {@link Sample} takes them. */
  covered: number;
  /** Points over which other text was painted. */
  overprinted: number;
  by: {
    image: boolean;
    /** Object number of an annotation; 0 for one that is no object. */
    annotation: number | undefined;
  };
}

const NOTHING: Kept['by'] = { image: false, annotation: undefined };

/** The runs of a page in the order of painting, and what is painted over them later. */
export class Covers {
  readonly #grid: Grid;
  readonly #cells = new Map<number, number[]>();
  readonly #kept: Kept[] = [];
  readonly #sample = new Sample();
  /** Runs before this one stand in the cells: nothing is sorted on a page where nothing covers. */
  #sorted = 0;

  constructor(area: Box) {
    this.#grid = new Grid(area, CELLS, CELLS);
  }

  get kept(): readonly Kept[] {
    return this.#kept;
  }

  add(run: TextRun): void {
    if (this.#kept.length >= MOST_RUNS) {
      throw new PdfError('too_many_objects', 'A page shows too many strings');
    }
    this.#kept.push({ run, covered: 0, overprinted: 0, by: NOTHING });
  }

  /** Something opaque was painted over `box`. Returns how many runs were looked at. */
  cover(box: Box, { kind, glyph, maker: { annotation } }: Painting): number {
    // A glyph of a Type 3 font does not cover the string that it belongs to.
    const own = glyph ? this.#kept.at(-1) : undefined;
    return this.each(box, (kept) => {
      if (kept === own) return true;
      this.#sample.take(kept.run);
      const more = this.#sample.mask((x, y) => holds(box, x, y)) & ~kept.covered;
      if (more === 0) return true;
      kept.covered = (kept.covered | more) >>> 0;
      kept.by = {
        image: kept.by.image || kind === 'image',
        annotation: kept.run.maker.annotation === annotation ? kept.by.annotation : annotation,
      };
      return !this.isCovered(kept);
    });
  }

  /** Visits runs near `box`, some more than once; one for which `visit` says false is not looked at any more. */
  each(box: Box, visit: (kept: Kept) => boolean): number {
    this.#sort();
    let count = 0;
    count += this.#grid.each(box, (cell) => {
      const runs = this.#cells.get(cell);
      if (runs === undefined) return;
      count += runs.length;
      let stay = 0;
      for (const index of runs) {
        const kept = this.#kept[index];
        if (kept !== undefined && visit(kept)) runs[stay++] = index;
      }
      runs.length = stay;
    });
    return count;
  }

  /** Whether a run is covered wholly, the edges aside. */
  isCovered({ run, covered }: Kept): boolean {
    if (covered === 0) return false;
    this.#sample.take(run);
    const { columns } = this.#sample;
    return columns - bits(this.#sample.whole(covered)) <= columns * REST;
  }

  #sort(): void {
    for (; this.#sorted < this.#kept.length; this.#sorted++) {
      const run = this.#kept[this.#sorted]?.run;
      if (run === undefined) continue;
      this.#sample.take(run);
      this.#grid.each(this.#sample.bounds, (cell) => {
        const runs = this.#cells.get(cell);
        if (runs === undefined) this.#cells.set(cell, [this.#sorted]);
        else runs.push(this.#sorted);
      });
    }
  }
}
