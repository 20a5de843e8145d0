import { isTurn } from '../inkturns.ts';
import type { Work } from './inklevel.ts';
import type { Alignment, readFreely } from './inkwindow.ts';
import { foldAlike } from './otherwords.ts';
import type { PageWord } from './pageink.ts';
import { type PageLetters, SLACK } from './pageletters.ts';
import { BLANK, type Template } from './templates.ts';
import { BETTER, showsTurn, TURNING } from './turning.ts';

/**
 * The misfit up to which ink shows a word that turns a sentence, alone or beside the one that is said, and how many times as much that
 * one has by itself.
 */
const ALONE = { read: 0.15, worse: 3 };
const BESIDE = { read: 0.22, worse: 2 };
/** How many letters more or fewer a word has at most in whose place it is. */
const LONGER = 1;
/** Blanks between two words at most: lines are spread to one breadth. */
const BLANKS = 3;
/** Of its breadth, how much broader or narrower letters may be than ink in all. */
const UNEVEN = 0.25;
const GREEK = /\p{Script=Greek}/u;
const CAPITALS = /^\P{Ll}+$/u;

/**
 * Whether the ink of a word surely shows one that turns the sentence, in its place or beside it, or shows another word where one is
 * said: other words differ in more than a letter or two, but these are short. `alignment`: how the word itself lies on its ink, badly;
 * `free`: what is read there.
 */
export function isTurnedWord<T>(
  word: PageWord<T>,
  { misfit, shift }: Alignment,
  free: ReturnType<typeof readFreely>,
  page: PageLetters,
  work: Work,
): boolean {
  const said = word.letters.filter((letter) => /\p{L}/u.test(letter));
  const folded = foldAlike(said.join(''));
  if (isTurn(word.said.text))
    return free.misfit <= Math.min(ALONE.read, misfit / ALONE.worse) && foldAlike(free.text) !== folded;
  const breadth = page.endOf(word) - word.begin;
  const rows = [shift - 1, shift, shift + 1];
  const lay = (letters: readonly Template[]): Alignment | undefined => {
    const width = letters.reduce((sum, letter) => sum + letter.width, 0);
    const isRoom = Math.abs(width - breadth) <= SLACK + UNEVEN * breadth;
    return work.isSpent || !isRoom ? undefined : page.alignWith(word, letters, rows);
  };
  const own = said.map((letter) => page.template(letter));
  const [isGreek, isCapital] = [GREEK.test(word.said.text), CAPITALS.test(said.join(''))];
  const showsBeside = (turn: string, letters: readonly Template[], blanks: readonly Template[]): boolean => {
    const begin = own.length + blanks.length;
    return [
      { all: [...letters, ...blanks, ...own], first: 0, last: letters.length },
      { all: [...own, ...blanks, ...letters], first: begin, last: begin + letters.length },
    ].some(({ all, first, last }) => {
      const found = lay(all);
      if (found === undefined || found.misfit > Math.min(BESIDE.read, misfit / BESIDE.worse)) return false;
      const [from, to] = [found.starts[first] ?? 0, found.starts[last] ?? found.end];
      return showsTurn({ window: word.window, shift: found.shift, begin: from, end: to }, page, work, [turn]);
    });
  };
  return TURNING.some((turn) => {
    if (GREEK.test(turn) !== isGreek || (CAPITALS.test(turn) && !isCapital)) return false;
    const letters = [...turn].map((letter) => page.template(letter));
    const isAsLong = Math.abs(turn.length - said.length) <= LONGER && foldAlike(turn) !== folded;
    const limit = Math.min(ALONE.read, misfit / ALONE.worse, BETTER * free.misfit);
    if (isAsLong && (lay(letters)?.misfit ?? Infinity) <= limit) return true;
    return Array.from({ length: BLANKS }, (_, more) => Array<Template>(more + 1).fill(BLANK)).some((blanks) =>
      showsBeside(turn, letters, blanks),
    );
  });
}
