import type { TextRun } from '../../content/canvas.ts';
import { PdfError } from '../../errors.ts';
import type { Box } from '../../revisions/pages.ts';
import { type Covers, type Kept, withRows } from './covers.ts';
import { letterColumns, type Part, type Reader, weigh } from './letters.ts';
import { bits, Sample, under } from './sample.ts';
import { struckDigits } from './struckdigits.ts';

const WIDE = 256;
const HIGH = 512;
/** Of a run's places that were taken already: from there on it is looked at closely. */
const SUSPECT = 0.1;
/** Of a run's columns that other text crosses: less is a touch. */
const SUBSTANTIAL = 0.4;
/** Text twice as large behind or over other text is a watermark or a stamp: both can be read. */
const ALIKE = 2;
/** Ems between lines that are one. */
const LEVEL = 0.25;
/** Characters from which text counts: accents and marks are set over letters one by one. */
const WORD = 3;
const HAS_DIGIT = /\p{Nd}/u;

/** Runs of a page that are held against others: no page that is read has as many on one place. */
const MOST_LOOKS = 1_000_000;
/** From so many on, strings of one digit or two are left out. */
const MOST_DIGIT_LOOKS = 100_000;
const MOST_STEPS = 512;
const MOST_ROWS = 64;

/** Text painted over other text of about its size, so that neither can be read. */
export class Overprint {
  readonly #covers: Covers;
  readonly #reader: Reader;
  readonly #area: Box;
  readonly #taken = new Uint8Array((WIDE * HIGH) / 8);
  readonly #sample = new Sample();
  readonly #spend: (units: number) => void;
  /** Numbers that are painted over others, of which one is read. */
  readonly struck = new Map<TextRun, Part>();
  #looks = 0;

  constructor(area: Box, covers: Covers, reader: Reader, spend: (units: number) => void) {
    this.#area = area;
    this.#covers = covers;
    this.#reader = reader;
    this.#spend = spend;
  }

  /** Called before the run is kept. Returns how many places and runs were looked at. */
  text(run: TextRun): number {
    this.#sample.aim(run);
    const [suspect, places] = run.line[1] === run.line[3] ? this.#level(run) : this.#slanted(run);
    if (!suspect) return places;
    if (this.#looks > MOST_LOOKS)
      throw new PdfError('too_many_objects', 'A page shows too many strings on one place');
    const words = this.#reader.text(run);
    const { letters, digits } = weigh(words);
    if (letters < WORD && (digits === 0 || this.#looks > MOST_DIGIT_LOOKS)) return places;
    return places + this.#over(run, words, this.#sample.boundsOf(run));
  }

  #over(run: TextRun, words: string, bounds: Box): number {
    const covers = under(run);
    const seen = new Set<number>();
    return this.#covers.each(bounds, (below, index) => {
      this.#looks++;
      if (seen.has(index) || !isAlike(below, run)) return true;
      seen.add(index);
      const part = HAS_DIGIT.test(words) ? struckDigits(run, below, this.#spend) : undefined;
      if (part !== undefined) this.struck.set(run, part);
      if (weigh(words).letters < WORD) return true;
      this.#sample.take(below);
      if (this.#sample.share(covers) === 0 || goesOn(below, run)) return true;
      const others = this.#reader.text(below);
      // The same words twice, a little apart, are bold letters or a shadow.
      if (weigh(others).letters < WORD || isWithin(words, others) || isWithin(others, words)) return true;
      const kept = this.#covers.of(below, index);
      this.#covers.keep({ ...kept, overprinted: withRows(kept.overprinted, this.#sample, covers) });
      return true;
    });
  }

  /** Whether so many of its letters are crossed that it cannot be read with ease. */
  isSubstantial({ run, overprinted: { feet, tops } }: Kept): boolean {
    if ((feet | tops) === 0) return false;
    this.#sample.take(run);
    const { columns } = this.#sample;
    const letters = letterColumns(run, columns);
    const crossed = bits(feet & letters) + bits(tops & letters);
    return crossed >= 2 * bits(letters) * SUBSTANTIAL;
  }

  /** Takes the places between the rows of a level run. Returns whether many were taken, and how many there are. */
  #level({ line }: TextRun): [suspect: boolean, places: number] {
    const { low, high, upY } = this.#sample;
    // Words side by side share a place at their ends.
    const from = Math.max(0, this.#column(Math.min(line[0], line[2])) + 1);
    const to = Math.min(WIDE, this.#column(Math.max(line[0], line[2]))) - 1;
    const foot = this.#row(line[1] + upY * low);
    const top = this.#row(line[1] + upY * high);
    const first = Math.max(0, Math.min(foot, top));
    const last = Math.min(HIGH - 1, Math.max(foot, top));
    if (from > to || first > last) return [false, 0];
    let taken = 0;
    for (let row = first; row <= last; row++) taken += this.#takeRow(row * WIDE + from, row * WIDE + to);
    const places = (to - from + 1) * (last - first + 1);
    return [taken > places * SUSPECT, places / 8];
  }

  /** Takes places side by side; returns how many of them were taken. */
  #takeRow(from: number, to: number): number {
    const taken = this.#taken;
    const last = to >> 3;
    let count = 0;
    for (let at = from >> 3; at <= last; at++) {
      let mask = 0xff;
      if (at === from >> 3) mask &= 0xff << (from & 7);
      if (at === last) mask &= 0xff >> (7 - (to & 7));
      const byte = taken[at] ?? 0;
      if ((byte & mask) !== 0) count += bits(byte & mask);
      taken[at] = byte | mask;
    }
    return count;
  }

  /** As {@link #level}, of a run that rises or falls. */
  #slanted(run: TextRun): [suspect: boolean, places: number] {
    this.#sample.take(run);
    const { columns, count, x, y } = this.#sample;
    let taken = 0;
    for (let at = 0; at < count; at++) {
      const place = this.#place(x[at] ?? 0, y[at] ?? 0);
      if (place >= 0 && ((this.#taken[place >> 3] ?? 0) & (1 << (place & 7))) !== 0) taken++;
    }
    const [fromX = 0, fromY = 0] = [x[0], y[0]];
    const [alongX, alongY] = [(x[columns - 1] ?? 0) - fromX, (y[columns - 1] ?? 0) - fromY];
    const [upX, upY] = [(x[columns] ?? 0) - fromX, (y[columns] ?? 0) - fromY];
    const steps = this.#steps(alongX, alongY, MOST_STEPS);
    const rows = this.#steps(upX, upY, MOST_ROWS);
    for (let row = 0; row <= rows; row++) {
      for (let step = 0; step <= steps; step++) {
        const [along, rise] = [step / steps, row / rows];
        const place = this.#place(fromX + alongX * along + upX * rise, fromY + alongY * along + upY * rise);
        if (place >= 0) this.#taken[place >> 3] = (this.#taken[place >> 3] ?? 0) | (1 << (place & 7));
      }
    }
    return [taken > count * SUSPECT, (steps + 1) * (rows + 1)];
  }

  /** Steps that leave out no place. */
  #steps(x: number, y: number, most: number): number {
    const [x0, y0, x1, y1] = this.#area;
    const steps = Math.ceil((Math.abs(x) / (x1 - x0)) * WIDE + (Math.abs(y) / (y1 - y0)) * HIGH);
    return Math.max(1, Math.min(most, steps || 1));
  }

  /** -1 outside the page. */
  #place(x: number, y: number): number {
    const column = this.#column(x);
    const row = this.#row(y);
    return column >= 0 && row >= 0 && column < WIDE && row < HIGH ? row * WIDE + column : -1;
  }

  #column(x: number): number {
    return Math.floor(((x - this.#area[0]) / (this.#area[2] - this.#area[0])) * WIDE);
  }

  #row(y: number): number {
    return Math.floor(((y - this.#area[1]) / (this.#area[3] - this.#area[1])) * HIGH);
  }
}

const isAlike = (a: TextRun, b: TextRun): boolean => a.size <= b.size * ALIKE && b.size <= a.size * ALIKE;

const isWithin = (whole: string, part: string): boolean => whole.includes(part.trim());

/** Whether `b` begins on the line of `a` after its beginning: its letters are narrower than its font says. */
function goesOn(a: TextRun, b: TextRun): boolean {
  const [x0, y0, x1, y1] = a.line;
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [x, y] = [b.line[0] - x0, b.line[1] - y0];
  const along = (x * (x1 - x0) + y * (y1 - y0)) / length;
  const rise = Math.abs(x * (y1 - y0) - y * (x1 - x0)) / length;
  return rise < LEVEL * a.size && along > a.size;
}
