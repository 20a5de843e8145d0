import type { TextRun } from '../../content/canvas.ts';
import { type Spelled, spell } from '../../content/codes.ts';
import { isCurrency } from './currencies.ts';
import { isTurn } from './inkturns.ts';
import type { Part } from './letters.ts';

/** Of an em, the room between two glyphs that eyes read as a blank. */
const GAP = 0.12;
/** Words beside a cut among which an amount is looked for: `1500.00 net` as well as `1500.00`. */
const NEAR = 2;
/** Words behind a cut that are looked at for letters. */
const AHEAD = 4;
/** Letters of the longest amount, and of the longest word that turns a sentence. */
const LONGEST = 40;
const DIGIT = /\p{Nd}/u;
/** What changes an amount by itself, and what the words of it are made of. */
const SAYS = /[\p{L}\p{N}\p{Sc}%‰+±\-−–]/u;
/** A share or a sum by its own sign. */
const MARKED = /[%‰\p{Sc}]/u;
/** Digits in thousands or with hundredths: `1.500`, `1500.00`, `1'500,--`; neither a date nor the number of a section. */
const GROUPED =
  /^[^\p{L}\p{Nd}]*\p{Nd}+(?=[.,'’·٫٬][\p{Nd}\-–—])(?:[.,'’·٫٬]\p{Nd}{3})*(?:[.,·٫](?:\p{Nd}{2}|[-–—]+))?[^\p{L}\p{Nd}]*$/u;
/** `No` before a number, which says nothing else. */
const NUMERO = /^(?:N[oO]|no\.)/u;

interface Word {
  text: string;
  /** How many of its letters there are, and how many of them are hidden. */
  letters: number;
  hidden: number;
}

/** The words of a run as eyes part them: by blanks, or by as much room. */
function wordsOf(run: TextRun, isHidden: (letter: Spelled) => boolean): Word[] {
  const [x0, y0, x1, y1] = run.line;
  const gap = (GAP * run.width) / (Math.hypot(x1 - x0, y1 - y0) || 1);
  const words: Word[] = [];
  let word: Word | undefined;
  let end = -Infinity;
  for (const letter of spell(run)) {
    if (letter.text.trim() === '') {
      word = undefined;
      continue;
    }
    if (word === undefined || letter.from - end >= gap) {
      word = { text: '', letters: 0, hidden: 0 };
      words.push(word);
    }
    word.text += letter.text;
    word.letters++;
    if (isHidden(letter)) word.hidden++;
    end = letter.to;
  }
  return words;
}

const isGone = ({ letters, hidden }: Word): boolean => hidden === letters;
const isWhole = ({ hidden }: Word): boolean => hidden === 0;

/** Whether a word is what a sum is given in. */
const isUnit = ({ text }: Word): boolean =>
  text === '%' || text === '‰' || isCurrency(text.replace(/[^\p{L}\p{Sc}]/gu, ''));

/** Whether a word is a sum or a share, by how it is written or by what stands beside it. */
function isAmount(words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (word === undefined || word.letters > LONGEST || !DIGIT.test(word.text)) return false;
  if (MARKED.test(word.text) || GROUPED.test(word.text) || isUnit(word)) return true;
  return [words[at - 1], words[at + 1]].some((beside) => beside !== undefined && isUnit(beside));
}

/** Some words from one on, forwards or backwards, by their places. */
const placesFrom = (at: number, step: number, count: number): number[] =>
  Array.from({ length: count }, (_, ahead) => at + step * ahead);

/** Whether words that are gone from `at` on, forwards or backwards, are missed in what is read before them. */
function isMissed(words: readonly Word[], at: number, step: 1 | -1, isBare: boolean): boolean {
  const first = words[at];
  if (first === undefined || first.letters > LONGEST) return false;
  if (isTurn(first.text) && !NUMERO.test(first.text)) return true;
  if (!placesFrom(at, step, AHEAD).some((place) => SAYS.test(words[place]?.text ?? ''))) return false;
  return (
    isBare ||
    placesFrom(at - step, -step, NEAR).some(
      (place) => words[place] !== undefined && !isGone(words[place]) && isAmount(words, place),
    )
  );
}

/** Whether nothing but a number is seen. */
function isBareNumber(words: readonly Word[]): boolean {
  const [one, other] = words.filter((word) => !isGone(word));
  return one !== undefined && other === undefined && DIGIT.test(one.text) && !/\p{L}/u.test(one.text);
}

/**
 * The words that are cut off a run in a gap between words, so that nothing tells that it goes on, and that belong to an
 * amount beside the cut or turn what is read. Through a letter, or between ordinary words, cells of tables cut as well.
 */
export function wordsCut(run: TextRun, isHidden: (letter: Spelled) => boolean): Part | undefined {
  const words = wordsOf(run, isHidden);
  const isBare = isBareNumber(words);
  const isCutAt = (at: number, step: 1 | -1): boolean => {
    const beside = words[at - step];
    return beside !== undefined && isWhole(beside) && isMissed(words, at, step, isBare);
  };
  if (!words.some((word, at) => isGone(word) && (isCutAt(at, 1) || isCutAt(at, -1)))) return undefined;
  const gone = words.filter(isGone).map(({ text }) => text);
  return { text: gone.join(' '), box: run.box };
}
