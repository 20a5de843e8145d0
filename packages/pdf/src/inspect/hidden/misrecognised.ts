import type { TextRun } from '../../content/canvas.ts';
import type { Box } from '../../revisions/pages.ts';
import { isNumber, numbersOf } from './inkdigits.ts';
import { cellsOf, columnsOf, type Piece, piecesOf, type ShadeOf, stretchesOf } from './inkgrid.ts';
import type { Said } from './inkrows.ts';
import { addedWord, isTurn, mayBeAdded } from './inkturns.ts';
import { hasMoreDigits, isFigure, mayBeOtherFigure, mayHaveMore, otherFigure } from './inkwords.ts';
import { joinLetters } from './joinedletters.ts';
import { isLevel, type Reader } from './letters.ts';
import { LineNumbers } from './linenumbers.ts';
import { otherRows, saidBy } from './otherrows.ts';
import { misreadWords } from './readwords.ts';
import { levelled } from './skew.ts';
import { byQuarter, turnUpright } from './uprightwords.ts';

/** Columns of ink and cells of a document that are looked at, and cells that cost as much as reading a byte. */
const MOST_COLUMNS = 1_000_000;
const MOST_CELLS = 2_000_000;
const CELLS_A_UNIT = 4;
/** The same of cells in which digits are compared. */
const MOST_LOOKS = 4_000_000;
/** How high a digit is, in ems about, and in samples where it is compared at least. */
const DIGIT = 0.7;
const FINE = 12;
/** In ems: the longest line that is looked at, what of it is looked at around it, and gaps between columns. */
const LONGEST = 60;
const AROUND = 0.5;
const COLUMN = 1;
/** Of a line's length, how much longer its ink may be: it is set in another typeface. */
const LONGER = 0.4;
/** In ems, how far the middle of a letter lies beside its word at most; and of a word's length, what ink takes at least. */
const EDGE = 0.1;
const INKED = 0.6;
/** The gap behind which the same number surely goes on, and what is between words at least: in ems, and in usual gaps within it. */
const CLOSE = { least: 0.2, times: 1.3 };
const BLANK = { least: 0.33, times: 1.6 };
/** In ems, how broad a letter is at least. */
const SQUEEZED = 0.12;
/** Letters of a line that is looked at. */
const LETTERS = 300;

/** Where ink of a page is seen. */
export interface Seen {
  readonly document: object;
  spend(units: number): void;
  /** Whether pictures surely show nothing where a run stands. */
  isBlank(run: TextRun): boolean;
  /** Undefined where it is not known what pictures show there. */
  shadeUnder(run: TextRun): ShadeOf | undefined;
  /** The middle of the first picture there. */
  middleUnder(run: TextRun): readonly [x: number, y: number] | undefined;
  /** How many samples of the pictures there a unit of the page takes. */
  finenessUnder(run: TextRun): number;
  /** Strings of the page, seen or not, whose line goes through an area. */
  stringsAt(box: Box): readonly TextRun[];
}

/** What was looked at of a document so far. */
const looked = new WeakMap<Seen['document'], { cells: number; columns: number; looks: number }>();

/**
 * Recognised words whose ink surely is another text: a number has fewer digits there, or a word that turns the sentence no room, or
 * its digits are other ones; or the words of its line are others altogether, go on beyond its ink, or leave out a word of it. Of one
 * digit more nothing is told: recognition programs make that mistake.
 */
export function misrecognised<T extends { run: TextRun }>(
  words: readonly T[],
  reader: Reader,
  picture: Seen,
): readonly T[] {
  return byQuarter(joinLetters(words)).flatMap(([quarters, some]) => {
    const page = turnUpright(quarters, picture);
    const standing = some.map((word) => ({ word, run: page.placed(word.run) }));
    const { seen, placed } = levelled(standing, page.seen);
    const level = standing.map(({ word, run }) => ({ word, run: placed(run) }));
    const others = othersOf(level, reader, seen);
    return level.filter((one) => others.has(one)).flatMap(({ word }) => word.words);
  });
}

function othersOf<T extends { run: TextRun }>(
  words: readonly T[],
  reader: Reader,
  seen: Seen,
): ReadonlySet<T> {
  const done = looked.get(seen.document) ?? { cells: 0, columns: 0, looks: 0 };
  looked.set(seen.document, done);
  const mayLook = {
    columns: (count: number): boolean => {
      done.columns += count;
      return done.columns <= MOST_COLUMNS;
    },
    cells: (count: number): boolean => {
      done.cells += count;
      seen.spend(count / CELLS_A_UNIT);
      return done.cells <= MOST_CELLS;
    },
  };
  const rows = new Set(otherRows(words, seen, mayLook));
  const numbers = new LineNumbers<T>();
  const others = new Set(
    words.filter((word) => {
      const { run } = word;
      if (rows.has(word)) return true;
      if (done.columns > MOST_COLUMNS || done.cells > MOST_CELLS || !isShort(run)) return false;
      const said = reader.text(run).trim().split(' ');
      if (isSqueezed(run, said)) return true;
      if (!said.some((word) => isFigure(word) || isNumber(word) || (said.length > 2 && isTurn(word))))
        return false;
      const shade = seen.shadeUnder(run);
      if (shade === undefined) return false;
      const ems = (run.line[2] - run.line[0]) / run.size;
      const all = AROUND + ems + AROUND + (said.length > 1 ? LONGER * ems : 0);
      const place = { x: run.line[0] - AROUND * run.size, y: run.line[1], ems: all, size: run.size };
      const [only = ''] = said;
      const isOne = said.length === 1;
      const fromBegin = (pieces: readonly Piece[]): Piece[] =>
        pieces.map((piece) => ({ ...piece, from: piece.from - AROUND, to: piece.to - AROUND }));
      const part = (pieces: readonly Piece[]): Piece[] =>
        isOne ? within(fromBegin(pieces), ems) : columnOf(fromBegin(pieces), ems);
      done.columns += columnsOf(all);
      seen.spend(columnsOf(all));
      const stretches = part(stretchesOf(shade, place, mayLook.cells));
      const count = (cells: number): void => {
        done.looks += cells;
        seen.spend(cells / CELLS_A_UNIT);
      };
      const isFine = done.looks <= MOST_LOOKS && seen.finenessUnder(run) * DIGIT * run.size >= FINE;
      const line = { ...place, x: run.line[0], shade, count };
      const placed = (): readonly Said[] => saidBy([word], run.line[0], run.size, seen);
      if (isFine && numbers.areOther(word, numbersOf(said, stretches, placed), line)) return true;
      if (!(isOne ? mayHaveMore(only, stretches) : mayBeOtherLine(said, stretches))) return false;
      if (!mayLook.cells(cellsOf(all))) return false;
      const pieces = piecesOf(shade, place);
      if (pieces === undefined) return false;
      return isOne ? isOtherFigure(only, fromBegin(pieces), ems) : isOtherLine(said, part(pieces), ems);
    }),
  );
  for (const word of numbers.unlike) others.add(word);
  for (const word of misreadWords(words, seen)) others.add(word);
  return others;
}

/** Whether a word that turns its sentence, or a number, is said so narrow that no print has it: in a blank between others. */
function isSqueezed({ line: [x0, , x1], size }: TextRun, [word = '', ...others]: readonly string[]): boolean {
  const letters = word.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const isNarrow = letters > 1 && x1 - x0 < SQUEEZED * letters * size;
  return isNarrow && others.length === 0 && (isTurn(word) || isFigure(word) || isNumber(word));
}

const isShort = (run: TextRun): boolean =>
  isLevel(run) &&
  run.line[2] > run.line[0] &&
  run.size > 0 &&
  run.line[2] - run.line[0] <= LONGEST * run.size &&
  run.bytes.length <= LETTERS;

const mayBeOtherLine = (said: readonly string[], stretches: readonly Piece[]): boolean =>
  mayBeOtherFigure(said, stretches) || mayBeAdded(said, stretches);

const isOtherLine = (said: readonly string[], pieces: readonly Piece[], ems: number): boolean =>
  otherFigure(said, pieces, ems) !== undefined || addedWord(said, pieces) !== undefined;

/** A number by itself stands where its ink does; `around`: what is beside it, too. */
function isOtherFigure(word: string, around: readonly Piece[], ems: number): boolean {
  const pieces = within(around, ems);
  const [first, last] = [pieces[0], pieces.at(-1)];
  // Where words are said in a typeface of other widths, a number goes on behind its end.
  const gaps = pieces.slice(1).map(({ from }, at) => from - (pieces[at]?.to ?? from));
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0;
  const isOne = gaps.every((gap) => gap < Math.max(BLANK.least, BLANK.times * usual));
  const close = Math.max(CLOSE.least, CLOSE.times * usual);
  const goesOn = around.some(
    ({ from, to }) => last !== undefined && to > last.to && from - last.to < close && from <= ems + AROUND,
  );
  if (isOne && goesOn) return false;
  if (first === undefined || last === undefined || last.to - first.from < INKED * ems) return false;
  return hasMoreDigits(word, pieces, Math.max(0, first.from) + Math.max(0, ems - last.to));
}

const within = (pieces: readonly Piece[], ems: number): Piece[] =>
  pieces.filter(({ from, to }) => (from + to) / 2 >= -EDGE && (from + to) / 2 <= ems + EDGE);

/** The pieces of the columns in which a line is. */
function columnOf(pieces: readonly Piece[], ems: number): Piece[] {
  const columns: Piece[][] = [];
  for (const piece of pieces) {
    const last = columns.at(-1);
    const end = last?.at(-1)?.to ?? -Infinity;
    if (last === undefined || piece.from - end > COLUMN) columns.push([piece]);
    else last.push(piece);
  }
  return columns.filter((column) => (column[0]?.from ?? 0) < ems && (column.at(-1)?.to ?? 0) > 0).flat();
}
