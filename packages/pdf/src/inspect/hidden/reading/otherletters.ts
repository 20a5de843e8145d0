import { type Alignment, Level, misfitAnywhere, readFreely, type Work } from './inkwindow.ts';
import type { PageWord } from './pageink.ts';
import { middleOf, type PageLetters } from './pageletters.ts';
import { CELLS, type Template } from './templates.ts';

/** Words of a page from which its letters can be learned, and the misfit of the middle one up to which they were. */
const WORDS = 20;
const LEARNED = 0.1;
/** The misfit from which a word may be another one, by itself and in misfits of the middle word. */
const MISFIT = 0.2;
const TIMES = 5;
/** How many times as much as letters that are read freely it has, and what those have at most. */
const WORSE = 1.65;
const READ = 0.25;
/** In misfits of the middle word: what a word has at least wherever it is laid near by, and the other words of its line at most. */
const NOWHERE = 4;
const LINE = 2.4;
/** Letters of a word, and those of them that differ; and the share of the letters that differ. */
const LETTERS = 3;
const DIFFERENT = 2;
const SHARE = 0.5;
/** Places of a page at which a letter is learned, and the share of a word's letters that are. */
const KNOWN = { small: 2, capital: 4, share: 0.6 };
/** The misfit of a letter by itself from which it lies on other ink, and the places at which it is learned for that. */
const MISPLACED = 0.2;
const LEARNED_AT = 3;
/** Of a word, what another one takes at least that was recognised on the same ink. */
const COMMON = 0.5;
/** In ems, how far around a word it may lie as well; in ems of its own, what is its line. */
const AROUND = 2;
const BESIDE = { along: 25, across: 0.3 };
/** Words of a page of which is found out which they are. */
const MOST = 60;

/** A word, maybe in quotation marks or the like, in small letters but for the first, or in capitals. */
const WORD = /^[("'«“‘[]?(?:\p{L}?\p{Ll}+|\p{Lu}+)[)"'»”’\].,;:·!?]?$/u;
const LETTER = /^\p{L}$/u;

/** Words of a page whose ink surely shows another word. */
export function wordsOfOtherLetters<T>(
  words: readonly PageWord<T>[],
  letters: PageLetters,
  work: Work,
): PageWord<T>[] {
  const fits = words.flatMap((word) => {
    const found = letters.alignment(word);
    return found === undefined || word.letters.length < 2 ? [] : [{ word, found }];
  });
  const middle = middleOf(fits.map(({ found }) => found.misfit));
  if (fits.length < WORDS || middle > LEARNED || !areToldApart(letters)) return [];
  const alphabet = [...letters.templates].filter(
    ([letter, { places }]) => LETTER.test(letter) && places >= 2,
  );
  const read = new Map<Alignment, ReturnType<typeof readFreely>>();
  const reading = ({ word, found }: (typeof fits)[number]): ReturnType<typeof readFreely> => {
    const known = read.get(found) ?? readFreely(word.window, found, alphabet, work);
    read.set(found, known);
    return known;
  };
  const isLaidOver = ({ word: { run, said } }: (typeof fits)[number]): boolean =>
    fits.some(({ word: other, found }) => {
      if (other.said === said || found.misfit > LINE * middle) return false;
      if (Math.abs(other.run.line[1] - run.line[1]) >= BESIDE.across * run.size) return false;
      const shift = (other.run.line[0] - run.line[0]) / run.size;
      const scale = other.run.size / run.size;
      const common =
        Math.min(said.to, shift + other.said.to * scale) -
        Math.max(said.from, shift + other.said.from * scale);
      return common >= COMMON * (said.to - said.from);
    });
  const isLineRead = ({ word: { run, said } }: (typeof fits)[number]): boolean => {
    const place = run.line[0] + said.from * run.size;
    const beside = fits.filter(
      ({ word: other }) =>
        other.said !== said &&
        Math.abs(other.run.line[1] - run.line[1]) < BESIDE.across * run.size &&
        Math.abs(other.run.line[0] + other.said.from * other.run.size - place) < BESIDE.along * run.size,
    );
    const misfits = beside.map((fit) =>
      fit.found.misfit > 2 * middle ? Math.min(fit.found.misfit, reading(fit).misfit) : fit.found.misfit,
    );
    return beside.length > 0 && middleOf(misfits) <= LINE * middle;
  };
  const lies = (word: PageWord<T>, found: Alignment): boolean => {
    const wider = word.wider(AROUND * CELLS);
    const own: readonly Template[] = letters.of(word);
    return [-2, -1, 0, 1, 2].some(
      (rows) => misfitAnywhere(wider, own, { ...found, shift: found.shift + rows }, work) < NOWHERE * middle,
    );
  };
  const isKnown = ({ letters: own }: PageWord<T>): boolean => {
    const known = own.filter((letter) => {
      const least = /\p{Lu}/u.test(letter) ? KNOWN.capital : KNOWN.small;
      return letters.template(letter).places >= least;
    });
    return known.length >= KNOWN.share * own.length;
  };
  /** Letters that are learned and do not lie on their ink: a letter that the page hardly has says nothing. */
  const misplaced = ({ word, found }: (typeof fits)[number]): number => {
    const level = new Level(word.window, found.shift, work);
    return word.letters.filter((letter, at) => {
      const own = letters.template(letter);
      const from = found.starts[at] ?? 0;
      const least =
        Math.max(MISPLACED, TIMES * middle) * Math.max(own.energy, level.energy(from, from + own.width));
      return own.places >= LEARNED_AT && level.distance(from, own) >= least;
    }).length;
  };
  return fits
    .filter(({ word, found }) => {
      const isOdd = found.misfit >= Math.max(MISFIT, TIMES * middle);
      return isOdd && word.letters.length >= LETTERS && WORD.test(word.said.text) && isKnown(word);
    })
    .slice(0, MOST)
    .filter((fit) => {
      const { text, misfit } = reading(fit);
      if (misfit > READ || fit.found.misfit < WORSE * misfit) return false;
      if (!areOtherLetters(fit.word.letters.join(''), text)) return false;
      if (misplaced(fit) < DIFFERENT) return false;
      return (isLineRead(fit) || isLaidOver(fit)) && !lies(fit.word, fit.found);
    })
    .map(({ word }) => word);
}

/** Of the ink of a letter, by how much another one differs at least that looks otherwise; and the share of letters that have none like them. */
const OTHERWISE = 0.1;
const APART = 0.5;

/** Whether most letters of a page look otherwise than each other one. */
function areToldApart({ templates }: PageLetters): boolean {
  const learned = [...templates].filter(
    ([letter, { places }]) => LETTER.test(letter) && places >= LEARNED_AT,
  );
  const apart = learned.filter(([letter, own]) =>
    learned.every(
      ([other, template]) =>
        alikeOf(other) === alikeOf(letter) || differenceOf(own, template) >= OTHERWISE * own.energy,
    ),
  );
  return apart.length >= APART * learned.length;
}

/** The sum of the squares by which two letters differ. */
function differenceOf(a: Template, b: Template): number {
  const inks = new Map([...b.cells].map((cell, at) => [cell, b.inks[at] ?? 0]));
  let common = 0;
  for (const [at, cell] of a.cells.entries()) common += (a.inks[at] ?? 0) * (inks.get(cell) ?? 0);
  return a.energy + b.energy - 2 * common;
}

/** Letters that look alike in print, and groups of those first ones that look like another. */
const ALIKE = 'iltj1ιf| oοσθ0qδ6 pρ vνυuyγ aα8 kκ xχ εe wω nηhπ bβ zζ2 mμ cς s5'.split(' ');
const GROUPS: readonly (readonly [group: RegExp, letter: string])[] = [
  [/rn|ni|in|rii|iii/gu, 'm'],
  [/ci|oi/gu, 'd'],
  [/vv/gu, 'w'],
  [/ii|ri|ττ|τi/gu, 'n'],
];

const alikeOf = (text: string): string => {
  const letters = [
    ...text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]/gu, ''),
  ];
  return letters.map((letter) => ALIKE.find((some) => some.includes(letter))?.[0] ?? letter).join('');
};
const grouped = (text: string): string =>
  GROUPS.reduce((all, [group, letter]) => all.replace(group, letter), text);

/** Whether two words differ in so many letters that no recognising errs so. */
function areOtherLetters(said: string, read: string): boolean {
  // Where several languages are recognised, words of one script are taken for such of another that look like them.
  if (isLatin(said) !== isLatin(read) || isMixed(said)) return false;
  const [a, b] = [alikeOf(said), alikeOf(read)];
  const different = Math.min(editsBetween(a, b), editsBetween(grouped(a), grouped(b)));
  return a.length >= LETTERS && different >= DIFFERENT && different >= SHARE * Math.max(a.length, b.length);
}

/** Whether more letters of a word are Latin ones than others. */
const isLatin = (word: string): boolean => {
  const letters = word.match(/\p{L}/gu) ?? [];
  return 2 * letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length > letters.length;
};

/** Whether a word has letters of several scripts. */
const isMixed = (word: string): boolean => /\p{Script=Latin}/u.test(word) && /\p{Script=Greek}/u.test(word);

/** How many letters are put in, left out or exchanged between two words. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1];
    for (const [other, second] of [...b].entries())
      next.push(
        Math.min(
          (row[other + 1] ?? 0) + 1,
          (next[other] ?? 0) + 1,
          (row[other] ?? 0) + (letter === second ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
