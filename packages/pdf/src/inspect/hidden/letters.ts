import type { TextRun } from '../../content/canvas.ts';
import { type Spelled, spell } from '../../content/codes.ts';
import type { Box } from '../../revisions/pages.ts';
import { decodeText } from '../../syntax/strings.ts';
import { isTurn } from './inkturns.ts';
import { endOf, startOf } from './stretches.ts';

/** Bytes of a string that are read at a time: whole codes of one byte or two. */
const CHUNK = 2000;
/** Letters in a row that tell something where only they are hidden; fewer are the edge of something. */
const WORD = 5;
const DIGIT = /\p{Nd}/u;
const LETTER = /[\p{L}\p{N}]/u;
/** What no table names: a glyph that may be a letter. */
const UNNAMED = /[\uFFFD\p{Co}]/u;
/** Unnamed glyphs from which they count as text; fewer are bullets and signs. */
const MOST_SIGNS = 3;

/** Reads the text of runs; a map of letters may make thirty of one byte, so each reading is counted. */
export class Reader {
  readonly #spend: (units: number) => void;

  constructor(spend: (units: number) => void) {
    this.#spend = spend;
  }

  /**
   * A run's text as a person reads it, from where it says something: without controls, blanks as one space. Of a
   * long one about the first thousand characters.
   */
  text({ font, bytes }: TextRun): string {
    for (let at = 0; ; at += CHUNK) {
      const chunk = bytes.subarray(at, at + CHUNK);
      // Readers show a font that is missing as one of their own.
      const copied = font?.text(chunk) ?? decodeText(chunk);
      this.#spend(copied.length);
      const text = copied.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ');
      const { letters, unnamed } = weigh(text);
      if (at + CHUNK >= bytes.length || letters + unnamed > 0) return text;
    }
  }

  letters(run: TextRun): number {
    return weigh(this.text(run)).letters;
  }
}

/** How much a text says. */
export interface Said {
  letters: number;
  /** Glyphs that no table names. */
  unnamed: number;
  /** Of the letters, those that are digits: one makes another amount. */
  digits: number;
}

export function weigh(text: string): Said {
  const said = { letters: 0, unnamed: 0, digits: 0 };
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (code < 0x80 ? isAsciiLetter(code) : LETTER.test(character)) said.letters++;
    else if (code >= 0x80 && UNNAMED.test(character)) said.unnamed++;
    if (code < 0x80 ? code >= 0x30 && code <= 0x39 : DIGIT.test(character)) said.digits++;
  }
  return said;
}

const isAsciiLetter = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a);

/** Whether it is something to read: "No", "900", also in letters that no table names; not a bullet, dots or a line. */
export const speaks = ({ letters, unnamed, digits }: Said): boolean =>
  letters > 1 || digits > 0 || letters + unnamed > MOST_SIGNS;

/** Words of a run, and where they stand. */
export interface Part {
  text: string;
  box: Box;
}

/** The words of a run that stand in the columns of a mask; undefined for less than a word. */
export function wordsIn(run: TextRun, mask: number, columns: number): Part | undefined {
  const parts = spell(run)
    .map(({ text, from, to }) => {
      const column = Math.min(columns - 1, Math.floor(((from + to) / 2) * columns));
      return ((mask >>> column) & 1) === 1 ? text : '\n';
    })
    .join('')
    .split(/\n+/)
    .filter((part) => weigh(part).letters >= WORD);
  return parts.length === 0 ? undefined : { text: parts.join(' … '), box: boxOf(run, mask, columns) };
}

/** In ems, what nobody sees of a line's rise: without it a turn of a ten-thousandth would keep a line from being looked at. */
const RISE = 0.05;

/** Whether the line of a run is level to the eye. */
export const isLevel = ({ line: [, y0, , y1], size }: TextRun): boolean => Math.abs(y1 - y0) <= RISE * size;

/** The box of a run from the first of a mask's columns to the last; that of all of it where it is not level. */
function boxOf({ line: [x0, y0, x1, y1], box }: TextRun, mask: number, columns: number): Box {
  if (y0 !== y1) return box;
  const first = 31 - Math.clz32(mask & -mask);
  const last = 32 - Math.clz32(mask);
  const ends = [first, last].map((column) => x0 + ((x1 - x0) * column) / columns);
  return [Math.min(...ends), box[1], Math.max(...ends), box[3]];
}

/** Of a letter's width on each side, what may stay in sight where it is covered. */
const EDGE = 0.25;

/** What a reader misses of a level run under some stretches. */
export function wordsUnder(run: TextRun, stretches: readonly number[]): Part | undefined {
  const [x0, , x1] = run.line;
  // What a clip cuts off was not seen before either.
  const isShown = (x: number): boolean => x >= run.clip[0] && x <= run.clip[2];
  const lies = (at: number): boolean =>
    isShown(x0 + (x1 - x0) * at) && stretches.some((packed) => at >= startOf(packed) && at <= endOf(packed));
  return wordsMissed(run, ({ from, to }) => {
    const edge = (to - from) * EDGE;
    return lies(from + edge) && lies((from + to) / 2) && lies(to - edge);
  });
}

/** Signs that make another amount of the digits that they stand between, and of those that they stand beside. */
const BETWEEN = /[.,'’·٫٬/:]/u;
const BESIDE = /[-−–‐+±%‰€$£¥()*^]/u;

/** Beginnings that turn a word into its opposite: `unlawful` is read as `lawful`. */
const TURNS = /^[^\p{L}]*(?:un|in|im|ir|il|non|dis|mis|αν|μη|δυσ|παρα)$/u;

/** The one letter that does the same, which is as well the beginning of many others. */
const DENIES = /^[aα]$/u;

/** Letters of a word that are missed where they stand within a line: one is the edge of something. */
const FEW = 2;

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a character makes another amount of digits. */
export const isAmountSign = (text: string): boolean =>
  text.length === 1 && (BETWEEN.test(text) || BESIDE.test(text));

const CURRENCY = /^\p{Sc}$/u;

/** The place from `at` on where no blank stands: a currency may be set apart from its number. */
function pastBlanks(letters: readonly Spelled[], at: number, step: 1 | -1): number {
  let place = at;
  while (letters[place]?.text.trim() === '') place += step;
  return place;
}

/** Whether a text is nothing but signs that make another amount of what stands before or behind it. */
export function changesAmount(text: string, before: string, behind: string): boolean {
  const signs = text.trim();
  const [left, right] = [DIGIT.test(before.slice(-1)), DIGIT.test(behind.slice(0, 1))];
  return (BETWEEN.test(signs) && left && right) || (BESIDE.test(signs) && (left || right));
}

type Judged = Spelled & { covered: boolean };

const joinedText = (letters: readonly Spelled[]): string => letters.map(({ text }) => text).join('');

/** The first and the last letter of a line that is seen. */
function seenEnds(letters: readonly Judged[]): readonly [number, number] {
  const isSeen = ({ text, covered }: Judged): boolean => !covered && LETTER.test(text);
  const first = letters.findIndex(isSeen);
  return first < 0 ? [Infinity, -Infinity] : [first, letters.findLastIndex(isSeen)];
}

/** Letters of the longest word that is looked at on each side of what is hidden of it. */
const LONGEST_WORD = 40;

/** From the first letter of the word in which a stretch begins up to the end of that in which it ends. */
function wordAround(letters: readonly Spelled[], [start, end]: readonly [number, number]): [number, number] {
  const isLetter = (at: number): boolean => LETTER.test(letters[at]?.text ?? '');
  let [first, last] = [start, end];
  while (isLetter(first) && isLetter(first - 1) && start - first < LONGEST_WORD) first--;
  while (isLetter(last - 1) && isLetter(last) && last - end < LONGEST_WORD) last++;
  return [first, last];
}

/** What is hidden of a line, and the words that it is of where that is one letter, which says nothing. */
function hiddenText(letters: readonly Spelled[], stretch: readonly [number, number]): string {
  const text = joinedText(letters.slice(...stretch));
  return weigh(text).letters < FEW ? joinedText(letters.slice(...wordAround(letters, stretch))) : text;
}

/** Whether another word is read where a part of one is not seen: `cannot` that is read as `can`. */
function changesWord(
  letters: readonly Judged[],
  stretch: readonly [number, number],
  [firstSeen, lastSeen]: readonly [number, number],
): boolean {
  const [start, end] = stretch;
  const around = wordAround(letters, stretch);
  const word = letters.slice(...around);
  const hidden = joinedText(letters.slice(start, end));
  if ([joinedText(word), hidden].some(isTurn)) return true;
  // What is missing from the middle of a word leaves a gap that everybody sees.
  const isEnd = around[0] === start || around[1] === end;
  if (!isEnd || firstSeen >= start || lastSeen < end) return false;
  const rest = joinedText(word.filter(({ covered }) => !covered));
  return weigh(hidden).letters >= FEW || isTurn(rest) || (around[0] === start && DENIES.test(fold(hidden)));
}

/**
 * What a reader misses of a run some of whose letters are not seen: whole words, digits, signs of amounts, and parts
 * of a word's length. The edge of a word is no loss where it fades, or where it is that of the line.
 */
export function wordsMissed(
  run: TextRun,
  isHidden: (letter: Spelled) => boolean,
  isSharp = true,
): Part | undefined {
  const letters = spell(run).map((letter) => ({ ...letter, covered: isHidden(letter) }));
  if (!letters.some(({ covered }) => covered)) return undefined;
  const isLetter = (at: number): boolean => LETTER.test(letters[at]?.text ?? '');
  const seen = seenEnds(letters);
  const missed: { text: string; from: number; to: number }[] = [];
  for (let at = 0; at < letters.length; at++) {
    const start = at;
    let text = '';
    for (; letters[at]?.covered === true; at++) text += letters[at]?.text ?? '';
    if (at === start) continue;
    const whole = !(isLetter(start - 1) && isLetter(start)) && !(isLetter(at - 1) && isLetter(at));
    const count = weigh(text).letters;
    const isPrice = CURRENCY.test(text.trim());
    const before = letters[isPrice ? pastBlanks(letters, start - 1, -1) : start - 1];
    const behind = letters[isPrice ? pastBlanks(letters, at, 1) : at];
    const amount = changesAmount(text, before?.text ?? '', behind?.text ?? '');
    const turns = !isLetter(start - 1) && isLetter(at) && TURNS.test(fold(text));
    const isLost = whole ? count > 1 : isSharp && changesWord(letters, [start, at], seen);
    if (count < WORD && !DIGIT.test(text) && !isLost && !amount && !turns) continue;
    const told = isLost ? hiddenText(letters, [start, at]) : text;
    missed.push({ text: told, from: letters[start]?.from ?? 0, to: letters[at - 1]?.to ?? 1 });
  }
  const [first, last] = [missed[0], missed.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const [x0, , x1] = run.line;
  const ends = [first.from, last.to].map((along) => x0 + (x1 - x0) * along);
  const box: Box = [Math.min(...ends), run.box[1], Math.max(...ends), run.box[3]];
  return { text: missed.map(({ text }) => text.trim()).join(' … '), box };
}

/** What turns the first word that is seen into its opposite, and is cut off before it. */
function turnCut(letters: readonly Judged[]): string | undefined {
  const seen = letters.findIndex(({ covered }) => !covered);
  if (seen < 1 || !LETTER.test(letters[seen]?.text ?? '')) return undefined;
  const before = joinedText(letters.slice(0, seen));
  const part = /\p{L}+$/u.exec(before)?.[0] ?? '';
  return TURNS.test(fold(part)) ? part : undefined;
}

/** The first letters that are cut out of a line, of which others are seen before and behind them. */
function holeIn(letters: readonly Judged[]): string {
  const [first, last] = seenEnds(letters);
  const start = letters.findIndex(
    ({ text, covered }, at) => covered && LETTER.test(text) && at > first && at < last,
  );
  if (start < 0) return '';
  const end = letters.findIndex(({ covered }, at) => at > start && !covered);
  return hiddenText(letters, [start, end]);
}

/**
 * The rest of a number of which a part is seen and a part is not: 9000 that is read as 900; and what turns a word or is cut out of a
 * line.
 */
export function numberCut(run: TextRun, isHidden: (letter: Spelled) => boolean): Part | undefined {
  const letters = spell(run).map((letter) => ({ ...letter, covered: isHidden(letter) }));
  const turn = turnCut(letters);
  if (turn !== undefined) return { text: turn, box: run.box };
  const isPart = (at: number): boolean => {
    const { text = '' } = letters[at] ?? {};
    return DIGIT.test(text) || changesAmount(text, letters[at - 1]?.text ?? '', letters[at + 1]?.text ?? '');
  };
  const cut = letters.findIndex(
    ({ covered }, at) => at > 0 && covered !== letters[at - 1]?.covered && isPart(at) && isPart(at - 1),
  );
  const text = cut < 0 ? holeIn(letters) : joinedText(letters.filter(({ covered }) => covered));
  return text === '' ? undefined : { text, box: run.box };
}

/** A bit for each of a run's columns in which a letter or a digit stands. */
export function letterColumns(run: TextRun, columns: number): number {
  let mask = 0;
  for (const { text, from, to } of spell(run)) {
    if (!LETTER.test(text) && !UNNAMED.test(text)) continue;
    for (let column = Math.floor(from * columns); column < to * columns && column < columns; column++) {
      mask |= 1 << column;
    }
  }
  return mask >>> 0;
}
