import type { TextRun } from '../../content/canvas.ts';
import type { Spelled } from '../../content/codes.ts';

/** Points of a cell in which the beginnings of strings are looked up. */
const CELL = 12;
const AROUND = [-1, 0, 1].flatMap((column) => [-1, 0, 1].map((row) => [column, row] as const));
const APART = 2 ** 20;
/** Ems between strings of one number, and between their lines. */
const GAP = 0.2;
const LEVEL = 0.25;
/** Strings of a cell that are kept: no number has as many. */
const MOST_IN_CELL = 50;
/** Strings that are looked at for the cost of a byte. */
const LOOKS = 2;
/** Ems that a digit takes at least. */
const ROOM = 0.35;
const DIGIT = /^\p{Nd}$/u;
/** Cosine of the angle between two lines that run the same way. */
const ALIKE = 0.999;

/** A string that may be part of a number. */
export interface Figure {
  run: TextRun;
  text: string;
  /** In the order of painting. */
  index: number;
  /** The larger of its letters' height and width. */
  size: number;
  /** Where they stand along its line, in points. */
  first: Spelled;
  last: Spelled;
  middle: readonly [x: number, y: number];
  /** The strings that it follows, and that follow it, on its line. */
  before: Figure | undefined;
  behind: Figure | undefined;
  /** Gaps within it between digits, where blanks are. */
  gaps: readonly { from: number; to: number }[];
  /** The direction of its line, and how far that is from the origin. */
  way: readonly [x: number, y: number];
  off: number;
}

/** Strings side by side on one line, in whatever order they are painted. */
export class Lines {
  readonly figures: Figure[] = [];
  readonly #spend: (units: number) => void;
  readonly #cells = new Map<number, Figure[]>();

  constructor(spend: (units: number) => void) {
    this.#spend = spend;
  }

  /** `letters`: those of the run, without blanks. */
  add(run: TextRun, letters: readonly Spelled[]): void {
    const [x0, y0, x1, y1] = run.line;
    const length = Math.hypot(x1 - x0, y1 - y0);
    const [first, last] = [letters[0], letters.at(-1)];
    if (first === undefined || last === undefined || length === 0) return;
    const way = [(x1 - x0) / length, (y1 - y0) / length] as const;
    const start = x0 * way[0] + y0 * way[1];
    const placed = ({ text, from, to }: Spelled): Spelled => ({
      text,
      from: start + from * length,
      to: start + to * length,
    });
    const figure = {
      ...{ run, text: letters.map(({ text }) => text).join(''), size: Math.max(run.size, run.width) },
      ...{ first: placed(first), last: placed(last), before: undefined, behind: undefined },
      gaps: gapsBetween(letters.map(placed), Math.max(run.size, run.width)),
      index: this.figures.length,
      ...{ way, off: y0 * way[0] - x0 * way[1], middle: middleOf(run) },
    };
    this.figures.push(figure);
    const key = cellOf(figure, figure.first.from);
    const cell = this.#cells.get(key);
    if (cell === undefined) this.#cells.set(key, [figure]);
    else if (cell.length < MOST_IN_CELL) cell.push(figure);
  }

  /** Finds for each the one that follows it most closely. */
  join(): void {
    for (const figure of this.figures) {
      let least = Infinity;
      for (const other of this.near(figure)) {
        const gap = other.first.from - figure.last.to;
        const isBehind = gap > -Math.min(figure.size, other.size) / 2 && other.first.from > figure.last.from;
        if (!isBehind || gap > GAP * Math.max(figure.size, other.size) || Math.abs(gap) >= least) continue;
        least = Math.abs(gap);
        figure.behind = other;
      }
      const { behind } = figure;
      if (behind !== undefined) behind.before ??= figure;
    }
  }

  /** Others on the line of one that begin near a place of it. */
  nearTo(figure: Figure, along: number): Figure[] {
    return this.#in(cellsAround(figure, along), figure);
  }

  /** Others on the line of one that begin near its end. */
  near(figure: Figure): Figure[] {
    const { from, to } = figure.last;
    return this.#in(new Set([...cellsAround(figure, from), ...cellsAround(figure, to)]), figure);
  }

  /** Whether the same text is painted once more, so many ems away at most. */
  isTwice(figure: Figure, ems: number): boolean {
    return this.#in(cellsAround(figure, figure.first.from), figure).some(
      ({ text, first }) =>
        text === figure.text && Math.abs(first.from - figure.first.from) <= ems * figure.size,
    );
  }

  #in(cells: Iterable<number>, figure: Figure): Figure[] {
    const found: Figure[] = [];
    for (const key of cells) {
      const cell = this.#cells.get(key) ?? [];
      this.#spend(1 + cell.length / LOOKS);
      for (const other of cell) if (other !== figure && isOnLine(figure, other)) found.push(other);
    }
    return found;
  }
}

/** The gaps between digits in which there is room for another. */
function gapsBetween(letters: readonly Spelled[], size: number): Figure['gaps'] {
  return letters.flatMap(({ text, to }, at) => {
    const next = letters[at + 1];
    const isGap =
      next !== undefined && DIGIT.test(text) && DIGIT.test(next.text) && next.from - to >= ROOM * size;
    return isGap ? { from: to, to: next.from } : [];
  });
}

/** The cell of a place along a figure's line, and those around it. */
const cellsAround = (figure: Figure, along: number): number[] =>
  AROUND.map(([column, row]) => cellOf(figure, along, column, row));

function cellOf({ way, off }: Pick<Figure, 'way' | 'off'>, along: number, column = 0, row = 0): number {
  const x = Math.floor((along * way[0] - off * way[1]) / CELL) + column;
  const y = Math.floor((along * way[1] + off * way[0]) / CELL) + row;
  // Places far off the page may share a cell.
  return x * APART + y;
}

function isOnLine(a: Figure, b: Figure): boolean {
  const level = Math.abs(a.off - b.off) <= LEVEL * Math.max(a.size, b.size);
  const alike = a.way[0] * b.way[0] + a.way[1] * b.way[1] > ALIKE;
  return level && alike && a.run.maker.annotation === b.run.maker.annotation;
}

const middleOf = ({ box: [x0, y0, x1, y1] }: TextRun): readonly [number, number] => [
  (x0 + x1) / 2,
  (y0 + y1) / 2,
];
