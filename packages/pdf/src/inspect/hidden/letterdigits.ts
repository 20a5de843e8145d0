import type { TextRun } from '../../content/canvas.ts';
import { union } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import { CodeKinds } from './codekinds.ts';
import { isCurrency } from './currencies.ts';
import { follows } from './following.ts';
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
/** A number in thousands, or of hundreds with hundredths, or whose hundredths are two rings: an amount by itself, as hardly a date is. */
const AMOUNT = new RegExp(
  `^[0-9]${LIKE_DIGIT}{0,2}(?:[.,'’]${LIKE_DIGIT}{3})+(?:[.,]${LIKE_DIGIT}{2})?$|` +
    `^[0-9]${LIKE_DIGIT}{2,}[.,]${LIKE_DIGIT}{2}$|^(?:[1-9]|[0-9]${LIKE_DIGIT}+)[.,][${RINGS}]{2}$`,
  'u',
);
/** An account number or the like, in groups: of no other letters, and of so many digits. */
const ACCOUNT = new RegExp(
  `(?<![\\p{L}\\p{N}])${LIKE_DIGIT}{2,4}(?:[ -]${LIKE_DIGIT}{4}){2,}(?:[ -]${LIKE_DIGIT}{1,4})?(?![\\p{L}\\p{N}])`,
  'gu',
);
const ACCOUNT_DIGITS = 8;
/** Signs that look like a point or a comma, between digits: low quotation marks, leaders, a tone. */
const SEPARATOR_LIKE = '\u201a\u2024\ua4f8\ua4f9';
const OTHER_SEPARATOR = new RegExp(`[0-9][${SEPARATOR_LIKE}][0-9]+`, 'u');
const LETTER_LIKE = new RegExp(`[${RINGS}${BARS}]`, 'u');
/** What ends a sentence behind a number that is shown letter by letter. */
const STOP = /[.,]$/;
/** Bytes of a string that may be one letter of a number, and letters of the longest number. */
const LETTER_BYTES = 8;
const LONGEST = 40;
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

const separators = new CodeKinds((text) =>
  text.length === 1 && SEPARATOR_LIKE.includes(text) ? SEPARATOR : OTHER,
);

/** A number that is shown letter by letter, as far as it goes. */
interface Row {
  run: TextRun;
  text: string;
  box: Box;
}

/** Amounts some of whose digits are letters that look like them: eyes read 1000, whoever searches or copies finds 1OOO. */
export class LetterDigits {
  readonly #reader: Reader;
  readonly #spend: (units: number) => void;
  readonly #found: { run: TextRun; part: Part }[] = [];
  #row: Row | undefined;

  constructor(reader: Reader, spend: (units: number) => void) {
    this.#reader = reader;
    this.#spend = spend;
  }

  /** What is told of the runs that were added. */
  found(): readonly { run: TextRun; part: Part }[] {
    this.#endRow();
    return this.#found;
  }

  /** A run that is seen. */
  add(run: TextRun): void {
    if (this.#found.length >= MOST) return;
    this.#spend(run.bytes.length / BYTES);
    this.#join(run);
    if (separators.some(run, (kind) => kind === SEPARATOR)) {
      const [number] = OTHER_SEPARATOR.exec(this.#reader.text(run)) ?? [];
      if (number !== undefined) {
        this.#found.push({ run, part: { text: number, box: run.box } });
        return;
      }
    }
    if (!hasLetterByDigit(run)) return;
    const text = this.#reader.text(run);
    for (const [number] of text.matchAll(ACCOUNT)) {
      const digits = number.match(/[0-9]/g)?.length ?? 0;
      if (digits < ACCOUNT_DIGITS || !LETTER_LIKE.test(number)) continue;
      this.#found.push({ run, part: { text: number, box: run.box } });
      return;
    }
    for (const { 0: number, index } of text.matchAll(NUMBER)) {
      if (!HAS_DIGIT.test(number) || !WITHIN.test(number)) continue;
      const end = index + number.length;
      const before = BEFORE.exec(text.slice(Math.max(0, index - BESIDE), index))?.[1];
      const behind = BEHIND.exec(text.slice(end, end + BESIDE))?.[1];
      const isPriced = [before, behind].some((word) => word !== undefined && isCurrency(word));
      if (!isPriced && !AMOUNT.test(number)) continue;
      this.#found.push({ run, part: { text: number, box: run.box } });
      return;
    }
  }

  /** Puts letters and digits that are shown one by one together to the number that is seen. */
  #join(run: TextRun): void {
    const isPart = run.bytes.length <= LETTER_BYTES && !kinds.some(run, (kind) => kind === OTHER);
    const row = this.#row;
    if (!isPart || row === undefined || !follows(run, row.run) || row.text.length >= LONGEST) {
      this.#endRow();
      this.#row = isPart ? { run, text: this.#reader.text(run), box: run.box } : undefined;
      return;
    }
    row.text += this.#reader.text(run);
    row.run = run;
    row.box = union(row.box, run.box);
  }

  #endRow(): void {
    const row = this.#row;
    this.#row = undefined;
    const number = row?.text.replace(STOP, '') ?? '';
    if (row === undefined || !WITHIN.test(number) || !AMOUNT.test(number)) return;
    if (hasLetterByDigit(row.run) && row.text === this.#reader.text(row.run)) return;
    this.#found.push({ run: row.run, part: { text: number, box: row.box } });
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
