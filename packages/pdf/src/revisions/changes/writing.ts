import { placement } from '../../content/annotations.ts';
import type { Canvas, LayerState, Painting, TextRun } from '../../content/canvas.ts';
import { spell } from '../../content/codes.ts';
import { drawForm } from '../../content/draw.ts';
import { shownCharacters } from '../../content/font/shown.ts';
import type { Outline } from '../../content/outline.ts';
import { lightOf } from '../../content/picture.ts';
import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfStream } from '../../syntax/values.ts';
import { area, intersect, isEmpty } from '../boxes.ts';
import { acroForm } from '../form.ts';
import type { Box, Page } from '../pages.ts';
import { directionOf, isBehind, isUpset, type Placed } from './reading-order.ts';

/** What the look of a field says to a person who reads it. */
export interface Writing {
  /** What is read, in the order in which it is painted, and the same with what the edges cut off. */
  seen: string;
  whole: string;
  /** The text of lines on a ground of their own, as a list marks what is chosen in it. */
  marked: string;
  /** Drawings and pictures that may be letters, and whether one of them may be several. */
  drawings: number;
  isWord: boolean;
  /** Its glyphs are not read, or something else of it is not. */
  isUnread: boolean;
  /** A digit is copied that is not the one that is drawn. */
  isMisread: boolean;
  /** It is mirrored or stands on its head on the page as it is shown. */
  isTurned: boolean;
  /** A piece stands before, or above, what is painted before it, so that a person reads them the other way round. */
  isShuffled: boolean;
}

/** How much lighter or darker than its ground, of 255, what is read is. */
const CONTRAST = 64;
/** Less alpha, or a smaller size in points, is as faint. */
const ALPHA = 0.25;
const SMALL = 1;
/** How much of a letter is hidden where it is no longer read, and from which alpha on a painting hides. */
const HIDDEN = 0.4;
const HIDES = 0.5;
/** Of the width or height of a look, what a ground, a border or a line across reaches over. */
const ACROSS = 0.9;
/** How far a border reaches inwards, in units, and of the lesser side at most. */
const BORDER = 4;
const BORDER_SHARE = 0.3;
/** The side of what may be a part of a letter, and how much broader than high no letter is. */
const LEAST = 1;
const BROAD = 1.4;
/** Points of a letter that are looked at, each way, and rows of a drawing. */
const POINTS = 4;
const ROWS = 12;
/** Letters that are kept of a look. */
const MOST = 20_000;
const WHITE = 255;
/** Signs of which nothing is seen. */
const BLANK = /^[\s\p{Cc}\p{Cf}\p{Cn}\p{Cs}]+$/u;
const DIGIT = /^\p{Nd}$/u;

interface Letter extends Placed {
  text: string;
  light: number | undefined;
  isFaint: boolean;
  isCut: boolean;
  isHidden: boolean;
  isMarked: boolean;
}

/** An area that is filled across a look. */
interface Ground {
  box: Box;
  light: number | undefined;
  /** It is no more than the ground of a line. */
  isLine: boolean;
}

/** Reads a look of a field that stands in `rect` of a page that is turned so. Throws PdfError past a bound only. */
export function writingOf(pdf: Pdf, look: PdfStream, rect: Box, rotate: Page['rotate'] = 0): Writing {
  const reading = new Reading(pdf, rect, rotate);
  const matrix = readable(() => placement(pdf, look.dict, rect));
  if (matrix === undefined) reading.isUnread = true;
  else
    drawForm(pdf, look, reading, {
      matrix,
      resources: acroForm(pdf)?.entries.get('DR'),
      precise: true,
      unreadable: () => (reading.isUnread = true),
    });
  return reading.writing;
}

class Reading implements Canvas {
  isUnread = false;
  readonly #pdf: Pdf;
  readonly #box: Box;
  readonly #rotate: Page['rotate'];
  readonly #letters: Letter[] = [];
  #drawings = 0;
  #isWord = false;
  #isMisread = false;
  #isTurned = false;
  /** Rectangles that were filled, the last one first, with how light they are; undefined where that is not known. */
  readonly #grounds: Ground[] = [];

  constructor(pdf: Pdf, box: Box, rotate: Page['rotate']) {
    this.#pdf = pdf;
    this.#box = box;
    this.#rotate = rotate;
  }

  get writing(): Writing {
    const visible = this.#letters.filter(({ isHidden }) => !isHidden);
    const dark = visible.filter(({ isFaint, text }) => !isFaint && !BLANK.test(text));
    // Beside what is read nobody reads what is faint; where all is, it is what there is.
    const read = dark.length > 0 || this.#drawings > 0 ? dark : visible;
    const join = (letters: readonly Letter[]): string => letters.map(({ text }) => text).join('');
    return {
      seen: join(read.filter(({ isCut }) => !isCut)),
      whole: join(read),
      marked: join(read.filter(({ isMarked }) => isMarked)),
      drawings: this.#drawings,
      isWord: this.#isWord,
      isUnread: this.isUnread,
      isMisread: this.#isMisread,
      isTurned: this.#isTurned,
      isShuffled: read.some((letter, at) => at > 0 && isBehind(letter, read[at - 1] ?? letter)),
    };
  }

  text(run: TextRun): void {
    const { mode, alpha, layer, blank, size, box, clip, colour, line, font } = run;
    if (run.glyph || blank || mode === 3 || mode === 7 || alpha <= 0 || size < SMALL) return;
    if (this.#isAside(layer)) return;
    const spelled = spell(run);
    this.#pdf.spend(spelled.length * (POINTS + this.#grounds.length));
    if (this.#letters.length + spelled.length > MOST) {
      this.isUnread = true;
      return;
    }
    // The glyphs of a Type 3 font are drawings of anybody's choice.
    if (font === undefined || font.kind === 'type3') this.isUnread = true;
    else this.#compare(run);
    const light = colour === undefined ? undefined : lightOf(colour);
    this.#isTurned ||= isUpset(run, this.#rotate);
    const along = directionOf(run.along);
    const isLevel = line[1] === line[3];
    for (const { text, from, to } of spelled) {
      const [x0, x1] = [from, to].map((share) => line[0] + (line[2] - line[0]) * share) as [number, number];
      const own: Box = isLevel ? [Math.min(x0, x1), box[1], Math.max(x0, x1), box[3]] : box;
      const ground = this.#under(own);
      const middle: Box = isLevel ? [(x0 + x1) / 2, own[1], (x0 + x1) / 2 + LEAST / 2, own[3]] : own;
      this.#letters.push({
        text,
        box: own,
        size,
        along,
        light,
        isFaint: isPale(light, ground.light) || alpha < ALPHA,
        isCut: area(intersect(middle, clip)) < HIDDEN * area(middle),
        isHidden: false,
        isMarked: ground.isLine,
      });
    }
  }

  paint(painting: Painting): void {
    const { kind, alpha, glyph, layer, box, clip, colour, solid, outline } = painting;
    const seen = intersect(box, clip);
    if (glyph || alpha <= 0 || isEmpty(seen) || this.#isAside(layer)) return;
    const light = colour === undefined ? undefined : lightOf(colour);
    const isDrawn = kind === 'fill' || kind === 'stroke';
    if (isDrawn && outline === undefined && solid === undefined) this.isUnread = true;
    else if (alpha >= HIDES) this.#hide(seen, isDrawn ? outline : undefined, light);
    this.#pdf.spend(this.#grounds.length);
    const reach = this.#reach(seen);
    if (kind === 'fill' && solid !== undefined && outline === undefined && reach.isAcross) {
      if (alpha >= HIDES) this.#grounds.unshift({ box: solid, light, isLine: !reach.isWhole });
      return;
    }
    if (isPale(light, this.#under(seen).light) || alpha < ALPHA) return;
    if (Math.max(seen[2] - seen[0], seen[3] - seen[1]) < LEAST) return;
    const isBar = solid !== undefined && this.#reach(solid).isAcross;
    if (isDrawn && (isBar || (reach.isAcross && this.#isFrame(outline)))) return;
    this.#drawings++;
    const isWide = seen[2] - seen[0] > BROAD * (seen[3] - seen[1]);
    this.#isWord ||= isWide || !isDrawn || this.#drawings > 1;
  }

  /** Whether a layer is off: it is seen on paper, or by a click, and what the look says then is not read. */
  #isAside(layer: LayerState): boolean {
    const isOff = layer === 'off';
    this.isUnread ||= isOff;
    return isOff;
  }

  /** What a box stands on: the page where nothing is filled. */
  #under(box: Box): Omit<Ground, 'box'> {
    return this.#grounds.find((ground) => holds(ground.box, box)) ?? { light: WHITE, isLine: false };
  }

  /** Whether a box goes across the look, and over nearly all of it. */
  #reach([x0, y0, x1, y1]: Box): { isAcross: boolean; isWhole: boolean } {
    const [left, low, right, high] = this.#box;
    const wide = x1 - x0 >= ACROSS * (right - left);
    const tall = y1 - y0 >= ACROSS * (high - low);
    return { isAcross: wide || tall, isWhole: wide && tall };
  }

  /** Whether what goes across paints nothing but the edges, and bars from edge to edge as between the cells of a comb. */
  #isFrame(outline: Outline | undefined): boolean {
    if (outline === undefined) return false;
    const [x0, y0, x1, y1] = this.#box;
    const inset = Math.min(BORDER, BORDER_SHARE * Math.min(x1 - x0, y1 - y0));
    const columns = Math.ceil(x1 - x0 - 2 * inset);
    this.#pdf.spend((columns * ROWS * outline.edgeCount) / 4);
    for (let column = 0; column <= columns; column++) {
      let held = 0;
      for (let row = 0; row < ROWS; row++) {
        const y = y0 + inset + ((y1 - y0 - 2 * inset) * row) / (ROWS - 1);
        if (outline.holds(x0 + inset + column, y)) held++;
      }
      if (held !== 0 && held !== ROWS) return false;
    }
    return true;
  }

  /** Letters that are painted over are no longer read, unless in their own colour. */
  #hide(over: Box, outline: Outline | undefined, light: number | undefined): void {
    this.#pdf.spend(this.#letters.length);
    for (const letter of this.#letters) {
      const { box } = letter;
      if (letter.isHidden || area(intersect(box, over)) < HIDDEN * area(box)) continue;
      if (outline === undefined) {
        letter.isHidden = true;
        continue;
      }
      if (letter.light !== undefined && letter.light === light) continue;
      this.#pdf.spend(POINTS * POINTS * outline.edgeCount);
      letter.isHidden = shareHeld(box, outline) >= HIDDEN;
    }
  }

  /** Holds what the glyphs of a run are known to be against what they are copied as. */
  #compare({ font, bytes }: TextRun): void {
    const value =
      font?.dict ?? (font?.object === undefined ? undefined : this.#pdf.object(font.object)?.value);
    if (font === undefined || value === undefined) return;
    const codes = font.codes(bytes);
    const shown = shownCharacters(
      this.#pdf,
      value,
      codes.map(({ code }) => code),
    );
    let at = 0;
    for (const { code, length } of codes) {
      const copied = font.text(bytes.subarray(at, at + length)).normalize('NFKC');
      at += length;
      const characters = (shown.get(code) ?? []).map((one) => one.normalize('NFKC'));
      if (characters.length === 0 || characters.includes(copied)) continue;
      this.isUnread = true;
      this.#isMisread ||= DIGIT.test(copied) || characters.some((one) => DIGIT.test(one));
    }
  }
}

/** Whether nobody can read it on its ground; of what has no one colour that is not known. */
const isPale = (light: number | undefined, ground: number | undefined): boolean =>
  Math.abs((light ?? NaN) - (ground ?? NaN)) < CONTRAST;

const holds = (outer: Box, inner: Box): boolean =>
  area(intersect(outer, inner)) >= (1 - HIDDEN) * area(inner);

function shareHeld([x0, y0, x1, y1]: Box, outline: Outline): number {
  let held = 0;
  for (let column = 0; column < POINTS; column++) {
    for (let row = 0; row < POINTS; row++) {
      const [x, y] = [(column + 0.5) / POINTS, (row + 0.5) / POINTS];
      if (outline.holds(x0 + (x1 - x0) * x, y0 + (y1 - y0) * y)) held++;
    }
  }
  return held / POINTS ** 2;
}
