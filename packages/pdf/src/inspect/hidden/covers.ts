import type { Painting, TextRun } from '../../content/canvas.ts';
import { PdfError } from '../../errors.ts';
import { holds } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import { Grid, touch } from './boxes.ts';
import { CellLists } from './celllists.ts';
import { type Part, wordsIn, wordsUnder } from './letters.ts';
import { Paintings, weightOf } from './paintings.ts';
import { bits, Sample } from './sample.ts';
import { isOverPart, stretchUnder, withStretch } from './stretches.ts';
import type { Veils } from './veils.ts';

const COLUMNS = 16;
const ROWS = 64;
/** Runs of a page that are kept to see what covers them: hundreds of pages of ordinary text. */
export const MOST_RUNS = 250_000;
/** How far letters reach over the points that are looked at, in ems. */
const AROUND = 0.2;
/** What looking at a run costs beside passing it by. */
const LOOK = 32;
/** Edges of an outline that cost as much as that, asked at each point of a run. */
const EDGES_A_LOOK = 4;
/** Columns of a run that may stay in sight where it counts as covered: the edge of a letter. */
const REST = 0.1;
/** Paintings over runs that are kept of a page. */
const MOST_OVERS = 500_000;
/** Veils of a page for which its runs are gone through one by one: sorting them costs as much as some of these. */
const MOST_SCANS = 12;
/** What keeping one costs, in looks. */
const KEPT = 4;

/** A bit for each column of a run, as {@link Sample} takes them, in each of its two rows. */
export interface Rows {
  readonly feet: number;
  readonly tops: number;
}

const NONE: Rows = { feet: 0, tops: 0 };

/** With what lies where `test` holds; the same object where that is nothing more. */
export function withRows(rows: Rows, sample: Sample, test: (x: number, y: number) => boolean): Rows {
  const feet = (rows.feet | sample.row(0, test)) >>> 0;
  const tops = (rows.tops | sample.row(1, test)) >>> 0;
  return feet === rows.feet && tops === rows.tops ? rows : { feet, tops };
}

/** A run that could be seen when it was painted, and what came over it. */
export interface Kept {
  run: TextRun;
  /** In the order of painting. */
  index: number;
  covered: Rows;
  /** Over which other text was painted. */
  overprinted: Rows;
  /** What came over parts of it, or lets some of it through. */
  over: Paintings;
  /** Where a level run is covered, letter by letter: stretches of its line, apart from each other. */
  under: readonly number[];
  by: {
    image: boolean;
    /** Object number of an annotation; 0 for one that is no object. */
    annotation: number | undefined;
  };
}

/** Whether a painting hides what it is painted over of a run. */
type Hides = (run: TextRun) => boolean;
type IsSeen = (painting: Painting, run: TextRun) => boolean;

const NOTHING: Kept['by'] = { image: false, annotation: undefined };

/** The runs of a page in the order of painting, and what is painted over them later. */
export class Covers {
  readonly #isSeen: IsSeen;
  readonly #grid: Grid;
  readonly #cells = new CellLists(COLUMNS * ROWS);
  readonly #runs: TextRun[] = [];
  readonly #kept = new Map<number, Kept>();
  readonly #sample = new Sample();
  /** The run whose glyphs are drawn, where it is kept. */
  #own = -1;
  #overs = 0;
  #scans = 0;
  /** Runs before this one stand in the cells: nothing is sorted on a page where nothing covers. */
  #sorted = 0;

  /** `isSeen`: whether a painting over a run stands out from what lies behind it. */
  constructor(area: Box, isSeen: IsSeen) {
    this.#isSeen = isSeen;
    this.#grid = new Grid(area, COLUMNS, ROWS);
  }

  get runs(): readonly TextRun[] {
    return this.#runs;
  }

  /** Those over which something came, in the order of painting. */
  get touched(): Kept[] {
    return [...this.#kept.values()].sort((a, b) => a.index - b.index);
  }

  add(run: TextRun): void {
    if (this.#runs.length >= MOST_RUNS)
      throw new PdfError('too_many_objects', 'A page shows too many strings');
    this.#own = this.#runs.push(run) - 1;
  }

  /** A run is shown that is not kept: what its glyphs draw is none of the others' own. */
  pass(): void {
    this.#own = -1;
  }

  /** What came over a run so far. */
  of(run: TextRun, index: number): Kept {
    return (
      this.#kept.get(index) ?? {
        run,
        index,
        covered: NONE,
        overprinted: NONE,
        over: new Paintings(),
        under: [],
        by: NOTHING,
      }
    );
  }

  keep(kept: Kept): void {
    this.#kept.set(kept.index, kept);
  }

  /**
   * Something was painted over `box` that hides runs for which `hides` holds. Returns what finding that out cost, in
   * runs passed by.
   */
  cover(box: Box, painting: Painting, hides: Hides): number {
    const {
      kind,
      glyph,
      outline,
      maker: { annotation },
    } = painting;
    // A glyph of a Type 3 font does not cover the string that it belongs to.
    const own = glyph ? this.#own : -1;
    let looks = 0;
    const passed = this.each(box, (run, index) => {
      if (index === own || !touch(box, run.box)) return true;
      looks++;
      if (!hides(run)) return true;
      const kept = this.of(run, index);
      this.#sample.take(run);
      looks += (outline?.edgeCount ?? 0) / EDGES_A_LOOK;
      const covered = withRows(
        kept.covered,
        this.#sample,
        (x, y) => holds(box, x, y) && outline?.paints(x, y) !== false,
      );
      const part = outline === undefined ? stretchUnder(run, box) : undefined;
      const under = part === undefined ? kept.under : withStretch(kept.under, part);
      if (covered === kept.covered) {
        // The points of a long line stand further apart than its letters.
        const isBetween = isOverPart(run, box) && weightOf(painting, run.box) > 0;
        if (under === kept.under && !isBetween) return true;
        looks += KEPT;
        const more = { ...kept, under, by: withAnnotation(kept.by, annotation) };
        if (isBetween) looks += this.#lay(more, painting);
        this.keep(more);
        return true;
      }
      looks += KEPT;
      const whose = run.maker.annotation === annotation ? kept.by.annotation : annotation;
      const image = kept.by.image || kind === 'image';
      const same = image === kept.by.image && whose === kept.by.annotation;
      const by = same ? kept.by : { image, annotation: whose };
      const more = { ...kept, covered, under, by };
      this.keep(more);
      if (this.isCovered(more)) return false;
      looks += this.#lay(more, painting);
      return true;
    });
    return passed + looks * LOOK;
  }

  /** As {@link cover}, of what hides only parts of what is behind it, or only with others over it. */
  veil(box: Box, painting: Painting, hides: Hides): number {
    const own = painting.glyph ? this.#own : -1;
    const { annotation } = painting.maker;
    let looks = 0;
    const passed = this.#near(box, (run, index) => {
      if (index === own || !touch(box, run.box)) return true;
      looks++;
      if (!hides(run)) return true;
      const kept = this.of(run, index);
      kept.by = withAnnotation(kept.by, run.maker.annotation === annotation ? undefined : annotation);
      looks += this.#lay(kept, painting);
      this.keep(kept);
      return true;
    });
    return passed + looks * KEPT;
  }

  /** Returns what it cost, in looks. */
  #lay({ over, run }: Kept, painting: Painting): number {
    // A run is visited in each of the cells that it touches.
    if (over.last === painting) return 0;
    if (!over.isFull && this.#overs >= MOST_OVERS) return 0;
    if (!over.isFull) this.#overs++;
    return over.add(painting, weightOf(painting, run.box), () => this.#isSeen(painting, run));
  }

  /** Whether a run lies within `box` or reaches into it, and how many were passed by to find that out. */
  under(box: Box): { isAny: boolean; passed: number } {
    this.#sort();
    let [isAny, passed] = [false, 0];
    const cells = this.#grid.each(box, (cell) => {
      if (isAny) return;
      const found = this.#cells.find(cell, (index) => {
        const run = this.#runs[index];
        return run !== undefined && touch(box, run.box);
      });
      isAny = found.isAny;
      passed += found.passed;
    });
    return { isAny, passed: passed + cells };
  }

  /** Visits runs near `box`, some more than once; one for which `visit` says false is not looked at any more. */
  each(box: Box, visit: (run: TextRun, index: number) => boolean): number {
    this.#sort();
    let count = 0;
    const cells = this.#grid.each(box, (cell) => {
      count += this.#cells.filter(cell, (index) => {
        const run = this.#runs[index];
        return run !== undefined && visit(run, index);
      });
    });
    return count + cells;
  }

  /** As {@link each}, for a visit that says true of every run. */
  #near(box: Box, visit: (run: TextRun, index: number) => true): number {
    const isSorted = this.#sorted === this.#runs.length;
    if (isSorted || this.#scans >= MOST_SCANS) return this.each(box, visit);
    this.#scans++;
    for (const [index, run] of this.#runs.entries()) {
      // Runs that only lie in a cell with the box are passed by here, too.
      if (touch(box, run.box) && this.#grid.meet(box, this.#around(run))) visit(run, index);
    }
    return this.#runs.length;
  }

  /** The box in whose cells a run is looked for. */
  #around(run: TextRun): Box {
    this.#sample.aim(run);
    return this.#sample.boundsOf(run, AROUND * run.size);
  }

  /** Whether a run is covered wholly, the edges aside. */
  isCovered({ run, covered: { feet, tops } }: Pick<Kept, 'run' | 'covered'>): boolean {
    const covered = feet & tops;
    if (covered === 0) return false;
    this.#sample.take(run);
    const { columns } = this.#sample;
    return columns - bits(covered) <= columns * REST;
  }

  /** The words of a run that are covered while others are seen, if there are any: a redacted name. */
  coveredPart({ run, under, over, covered: { feet, tops } }: Kept, veils: Veils): Part | undefined {
    const words = under.length === 0 ? undefined : wordsUnder(run, under);
    const part = words ?? (over.kept.length === 0 ? undefined : veils.missed(run, over));
    if (part !== undefined) return part;
    if ((feet & tops) === 0) return undefined;
    this.#sample.take(run);
    // What a clip cuts off was not seen before either.
    const covered = feet & tops & this.#sample.row(0, (x, y) => holds(run.clip, x, y));
    if (covered === 0) return undefined;
    return wordsIn(run, covered, this.#sample.columns);
  }

  #sort(): void {
    if (this.#sorted === this.#runs.length) return;
    const put = (cell: number): void => this.#cells.add(cell, this.#sorted);
    for (; this.#sorted < this.#runs.length; this.#sorted++) {
      const run = this.#runs[this.#sorted];
      if (run === undefined) continue;
      this.#grid.each(this.#around(run), put);
    }
  }
}

const withAnnotation = (by: Kept['by'], annotation: number | undefined): Kept['by'] =>
  annotation === undefined || annotation === by.annotation ? by : { ...by, annotation };
