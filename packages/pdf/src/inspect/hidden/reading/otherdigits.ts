import { type Level, levelOf, type Work } from './inklevel.ts';
import { type Alignment, alignAnywhere, BESIDE, readFreely } from './inkwindow.ts';
import { alignOtherPoints } from './otherpoints.ts';
import type { PageWord } from './pageink.ts';
import type { PageLetters } from './pageletters.ts';
import { type Prints, SAME } from './prints.ts';
import { type Template, TYPEFACE_COUNT, typefaceDigits } from './templates.ts';
import { hasUnseenMinus } from './unseenminus.ts';

/** A number, an amount, a date or the like of at least two digits. */
const NUMBER = /^[^\p{L}\p{N}]?(?=.*[0-9].*[0-9])[0-9][0-9.,:/%–-]*[^\p{L}\p{N}]?$/u;
const ONE_DIGIT = /^[^\p{L}\p{N}]?[0-9][^\p{L}\p{N}]?$/u;
const DIGIT = /^[0-9]$/;
const SIGN = /^[0-9.,:/%-]$/;
const FIRST_SIGN = /^[^\p{L}\p{N}]/u;
const LAST_SIGN = /[^\p{L}\p{N}.,:;]$/u;
const LONGEST = 25;
/** Heights of digits that are tried, in cells, and rows beside that of the number; for all typefaces, and for those that come nearest. */
const HEIGHTS = [9.5, 10.25, 11, 11.75, 12.5];
const ROUGH_SEARCH = { heights: HEIGHTS, rows: [0] };
const CLOSE_SEARCH = { heights: HEIGHTS, rows: [-1, 0, 1] };
const NEAREST = 6;
/** Numbers from which the typeface is told, and those that are looked at. */
const TRIED = 12;
const MOST = 200;
/** The misfit of numbers in their typeface up to which it is that of the page; of a few, and of more. */
const FOUND = { few: 0.15, more: 0.17 };
const FEW = 2;
/**
 * The misfit of a digit that surely is another one: what it has itself at least, what the other one has at most, and how many times as
 * much it is; where one digit alone is another one, and where several are. Of 24,000 digits of honest scans none had 1.7 times as much.
 */
const ONE = [
  { own: 0.2, other: 0.25, times: 2 },
  { own: 0.3, other: 0.25, times: 1.5 },
  { own: 0.45, other: 0.35, times: 1.8 },
];
const SEVERAL = [{ own: 0.2, other: 0.25, times: 1.5 }];
/** Digits that look alike in some typefaces, and the same of these where they do not. */
const ALIKE: ReadonlySet<string> = new Set(['17', '71']);
const UNLIKE = [{ own: 0.45, other: 0.25, times: 3.5 }];
/** The misfit that a number has at most with the digits that its ink shows. */
const WHOLE = 0.2;
/** Of the misfit of a number, what it has at most with the digits that its ink shows: a sign of many takes little away. */
const BETTER = { few: 0.85, share: 0.9 };
/**
 * Of a number whose digits stand elsewhere than they are said to: the misfit from which on it may be another one, up to which what is read
 * freely is that, how many times as much it is, by how many of its digits; and what it has at least wherever it is laid near by.
 */
const READ = { own: [Infinity, 0.3, 0.22], least: 0.2, times: [Infinity, 2.2, 1.65], anywhere: 1.4 };
/** The misfit up to which digits are read that are not said. */
const OUT = 0.15;
/** In ems, what is looked at beside the ink of a number. */
const ASIDE = 0.1;
/** Of the ink of a sign of a number, how much may be beside these at most. */
const SIGN_INK = 0.35;
/** In ems, how far around a number it may lie as well. */
const AROUND = 1;

/** A typeface, and the misfit that numbers have in it. */
export interface Typeface {
  readonly typeface: number;
  readonly misfit: number;
}

/** A number over its ink in the digits of a typeface. */
interface SetNumber<T> {
  word: PageWord<T>;
  alignment: Alignment;
  letters: readonly Template[];
  digits: ReadonlyMap<string, Template>;
}

/**
 * Numbers of a page whose ink surely shows other digits than were recognised, or points between other digits: in the typeface in which
 * its numbers are, those that were recognised do not fit, and others do. `typefaces`: those of pages before, of which the first is taken
 * that fits; it, or another one, is put first.
 */
export function numbersOfOtherDigits<T>(
  words: readonly PageWord<T>[],
  letters: PageLetters,
  typefaces: Prints<Typeface>,
  work: Work,
): PageWord<T>[] {
  const short = words.filter(({ letters: own }) => own.length <= LONGEST);
  const numbers = short.filter(({ said }) => NUMBER.test(said.text)).slice(0, MOST);
  if (numbers.length === 0) return [];
  const typeface = typefaceOf(numbers.slice(0, TRIED), letters, typefaces, work);
  if (typeface === undefined) return [];
  typefaces.put(typeface);
  const digits = short.filter(({ said, onInk }) => onInk !== undefined && ONE_DIGIT.test(said.text));
  return [...numbers, ...digits.slice(0, MOST)].filter((word) => {
    const number = alignIn(typeface.typeface, word, letters, CLOSE_SEARCH);
    if (number === undefined) return false;
    if (leavesDigitsOut(number, letters, work)) return true;
    const { alignment } = number;
    if (ONE_DIGIT.test(word.said.text)) return false;
    const isOther =
      hasOtherDigits(number, letters, work) ||
      isReadOtherwise(number, letters, work) ||
      hasUnseenMinus(word, alignment, work);
    const shown = isOther ? alignment : alignOtherPoints(word, alignment, number.letters, letters, work);
    return shown !== undefined && !hasInkBeside(word, shown, letters, work);
  });
}

/**
 * The typeface in which the numbers of a page have the least misfit, as they were recognised or as they are read freely. Only those
 * that come nearest on the row of each number are looked at closely.
 */
function typefaceOf<T>(
  numbers: readonly PageWord<T>[],
  letters: PageLetters,
  before: Prints<Typeface>,
  work: Work,
): Typeface | undefined {
  const closely = (typeface: number): number[] =>
    numbers.map((word) => {
      const number = alignIn(typeface, word, letters, CLOSE_SEARCH);
      return number === undefined
        ? Infinity
        : Math.min(number.alignment.misfit, read(number, letters, work).misfit);
    });
  const most = numbers.length <= FEW ? FOUND.few : FOUND.more;
  for (const known of before.last)
    if (lowerMiddleOf(closely(known.typeface)) <= Math.min(most, SAME * known.misfit)) return known;
  const all = Array.from({ length: TYPEFACE_COUNT }, (_, typeface) => typeface);
  const nearest = byMisfit(all, (typeface) =>
    numbers.map((word) => alignIn(typeface, word, letters, ROUGH_SEARCH)?.alignment.misfit ?? Infinity),
  ).slice(0, NEAREST);
  const [best] = byMisfit(
    nearest.map(({ typeface }) => typeface),
    closely,
  );
  return best === undefined || best.misfit > most ? undefined : best;
}

/** Typefaces by the misfit that numbers have in them, the least first. */
const byMisfit = (typefaces: readonly number[], misfitsIn: (typeface: number) => number[]): Typeface[] =>
  typefaces
    .map((typeface) => ({ typeface, misfit: lowerMiddleOf(misfitsIn(typeface)) }))
    .sort((one, other) => one.misfit - other.misfit);

/** Between the first quarter and the half of them. */
function lowerMiddleOf(misfits: readonly number[]): number {
  const sorted = misfits.toSorted((a, b) => a - b);
  return ((sorted[sorted.length >> 2] ?? Infinity) + (sorted[sorted.length >> 1] ?? Infinity)) / 2;
}

/** What a number's ink shows in the digits of a typeface and the marks of the page. */
function read<T>(
  { word, alignment, digits }: SetNumber<T>,
  letters: PageLetters,
  work: Work,
): ReturnType<typeof readFreely> {
  const signs = [...letters.templates].filter(([sign]) => SIGN.test(sign) && !DIGIT.test(sign));
  return readFreely(word.window, alignment, [...signs, ...digits], work);
}

/** A number over its ink with the digits of a typeface, in the height in which it fits best. */
function alignIn<T>(
  typeface: number,
  word: PageWord<T>,
  letters: PageLetters,
  { heights, rows }: typeof CLOSE_SEARCH,
): SetNumber<T> | undefined {
  const before = letters.alignment(word);
  if (before === undefined) return undefined;
  let best: SetNumber<T> | undefined;
  for (const height of heights) {
    const digits = typefaceDigits(typeface, height);
    const own = word.letters.map((letter) => digits.get(letter) ?? letters.template(letter));
    const alignment = letters.alignWith(
      word,
      own,
      rows.map((row) => before.shift + row),
    );
    if (alignment !== undefined && alignment.misfit < (best?.alignment.misfit ?? Infinity))
      best = { word, alignment, letters: own, digits };
  }
  return best;
}

/** Whether a number has more ink where it is said to be than its signs lie on: recognising leaves one of two equal digits out. */
function hasInkBeside<T>(word: PageWord<T>, alignment: Alignment, page: PageLetters, work: Work): boolean {
  const level = levelOf(word.window, alignment.shift, work);
  const start = Math.max(word.begin, (alignment.starts[0] ?? 0) - BESIDE);
  const behind = Math.min(level.columns, page.endOf(word));
  const end = Math.min(behind, alignment.end + BESIDE);
  const beside = level.energy(word.begin, start) + level.energy(end, behind);
  return beside * word.letters.length > SIGN_INK * alignment.energy;
}

/** Whether digits of a number surely are others at their places. */
function hasOtherDigits<T>(
  { word, alignment, letters, digits }: SetNumber<T>,
  page: PageLetters,
  work: Work,
): boolean {
  const level = levelOf(word.window, alignment.shift, work);
  const others = word.letters.flatMap((sign, at) => {
    if (!DIGIT.test(sign)) return [];
    const from = alignment.starts[at] ?? 0;
    const to = alignment.starts[at + 1] ?? alignment.end;
    const own = misfitIn(level, digits.get(sign), from, to);
    let other: { least: number; template: Template; isAlike: boolean } | undefined;
    for (const [digit, template] of digits) {
      const least = digit === sign ? Infinity : misfitIn(level, template, from, to);
      if (least < (other?.least ?? Infinity)) other = { least, template, isAlike: ALIKE.has(sign + digit) };
    }
    return other === undefined ? [] : [{ at, own, ...other }];
  });
  const thatAre = (limits: typeof ONE): typeof others =>
    others.filter(({ own, least }) =>
      limits.some((limit) => own >= limit.own && least <= limit.other && own >= limit.times * least),
    );
  const several = thatAre(SEVERAL);
  const one = [...thatAre(ONE).filter(({ isAlike }) => !isAlike), ...thatAre(UNLIKE)];
  const sure = several.length >= 2 ? several : one;
  if (sure.length === 0) return false;
  const shown = new Map(sure.map(({ at, template }) => [at, template]));
  const signs = letters.map((letter, at) => shown.get(at) ?? letter);
  // With them the whole number lies on its ink.
  const corrected = page.alignWith(word, signs, [alignment.shift]);
  const better = Math.max(BETTER.few, 1 - BETTER.share / signs.length);
  return corrected !== undefined && corrected.misfit <= Math.min(WHOLE, better * alignment.misfit);
}

/** Whether as many digits are read freely, of which some are others, and the number lies nowhere near by. */
function isReadOtherwise<T>(number: SetNumber<T>, page: PageLetters, work: Work): boolean {
  const { word, alignment, letters } = number;
  if (alignment.misfit < Math.min(...READ.own)) return false;
  const { text, misfit } = read(number, page, work);
  const [said, shown] = [word.said.text, text].map((signs) => signs.replace(/[^0-9]/g, ''));
  if (said === undefined || said.length !== shown?.length || misfit > READ.least) return false;
  const others = [...said].filter((digit, at) => digit !== shown[at]).length;
  const which = Math.min(others, READ.own.length - 1);
  if (alignment.misfit < Math.max(READ.own[which] ?? 0, (READ.times[which] ?? 0) * misfit)) return false;
  const window = word.between(word.said.from - AROUND, word.said.to + AROUND);
  return (
    window !== undefined && alignAnywhere(window, letters, alignment, work).misfit >= READ.anywhere * misfit
  );
}

/** Whether the ink of a number surely has digits that are not said, other than one of two equal ones, which recognising leaves out. */
function leavesDigitsOut<T>(
  { word, alignment, digits }: SetNumber<T>,
  page: PageLetters,
  work: Work,
): boolean {
  const { onInk } = word;
  const window = onInk && word.between(onInk.from - ASIDE, onInk.to + ASIDE);
  if (window === undefined) return false;
  const { shift } = alignment;
  const energy = Math.max(1, levelOf(window, shift, work).energy(0, window.columns));
  const whole: PageWord<T> = { ...word, window };
  const all = { ...alignment, starts: [0], end: window.columns, energy };
  const { text, misfit } = read({ word: whole, alignment: all, letters: [], digits }, page, work);
  const [said = '', shown = ''] = [word.said.text, text].map((signs) => signs.replace(/[^0-9]/g, ''));
  const once = (signs: string): string => signs.replace(/([0-9])\1+/g, '$1');
  // A sign that is none of a number, as one of a currency, may be read as a digit.
  const begin = FIRST_SIGN.test(word.said.text) ? 1 : 0;
  const end = LAST_SIGN.test(word.said.text) ? -1 : undefined;
  const ways = [shown, shown.slice(begin), shown.slice(0, end), shown.slice(begin, end)];
  return (
    misfit <= OUT &&
    shown.length > said.length &&
    isWithin(said, shown) &&
    !ways.some((one) => isWithin(once(one), once(said)))
  );
}

/** Whether all signs of one text stand in another in that order. */
function isWithin(one: string, other: string): boolean {
  let at = 0;
  for (const sign of other) if (sign === one[at]) at++;
  return at === one.length;
}

/** The misfit of a digit that lies in some columns, or a column beside. */
function misfitIn(level: Level, digit: Template | undefined, from: number, to: number): number {
  if (digit === undefined) return Infinity;
  const [left, right] = [Math.max(0, from - 1), Math.min(level.columns, to + 1)];
  let least = Infinity;
  for (let at = left; at + digit.width <= Math.min(right + 1, level.columns); at++) {
    const beside =
      level.energy(left, at) + Math.max(0, level.energy(Math.min(right, at + digit.width), right));
    const all = level.distance(at, digit) + beside;
    least = Math.min(least, all, digit.width > BESIDE + 1 ? all - level.lastColumn : Infinity);
  }
  return least / Math.max(1, level.energy(left, right));
}
