import type { TextRun } from '../../content/canvas.ts';
import { CodeKinds } from './codekinds.ts';
import { isCurrency } from './currencies.ts';
import type { Part, Reader } from './letters.ts';

/** Letters that eyes take for a zero or a one within a number. */
const RINGS = 'OoΟοОо';
const BARS = 'lIΙІ|';
/** Strings of a page that are told of. */
const MOST = 1000;
/** Bytes of a string that cost as much as one that is read. */
const BYTES = 8;

const LIKE_DIGIT = `[0-9${RINGS}${BARS}]`;
/** A number as it is seen, some of whose digits may be letters. */
const NUMBER = new RegExp(
  `(?<![\\p{L}\\p{N}.,'’])${LIKE_DIGIT}+(?:[.,'’]${LIKE_DIGIT}+)*(?![\\p{L}\\p{N}])`,
  'gu',
);
/** A letter that stands between digits, or before them: an ordinal (1ο) or a unit (5l) ends a number. */
const WITHIN = new RegExp(`[${RINGS}${BARS}][.,'’]?[0-9${RINGS}]`, 'u');
/** What stands before a number, and behind it, where that may be a currency; and how much of the text that takes. */
const BEFORE = /(\p{Sc}|\p{L}+)[\s.]*$/u;
const BEHIND = /^[\s,\-–]*(\p{Sc}|\p{L}+)/u;
const BESIDE = 24;
const HAS_DIGIT = /[0-9]/;

const DIGIT = 1;
const LETTER = 2;
const SEPARATOR = 3;
const OTHER = 4;
const kinds = new CodeKinds((text) => {
  if (HAS_DIGIT.test(text)) return DIGIT;
  if (text.length === 1 && (RINGS + BARS).includes(text)) return LETTER;
  return /^[.,'’]$/u.test(text) ? SEPARATOR : OTHER;
});

/** Amounts some of whose digits are letters that look like them: eyes read 1000, whoever searches or copies finds 1OOO. */
export class LetterDigits {
  readonly #reader: Reader;
  readonly #spend: (units: number) => void;
  readonly found: { run: TextRun; part: Part }[] = [];

  constructor(reader: Reader, spend: (units: number) => void) {
    this.#reader = reader;
    this.#spend = spend;
  }

  /** A run that is seen. */
  add(run: TextRun): void {
    if (this.found.length >= MOST) return;
    this.#spend(run.bytes.length / BYTES);
    if (!hasLetterByDigit(run)) return;
    const text = this.#reader.text(run);
    for (const { 0: number, index } of text.matchAll(NUMBER)) {
      if (!HAS_DIGIT.test(number) || !WITHIN.test(number)) continue;
      const end = index + number.length;
      const before = BEFORE.exec(text.slice(Math.max(0, index - BESIDE), index))?.[1];
      const behind = BEHIND.exec(text.slice(end, end + BESIDE))?.[1];
      if (![before, behind].some((word) => word !== undefined && isCurrency(word))) continue;
      this.found.push({ run, part: { text: number, box: run.box } });
      return;
    }
  }
}

/** Whether a letter that looks like a digit stands beside one, or beside a separator that does. */
function hasLetterByDigit(run: TextRun): boolean {
  let [last, before] = [OTHER, OTHER];
  return kinds.some(run, (kind) => {
    const other = last === SEPARATOR ? before : last;
    [before, last] = [last, kind];
    return (kind === DIGIT && other === LETTER) || (kind === LETTER && other === DIGIT);
  });
}
