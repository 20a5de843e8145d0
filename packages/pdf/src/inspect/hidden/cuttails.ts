import type { TextRun } from '../../content/canvas.ts';
import { type Spelled, spell } from '../../content/codes.ts';
import { isLevel, type Part } from './letters.ts';

/** Of an em, how far a letter may reach over the edge of a clip that leaves it whole. */
const SLACK = 0.04;
/** Bytes of a line that is looked at, and lines of a page. */
const LONGEST = 400;
const MOST = 200;
/** Words that are cut off from which they are told: for a word or two, cells of tables are often too narrow. */
const WORDS = 3;
/** Of an em, the room between two letters that eyes read as a blank, beyond that between most letters of their line. */
const GAP = 0.12;
/** In units, how far the edges of two cells of one column lie apart; in ems, how far lines of one row do. */
const COLUMN = 1;
const ROW = 0.6;
/** Runs of a page that cost as much as a byte of a string. */
const RUNS = 4;
const SAYS = /[\p{L}\p{N}]/u;

/** A line that the bounds of its clip cut at one side. */
interface Cut {
  run: TextRun;
  side: 'left' | 'right';
  edge: number;
  /** What is cut off behind a gap between words; undefined where a word or a letter is cut. */
  words: readonly string[] | undefined;
}

/**
 * Lines that a clip ends in a gap between words: nothing tells that they go on. Cells of tables that are too narrow are cut as
 * well: something stands in the cell beside them, or lines of their column are cut through letters.
 */
export class CutTails {
  readonly #cuts: Cut[] = [];

  /** A line that is seen, and that its clip cuts. */
  add(run: TextRun): void {
    if (this.#cuts.length >= MOST || !isLevel(run) || run.bytes.length > LONGEST) return;
    const { clip, size } = run;
    const words = wordsOf(run);
    const slack = SLACK * size;
    for (const side of ['left', 'right'] as const) {
      const edge = side === 'left' ? clip[0] : clip[2];
      const isGone = ({ from, to }: Spelled): boolean =>
        side === 'left' ? to <= edge + slack : from >= edge - slack;
      const isSeen = ({ from, to }: Spelled): boolean =>
        side === 'left' ? from >= edge - slack : to <= edge + slack;
      const isGap = words.every((word) => word.every(isGone) || word.every(isSeen));
      const gone = words.filter((word) => word.some((letter) => !isSeen(letter))).map(textOf);
      if (gone.length > 0) this.#cuts.push({ run, side, edge, words: isGap ? gone : undefined });
    }
  }

  /** What is told of the page, of which these are the runs that are seen, once all were added. Costs as many units as `spend` is told. */
  found(runs: readonly TextRun[], spend: (units: number) => void): { run: TextRun; part: Part }[] {
    return this.#cuts.flatMap((cut) => {
      const { run, words = [] } = cut;
      if (words.filter((word) => SAYS.test(word)).length < WORDS) return [];
      spend(runs.length / RUNS);
      if (this.#cuts.some((other) => isOfColumn(cut, other)) || runs.some((other) => isBeside(cut, other)))
        return [];
      return [{ run, part: { text: words.join(' '), box: run.box } }];
    });
  }
}

const textOf = (word: readonly Spelled[]): string => word.map(({ text }) => text).join('');

/** Whether another line is cut through a letter or a word where this one ends. */
const isOfColumn = ({ side, edge }: Cut, other: Cut): boolean =>
  other.words === undefined && other.side === side && Math.abs(other.edge - edge) <= COLUMN;

/** Whether something is seen behind the edge that a line ends at. */
function isBeside({ run, side, edge }: Cut, other: TextRun): boolean {
  if (other === run || Math.abs(other.line[1] - run.line[1]) > ROW * run.size) return false;
  const ends = [other.line[0], other.line[2]];
  return side === 'right' ? Math.min(...ends) >= edge - COLUMN : Math.max(...ends) <= edge + COLUMN;
}

/** The words of a level line, and where on the page their letters stand: parted by blanks, or by as much room. */
function wordsOf(run: TextRun): Spelled[][] {
  const [x0, , x1] = run.line;
  const placed = spell(run).map(({ text, from, to }): Spelled => {
    const ends = [x0 + (x1 - x0) * from, x0 + (x1 - x0) * to];
    return { text, from: Math.min(...ends), to: Math.max(...ends) };
  });
  const gaps = placed.slice(1).map(({ from }, at) => from - (placed[at]?.to ?? from));
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  const words: Spelled[][] = [];
  let word: Spelled[] | undefined;
  for (const [at, letter] of placed.entries()) {
    const isBlank = letter.text.trim() === '';
    const isApart = at > 0 && (gaps[at - 1] ?? 0) >= GAP * run.size + Math.max(0, usual);
    if (isBlank || isApart) word = undefined;
    if (isBlank) continue;
    if (word === undefined) {
      word = [];
      words.push(word);
    }
    word.push(letter);
  }
  return words;
}
