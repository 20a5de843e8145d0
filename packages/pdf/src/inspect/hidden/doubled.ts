import type { TextRun } from '../../content/canvas.ts';
import type { Reader } from './letters.ts';
import { signsOf } from './textmap.ts';

/** Units of a cell in which words are looked up, and the cells of one word that are. */
const CELL = 20;
const MOST_CELLS = 60;
const APART = 2 ** 20;
/** Words of a cell that are kept: nobody recognises more. */
const MOST_IN_CELL = 40;
/** Of the shorter word's length, what two have in common; in ems of the larger one, how far their lines are apart. */
const COMMON = 0.7;
const LEVEL = 0.3;
/** Letters and digits of a word that is compared. */
const LEAST = 3;
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
}

/** Of words recognised on a page, those that stand where other ones were recognised: one picture shows one text. */
export function doubled<T extends { run: TextRun }>(
  words: readonly T[],
  reader: Reader,
  spend: (units: number) => void,
): readonly T[] {
  const cells = new Map<number, Word[]>();
  return words.filter(({ run }) => {
    const word = wordOf(run, reader);
    if (word === undefined) return false;
    const row = Math.floor(word.foot / CELL);
    const columns = [word.from, word.to].map((end) => Math.floor(end / CELL)) as [number, number];
    const last = Math.min(columns[1], columns[0] + MOST_CELLS);
    let isOther = false;
    for (let column = columns[0]; column <= last; column++) {
      for (const near of [row - 1, row, row + 1]) {
        const others = cells.get(column * APART + near) ?? [];
        spend(1 + others.length);
        isOther ||= others.some((other) => isInPlace(word, other) && saysOther(word.signs, other.signs));
      }
      const own = cells.get(column * APART + row);
      if (own === undefined) cells.set(column * APART + row, [word]);
      else if (own.length < MOST_IN_CELL) own.push(word);
    }
    return isOther;
  });
}

function wordOf(run: TextRun, reader: Reader): Word | undefined {
  const [x0, y0, x1, y1] = run.line;
  const signs = signsOf(reader.text(run)).join('');
  // Lines that rise come near each other.
  if (y0 !== y1 || x1 <= x0 || signs.length < LEAST) return undefined;
  return { from: x0, to: x1, foot: y0, size: run.size, signs };
}

function isInPlace(a: Word, b: Word): boolean {
  const common = Math.min(a.to, b.to) - Math.max(a.from, b.from);
  const shorter = Math.min(a.to - a.from, b.to - b.from);
  return common >= COMMON * shorter && Math.abs(a.foot - b.foot) <= LEVEL * Math.max(a.size, b.size);
}

/** Whether two texts are not readings of the same print: recognising errs in a letter here and there. */
function saysOther(a: string, b: string): boolean {
  if (a.includes(b) || b.includes(a)) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const scale = long.length / short.length;
  const isThere = (sign: string, at: number): boolean => {
    const place = Math.round(at * scale);
    return long.slice(Math.max(0, place - SHIFT), place + SHIFT + 1).includes(sign);
  };
  const alike = [...short].filter(isThere).length;
  const digits = (text: string): string => text.replace(/\P{Nd}/gu, '');
  return alike < ALIKE * short.length || (digits(a) !== '' && digits(b) !== '' && digits(a) !== digits(b));
}
