import { isTurn } from '../inkturns.ts';
import type { Work } from './inklevel.ts';
import { type Alignment, readFreely } from './inkwindow.ts';
import { foldAlike } from './otherwords.ts';
import type { PageWord } from './pageink.ts';
import { LETTER, type PageLetters } from './pageletters.ts';
import { BLANK, type Template } from './templates.ts';
import { BETTER, showsTurn, TURNING } from './turning.ts';

/**
 * The misfit up to which ink shows a word that turns a sentence, alone or beside the one that is said, and how many times as much that
 * one has by itself.
 */
const ALONE = { read: 0.15, worse: 3 };
const BESIDE = { read: 0.22, worse: 2 };
const GREEK = /\p{Script=Greek}/u;
/** How many letters more or fewer a word has at most in whose place it is. */
const LONGER = 1;

/**
 * Whether the ink of a word surely shows one that turns the sentence, in its place or beside it, or shows another word where one is
 * said: other words differ in more than a letter or two, but these are short. `alignment`: how the word itself lies on its ink, badly.
 */
export function isTurnedWord<T>(
  word: PageWord<T>,
  alignment: Alignment,
  page: PageLetters,
  work: Work,
): boolean {
  const { misfit, shift } = alignment;
  const rows = [shift - 1, shift, shift + 1];
  const lay = (letters: readonly Template[]): Alignment | undefined =>
    work.isSpent ? undefined : page.alignWith(word, letters, rows);
  const lettersOf = (text: string): Template[] => [...text].map((letter) => page.template(letter));
  const own = page.of(word);
  const free = readFreely(word.window, alignment, page.known(LETTER), work);
  if (isTurn(word.said.text))
    return (
      free.misfit <= Math.min(ALONE.read, misfit / ALONE.worse) &&
      foldAlike(free.text) !== foldAlike(word.said.text)
    );
  const isGreek = GREEK.test(word.said.text);
  return TURNING.some((turn) => {
    if (GREEK.test(turn) !== isGreek) return false;
    const letters = lettersOf(turn);
    const isAsLong = Math.abs(turn.length - word.letters.length) <= LONGER;
    const limit = Math.min(ALONE.read, misfit / ALONE.worse, BETTER * free.misfit);
    if (isAsLong && (lay(letters)?.misfit ?? Infinity) <= limit) return true;
    const both: Laid[] = [
      { letters: [...letters, BLANK, ...own], first: 0, last: letters.length },
      { letters: [...own, BLANK, ...letters], first: own.length + 1, last: own.length + 1 + letters.length },
    ];
    return both.some(({ letters: all, first, last }) => {
      const found = lay(all);
      if (found === undefined || found.misfit > Math.min(BESIDE.read, misfit / BESIDE.worse)) return false;
      const [begin, end] = [found.starts[first] ?? 0, found.starts[last] ?? found.end];
      return showsTurn({ window: word.window, shift: found.shift, begin, end }, page, work, [turn]);
    });
  });
}

/** Letters of two words, of which those from one on up to another are of the one that turns the sentence. */
interface Laid {
  letters: readonly Template[];
  first: number;
  last: number;
}
