import { type InkWindow, SHIFTS, WINDOW_ROWS, type Work } from './inklevel.ts';
import { type Alignment, align } from './inkwindow.ts';
import { SAME } from './prints.ts';
import { ROWS, type Template, template, usualTemplate } from './templates.ts';
import { areToldApart } from './toldapart.ts';

/** A recognised word with the ink about it. */
export interface InkedWord {
  readonly letters: readonly string[];
  readonly window: InkWindow;
  /** The column where the word begins, and one or two at which it may end: some say a word with the space behind it. */
  readonly begin: number;
  readonly ends: readonly number[];
}

/** Words of a page from which its letters can be learned, and the misfit of the middle one up to which they were. */
const READ = { words: 20, misfit: 0.12 };
/** Places at which a letter is seen at least that is looked for elsewhere. */
const SEEN = 2;
export const LETTER = /^\p{L}$/u;
/** Words from which letters are learned, those that tell where lines lie, how words end and whether letters are known, and letters of each. */
const LEARNED = 150;
const TRIED = { line: 30, ends: 40, same: 40 };
const LONGEST = 25;
/** How often letters are learned anew from where they came to lie, and to find out how words end. */
const ROUNDS = { page: 4, ends: 2 };
/** Columns that a word may lie beside where it is said to, and rows around those of other words. */
export const SLACK = 6;
const UNEVEN_LINE = 3;
/** The misfit from which a word is laid over its ink anew, as if nothing was known of it. */
const SURE = 0.25;
/** How broad letters of a page are at least, and at most, for usual ones. */
const STRETCH = { least: 0.7, most: 1.3 };
/** Of the places of a letter, the share at either end of which is left out of its mean; and how many places there have to be for that. */
const OUTER = 0.2;
const MANY = 4;

/** The letters of a page: what they look like, on which row lines lie, how words end, and the misfit of the middle word. */
export interface LetterPrint {
  readonly templates: ReadonlyMap<string, Template>;
  readonly line: number | undefined;
  readonly end: number;
  readonly misfit: number;
}

/** The letters of a page, learned from the words that were recognised on it and their ink, and where each word's letters lie. */
export class PageLetters {
  readonly templates = new Map<string, Template>();
  /** The misfit of the middle word. */
  readonly misfit: number;
  /** The letters of a page before that were kept, or its own. */
  readonly print: LetterPrint;
  /** Whether so many words were learned, and so well, that others can be read with their letters. */
  readonly isRead: boolean;
  readonly #work: Work;
  readonly #words: readonly InkedWord[];
  readonly #found = new Map<InkedWord, Alignment>();
  /** Which of the ends of a word is its own. */
  #end = 0;
  /** The row on which most lines lie, once that is known. */
  #line: number | undefined;

  /** `before`: the letters of pages before, of which the first are kept that the words of this one fit. */
  constructor(words: readonly InkedWord[], work: Work, before: readonly LetterPrint[] = []) {
    this.#words = words;
    this.#work = work;
    const known = before.find((letters) => this.#fits(letters));
    if (known === undefined) {
      this.#line = undefined;
      this.#chooseEnd();
      this.#learn(evenly(words.filter(isShort), LEARNED), ROUNDS.page);
      for (const word of words) this.#align(word, false);
    }
    this.misfit = this.#misfitOf(words);
    const { templates, misfit } = this;
    this.print = known ?? { templates, misfit, line: this.#line, end: this.#end };
    this.isRead =
      this.#found.size >= READ.words && this.misfit <= READ.misfit && areToldApart(this.known(LETTER), work);
  }

  /** Signs of a kind that were seen at so many places that they are known elsewhere. */
  known(kind: RegExp): (readonly [sign: string, template: Template])[] {
    return [...this.templates].filter(([sign, { places }]) => kind.test(sign) && places >= SEEN);
  }

  /** The row on which most lines lie. */
  get line(): number {
    return this.#line ?? 0;
  }

  #fits(before: LetterPrint): boolean {
    this.#end = before.end;
    this.#line = before.line;
    this.#found.clear();
    this.templates.clear();
    for (const [letter, known] of before.templates) this.templates.set(letter, known);
    const some = evenly(this.#words, TRIED.same);
    return [some, this.#words].every((words) => {
      for (const word of words) this.#align(word, false);
      return this.#misfitOf(words) <= SAME * before.misfit;
    });
  }

  #misfitOf(words: readonly InkedWord[]): number {
    return middleOf(words.flatMap((word) => this.#found.get(word)?.misfit ?? []));
  }

  /** Where the letters of a word lie; undefined where there is no room for them. */
  alignment(word: InkedWord): Alignment | undefined {
    return this.#found.get(word);
  }

  of(word: InkedWord): Template[] {
    return word.letters.map((letter) => this.template(letter));
  }

  template(letter: string): Template {
    return this.templates.get(letter) ?? usualTemplate(letter, 1);
  }

  /** A word over its ink, with other letters if wished: on the rows at which it lies, and those beside. */
  alignWith(
    word: InkedWord,
    letters: readonly Template[],
    rows: readonly number[],
    before?: Alignment,
  ): Alignment | undefined {
    const { window, begin } = word;
    const bounds = { begin, end: this.endOf(word), slack: SLACK, before };
    let best: Alignment | undefined;
    for (const row of rows) {
      if (Math.abs(row) > SHIFTS) continue;
      const found = align(window, letters, bounds, row, this.#work);
      if (found !== undefined && (best === undefined || found.misfit < best.misfit)) best = found;
    }
    return best;
  }

  /** The column at which a word ends, as its page says words. */
  endOf({ ends }: InkedWord): number {
    return ends[this.#end] ?? ends[0] ?? 0;
  }

  #chooseEnd(): void {
    const some = evenly(
      this.#words.filter((word) => isShort(word) && word.ends.length > 1),
      TRIED.ends,
    );
    if (some.length === 0) return;
    const misfits = [0, 1].map((end) => {
      this.#end = end;
      this.#learn(some, ROUNDS.ends);
      return middleOf(some.map((word) => this.#found.get(word)?.misfit ?? Infinity));
    });
    this.#end = (misfits[0] ?? 0) <= (misfits[1] ?? 0) ? 0 : 1;
  }

  #learn(words: readonly InkedWord[], rounds: number): void {
    this.#found.clear();
    this.templates.clear();
    const stretch = middleOf(words.map((word) => this.#breadth(word)));
    const kept = Math.min(STRETCH.most, Math.max(STRETCH.least, stretch));
    for (const letter of new Set(this.#words.flatMap(({ letters }) => letters)))
      this.templates.set(letter, usualTemplate(letter, kept));
    this.#line ??= this.#lineOf(words);
    for (let round = 0; round < rounds; round++) {
      for (const word of words) this.#align(word, round === 0);
      this.#relearn(words);
    }
  }

  #lineOf(words: readonly InkedWord[]): number {
    const all = around(0, SHIFTS);
    const lines = evenly(words, TRIED.line).flatMap((word) => this.alignWith(word, this.of(word), all) ?? []);
    return middleOf(lines.map(({ shift }) => shift));
  }

  #breadth(word: InkedWord): number {
    const usual = word.letters.reduce((sum, letter) => sum + usualTemplate(letter, 1).width, 0);
    return (this.endOf(word) - word.begin) / usual;
  }

  #align(word: InkedWord, anew: boolean): void {
    const before = anew ? undefined : this.#found.get(word);
    const letters = this.of(word);
    let found = anew
      ? undefined
      : this.alignWith(word, letters, around(before?.shift ?? this.#line ?? 0, 1), before);
    if ((found?.misfit ?? Infinity) > SURE) {
      const wide = this.alignWith(word, letters, around(this.#line ?? 0, UNEVEN_LINE));
      if ((wide?.misfit ?? Infinity) < (found?.misfit ?? Infinity)) found = wide;
    }
    if (found === undefined) this.#found.delete(word);
    else this.#found.set(word, found);
  }

  /** Takes each letter's template from the places where it came to lie. */
  #relearn(words: readonly InkedWord[]): void {
    const places = new Map<string, Place[]>();
    for (const word of words) {
      const found = this.#found.get(word);
      if (found === undefined) continue;
      for (const [at, letter] of word.letters.entries()) {
        const start = found.starts[at] ?? 0;
        const width = (found.starts[at + 1] ?? found.end) - start;
        const own = places.get(letter) ?? [];
        own.push({ window: word.window, start, width, shift: found.shift });
        places.set(letter, own);
      }
    }
    for (const [letter, own] of places) this.templates.set(letter, this.#meanOf(own));
  }

  #meanOf(places: readonly Place[]): Template {
    const columns = Math.max(2, middleOf(places.map(({ width }) => width)));
    const cells = new Float32Array(columns * ROWS);
    const outer = places.length > MANY ? Math.floor(places.length * OUTER) : 0;
    const values = new Float32Array(places.length);
    for (let at = 0; at < cells.length; at++) {
      const [column, row] = [Math.floor(at / ROWS), at % ROWS];
      let most = 0;
      for (const [which, { window, start, shift }] of places.entries()) {
        const ink = window.ink[(start + column) * WINDOW_ROWS + SHIFTS + shift + row] ?? 0;
        values[which] = ink;
        if (ink > most) most = ink;
      }
      if (most === 0) continue;
      values.sort();
      let sum = 0;
      for (const value of values.subarray(outer, values.length - outer)) sum += value;
      cells[at] = sum / (values.length - 2 * outer);
    }
    this.#work.cells += cells.length * places.length;
    return template(cells, places.length);
  }
}

/** Some rows, and as many on either side. */
const around = (row: number, many: number): number[] =>
  Array.from({ length: 2 * many + 1 }, (_, at) => row - many + at);

interface Place {
  window: InkWindow;
  start: number;
  width: number;
  shift: number;
}

const isShort = ({ letters }: InkedWord): boolean => letters.length <= LONGEST;

/** So many of some at most, taken evenly. */
function evenly<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)] as T);
}

/** The middle one of some numbers in their order; 0 of none. */
export const middleOf = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
