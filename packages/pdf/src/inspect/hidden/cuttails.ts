import type { TextRun } from '../../content/canvas.ts';
import { type Spelled, spell } from '../../content/codes.ts';
import type { Part } from './letters.ts';
import { isLevel } from './letters.ts';

/** Of an em, how far a letter may reach over the edge of a clip that leaves it whole. */
const SLACK = 0.04;
/** Letters of a line that are looked at, and lines of a page. */
const LONGEST = 400;
const MOST = 1000;
/** Words that are cut off from which they are told: for a word or two, cells of tables are often too narrow. */
const WORDS = 3;
/** Of an em, the room between two letters that eyes read as a blank. */
const GAP = 0.12;
const SAYS = /[\p{L}\p{N}]/u;

/**
 * Lines that a clip ends in a gap between words: nothing tells that they go on. Cells of tables that are too narrow are cut as
 * well, but through letters mostly: on a page where that happens nothing is told.
 */
export class CutTails {
  readonly #found: { run: TextRun; part: Part }[] = [];
  #hasCells = false;

  /** A line that is seen, and whose end or beginning the bounds of its clip leave out. */
  add(run: TextRun): void {
    if (this.#hasCells || this.#found.length >= MOST || !isLevel(run) || run.bytes.length > LONGEST) return;
    const letters = spell(run).filter(({ text }) => text.trim() !== '');
    const [x0, , x1] = run.line;
    const placed = letters.map(({ text, from, to }): Spelled => {
      const ends = [x0 + (x1 - x0) * from, x0 + (x1 - x0) * to];
      return { text, from: Math.min(...ends), to: Math.max(...ends) };
    });
    const slack = SLACK * run.size;
    const [left, right] = [run.clip[0], run.clip[2]];
    const isGone = ({ from, to }: Spelled): boolean => to <= left + slack || from >= right - slack;
    const isSeen = ({ from, to }: Spelled): boolean => from >= left - slack && to <= right + slack;
    const gone = placed.map(isGone);
    this.#hasCells = placed.some((letter) => !isGone(letter) && !isSeen(letter));
    for (const [at, letter] of placed.entries()) {
      const before = placed[at - 1];
      const isEdge = before !== undefined && gone[at] !== gone[at - 1];
      if (isEdge && letter.from - before.to < GAP * run.size) this.#hasCells = true;
    }
    const words = wordsOf(
      placed.filter((_, at) => gone[at]),
      GAP * run.size,
    );
    if (words.filter((word) => SAYS.test(word)).length < WORDS) return;
    this.#found.push({ run, part: { text: words.join(' '), box: run.box } });
  }

  /** What is told of the page, once all of its lines were added. */
  found(): readonly { run: TextRun; part: Part }[] {
    return this.#hasCells ? [] : this.#found;
  }
}

function wordsOf(letters: readonly Spelled[], gap: number): string[] {
  const words: string[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { text, from, to } of letters) {
    if (from - end >= gap) words.push('');
    words[words.length - 1] += text;
    end = to;
  }
  return words;
}
