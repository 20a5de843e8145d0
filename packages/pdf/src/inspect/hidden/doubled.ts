import type { TextRun } from '../../content/canvas.ts';
import { isTurn } from './inkturns.ts';
import { isLevel, type Reader } from './letters.ts';
import { alike, signsOf } from './textmap.ts';

/** Units of a cell in which words are looked up, and the cells of one word that are. */
const CELL = 20;
const MOST_CELLS = 60;
const APART = 2 ** 20;
/** Words of a cell that are kept: nobody recognises more. */
const MOST_IN_CELL = 40;
/** Of the shorter word's length, what two have in common; in ems of the larger one, how far their lines are apart. */
const COMMON = 0.7;
const LEVEL = 0.3;
/** In ems, how high the lower letters of a word are; and of the smaller word's, what the larger one's have in common. */
const HEIGHT = 0.5;
const OVER = 0.5;
/** How many times as broad as those of a word behind it the letters of one are, at least, that recognising drew out over it. */
const DRAWN_OUT = 1.6;
/** Of a word, how much of its end lies over the next one at most. */
const END = 0.5;
/** How many times as large as another a word of the same line is at most. */
const SAME_SIZE = 1.2;
/** Letters and digits of a word that is compared, and of one that tells something by itself; and how many of it are compared. */
const LEAST = 3;
const WORD = 4;
const LONGEST = 64;
/** Of the shorter one's letters, those that two readings of the same print have in common at least. */
const ALIKE = 0.6;
/** How many letters further on or back the same letter is found in another reading. */
const SHIFT = 2;

interface Word {
  from: number;
  to: number;
  foot: number;
  size: number;
  signs: string;
  digits: string;
  /** With the blank behind it, if it has one. */
  length: number;
  /** It is one word, and no line of several. */
  isOne: boolean;
  /** Words that follow each other from left to right have the same. */
  line: number;
}

/** Of words recognised on a page, those that stand where other ones were recognised: one picture shows one text. */
export function doubled<T extends { run: TextRun }>(
  words: readonly T[],
  reader: Reader,
  spend: (units: number) => void,
): readonly T[] {
  const cells = new Map<number, Word[]>();
  let before: Word | undefined;
  return words.filter(({ run }) => {
    const word = wordOf(run, reader);
    if (word === undefined) return false;
    if (before !== undefined) word.line = before.line + (isNext(before, word) ? 0 : 1);
    before = word;
    const row = Math.floor(word.foot / CELL);
    const columns = [word.from, word.to].map((end) => Math.floor(end / CELL)) as [number, number];
    const last = Math.min(columns[1], columns[0] + MOST_CELLS);
    const met = new Set<Word>();
    for (let column = columns[0]; column <= last; column++) {
      for (const near of [row - 1, row, row + 1]) {
        const others = cells.get(column * APART + near) ?? [];
        spend(1 + others.length);
        for (const other of others) if (isInPlace(word, other)) met.add(other);
      }
      const own = cells.get(column * APART + row);
      if (own === undefined) cells.set(column * APART + row, [word]);
      else if (own.length < MOST_IN_CELL) own.push(word);
    }
    spend(met.size * word.signs.length);
    // What is read off stains, drawings and letters that stand on end is short.
    if (word.signs.length < WORD && !isNumber(word) && !isTurn(reader.text(run))) return false;
    return [...met].some((other) => !isDrawnOut(other, word) && saysOther(word, other));
  });
}

function wordOf(run: TextRun, reader: Reader): Word | undefined {
  const [x0, y0, x1] = run.line;
  const text = reader.text(run);
  const all = signsOf(text.slice(0, LONGEST));
  const signs = all.map(alike).join('');
  // Lines that rise come near each other.
  if (!isLevel(run) || x1 <= x0 || signs.length < LEAST) return undefined;
  const [isOne, { length }] = [!text.trim().includes(' '), text];
  const digits = all.filter((sign) => /\p{Nd}/u.test(sign)).join('');
  return { from: x0, to: x1, foot: y0, size: run.size, signs, digits, length, isOne, line: 0 };
}

function isInPlace(a: Word, b: Word): boolean {
  const common = Math.min(a.to, b.to) - Math.max(a.from, b.from);
  const shorter = Math.min(a.to - a.from, b.to - b.from);
  if (common < COMMON * shorter || Math.abs(a.foot - b.foot) > LEVEL * Math.max(a.size, b.size)) return false;
  const over = Math.min(a.foot + HEIGHT * a.size, b.foot + HEIGHT * b.size) - Math.max(a.foot, b.foot);
  return over >= OVER * HEIGHT * Math.min(a.size, b.size);
}

const isNext = (word: Word, next: Word): boolean =>
  next.from > word.from &&
  Math.abs(next.foot - word.foot) <= LEVEL * word.size &&
  Math.max(next.size, word.size) <= SAME_SIZE * Math.min(next.size, word.size);

/** Whether recognising drew a word out over one behind it on its line: it often knows where a line is, and not where its words end. */
function isDrawnOut(word: Word, behind: Word): boolean {
  if (word.line !== behind.line || (isNumber(word) && isNumber(behind))) return false;
  const broad = ({ from, to, length }: Word): number => (to - from) / length;
  if (broad(word) >= DRAWN_OUT * broad(behind)) return true;
  const isOfEnd = behind.to >= word.to && word.to - behind.from <= END * (word.to - word.from);
  return isOfEnd && word.isOne && (word.digits === '' || behind.digits === '');
}

const isNumber = ({ digits, signs }: Word): boolean => digits.length === signs.length;

/**
 * Whether two texts are not readings of the same print: recognising errs in a letter here and there, and takes a digit for
 * a letter that looks like it.
 */
function saysOther(one: Word, other: Word): boolean {
  const [a, b] = [one.signs, other.signs];
  if (a.includes(b) || b.includes(a)) return false;
  if (one.digits !== other.digits && one.digits !== '' && other.digits !== '')
    return (isNumber(one) && isNumber(other)) || one.digits.length === other.digits.length || !isAlike(a, b);
  return !isAlike(a, b);
}

function isAlike(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const scale = long.length / short.length;
  const isThere = (sign: string, at: number): boolean => {
    const place = Math.round(at * scale);
    return long.slice(Math.max(0, place - SHIFT), place + SHIFT + 1).includes(sign);
  };
  return [...short].filter(isThere).length >= ALIKE * short.length;
}
