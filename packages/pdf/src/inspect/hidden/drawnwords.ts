import type { Painting, TextRun } from '../../content/canvas.ts';
import type { Outline } from '../../content/outline.ts';
import { union } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { isSameInk } from './colour.ts';
import type { Covers } from './covers.ts';
import { isLevel, type Part } from './letters.ts';
import type { Notes } from './notes.ts';
import { around, wordRowOf } from './wordrows.ts';

/** Words of a page that are looked at: a plan or a map that is drawn has many more, and no sentences around them. */
const MOST = 10_000;
/** In units, how high letters are at least and at most, and how broad a word is at most. */
export const HIGH = { least: 2, most: 60 };
export const LONGEST = 400;
/** Pieces of lines of a page that are kept: a drawing has many more. */
const MOST_PIECES = 50_000;
/** Alpha from which black on white is read. */
export const FAINT = 0.2;
/** Of its height, how far from a letter the next one of its word is, and how far from its line. */
const APART = 0.35;
/** The first of the two for letters that a pen drew. */
const PEN_APART = 0.6;
const OFF = 0.4;
/** In ems of the line that it stands in: its height and its width, and how far its foot is under the line, and over it. */
export const WORD = { least: 0.4, most: 1.15, wide: 0.7, under: 0.32, over: 0.15 };
/** Where upright strokes of small letters, capitals and digits are met, in ems, and how many a word has at least. */
export const LEVEL = 0.25;
export const STROKES = 3;
/** In ems, how far it is from the letters beside it at most, and how much of their room it may take. */
export const GAP = 0.7;
const PEN_GAP = 1;
export const COMMON = 0.1;
/** Edges of an outline that cost as much as a byte of a string. */
const EDGES = 4;

interface Word {
  box: Box;
  outlines: Outline[];
  /** The pieces of lines that a pen drew. */
  pen: Box[];
  colour: number;
  annotation: number | undefined;
}

/** What stands before a drawn word or behind it, on one line with it. */
interface Beside {
  run: TextRun;
  text: string;
  isBefore: boolean;
  isBehind: boolean;
}

/** Words and signs within a line of text that are drawn as areas: eyes read `may not`, the text says `may`. */
export class DrawnWords {
  readonly #pdf: Pdf;
  readonly #covers: Covers;
  readonly #words: Word[] = [];
  #pieces = 0;

  constructor(pdf: Pdf, covers: Covers) {
    this.#pdf = pdf;
    this.#covers = covers;
  }

  add(painting: Painting): void {
    const { kind, outline, colour, alpha, glyph, layer, strokes: pen = [] } = painting;
    const { annotation } = painting.maker;
    const isPen = kind === 'stroke' && pen.length > 0 && this.#pieces + pen.length <= MOST_PIECES;
    const isWritten = kind === 'fill' ? outline !== undefined : isPen;
    if (!isWritten || colour === undefined || glyph || layer !== 'on' || alpha < FAINT) return;
    const box = painting.follows ?? painting.box;
    const high = box[3] - box[1];
    if (high < HIGH.least || high > HIGH.most || box[2] - box[0] > LONGEST) return;
    this.#pieces += pen.length;
    const outlines = kind === 'fill' && outline !== undefined ? [outline] : [];
    const last = this.#words.at(-1);
    if (
      last !== undefined &&
      last.colour === colour &&
      last.annotation === annotation &&
      isNext(last.box, box, pen.length > 0 ? PEN_APART : APART)
    ) {
      last.box = union(last.box, box);
      last.outlines.push(...outlines);
      last.pen.push(...pen);
    } else if (this.#words.length < MOST)
      this.#words.push({ box, outlines, pen: [...pen], colour, annotation });
  }

  *found(notes: Notes): Generator<{ run: TextRun; part: Part }> {
    for (const word of this.#words) {
      const isNote = word.annotation !== undefined && notes.has(word.annotation);
      const [x0, y0, x1, y1] = word.box;
      const reach = (y1 - y0) * (PEN_GAP / WORD.least);
      let found: Beside | undefined;
      let [isBefore, isBehind] = [false, false];
      const passed = this.#covers.each([x0 - reach, y0, x1 + reach, y1], (run) => {
        const isOf = isNote || run.maker.annotation === word.annotation;
        const beside = isOf ? this.#beside(word, run) : undefined;
        if (beside === undefined) return true;
        found ??= beside;
        isBefore ||= beside.isBefore;
        isBehind ||= beside.isBehind;
        return true;
      });
      this.#pdf.spend(passed);
      // What somebody signs or ticks with a pen stands beside words as well, and not between those of a sentence.
      const isWithin = word.pen.length === 0 || (isBefore && isBehind);
      if (found !== undefined && isWithin)
        yield { run: found.run, part: { text: found.text, box: word.box } };
    }
  }

  /** The words of a run between which, or beside which, a drawn one stands as if it were of its line. */
  #beside(word: Word, run: TextRun): Beside | undefined {
    if (!isOnLine(word, run) || !this.#isWritten(word, run)) return undefined;
    const letters = wordRowOf(run, (units) => this.#pdf.spend(units))?.letters ?? [];
    const [x0, , x1] = word.box;
    const gap = (word.pen.length > 0 ? PEN_GAP : GAP) * run.size;
    const common = COMMON * run.size;
    const middle = (x0 + x1) / 2;
    if (letters.some(({ from, to }) => from < middle && to > middle)) return undefined;
    const isBefore = letters.some(({ to }) => x0 - to <= gap && x0 - to >= -common);
    const isBehind = letters.some(({ from }) => from - x1 <= gap && from - x1 >= -common);
    if (!isBefore && !isBehind) return undefined;
    const text = around(
      letters.filter(({ to }) => to <= middle),
      letters.filter(({ from }) => from >= middle),
      run.size,
    );
    return { run, text, isBefore, isBehind };
  }

  /** Whether it has as many upright strokes as letters have, which a box to tick, a ring or an arrow has not. */
  #isWritten({ outlines, pen, annotation }: Word, { line, size }: TextRun): boolean {
    let strokes = 0;
    for (const outline of outlines) {
      this.#pdf.spend(outline.edgeCount / EDGES);
      strokes += outline.spans(line[1] + LEVEL * size).length;
    }
    this.#pdf.spend(pen.length / EDGES);
    // One line of the page is a curve or a sign; letters are several.
    if (outlines.length === 0 && annotation === undefined && !isInterrupted(pen)) return false;
    const level = line[1] + LEVEL * size;
    const drawn = pen.filter(([, y0, , y1]) => Math.min(y0, y1) <= level && Math.max(y0, y1) > level);
    return strokes + drawn.length >= STROKES;
  }
}

/** Whether a pen was lifted between some pieces of its lines. */
const isInterrupted = (pen: readonly Box[]): boolean =>
  pen.some(([x, y], at) => {
    const [, , x1 = x, y1 = y] = pen[at - 1] ?? [];
    return x !== x1 || y !== y1;
  });

function isNext([x0, y0, x1, y1]: Box, [left, low, right, top]: Box, apart: number): boolean {
  const high = Math.max(y1 - y0, top - low);
  return left - x1 <= apart * high && x0 - right <= apart * high && Math.abs(low - y0) <= OFF * high;
}

/** Whether it stands on the line of a run, as large as its letters and of their colour. */
function isOnLine({ box: [x0, y0, x1, y1], colour }: Word, run: TextRun): boolean {
  const { size, line } = run;
  if (!isLevel(run) || line[2] <= line[0]) return false;
  if (run.colour === undefined || !isSameInk(colour, run.colour)) return false;
  const foot = (y0 - line[1]) / size;
  return isWordLarge(x1 - x0, y1 - y0, size) && foot >= -WORD.under && foot <= WORD.over;
}

/** Whether it is as large as a word beside letters of a size. */
export function isWordLarge(wide: number, high: number, size: number): boolean {
  return high >= WORD.least * size && high <= WORD.most * size && wide >= WORD.wide * size;
}
