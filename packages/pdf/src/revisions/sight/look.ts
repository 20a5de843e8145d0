import { appearanceOf, type DrawnAnnotation, FLAG, placement, upright } from '../../content/annotations.ts';
import type { Canvas, Painting, TextRun } from '../../content/canvas.ts';
import { drawForm } from '../../content/draw.ts';
import { drawGlyphOutlines } from '../../content/glyphs.ts';
import { layPainting } from '../../content/lay.ts';
import { boundsOf, type Matrix, multiply } from '../../content/matrix.ts';
import type { Outline } from '../../content/outline.ts';
import { lightOf } from '../../content/picture.ts';
import { Veil } from '../../content/veil.ts';
import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { area, intersect, isEmpty, union } from '../boxes.ts';
import type { Box, Page } from '../pages.ts';
import { blanksOf, placeOf, veilBlanks } from './blank.ts';
import { FAINT, type Written } from './page.ts';

/** How much of what is under them the strokes of letters hide, and those of heavy or outlined ones. */
const INK = 0.3;
const HEAVY_INK = 0.6;
/** Ems from which a letter's stroke is as broad as another letter. */
const LARGE = 36;
/** A line around letters that is this part of their size fills them. */
const THICK = 5;
/**
 * A glyph that fills most of a place as wide and high as a letter is a block. Others are strokes, as those of letters are:
 * what is written across a printed word leaves more of it to be read than an area of the same size.
 */
const BLOCK = { filled: 0.75, side: 0.25 };
const STROKES = 0.65;
/** Cells in which a glyph is looked at. */
const GLYPH_CELLS = 64;
/** Blocks, dashes and boxes: signs that fill their place. */
const FULL = /[\u2010-\u2015\u2500-\u25ff\u2800-\u28ff\u3013\u{1fb00}-\u{1fbff}]/u;
/** From here on a mark counts as one that somebody sees. */
const SEEN = 0.3;
/** Sides of a filled drawing that may be a letter. */
const LETTER = { low: 3, most: 40 };
/** The height of a line up to which it strikes words out rather than hides them, and the least side of a point. */
const STRIKE = 4;
const POINT = 0.5;
/** Marks of the size of letters that are kept of a look. */
const MOST_MARKS = 2000;

/** Whether anybody sees an annotation: on the screen, or on paper. Some readers paint what asks not to be viewed. */
export const isShown = (flags: number): boolean => (flags & FLAG.hidden) === 0;

/** What an annotation paints on its page. */
export class Look implements Canvas {
  readonly veil: Veil;
  readonly written: Written[] = [];
  /** Filled drawings of the size of letters. */
  drawings = 0;
  pictures = 0;
  /** Places of fills, images and shadings, small or large. */
  readonly fills: Box[] = [];
  /** Those of them that a soft mask gives its shape. */
  masked = 0;
  /** Something is painted. */
  isSeen = false;
  /** Something of it is not read, so that it may paint what is not known. */
  isUnread = false;
  /** Places of drawings, strokes and pictures of the size of letters. */
  readonly marks: Box[] = [];
  /** Places of those that are lower than letters, as a minus is. */
  readonly dashes: Box[] = [];
  /** Those of level lines, however long, and of what is as small as a point. */
  readonly lines: Box[] = [];
  readonly points: Box[] = [];
  #strength = 0;
  readonly #pdf: Pdf;

  constructor(pdf: Pdf, place: Box) {
    this.#pdf = pdf;
    this.veil = new Veil(place, (units) => pdf.spend(units));
  }

  text(run: TextRun): void {
    const share = strength(run);
    if (run.mode === 3 || run.mode === 7 || run.blank || share <= 0) return;
    const drawn = drawGlyphOutlines(this.#pdf, run);
    const seen = intersect(broad(run), run.clip);
    const isIn = !isEmpty(intersect(seen, this.veil.area));
    const reached = (drawn?.outlines ?? []).filter((outline) => !isEmpty(this.#seen(outline.box, run)));
    if (!isIn && reached.length === 0) return;
    this.#see(share);
    if (isIn) this.written.push({ run: { ...run, bytes: run.bytes.slice() }, box: seen });
    for (const { box } of reached) if (area(intersect(box, seen)) < area(box)) this.mark(box);
    if (drawn?.isWhole === false) this.isUnread = true;
    // The glyphs of a Type 3 font are drawn by themselves.
    if (run.font?.kind === 'type3') return;
    const { clips } = run;
    if (drawn?.isWhole === true)
      for (const outline of reached)
        this.veil.addOutline(outline, this.#seen(outline.box, run), {
          share: this.#isBlock(outline, run) ? share : share * STROKES,
          clips,
        });
    else this.veil.add(this.#seen(broad(run), run), { share: share * inkOf(run), clips });
  }

  #isBlock(outline: Outline, { size }: TextRun): boolean {
    const [x0, y0, x1, y1] = outline.box;
    if (Math.min(x1 - x0, y1 - y0) < BLOCK.side * size) return false;
    const cells = new Veil(outline.box, (units) => this.#pdf.spend(units), GLYPH_CELLS);
    cells.addOutline(outline, outline.box, { share: 1 });
    return cells.hidden(outline.box) >= BLOCK.filled;
  }

  #seen(box: Box, { clip }: Pick<TextRun, 'clip'>): Box {
    return intersect(intersect(box, clip), this.veil.area);
  }

  /** Notes the place of a drawing that may be a letter or a sign. */
  mark(box: Box): void {
    const kinds = [
      isLetterSized(box) ? this.marks : undefined,
      isDash(box) ? this.dashes : undefined,
      isLine(box) ? this.lines : undefined,
      isPoint(box) ? this.points : undefined,
    ];
    for (const places of kinds) if (places !== undefined && places.length < MOST_MARKS) places.push(box);
  }

  paint(painting: Painting): void {
    const share = strength(painting);
    const seen = intersect(intersect(painting.box, painting.clip), this.veil.area);
    if (share <= 0 || isEmpty(seen)) return;
    this.#see(share);
    this.mark(painting.outline?.box ?? painting.box);
    if (painting.kind !== 'stroke' && share >= SEEN) {
      if (this.fills.length < MOST_MARKS) this.fills.push(painting.box);
      if (painting.masked) this.masked++;
      if (painting.kind === 'image') this.pictures++;
      else if (isLetterSized(painting.box)) this.drawings++;
    }
    if (!layPainting(this.#pdf, this.veil, painting, { share })) this.isUnread = true;
  }

  /** What is too faint to be seen is seen where there is much of it. */
  #see(share: number): void {
    this.#strength += share;
    this.isSeen ||= this.#strength > FAINT;
  }
}

/** What an annotation shows of itself: its normal look, and without one what readers paint in its place. */
export function shownLook(pdf: Pdf, page: Page, annotation: DrawnAnnotation): Look | undefined {
  const isBlank = readable(() => appearanceOf(pdf, annotation.dict)) === undefined;
  const blanks = isBlank ? blanksOf(pdf, annotation) : [];
  const around = placeOf(blanks);
  const place = around === undefined ? undefined : intersect(around, page.mediaBox);
  const isPlaced = place !== undefined && !isEmpty(place);
  const look = lookOf(pdf, page, annotation, ['N'], place) ?? (isPlaced ? new Look(pdf, place) : undefined);
  if (look === undefined) return undefined;
  veilBlanks(look.veil, blanks);
  for (const { box, isLine } of blanks) if (isLine === true) look.mark(box);
  return look;
}

/**
 * Draws those looks of an annotation that `keys` name: `N`, `R` and `D` of /AP; undefined where nobody sees it. Its
 * veil has that place, and what is `around`.
 */
export function lookOf(
  pdf: Pdf,
  page: Page,
  annotation: DrawnAnnotation,
  keys: readonly string[],
  around?: Box,
): Look | undefined {
  const { dict, rect, flags } = annotation;
  if (rect === undefined || isEmpty(rect)) return misplaced(pdf, page, annotation, keys);
  const turn = (flags & FLAG.noRotate) !== 0 ? upright(rect, page.rotate) : undefined;
  // Some readers turn it and some do not: it is held against both places.
  const own = turn === undefined ? rect : union(rect, boundsOf(rect, turn));
  const whole = around === undefined ? own : union(own, around);
  const place = intersect(whole, page.mediaBox);
  if (isEmpty(place)) return undefined;
  const look = new Look(pdf, place);
  for (const value of keys.flatMap((key) => streamsOf(pdf, dict, key))) {
    draw(pdf, page, look, { value, rect });
    if (turn !== undefined) draw(pdf, page, look, { value, rect, turn });
  }
  return look;
}

/** Where a look without a place stands, readers do not agree: it is not read, if it paints anything. */
function misplaced(
  pdf: Pdf,
  page: Page,
  { dict }: DrawnAnnotation,
  keys: readonly string[],
): Look | undefined {
  const drawn = new Look(pdf, page.mediaBox);
  for (const value of keys.flatMap((key) => streamsOf(pdf, dict, key)))
    drawForm(pdf, value, drawn, { resources: page.resources, unreadable: () => (drawn.isUnread = true) });
  if (!drawn.isSeen && !drawn.isUnread) return undefined;
  const look = new Look(pdf, [0, 0, 0, 0]);
  look.isUnread = true;
  return look;
}

function draw(
  pdf: Pdf,
  page: Page,
  look: Look,
  { value, rect, turn }: { value: PdfValue; rect: Box; turn?: Matrix },
): void {
  const form = readable(() => pdf.resolve(value));
  if (form?.type !== 'stream') return;
  // Readers make of a box that is none what they like.
  if (readable(() => pdf.rectangle(form.dict.entries.get('BBox'))) === undefined) look.isUnread = true;
  const place = readable(() => placement(pdf, form.dict, rect));
  if (place === undefined) return;
  const matrix = turn === undefined ? place : multiply(place, turn);
  drawForm(pdf, value, look, {
    matrix,
    clip: page.mediaBox,
    resources: page.resources,
    precise: true,
    unreadable: () => (look.isUnread = true),
  });
}

/** The look that is shown, of `N`; all of another key, and where no state is named that there is. */
function streamsOf(pdf: Pdf, dict: PdfDict, key: string): PdfValue[] {
  if (key === 'N') {
    const shown = readable(() => appearanceOf(pdf, dict));
    if (shown !== undefined) return [shown];
  }
  const value = readable(() => pdf.dict(dict.entries.get('AP')))?.entries.get(key);
  const resolved = readable(() => pdf.resolve(value));
  if (value !== undefined && resolved?.type === 'stream') return [value];
  if (resolved?.type !== 'dict') return [];
  pdf.spend(resolved.entries.size);
  return [...resolved.entries.values()].filter(
    (state) => readable(() => pdf.resolve(state))?.type === 'stream',
  );
}

/** The place of a string; of one whose letters are said to have no width, readers know better. */
function broad({ box: [x0, y0, x1, y1], size, lineWidth }: TextRun): Box {
  const [wide, high] = [x1 > x0 ? 0 : size / 2, y1 > y0 ? 0 : size / 2];
  const line = lineWidth / 2;
  return [x0 - wide - line, y0 - high - line, x1 + wide + line, y1 + high + line];
}

/** How much of their place letters fill that readers have themselves. */
function inkOf({ font, bytes, mode, size, lineWidth }: TextRun): number {
  const isFull = size >= LARGE || lineWidth * THICK >= size || FULL.test(font?.text(bytes) ?? '');
  if (isFull) return 1;
  return mode === 0 ? INK : HEAVY_INK;
}

const isLetterSized = ([x0, y0, x1, y1]: Box): boolean =>
  y1 - y0 >= LETTER.low && y1 - y0 <= LETTER.most && x1 - x0 <= LETTER.most;

const isDash = ([x0, y0, x1, y1]: Box): boolean =>
  y1 - y0 < LETTER.low && x1 - x0 >= LETTER.low && x1 - x0 <= LETTER.most;

const isLine = ([x0, y0, x1, y1]: Box): boolean =>
  y1 - y0 <= STRIKE && x1 - x0 >= Math.max(LETTER.low, 2 * (y1 - y0));

const isPoint = ([x0, y0, x1, y1]: Box): boolean =>
  Math.max(x1 - x0, y1 - y0) < LETTER.low && Math.min(x1 - x0, y1 - y0) >= POINT;

/** §11.3.5.2: modes under which a light colour leaves what is behind it, and those under which a dark one does. */
const DARKENING = new Set(['Multiply', 'Darken', 'ColorBurn']);
const LIGHTENING = new Set(['Screen', 'Lighten', 'ColorDodge']);

/**
 * How much of what is behind it a mark hides: a soft mask may let all of it through. A layer that is off is seen on
 * paper or by a click.
 */
function strength({ alpha, blend, colour }: Painting | TextRun): number {
  const light = colour === undefined ? undefined : lightOf(colour) / 255;
  if (light !== undefined && DARKENING.has(blend)) return alpha * (1 - light);
  if (light !== undefined && LIGHTENING.has(blend)) return alpha * light;
  return alpha;
}
