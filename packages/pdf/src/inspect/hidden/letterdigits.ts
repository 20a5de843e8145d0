import type { TextRun } from '../../content/canvas.ts';
import { CodeKinds } from './codekinds.ts';
import type { Part, Reader } from './letters.ts';

/** Letters that eyes take for a zero or a one within a number. */
const RINGS = 'OoΟοОо';
const BARS = 'lIΙІ|';
/** Strings of a page that are told of. */
const MOST = 1000;
/** Bytes of a string that cost as much as one that is read. */
const BYTES = 8;

const CURRENCY = '(?:[€$£¥]|EUR|EURO|USD|GBP|CHF|ΕΥΡΩ|ΕΥΡΏ)';
const LIKE_DIGIT = `[0-9${RINGS}${BARS}]`;
/** An amount as it is seen: groups of digits with a currency before or behind it, some of the digits being letters. */
const AMOUNT = new RegExp(
  `(?<![\\p{L}\\p{N}.,'’])(?:(?<before>${CURRENCY})[\\s.]*)?` +
    `(?<number>${LIKE_DIGIT}+(?:[.,'’]${LIKE_DIGIT}+)*)` +
    `(?:[\\s,\\-–]*(?<behind>${CURRENCY}))?(?![\\p{L}\\p{N}])`,
  'giu',
);
/** A letter that stands between digits, or before them: an ordinal (1ο) or a unit (5l) ends a number. */
const WITHIN = new RegExp(`[${RINGS}${BARS}][.,'’]?[0-9${RINGS}]`, 'u');
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
    for (const { groups = {} } of this.#reader.text(run).matchAll(AMOUNT)) {
      const { number = '', before, behind } = groups;
      if ((before ?? behind) === undefined || !HAS_DIGIT.test(number) || !WITHIN.test(number)) continue;
      this.found.push({ run, part: { text: number, box: run.box } });
      return;
    }
  }
}

/** Whether a letter that looks like a digit stands beside one, or beside a separator that does. */
function hasLetterByDigit({ font, bytes }: TextRun): boolean {
  if (font === undefined) return false;
  const of = kinds.of(font);
  let [last, before] = [OTHER, OTHER];
  for (let at = 0; at < bytes.length; ) {
    const length = font.kind === 'simple' ? 1 : Math.max(1, font.lengthAt(bytes, at));
    const kind = of(bytes, at, length);
    const other = last === SEPARATOR ? before : last;
    if ((kind === DIGIT && other === LETTER) || (kind === LETTER && other === DIGIT)) return true;
    [before, last] = [last, kind];
    at += length;
  }
  return false;
}
