import type { TextRun } from '../../content/canvas.ts';
import type { Seen } from './misrecognised.ts';
import { wordsBesideOthers } from './reading/besideothers.ts';
import { Work } from './reading/inklevel.ts';
import { inkPlaces } from './reading/inkplaces.ts';
import { linesLeftOut } from './reading/leftoutlines.ts';
import { numbersOfOtherDigits, type Typeface } from './reading/otherdigits.ts';
import { wordsOfOtherLetters } from './reading/otherletters.ts';
import { linesOfOtherWords } from './reading/otherlines.ts';
import { inkedWords, type PageWord } from './reading/pageink.ts';
import { type LetterPrint, middleOf, PageLetters } from './reading/pageletters.ts';
import { Prints } from './reading/prints.ts';

/** Strings of a page that are read, cells of a document that are looked at, and those that are compared with letters. */
const MOST_STRINGS = 1500;
const MOST_CELLS = 4_000_000;
const MOST_COMPARED = 800_000_000;
/** Cells that cost as much as reading a byte. */
const CELLS_A_UNIT = 4;
const COMPARED_A_UNIT = 100;

/** What was looked at of a document so far, and the letters of its pages and the typefaces of their digits. */
interface Looked {
  cells: number;
  /** The same of words at their ink, and the columns in which that is looked for. */
  again: number;
  columns: number;
  readonly work: Work;
  readonly letters: Prints<LetterPrint>;
  readonly typefaces: Prints<Typeface>;
}
/** The words of a page, and its letters as they were learned from these. */
interface Page<T> {
  inked: PageWord<T>[];
  letters: PageLetters;
}

/** The misfit of the middle word from which on words may lie beside their ink. */
const CLEAR = 0.06;
/** In ems, how far from its ink an end of the middle word is said at least where words lie beside it. */
const BESIDE = 0.4;

const looked = new WeakMap<Seen['document'], Looked>();

/**
 * Recognised words that are read and surely are others: their letters do not lie on their ink as those of the other words of the page
 * do, or their digits as those of the typeface in which its numbers are.
 */
export function misreadWords<T extends { run: TextRun }>(words: readonly T[], seen: Seen): ReadonlySet<T> {
  const done = looked.get(seen.document) ?? {
    ...{ cells: 0, again: 0, columns: 0, work: new Work(MOST_COMPARED) },
    ...{ letters: new Prints<LetterPrint>(), typefaces: new Prints<Typeface>() },
  };
  looked.set(seen.document, done);
  if (done.work.isSpent) return new Set();
  const strings = words.slice(0, MOST_STRINGS);
  const counting =
    (what: 'cells' | 'again' | 'columns') =>
    (count: number): boolean => {
      done[what] += count;
      seen.spend(count / CELLS_A_UNIT);
      return done[what] <= MOST_CELLS;
    };
  const before = done.work.cells;
  const known = inkPlaces(strings, seen, counting('columns'));
  const read = (areTaken: boolean): Page<T> => {
    const inked = inkedWords(strings, { known, areTaken }, seen, counting(areTaken ? 'again' : 'cells'));
    return { inked, letters: new PageLetters(inked, done.work, done.letters.last) };
  };
  const asSaid = read(false);
  if (asSaid.inked.length === 0) return new Set();
  const onInk = asSaid.letters.misfit > CLEAR && known.size > 0 ? read(true) : asSaid;
  const isMoved = onInk.letters.misfit < asSaid.letters.misfit;
  const { inked, letters } = isMoved ? onInk : asSaid;
  // Where words lie beside their ink, so do those of lines whose ink is not known.
  const areBeside = isMoved && distanceOf(asSaid.inked) > BESIDE;
  const placed = areBeside ? inked.filter((word) => word.onInk !== undefined) : inked;
  done.letters.put(letters.print);
  const others = [...numbersOfOtherDigits(inked, letters, done.typefaces, done.work)];
  if (letters.isRead) {
    others.push(
      ...wordsOfOtherLetters(inked, letters, done.work),
      ...linesOfOtherWords(placed, letters, done.work),
      ...wordsBesideOthers(inked, letters, done.work),
      ...linesLeftOut(inked, letters, seen, done.work),
    );
  }
  seen.spend((done.work.cells - before) / COMPARED_A_UNIT);
  return new Set(others.map(({ word }) => word));
}

/** In ems, how far from its ink the middle word of a page is said at either end, of those whose ink is known. */
const distanceOf = (words: readonly PageWord<unknown>[]): number =>
  middleOf(
    words.flatMap(({ said, onInk }) =>
      onInk ? Math.max(Math.abs(onInk.from - said.from), Math.abs(onInk.to - said.to)) : [],
    ),
  );
