import type { TextRun } from '../../content/canvas.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { area } from '../boxes.ts';
import type { Box } from '../pages.ts';
import { ALIKE, areApart, isBeside, isNear, LEVEL } from './besidefigures.ts';
import type { Cover } from './cover.ts';
import { type IsJudged, lettersIn } from './hides.ts';
import type { Look } from './look.ts';
import { FAINT, type Letter, type Shown } from './page.ts';

/** The share of a figure that ink covers from which on it may be read as another. */
const TOUCHED = 0.05;
/** How much of what is behind it ink hides at least: grounds that are seen through hide less. */
const INK = 0.25;
/** Letters that a line goes through from which on it strikes them out. */
const STRUCK = 3;
/** Ems between a word and what goes on with it, and by which they may overlap. */
const NEAR = 0.6;
const OVERLAP = 0.3;
/** In ems, how far what goes on with a word is above or below its line, and how many times as large it is; of a figure, raised signs too. */
const OF_WORD = { apart: LEVEL, alike: ALIKE };
const OF_FIGURE = { apart: 0.8, alike: 3 };
/** Ems by which a point lies above or below the foot of figures. */
const FOOT = 0.2;
/** The share of a page from which on a signature is no stamp beside its words. */
const PAGE = 0.5;
/** What it costs to hold a string against a letter. */
const PAIR = 4;
const DIGIT = /\p{Nd}/u;
const WORD = /[\p{L}\p{N}]/u;
const MARK = /[.,;%€$]/;
/** How places to sign are called in front of them, in a string of its own, and the letters of the longest. */
const LABEL =
  /^[^\p{L}]*(?:signature|signed|signhere|signedby|by|name|date|υπογραφή|υπογράφων|υπογράφουσα|όνομα|ονοματεπώνυμο|ημερομηνία)$/iu;
const LONGEST_LABEL = 20;

/** Whether what a look paints takes so much of a page that it stands in the place of its contents. */
export function isAsLargeAsPages(pdf: Pdf, { isSeen, veil }: Look, page: Box): boolean {
  if (!isSeen || area(veil.area) < PAGE * area(page)) return false;
  pdf.spend(veil.size);
  const painted: Box = [Infinity, Infinity, -Infinity, -Infinity];
  veil.visit(veil.area, (x, y, hidden) => {
    if (hidden <= FAINT) return;
    painted[0] = Math.min(painted[0], x);
    painted[1] = Math.min(painted[1], y);
    painted[2] = Math.max(painted[2], x);
    painted[3] = Math.max(painted[3], y);
  });
  return painted[0] < painted[2] && area(painted) >= PAGE * area(page);
}

/**
 * Whether a look alters what is read without hiding it: ink on a figure or a point by its side makes another one of it, a level line
 * strikes words out, and words go on where a line of the page ends, or before it begins. What answers a colon is none.
 */
export function overwrites(pdf: Pdf, look: Look, cover: Cover, shown: Shown, isJudged: IsJudged): boolean {
  pdf.spend(shown.written.length);
  const own = look.written.flatMap((written) => {
    const letters = isLevel(written.run) ? lettersIn(pdf, written) : [];
    const [first, last] = [letters[0], letters.at(-1)];
    if (first === undefined || last === undefined || !letters.some(isWord)) return [];
    return { run: written.run, first, last };
  });
  // Of each line: letters may be painted one by one.
  const crossings = look.lines.map(() => 0);
  for (const written of shown.written) {
    if (!isJudged(written.run.maker.annotation)) continue;
    const { size } = written.run;
    if (!isNear(look.veil.area, written.box, size)) continue;
    const letters = lettersIn(pdf, written);
    pdf.spend(letters.length * (1 + look.lines.length + look.points.length));
    if (letters.some(({ box, text }) => DIGIT.test(text) && isInked(pdf, cover, box))) return true;
    const words = letters.filter(isWord);
    for (const [at, line] of look.lines.entries())
      crossings[at] = (crossings[at] ?? 0) + words.filter(({ box }) => goesThrough(line, box)).length;
    if (crossings.some((count) => count >= STRUCK)) return true;
    if (look.points.some((point) => letters.some((letter) => isPointOf(point, letter, size)))) return true;
    pdf.spend(PAIR * own.length * letters.length);
    if (isLevel(written.run) && own.some((one) => goesOn(one, written.run, letters))) return true;
  }
  return false;
}

/** Whether ink covers some of a figure; a ground that is seen through is none. */
function isInked(pdf: Pdf, cover: Cover, box: Box): boolean {
  if (!cover.touches(box)) return false;
  const { veil } = cover;
  pdf.spend(area(box) / veil.cell ** 2);
  let [inked, all] = [0, 0];
  veil.visit(box, (_x, _y, hidden, part) => {
    all += part;
    if (hidden >= INK) inked += part;
  });
  return inked > TOUCHED * all;
}

/** A string of a look that has a word. */
interface Words {
  run: TextRun;
  first: Letter;
  last: Letter;
}

/** Whether two strings are read as one line of words: one begins where the other ends, or has a blank. */
function goesOn({ run, first, last }: Words, page: TextRun, letters: readonly Letter[]): boolean {
  const { size } = page;
  const isNext = (before: Letter, behind: Letter): boolean => {
    const gap = behind.box[0] - before.box[2];
    return gap >= -OVERLAP * size && gap <= NEAR * size;
  };
  return letters.some((letter, at) => {
    const [left, right] = [letters[at - 1], letters[at + 1]];
    const isBehind =
      areApart(letter, right, size) &&
      isNext(letter, first) &&
      endsWord(letters, at, size) &&
      !asksToSign(letters, at);
    const isBefore = areApart(left, letter, size) && isNext(last, letter) && isWord(letter);
    return (isBehind || isBefore) && isAlike(run, page, letter);
  });
}

/** Whether a word ends there, or a point or comma right behind one: dots in a row are there to be written on. */
function endsWord(letters: readonly Letter[], at: number, size: number): boolean {
  const [letter, before] = [letters[at], letters[at - 1]];
  if (letter === undefined) return false;
  if (isWord(letter)) return true;
  return MARK.test(letter.text) && before !== undefined && isWord(before) && !areApart(before, letter, size);
}

/** Whether what ends there is what places to sign are called: the name behind it answers it. */
const asksToSign = (letters: readonly Letter[], at: number): boolean =>
  at < LONGEST_LABEL &&
  LABEL.test(
    letters
      .slice(0, at + 1)
      .map(({ text }) => text)
      .join(''),
  );

const isLevel = ({ along: [x, y] }: TextRun): boolean => Math.abs(y) <= Math.abs(x) / 100;

/** Whether a string has such a place and size that it is read with a letter of another one. */
function isAlike({ line: [, foot], size }: TextRun, page: TextRun, { text }: Letter): boolean {
  const { apart, alike } = DIGIT.test(text) ? OF_FIGURE : OF_WORD;
  const isLevel = Math.abs(foot - page.line[1]) <= apart * page.size;
  return isLevel && Math.max(size, page.size) <= alike * Math.min(size, page.size);
}

const isWord = ({ text }: Letter): boolean => WORD.test(text);

/** Whether a level line goes through a letter, from one of its sides to the other. */
const goesThrough = (line: Box, letter: Box): boolean =>
  line[0] <= letter[0] && line[2] >= letter[2] && line[3] > letter[1] && line[1] < letter[3];

/** Whether something small stands at the foot of a figure, by its side. */
const isPointOf = (point: Box, { text, box }: Letter, size: number): boolean =>
  DIGIT.test(text) && isBeside(point, box, size) && Math.abs(point[1] - box[1]) <= FOOT * size;
