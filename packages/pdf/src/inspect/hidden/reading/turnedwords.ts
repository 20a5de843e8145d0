import { isTurn } from '../inkturns.ts';
import type { Work } from './inklevel.ts';
import type { Alignment, readFreely } from './inkwindow.ts';
import { foldAlike } from './otherwords.ts';
import type { PageWord } from './pageink.ts';
import { LETTER, type PageLetters, SLACK } from './pageletters.ts';
import { BLANK, type Template } from './templates.ts';
import { BETTER, showsTurn, TURNING } from './turning.ts';
import { wordsInstead } from './wordkinds.ts';

/**
 * The misfit up to which ink shows a word that turns a sentence, in place of the one that is said or beside it, and how many times as much that
 * one has by itself.
 */
const ALONE = { read: 0.15, worse: 3 };
const BOTH = { read: 0.22, worse: 2 };
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
 * said (`instead`): other words differ in more than a letter or two, but these are short. `alignment`: how the word itself lies on its ink, badly;
 * `free`: what is read there.
 */
export function findTurn<T>(
  word: PageWord<T>,
  alignment: Alignment,
  free: Reading,
  page: PageLetters,
  work: Work,
): 'instead' | 'beside' | undefined {
  const said = word.letters.filter((letter) => LETTER.test(letter));
  const isSame = (text: string): boolean => foldAlike(text) === foldAlike(said.join(''));
  const least = Math.min(ALONE.read, alignment.misfit / ALONE.worse);
  if (isTurn(word.said.text)) return free.misfit <= least && !isSame(free.text) ? 'instead' : undefined;
  const place = new WordPlace(word, alignment, page, work);
  const own = said.map((letter) => page.template(letter));
  for (const turn of turnsLike(said.join(''))) {
    const letters = [...turn].map((letter) => page.template(letter));
    const isAsLong = Math.abs(turn.length - said.length) <= LONGER && !isSame(turn);
    if (isAsLong && place.misfitOf(letters) <= Math.min(least, BETTER * free.misfit)) return 'instead';
    if (place.showsBeside(turn, letters, own)) return 'beside';
  }
  return undefined;
}

/** The misfit from which a word may be one that excludes it, up to which its ink shows that one, and how many times as much it is. */
const EXCLUDED = { own: 0.15, other: 0.16, times: 2 };

/** A word that excludes the one that is said, where its ink surely shows that one. */
export function excludedBy<T>(
  word: PageWord<T>,
  alignment: Alignment,
  page: PageLetters,
  work: Work,
): string | undefined {
  if (alignment.misfit < EXCLUDED.own) return undefined;
  const place = new WordPlace(word, alignment, page, work);
  const most = Math.min(EXCLUDED.other, alignment.misfit / EXCLUDED.times);
  return wordsInstead(word.said.text).find((other) => {
    if (foldAlike(other) === foldAlike(word.said.text)) return false;
    // What stands around a word stays: quotation marks, a comma.
    const letters = [...word.said.text.replace(/\p{L}+/u, other)].map((letter) => page.template(letter));
    return place.misfitOf(letters) <= most;
  });
}

type Reading = ReturnType<typeof readFreely>;

/** Words that turn a sentence, in the script of a word; in capitals only where it is. */
function turnsLike(said: string): readonly string[] {
  const [isGreek, isCapital] = [GREEK.test(said), CAPITALS.test(said)];
  return TURNING.filter((turn) => GREEK.test(turn) === isGreek && (isCapital || !CAPITALS.test(turn)));
}

/** Where a word is said, on whose ink others are laid. */
class WordPlace<T> {
  readonly #word: PageWord<T>;
  readonly #alignment: Alignment;
  readonly #page: PageLetters;
  readonly #work: Work;

  constructor(word: PageWord<T>, alignment: Alignment, page: PageLetters, work: Work) {
    this.#word = word;
    this.#alignment = alignment;
    this.#page = page;
    this.#work = work;
  }

  misfitOf(letters: readonly Template[]): number {
    return this.#lay(letters)?.misfit ?? Infinity;
  }

  /** Whether the ink shows a word that turns the sentence before or behind the one that is said. */
  showsBeside(turn: string, letters: readonly Template[], own: readonly Template[]): boolean {
    for (let count = 1; count <= BLANKS; count++) {
      const blanks = Array<Template>(count).fill(BLANK);
      const behind = own.length + count;
      if (this.#shows(turn, [...letters, ...blanks, ...own], 0)) return true;
      if (this.#shows(turn, [...own, ...blanks, ...letters], behind)) return true;
    }
    return false;
  }

  /** Whether the ink shows two words, and in letters of the page no other one in place of that which turns the sentence, from one letter on. */
  #shows(turn: string, both: readonly Template[], first: number): boolean {
    const found = this.#lay(both);
    const least = Math.min(BOTH.read, this.#alignment.misfit / BOTH.worse);
    if (found === undefined || found.misfit > least) return false;
    const { starts, shift, end: last } = found;
    const [begin, end] = [starts[first] ?? 0, starts[first + turn.length] ?? last];
    return showsTurn({ window: this.#word.window, shift, begin, end }, this.#page, this.#work, [turn]);
  }

  /** Undefined where there is no room for the letters, or much more than they take. */
  #lay(letters: readonly Template[]): Alignment | undefined {
    const breadth = this.#page.endOf(this.#word) - this.#word.begin;
    const width = letters.reduce((sum, letter) => sum + letter.width, 0);
    if (this.#work.isSpent || Math.abs(width - breadth) > SLACK + UNEVEN * breadth) return undefined;
    const { shift } = this.#alignment;
    return this.#page.alignWith(this.#word, letters, [shift - 1, shift, shift + 1]);
  }
}
