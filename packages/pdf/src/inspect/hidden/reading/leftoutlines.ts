import { spell } from '../../../content/codes.ts';
import type { Seen } from '../misrecognised.ts';
import type { Work } from './inklevel.ts';
import { linesOf, readFreelyAt } from './otherlines.ts';
import { type PageWord, placeOf } from './pageink.ts';
import { LETTER, middleOf, type PageLetters } from './pageletters.ts';

/** Lines of a page at least, and the share of gaps between them that are as wide as the middle one, by so much of it. */
const LINES = 6;
const REGULAR = { share: 0.5, apart: 0.12 };
/** Lines that are looked for between two, and in all. */
const BETWEEN = 3;
const MOST = 12;
/** How far from a whole number of lines a gap is at most. */
const WHOLE = 0.25;
/** In ems: the longest line that is read. In rows, how far from its place it may lie. */
const LONGEST = 60;
const ROWS_AROUND = [-3, -2, -1, 0, 1, 2, 3];
/** The misfit up to which a line is read, and its letters at least. */
const READ = 0.15;
const LETTERS = 12;
/** In ems, how far under or over its place a line is said; and of the letters that are read, how many are said where it is not left out. */
const AROUND = { low: 0.4, high: 0.6 };
const SAID = 0.5;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Words of a page under which it surely shows a line of the same print that nobody says, in the place of one of its lines. */
export function linesLeftOut<T>(
  words: readonly PageWord<T>[],
  letters: PageLetters,
  seen: Pick<Seen, 'stringsAt' | 'spend'>,
  work: Work,
): PageWord<T>[] {
  const lines = linesOf(words).flatMap((line) => lineOf(line) ?? []);
  if (lines.length < LINES) return [];
  const gaps = lines.slice(1).map((line, at) => gapOf(lines[at], line));
  const usual = middleOf(gaps.filter((gap) => gap > 0));
  const regular = gaps.filter((gap) => Math.abs(gap - usual) <= REGULAR.apart * usual);
  if (!(usual > 0) || regular.length < REGULAR.share * gaps.length) return [];
  let looks = 0;
  return lines.flatMap((line, at) => {
    const next = lines[at + 1];
    if (next === undefined) return [];
    const count = gapOf(line, next) / usual;
    const missing = Math.round(count) - 1;
    if (missing < 1 || missing > BETWEEN || Math.abs(count - missing - 1) > WHOLE || looks >= MOST) return [];
    looks++;
    const isSeen = Array.from(
      { length: missing },
      (_, which) => ((which + 1) * gapOf(line, next)) / (missing + 1),
    ).some((below) => {
      const read = lettersAt([line, next], below, letters, work);
      return read >= LETTERS && saidAt([line, next], below, seen) < SAID * read;
    });
    return isSeen ? line.words : [];
  });
}

interface Line<T> {
  words: PageWord<T>[];
  first: PageWord<T>;
  /** In units of the page. */
  from: number;
  to: number;
  y: number;
}

function lineOf<T>(words: PageWord<T>[]): Line<T> | undefined {
  const [first] = words;
  if (first === undefined) return undefined;
  const ends = words.map((word) => placeOf(word, word.said.to));
  return { words, first, from: placeOf(first, first.said.from), to: Math.max(...ends), y: first.run.line[1] };
}

/** How far a line is above the next one, in units of the page; 0 where they do not stand over each other. */
function gapOf<T>(line: Line<T> | undefined, next: Line<T>): number {
  if (line === undefined || line.to <= next.from || line.from >= next.to) return 0;
  return Math.max(0, line.y - next.y);
}

/** How many letters are said in the place of a line so far below one. */
function saidAt<T>(
  [line, next]: readonly [Line<T>, Line<T>],
  below: number,
  seen: Pick<Seen, 'stringsAt' | 'spend'>,
): number {
  const { size } = line.first.run;
  const y = line.y - below;
  const [from, to] = [Math.min(line.from, next.from), Math.max(line.to, next.to)];
  const runs = seen.stringsAt([from, y - AROUND.low * size, to, y + AROUND.high * size]);
  seen.spend(runs.reduce((sum, { bytes }) => sum + bytes.length, 0));
  return runs.reduce(
    (sum, run) => sum + [...spell(run)].filter(({ text }) => LETTER_OR_DIGIT.test(text)).length,
    0,
  );
}

/** How many letters of the page are read so far below a line. */
function lettersAt<T>(
  [line, next]: readonly [Line<T>, Line<T>],
  below: number,
  letters: PageLetters,
  work: Work,
): number {
  const { first } = line;
  const { size, line: place } = first.run;
  const from = (Math.min(line.from, next.from) - place[0]) / size;
  const to = (Math.max(line.to, next.to) - place[0]) / size;
  const window = to - from <= LONGEST ? first.between(from, to, below / size) : undefined;
  if (window === undefined) return 0;
  const { text, misfit } = readFreelyAt(window, ROWS_AROUND, letters, work);
  return misfit <= READ ? [...text].filter((sign) => LETTER.test(sign)).length : 0;
}
