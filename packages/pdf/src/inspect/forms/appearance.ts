import type { Canvas, Painting, TextRun } from '../../content/canvas.ts';
import { spell } from '../../content/codes.ts';
import { drawForm } from '../../content/draw.ts';
import { area, intersect } from '../../revisions/boxes.ts';
import { acroForm } from '../../revisions/form.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { decodeText } from '../../syntax/strings.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { plainText } from './values.ts';

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
/** Letters of a line that are cut off and missed. */
const MISSED = 2;
const WHITE = 0xffffff;

/** What can be seen of a form XObject. Throws PdfError past a bound only. */
export function shownBy(pdf: Pdf, form: PdfValue): Shown {
  const look = new AppearanceCanvas();
  drawForm(pdf, form, look, { resources: acroForm(pdf)?.entries.get('DR') });
  return look.shown;
}

class AppearanceCanvas implements Canvas {
  #plain = '';
  /** With what is faint. */
  #all = '';
  #whole = '';
  #cut = false;
  #pictures = false;
  #areas = 0;
  /** What was filled last, and in which colour. */
  #ground: { box: Box; colour: number } | undefined;

  get shown(): Shown {
    // Beside a picture of a number nobody reads the pale one.
    const text = this.#pictures ? this.#plain : this.#all;
    return { text, whole: this.#whole, cut: this.#cut, pictures: this.#pictures, areas: this.#areas };
  }

  text(run: TextRun): void {
    if (!isDrawn(run) || this.#whole.length >= LONGEST) return;
    // Readers take some font of their own where the appearance names one that is not there.
    const text = run.font?.text(run.bytes) ?? decodeText(run.bytes);
    this.#whole += text;
    if (!isWithin(run)) return;
    const left = this.#uncut(run) ?? text;
    this.#all += left;
    if (!this.#isFaint(run)) this.#plain += left;
  }

  paint({ kind, alpha, clip, box, solid, colour }: Painting): void {
    if (alpha === 0 || area(intersect(box, clip)) <= 0) return;
    // Backgrounds and borders are rectangles and lines; what is not may be an outline of letters.
    if (kind === 'image' || kind === 'shading' || (kind === 'fill' && solid === undefined))
      this.#pictures = true;
    if (kind === 'fill' && solid !== undefined) this.#areas++;
    if (kind === 'fill' && solid !== undefined && colour !== undefined) this.#ground = { box: solid, colour };
  }

  /** The letters of a level line that the clip leaves, where it takes some and not others. */
  #uncut(run: TextRun): string | undefined {
    const { line, clip, font } = run;
    const [x0, y0, x1, y1] = line;
    if (font === undefined || font.vertical || y0 !== y1 || (clip[0] <= run.box[0] && clip[2] >= run.box[2]))
      return undefined;
    const letters = spell(run);
    const left = letters.filter(({ from, to }) => {
      const x = x0 + ((x1 - x0) * (from + to)) / 2;
      return x >= clip[0] && x <= clip[2];
    });
    const joined = (all: typeof letters): string => all.map(({ text }) => text).join('');
    if (plainText(joined(letters)).length - plainText(joined(left)).length >= MISSED) this.#cut = true;
    return joined(left);
  }

  #isFaint({ colour, box, alpha, size }: TextRun): boolean {
    if (alpha < FAINT_ALPHA || size < FAINT_SIZE) return true;
    if (colour === undefined) return false;
    const ground = this.#ground;
    const on = ground !== undefined && area(intersect(box, ground.box)) > 0 ? ground.colour : WHITE;
    return Math.abs(lightness(colour) - lightness(on)) < FAINT;
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

function isDrawn({ mode, alpha, layer, size, glyph, blank }: TextRun): boolean {
  if (glyph || blank) return false;
  return mode !== 3 && mode !== 7 && alpha > 0 && layer !== 'off' && size >= LEAST_SIZE;
}
