import { isBracket } from './brackets.ts';
import { type InkWindow, type Level, levelOf, type Work } from './inklevel.ts';
import { type Alignment, BESIDE } from './inkwindow.ts';
import { type PageWord, placeOf } from './pageink.ts';
import type { PageLetters } from './pageletters.ts';
import { BELOW, CELLS, ROWS } from './templates.ts';
import { PREFIXES, showsTurn } from './turning.ts';

/** The misfit up to which a word lies on its ink, by itself and in misfits of the middle word. */
const MISFIT = 0.1;
const TIMES = 2.4;
/** In ems, how far beside a word is looked: the longest word that is looked for has room there. And how many such places of a page. */
const AROUND = 6;
const MOST = 40;
/** In ems of a word, how far under or over it others lie, and how far their ink reaches beyond them. */
const LEVEL = 0.5;
const OVER = 0.1;
/** A word that a recogniser may have misread: the ink at its place belongs to it, even where it does not fit. */
const READABLE = /[\p{L}\p{N}].*[\p{L}\p{N}]/u;
/** The ink of a column that counts, and columns without any that are a gap between words. */
const INKED = 0.15;
const GAP = 3;
/** In ems, what the shortest word that turns a sentence takes with its gaps at least. */
const ROOM = 1;
/** In columns, how broad a minus sign is, and how far from its number; in rows, where it lies. */
const MINUS = { least: 3, most: 11, gap: 1, from: BELOW + 1, to: BELOW + 9 };
/**
 * A bar: in rows, how far the middles of its columns are apart; of the ink of its fullest row, what each has; of all ink, what lies beside
 * it at most; and how many times as broad as high it is.
 */
const BAR = { uneven: 0.5, row: 0.5, beside: 0.06, broad: 1.5 };
const NUMBER = /^\p{Sc}?[0-9][0-9.,]*[\p{Sc}%]?[)\].,;:]*$/u;

/** A word that is long enough to be read by itself, and may be the end of a longer one. */
const LONG_WORD = /^\p{L}{4,}[.,;:]?$/u;

/** Ink beside a word that belongs to no word that is said: its columns in a window about the word. */
interface Beside {
  window: InkWindow;
  level: Level;
  shift: number;
  begin: number;
  end: number;
  /** Columns between it and the word. */
  gap: number;
}

/** Words beside which a page surely shows a word that turns their sentence, or a minus sign before them or brackets around them, and nothing says it. */
export function wordsBesideOthers<T>(
  words: readonly PageWord<T>[],
  letters: PageLetters,
  work: Work,
): PageWord<T>[] {
  const limit = Math.max(MISFIT, TIMES * letters.misfit);
  const fits = (word: PageWord<T>): boolean => (letters.alignment(word)?.misfit ?? Infinity) <= limit;
  const owners = words.filter((word) => fits(word) || READABLE.test(word.said.text));
  let looks = 0;
  return words.filter((word) => {
    const alignment = letters.alignment(word);
    if (alignment === undefined || !fits(word)) return false;
    const isNumber = NUMBER.test(word.said.text);
    const look = (side: number): Beside | undefined => {
      const room = looks < MOST ? roomBeside(word, alignment, side, owners, work) : undefined;
      if (room === undefined || !(isNumber || room >= ROOM || mayHavePrefix(word))) return undefined;
      looks++;
      return inkBeside(word, alignment, side, room, work);
    };
    const [before, behind] = [look(-1), word === words.at(-1) ? undefined : look(1)];
    const isNegative = isNumber && before !== undefined && isBar(before);
    // A number between two bars is that of a page.
    if (isNegative && !(behind !== undefined && isBar(behind))) return true;
    if (isNumber && isWithinBrackets(word, before, behind)) return true;
    if (before !== undefined && mayHavePrefix(word) && !isWordApart(before)) {
      if (showsTurn(before, letters, work, PREFIXES)) return true;
    }
    return [before, behind].some(
      (ink) => ink !== undefined && isWordApart(ink) && showsTurn(ink, letters, work),
    );
  });
}

/**
 * In ems, from a word up to the next one that is said, where there is ink right beside it that belongs to none of them. Behind the last
 * word of all one may be said that is not looked at any more.
 */
function roomBeside<T>(
  word: PageWord<T>,
  { shift, starts, end }: Alignment,
  side: number,
  owners: readonly PageWord<T>[],
  work: Work,
): number | undefined {
  const near = levelOf(word.window, shift, work);
  const found = nextInked(near, edgeOf(starts[0] ?? 0, end, side), side);
  if (found === undefined) return undefined;
  const { run, said } = word;
  const [begin, behind] = [starts[0] ?? 0, end].map((column) => said.from + (column - word.begin) / CELLS);
  const edge = (side < 0 ? begin : behind) ?? 0;
  work.cells += owners.length;
  let room = AROUND;
  for (const other of owners) {
    if (other === word || Math.abs(other.run.line[1] - run.line[1]) > LEVEL * run.size) continue;
    const [from = 0, to = 0] = [other.said.from, other.said.to].map(
      (ems) => (placeOf(other, ems) - run.line[0]) / run.size,
    );
    const isBeside = side < 0 ? from < edge : to > edge;
    if (isBeside) room = Math.min(room, Math.max(0, side < 0 ? edge - to : from - edge));
  }
  const ink = side < 0 ? (starts[0] ?? 0) - found : found + 1 - end;
  return ink / CELLS <= room - OVER ? room : undefined;
}

/** The first column beside a word: the edge of a letter may be blurred. */
const edgeOf = (begin: number, end: number, side: number): number => (side < 0 ? begin - 2 : end + 1);

/** The ink in the room beside a word, up to the next gap; undefined where it goes on beyond. */
function inkBeside<T>(
  { said, begin, ...word }: PageWord<T>,
  { shift, starts, end }: Alignment,
  side: number,
  room: number,
  work: Work,
): Beside | undefined {
  const [left, right] = [starts[0] ?? 0, end].map((column) => said.from + (column - begin) / CELLS);
  const [from, to] = side < 0 ? [(left ?? 0) - room, left ?? 0] : [right ?? 0, (right ?? 0) + room];
  const window = word.between(from, to);
  if (window === undefined) return undefined;
  const level = levelOf(window, shift, work);
  const start = side < 0 ? level.columns - 2 : 1;
  const first = nextInked(level, start, side);
  if (first === undefined) return undefined;
  let last = first;
  for (let at = first; Math.abs(at - last) <= GAP; at += side) {
    if (at < 0 || at >= level.columns) {
      if (room < AROUND && Math.abs(at - last) > 1) break;
      return undefined;
    }
    if (level.energy(at, at + 1) > INKED) last = at;
  }
  return {
    ...{ window, level, shift, gap: Math.abs(first - start) },
    ...{ begin: Math.min(first, last), end: Math.max(first, last) + 1 },
  };
}

/** The next column with ink from one on to the left or right. */
function nextInked(level: Level, start: number, side: number): number | undefined {
  for (let at = start; at >= 0 && at < level.columns; at += side)
    if (level.energy(at, at + 1) > INKED) return at;
  return undefined;
}

const mayHavePrefix = <T>({ said }: PageWord<T>): boolean => LONG_WORD.test(said.text);

/** Whether a number stands in round brackets that nothing says, as losses do. */
function isWithinBrackets<T>(
  { said }: PageWord<T>,
  before: Beside | undefined,
  behind: Beside | undefined,
): boolean {
  if (/[()[\]]/.test(said.text)) return false;
  const isOne = (ink: Beside | undefined, side: number): boolean =>
    ink !== undefined && ink.gap <= BESIDE && isBracket(ink.level, [ink.begin, ink.end], side);
  return isOne(before, -1) && isOne(behind, 1);
}

/** Whether ink is so far from its word that it is none of its letters. */
const isWordApart = ({ gap }: Beside): boolean => gap > BESIDE;

/** Whether ink is a bar at half the height of digits, right beside a number. */
function isBar({ level, begin, end, gap }: Beside): boolean {
  if (end - begin < MINUS.least || end - begin > MINUS.most || gap > MINUS.gap) return false;
  const rows = new Float64Array(ROWS);
  const heights: number[] = [];
  for (let column = begin; column < end; column++) {
    let [sum, moment] = [0, 0];
    for (let row = 0; row < ROWS; row++) {
      const ink = (level.cells[column * ROWS + row] ?? 0) ** 2;
      rows[row] = (rows[row] ?? 0) + ink;
      sum += ink;
      moment += row * ink;
    }
    heights.push(moment / sum);
  }
  if (Math.max(...heights) - Math.min(...heights) > BAR.uneven) return false;
  const most = Math.max(...rows);
  const isFull = (ink: number): boolean => ink >= BAR.row * most;
  const [low, high] = [rows.findIndex(isFull), rows.findLastIndex(isFull)];
  if (low < MINUS.from || high >= MINUS.to || end - begin < BAR.broad * (high + 1 - low)) return false;
  // Beside it is paper, but for the rows at its edges: it is no plus sign or other one.
  const own = rows.subarray(low - 1, high + 2).reduce((sum, ink) => sum + ink, 0);
  const isWhole = rows.subarray(low, high + 1).every((ink) => isFull(ink));
  return isWhole && own >= (1 - BAR.beside) * level.energy(begin, end);
}
