import { TURNS } from '../inkturns.ts';
import { type Alignment, align, BESIDE, type InkWindow, Level, readFreely, type Work } from './inkwindow.ts';
import type { PageWord } from './pageink.ts';
import type { PageLetters } from './pageletters.ts';
import { BELOW, CELLS, ROWS } from './templates.ts';

/** The misfit up to which a word lies on its ink, by itself and in misfits of the middle word. */
const MISFIT = 0.1;
const TIMES = 2.4;
/** In ems, what is looked at beside a word; in ems of it, how far under or over it others lie, and how far their ink reaches beyond them. */
const AROUND = 3;
const LEVEL = 0.5;
const OVER = 0.1;
/** The ink of a column that counts, and columns without any that are a gap between words. */
const INKED = 0.15;
const GAP = 3;
/** Words that turn a sentence, as they are written anywhere in one. */
const TURNING = TURNS.flatMap((word) => [
  ...[word, word.toUpperCase()],
  word.replace(/^./u, (first) => first.toUpperCase()),
]);
/** The misfit up to which ink shows one of them, and how many times as much as of letters that are read freely. */
const READ = 0.2;
const BETTER = 1.3;
/** In columns, how broad a minus sign is, and how far from its number; in rows, where it lies, and of its ink, how much does. */
const MINUS = { least: 2, most: 11, gap: 2, from: BELOW + 1, to: BELOW + 9, share: 0.9 };
/** Rows that are that of a bar, and of the ink of the fullest one, how much each has. */
const BAR = { rows: 4, share: 0.25 };
const NUMBER = /^\p{Sc}?[0-9][0-9.,]*%?$/u;

/** Ink beside a word that belongs to no word that is said: its columns in a window about the word. */
interface Beside {
  window: InkWindow;
  level: Level;
  shift: number;
  from: number;
  to: number;
  /** Columns between it and the word. */
  gap: number;
}

/** Words beside which a page surely shows a word that turns their sentence, or before which a minus sign, and nothing says it. */
export function wordsBesideOthers<T>(
  words: readonly PageWord<T>[],
  letters: PageLetters,
  work: Work,
): PageWord<T>[] {
  const limit = Math.max(MISFIT, TIMES * letters.misfit);
  return words.filter((word) => {
    const alignment = letters.alignment(word);
    if (alignment === undefined || alignment.misfit > limit) return false;
    // A word behind the last one may be said, and not be looked at any more.
    const sides = word === words.at(-1) ? [-1] : [-1, 1];
    return sides.some((side) => {
      const ink = inkBeside(word, alignment, side, words, work);
      if (ink === undefined) return false;
      return (side < 0 && NUMBER.test(word.said.text) && isMinus(ink)) || isTurningWord(ink, letters, work);
    });
  });
}

/** The ink beside a word, on its left or right, up to the next gap; undefined where there is none, or it is that of another word. */
function inkBeside<T>(
  word: PageWord<T>,
  alignment: Alignment,
  side: number,
  words: readonly PageWord<T>[],
  work: Work,
): Beside | undefined {
  const { shift, starts, end } = alignment;
  const near = new Level(word.window, shift, work);
  // The edge of a letter may be blurred.
  const edge = (side < 0 ? (starts[0] ?? 0) - 1 : end) + side;
  const found = nextInked(near, edge, side);
  if (found === undefined) return undefined;
  const isSaid = isSaidAt(word, words);
  if (isSaid((found - word.begin) / CELLS)) return undefined;
  const window = word.around(AROUND);
  if (window === undefined) return undefined;
  const level = new Level(window, shift, work);
  const [start, first] = [edge, found].map((column) => column + AROUND * CELLS - word.begin);
  if (start === undefined || first === undefined) return undefined;
  let last = first;
  for (let at = first; Math.abs(at - last) <= GAP; at += side) {
    if (at < 0 || at >= level.columns) return undefined;
    if (level.energy(at, at + 1) <= INKED) continue;
    if (isSaid(at / CELLS - AROUND)) return undefined;
    last = at;
  }
  return {
    ...{ window, level, shift, gap: Math.abs(first - start) },
    ...{ from: Math.min(first, last), to: Math.max(first, last) + 1 },
  };
}

/** The next column with ink from one on to the left or right. */
function nextInked(level: Level, start: number, side: number): number | undefined {
  for (let at = start; at >= 0 && at < level.columns; at += side)
    if (level.energy(at, at + 1) > INKED) return at;
  return undefined;
}

/** Tells of a place, in ems behind the beginning of a word, whether another word of its line is said there. */
function isSaidAt<T>({ run, said }: PageWord<T>, words: readonly PageWord<T>[]): (ems: number) => boolean {
  const spans = words.flatMap(({ run: other, said: own }) => {
    if (own === said || Math.abs(other.line[1] - run.line[1]) > LEVEL * run.size) return [];
    const emsOf = (along: number): number =>
      (other.line[0] + along * other.size - run.line[0]) / run.size - said.from;
    return [{ from: emsOf(own.from) - OVER, to: emsOf(own.to) + OVER }];
  });
  return (ems) => spans.some(({ from, to }) => ems > from && ems < to);
}

/** Whether ink is a bar at half the height of digits, right before a number. */
function isMinus({ level, from, to, gap }: Beside): boolean {
  if (to - from < MINUS.least || to - from > MINUS.most || gap > MINUS.gap) return false;
  const rows = new Float64Array(ROWS);
  for (let column = from; column < to; column++)
    for (let row = 0; row < ROWS; row++)
      rows[row] = (rows[row] ?? 0) + (level.cells[column * ROWS + row] ?? 0) ** 2;
  const within = rows.subarray(MINUS.from, MINUS.to).reduce((sum, ink) => sum + ink, 0);
  const most = Math.max(...rows);
  const full = rows.filter((ink) => ink >= BAR.share * most);
  return within >= MINUS.share * level.energy(from, to) && full.length <= BAR.rows;
}

/** Whether ink shows a word that turns a sentence, and in letters of the page no other. */
function isTurningWord(
  { window, level, shift, from, to, gap }: Beside,
  letters: PageLetters,
  work: Work,
): boolean {
  if (gap <= BESIDE) return false;
  const bounds = { begin: from, end: to, slack: BESIDE };
  const misfits = TURNING.map((word) => {
    const own = [...word].map((letter) => letters.template(letter));
    return align(window, own, bounds, shift, work)?.misfit ?? Infinity;
  });
  const least = Math.min(...misfits);
  if (least > READ) return false;
  const energy = Math.max(1, level.energy(Math.max(0, from - BESIDE), Math.min(level.columns, to + BESIDE)));
  const place = { starts: [from], end: to, shift, energy, misfit: least };
  return least <= BETTER * readFreely(window, place, letters.alphabet, work).misfit;
}
