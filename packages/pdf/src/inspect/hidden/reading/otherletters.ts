import { levelOf, type Work } from './inklevel.ts';
import { type Alignment, alignAnywhere, readFreely } from './inkwindow.ts';
import { areOtherWords, differInLength } from './otherwords.ts';
import { type PageWord, placeOf } from './pageink.ts';
import { LETTER, middleOf, type PageLetters } from './pageletters.ts';
import { CELLS } from './templates.ts';
import { excludedBy, findTurn } from './turnedwords.ts';

/** The misfit from which a word may be another one: in misfits of the middle word, but no less, and no more of one in small letters. */
const MISFIT = { times: 5, least: 0.2, most: 0.4 };
/**
 * How many times as much as letters that are read freely it has, and what those have at most, by themselves or in such misfits; and in
 * capitals, of which a page seldom shows what they look like.
 */
const WORSE = 1.65;
const READ = { most: 0.22, times: 2.7, capitals: 0.2 };
/** In misfits of the middle word: what a word has at least wherever it is laid near by, or so much, and the other words of its line at most. */
const NOWHERE = { times: 4, enough: 0.3 };
const LINE = 2.4;
/** Letters of a word that is looked at. */
const LETTERS = 3;
/** In ems, how far around a word it may lie as well; in ems of its own, what is its line. */
const AROUND = 2;
const ROWS_AROUND = [-2, -1, 0, 1, 2];
const BESIDE = { along: 25, across: 0.3 };
/** Words of a page of which is found out which they are. */
const MOST = 60;

/** What has two letters or more: of it is only asked whether its ink shows a word that turns the sentence. */
const SEVERAL = /\p{L}.*\p{L}/u;
/** A word, maybe in quotation marks or the like, in small letters but for the first, or in capitals. */
const WORD = /^[("'«“‘[]?(?:\p{L}?\p{Ll}+|\p{Lu}+)[)"'»”’\].,;:·!?]?$/u;

/** The misfit up to which a word lies wholly on ink near by; and in columns beside it, where there is none then, or so much of its own. */
const WHOLE = 0.15;
const GAP = { from: 1, to: 3, inked: 0.02 };
/** Of the place of a word, how much of it another word of the line may be said to take. */
const TAKEN = 0.5;
/** Of the letters of a word in capitals, how many are known. */
const KNOWN = 0.7;

const SMALL = /\p{Ll}{2}/u;
/** How many times as broad as its letters a word is, or they as it is, where these are none of its own. */
const BROADER = 1.35;

/** A word of a page and where its letters lie on its ink. */
interface Fit<T> {
  word: PageWord<T>;
  alignment: Alignment;
}
type Reading = ReturnType<typeof readFreely>;

/** Words of a page whose ink surely shows another word. */
export function wordsOfOtherLetters<T>(
  words: readonly PageWord<T>[],
  letters: PageLetters,
  work: Work,
): PageWord<T>[] {
  const fits = words.flatMap((word) => {
    const alignment = letters.alignment(word) ?? assumeMisfit(word, letters, work);
    return alignment === undefined || word.letters.length < 2 ? [] : [{ word, alignment }];
  });
  const page = new PageWords(fits, letters, work);
  const odd = fits.filter((fit) => page.isOdd(fit)).slice(0, MOST);
  const others = new Set(odd.filter((fit) => page.isOther(fit)));
  for (const fit of fits) if (!others.has(fit) && page.isExcluded(fit)) others.add(fit);
  return [...others].map(({ word }) => word);
}

/**
 * Of a word in small letters that is so much broader or narrower than its letters that these do not fit in: none of its ink is theirs.
 * Undefined for others: words of a heading are broader, too.
 */
function assumeMisfit<T>(word: PageWord<T>, letters: PageLetters, work: Work): Alignment | undefined {
  const [begin, end, shift] = [word.begin, letters.endOf(word), letters.line];
  const breadth = letters.of(word).reduce((sum, { width }) => sum + width, 0);
  const isBroad = end - begin > BROADER * breadth || breadth > BROADER * (end - begin);
  if (!isBroad || !SMALL.test(word.said.text)) return undefined;
  const energy = Math.max(1, levelOf(word.window, shift, work).energy(begin, end));
  return { misfit: 1, starts: [begin], end, shift, energy };
}

const isWord = <T>({ letters, said }: PageWord<T>): boolean =>
  letters.length >= LETTERS && WORD.test(said.text);

class PageWords<T> {
  readonly #fits: readonly Fit<T>[];
  readonly #letters: PageLetters;
  readonly #work: Work;
  readonly #readings = new Map<Fit<T>, Reading>();

  constructor(fits: readonly Fit<T>[], letters: PageLetters, work: Work) {
    this.#fits = fits;
    this.#letters = letters;
    this.#work = work;
  }

  /** Whether a word stands out among those of its page. */
  isOdd({ word, alignment }: Fit<T>): boolean {
    const { times, least, most } = MISFIT;
    // Capitals are seldom seen so often that they are well known.
    const limit = Math.max(least, times * this.#letters.misfit);
    const isOdd = alignment.misfit >= (SMALL.test(word.said.text) ? Math.min(most, limit) : limit);
    return isOdd && (isWord(word) || SEVERAL.test(word.said.text));
  }

  /** Whether the ink of a word surely shows another one. */
  isOther(fit: Fit<T>): boolean {
    const { word, alignment } = fit;
    const free = this.#reading(fit);
    const isSmall = SMALL.test(word.said.text);
    if (free.misfit > (isSmall ? Math.max(READ.most, READ.times * this.#letters.misfit) : READ.capitals))
      return false;
    if (alignment.misfit < WORSE * free.misfit || !this.#isLineRead(fit)) return false;
    const turn = findTurn(word, alignment, free, this.#letters, this.#work);
    if (turn === 'beside' || (turn === 'instead' && !this.#placesOf(fit).some(({ isWhole }) => isWhole)))
      return true;
    const said = word.letters.join('');
    // What is said of the last word of a line may go on in the next one.
    const isOther =
      areOtherWords(said, free.text) || (word.onInk?.isLast === false && differInLength(said, free.text));
    if (!isWord(word) || !isOther || !this.#isKnown(fit)) return false;
    const nowhere = Math.min(NOWHERE.enough, NOWHERE.times * this.#letters.misfit);
    return this.#placesOf(fit).every(({ misfit }) => misfit >= nowhere);
  }

  /** Whether the ink of a word surely shows one that excludes it. */
  isExcluded(fit: Fit<T>): boolean {
    const other = excludedBy(fit.word, fit.alignment, this.#letters, this.#work);
    if (other === undefined || !this.#isLineRead(fit)) return false;
    // A part of the word that is shown lies on its ink: `lease` on that of `release`.
    const isPart = other.toLowerCase().includes(fit.word.said.text.replace(/[^\p{L}]/gu, '').toLowerCase());
    return isPart || !this.#placesOf(fit).some(({ isWhole }) => isWhole);
  }

  /** What the ink of a word shows in letters of the page. */
  #reading(fit: Fit<T>): Reading {
    const known = this.#readings.get(fit);
    if (known !== undefined) return known;
    const reading = readFreely(fit.word.window, fit.alignment, this.#letters.known(LETTER), this.#work);
    this.#readings.set(fit, reading);
    return reading;
  }

  /** The other words of the line of a word. */
  #beside({ word: { run, said } }: Fit<T>): Fit<T>[] {
    return this.#fits.filter(
      ({ word: other }) =>
        other.said !== said && Math.abs(other.run.line[1] - run.line[1]) < BESIDE.across * run.size,
    );
  }

  /** Whether the words beside a word are those that the line shows. */
  #isLineRead(fit: Fit<T>): boolean {
    const from = beginOf(fit);
    const near = this.#beside(fit).filter(
      (other) => Math.abs(beginOf(other) - from) < BESIDE.along * fit.word.run.size,
    );
    const misfits = near.map((other) => {
      const { misfit } = other.alignment;
      return misfit > 2 * this.#letters.misfit ? Math.min(misfit, this.#reading(other).misfit) : misfit;
    });
    return near.length > 0 && middleOf(misfits) <= LINE * this.#letters.misfit;
  }

  /** Where a word lies on ink near by, row by row; `isWhole`: by itself, on ink that no other word is said to be. */
  #placesOf(fit: Fit<T>): { misfit: number; isWhole: boolean }[] {
    const { word, alignment } = fit;
    const start = word.said.from - AROUND;
    const window = word.between(start, word.said.to + AROUND);
    if (window === undefined) return [{ misfit: 0, isWhole: false }];
    const own = this.#letters.of(word);
    return ROWS_AROUND.map((rows) => {
      const shift = alignment.shift + rows;
      const { misfit, from, to } = alignAnywhere(window, own, { ...alignment, shift }, this.#work);
      const level = levelOf(window, shift, this.#work);
      const inkBeside =
        level.within(from - GAP.to, from - GAP.from) + level.within(to + GAP.from, to + GAP.to);
      const isApart = inkBeside <= GAP.inked * level.energy(from, to);
      const [begin, end] = [from, to].map((column) => placeOf(word, start + column / CELLS));
      const isFree = misfit > WHOLE || this.#isFree(fit, begin ?? 0, end ?? 0);
      return { misfit, isWhole: misfit <= WHOLE && isApart && isFree };
    });
  }

  /** Whether most of a stretch of a line, in units of the page, is no place of the words beside one. */
  #isFree(fit: Fit<T>, begin: number, end: number): boolean {
    return this.#beside(fit).every(({ word }) => {
      const { from, to } = word.onInk ?? word.said;
      const common = Math.min(end, placeOf(word, to)) - Math.max(begin, placeOf(word, from));
      return common <= TAKEN * (end - begin);
    });
  }

  /** Whether the letters of a word in capitals, which a page seldom has, are known from other words that lie on their ink. */
  #isKnown({ word }: Fit<T>): boolean {
    if (SMALL.test(word.said.text)) return true;
    const limit = LINE * this.#letters.misfit;
    const known = new Set(
      this.#fits.flatMap(({ word: other, alignment }) =>
        other !== word && alignment.misfit <= limit ? other.letters : [],
      ),
    );
    return word.letters.filter((letter) => known.has(letter)).length >= KNOWN * word.letters.length;
  }
}

const beginOf = <T>({ word }: Fit<T>): number => placeOf(word, word.said.from);
