import type { Canvas, Painting, TextRun } from '../../content/canvas.ts';
import { drawForm } from '../../content/draw.ts';
import { area, intersect } from '../../revisions/boxes.ts';
import { acroForm } from '../../revisions/form.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { decodeText } from '../../syntax/strings.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { isCover, Line } from './lookline.ts';
import type { PlacedLetter } from './reading.ts';

/** What an appearance shows. */
export interface Shown {
  /** The text that can be seen, in the order in which it is painted. */
  text: string;
  /** With what is cut off at the edges, as the last lines of a long value are. */
  whole: string;
  /** Letters of a line are cut off, and the others of it are not. */
  cut: boolean;
  /** It shows pictures, or other things that may be letters. */
  pictures: boolean;
  /** How many rectangles are filled. */
  areas: number;
  /** Whether something as small as a digit or a sign is painted beside digits or over them. */
  isMarked: () => boolean;
  /** The letters of the text, one by one, and where they stand. */
  letters: () => PlacedLetter[];
}

/** Characters of one appearance that are looked at. */
const LONGEST = 100_000;
/** Text that is smaller, in points, is not seen. */
const LEAST_SIZE = 1;
/** How much lighter or darker than its ground, of 255, text is that a picture beside it outdoes. */
const FAINT = 64;
/** So is text of less alpha, or smaller, in points. */
const FAINT_ALPHA = 0.25;
const FAINT_SIZE = 4;
/** What of the height of a level line must be left for it to be read. */
const LEGIBLE = 0.35;
/** Strings that are passed by for one unit of the file's budget. */
const LINES_A_UNIT = 8;
const WHITE = 0xffffff;
/** Width and height of what may be read as a digit or a sign, in units, and how many such marks are kept. */
const LARGEST_MARK = 60;
const MOST_MARKS = 1000;

/** Draws a form XObject, which may find its fonts in those of the form's fields. */
export const drawLook = (pdf: Pdf, form: PdfValue, canvas: Canvas): void =>
  drawForm(pdf, form, canvas, { resources: acroForm(pdf)?.entries.get('DR') });

/** What can be seen of a form XObject. Throws PdfError past a bound only. */
export function shownBy(pdf: Pdf, form: PdfValue): Shown {
  const look = new AppearanceCanvas(pdf);
  drawLook(pdf, form, look);
  return look.shown;
}

/** What a form XObject says in letters that would be painted, however small they are. Throws PdfError past a bound only. */
export function wordsOf(pdf: Pdf, form: PdfValue): string {
  let words = '';
  const canvas: Canvas = {
    text(run) {
      if (isPainted(run) && words.length < LONGEST) words += textOf(run);
    },
    paint: () => {},
  };
  drawLook(pdf, form, canvas);
  return words;
}

/** Whether a form XObject paints nothing at all. Throws PdfError past a bound only. */
export function paintsNothing(pdf: Pdf, form: PdfValue): boolean {
  let isNothing = true;
  const canvas: Canvas = {
    text(run) {
      if (isPainted(run)) isNothing = false;
    },
    paint: () => {
      isNothing = false;
    },
  };
  drawLook(pdf, form, canvas);
  return isNothing;
}

class AppearanceCanvas implements Canvas {
  readonly #pdf: Pdf;
  readonly #lines: { line: Line; isFaint: boolean }[] = [];
  #whole = '';
  #pictures = false;
  #areas = 0;
  /** What may be read as digits or signs. */
  readonly #marks: Box[] = [];
  /** What was filled last, and in which colour. */
  #ground: { box: Box; colour: number } | undefined;

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
  }

  get shown(): Shown {
    // Beside a picture of a number nobody reads the pale one.
    const lines = this.#lines.filter(({ isFaint }) => !this.#pictures || !isFaint);
    return {
      text: lines.map(({ line }) => line.left).join(''),
      whole: this.#whole,
      cut: this.#lines.some(({ line }) => line.isCut),
      pictures: this.#pictures,
      areas: this.#areas,
      isMarked: () => this.#isMarked(lines.map(({ line }) => line)),
      letters: () => lines.flatMap(({ line }) => line.placed),
    };
  }

  text(run: TextRun): void {
    if (!isDrawn(run) || this.#whole.length >= LONGEST) return;
    const text = textOf(run);
    this.#whole += text;
    if (!isWithin(run)) return;
    const line = new Line(this.#pdf, { ...run, bytes: run.bytes.slice() }, text);
    this.#lines.push({ line, isFaint: this.#isFaint(run) });
  }

  paint(painting: Painting): void {
    const { kind, alpha, clip, box, solid, colour } = painting;
    if (alpha === 0 || area(intersect(box, clip)) <= 0) return;
    if (isCover(painting)) {
      this.#pdf.spend(this.#lines.length / LINES_A_UNIT);
      for (const { line } of this.#lines) line.cover(painting);
    }
    // Backgrounds and borders are rectangles and lines; what is not may be an outline of letters.
    if (kind === 'image' || kind === 'shading' || (kind === 'fill' && solid === undefined))
      this.#pictures = true;
    if (kind === 'fill' && solid !== undefined) this.#areas++;
    if (this.#isMark(painting)) this.#marks.push(intersect(box, clip));
    if (kind === 'fill' && solid !== undefined && colour !== undefined) this.#ground = { box: solid, colour };
  }

  /** Whether it is seen, and small enough to be read with digits. */
  #isMark({ kind, box, clip, colour }: Painting): boolean {
    if (kind === 'image' || kind === 'shading' || this.#marks.length >= MOST_MARKS) return false;
    const [x0, y0, x1, y1] = intersect(box, clip);
    if (Math.max(x1 - x0, y1 - y0) > LARGEST_MARK) return false;
    return colour === undefined || this.#contrast(box, colour) >= FAINT;
  }

  #isMarked(lines: readonly Line[]): boolean {
    const figures = lines.filter(({ isFigure }) => isFigure);
    this.#pdf.spend(lines.length + (figures.length * this.#marks.length) / LINES_A_UNIT);
    return this.#marks.some((mark) => figures.some((line) => line.isMarkedBy(mark)));
  }

  #contrast(box: Box, colour: number): number {
    const ground = this.#ground;
    const on = ground !== undefined && area(intersect(box, ground.box)) > 0 ? ground.colour : WHITE;
    return Math.abs(lightness(colour) - lightness(on));
  }

  #isFaint({ colour, box, alpha, size }: TextRun): boolean {
    if (alpha < FAINT_ALPHA || size < FAINT_SIZE) return true;
    return colour !== undefined && this.#contrast(box, colour) < FAINT;
  }
}

/** 0 to 255 (ITU-R BT.601). */
const lightness = (colour: number): number =>
  0.299 * (colour >> 16) + 0.587 * ((colour >> 8) & 255) + 0.114 * (colour & 255);

/** Whether the clip leaves enough of a line to be read. */
function isWithin({ box, clip, line: [, y0, , y1] }: TextRun): boolean {
  const seen = intersect(box, clip);
  if (area(seen) <= 0) return false;
  return y0 !== y1 || seen[3] - seen[1] >= LEGIBLE * (box[3] - box[1]);
}

/** Readers take some font of their own where the appearance names one that is not there. */
const textOf = ({ font, bytes }: TextRun): string => font?.text(bytes) ?? decodeText(bytes);

const isDrawn = (run: TextRun): boolean => isPainted(run) && run.size >= LEAST_SIZE;

const isPainted = ({ mode, alpha, layer, glyph, blank }: TextRun): boolean =>
  !glyph && !blank && mode !== 3 && mode !== 7 && alpha > 0 && layer !== 'off';
