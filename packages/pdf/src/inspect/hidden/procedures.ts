import type { Canvas, Painting, TextRun } from '../../content/canvas.ts';
import type { Font } from '../../content/font/font.ts';
import type { GlyphOutline } from '../../content/font/program/outline.ts';
import { drawGlyphOutlines } from '../../content/glyphs.ts';
import { layPainting } from '../../content/lay.ts';
import type { Matrix } from '../../content/matrix.ts';
import { onPage, readPicture, stencilLevel } from '../../content/picture.ts';
import { drawProcedure } from '../../content/procedure.ts';
import { INHERITED } from '../../content/type3.ts';
import { type Layer, Veil } from '../../content/veil.ts';
import { readable } from '../../errors.ts';
import { intersect, isEmpty, union } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import { latin1 } from '../../syntax/bytes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfStream } from '../../syntax/values.ts';
import { BARE, isSame } from './colour.ts';

/** What the procedure of a glyph of a Type 3 font paints (ISO 32000-2 §9.6.4). */
export interface Procedure {
  /** What is painted, as an outline in text space; undefined where that is not known. */
  outline: GlyphOutline | undefined;
  /** Something is painted, in the colour of paper only. */
  isPale: boolean;
  /** Only its rough shape is known: it has few samples, or is a line, be it that of a stroke or around the letter. */
  isCoarse: boolean;
  /** The text that it shows in letters that readers have themselves. */
  words: string;
}

/** Text space in which an em is 1000 units. */
const LARGE: Matrix = [1000, 0, 0, 1000, 0, 0];
/** The longer side of what a glyph is looked at in: 80 cells of half a unit, and a hairline is still one. */
const SIDE = 40;
/** Of a cell, what is painted where it counts, and what does where nothing else is there. */
const PAINTED = 0.5;
const TRACE = 0.15;
/** How often a glyph is looked at more closely that is far smaller than its bounds. */
const CLOSER = 3;
const SMALLER = 1 / 3;
/** Samples of the height of an image from which its digits have the shapes of letters. */
const FINE = 24;
/** Bytes of a procedure that are read for what it refers to. */
const LONGEST = 65_536;
const REFERS = /(?:^|\s)(?:Do|Tf|gs|sh|scn|SCN)(?:\s|$)/;
/** What the lightness of images is counted in. */
const LIGHTEST = 255;
/** Characters of what one shows. */
const MOST_WORDS = 100;

/** Of a code without a procedure. */
const NOTHING: Procedure = { outline: [], isPale: false, isCoarse: false, words: '' };

/** Looks at the glyphs of one font, each by itself. Throws PdfError past a bound only. */
export class Procedures {
  readonly #pdf: Pdf;
  readonly #font: Font;

  constructor(pdf: Pdf, font: Font) {
    this.#pdf = pdf;
    this.#font = font;
  }

  /** Of a code; undefined for one whose procedure cannot be read. `rough`: of what is painted only the bounds. */
  read(code: number, rough: boolean): Procedure | undefined {
    const value = this.#font.drawings?.procedure(code);
    if (value === undefined) return NOTHING;
    const stream = readable(() => this.#pdf.resolve(value));
    if (stream?.type !== 'stream') return undefined;
    const bounds = new GlyphCanvas(this.#pdf, undefined);
    this.#draw(code, bounds, LARGE);
    const { isPale, words, isCoarse, isVague, box } = bounds;
    const outline = (): GlyphOutline | undefined => {
      if (isVague) return undefined;
      if (box === undefined) return words === '' && this.#isBlank(stream) ? [] : undefined;
      return rough ? [contourOf(box)] : this.#outline(code, box);
    };
    return { isPale, words, isCoarse, outline: outline() };
  }

  #draw(code: number, canvas: GlyphCanvas, matrix: Matrix): void {
    drawProcedure(this.#pdf, this.#font, code, canvas, { matrix, unreadable: () => canvas.doubt() });
  }

  /** Whether a procedure that paints nothing surely does so: what it refers to may be the page's. */
  #isBlank(stream: PdfStream): boolean {
    if (this.#font.drawings?.resources !== undefined) return true;
    const bytes = readable(() => this.#pdf.decodedWithin(stream, LONGEST));
    return bytes !== undefined && !REFERS.test(latin1(bytes));
  }

  /** Row by row, at the size that shows it best: bounds may be far larger than what is painted within them. */
  #outline(code: number, bounds: Box): GlyphOutline | undefined {
    let box = bounds;
    for (let look = 1; ; look++) {
      const [left, bottom, right, top] = box;
      const scale = SIDE / Math.max(right - left, top - bottom);
      const cells = new GlyphCanvas(this.#pdf, [0, 0, (right - left) * scale, (top - bottom) * scale]);
      this.#draw(code, cells, [1000 * scale, 0, 0, 1000 * scale, -left * scale, -bottom * scale]);
      if (cells.isVague) return undefined;
      const rows = cells.rows();
      const inner = boundsOf(rows);
      if (inner === undefined) return [];
      const place = (area: Box): Box =>
        area.map((edge, at) => (at % 2 === 0 ? left : bottom) + edge / scale) as Box;
      if (Math.max(inner[2] - inner[0], inner[3] - inner[1]) >= SMALLER * SIDE || look === CLOSER)
        return rows.map((row) => contourOf(place(row)));
      box = place(inner);
    }
  }
}

/** In em. */
const contourOf = (box: Box): number[] => {
  const [x0, y0, x1, y1] = box.map((edge) => edge / 1000);
  return [x0, y0, x1, y0, x1, y1, x0, y1] as number[];
};

const boundsOf = (boxes: readonly Box[]): Box | undefined =>
  boxes.reduce<Box | undefined>((all, box) => (all === undefined ? box : union(all, box)), undefined);

/** Takes what a glyph paints: its bounds, or, within an area, cell by cell how much of it is inked. */
class GlyphCanvas implements Canvas {
  readonly #pdf: Pdf;
  readonly #veil: Veil | undefined;
  box: Box | undefined;
  words = '';
  isVague = false;
  isPale = false;
  isCoarse = false;

  constructor(pdf: Pdf, area: Box | undefined) {
    this.#pdf = pdf;
    this.#veil = area === undefined ? undefined : new Veil(area, (units) => pdf.spend(units));
  }

  doubt(): void {
    this.isVague = true;
  }

  text(run: TextRun): void {
    const { mode, alpha, blank, layer, colour, font } = run;
    if (mode === 3 || mode === 7 || blank || alpha === 0 || layer === 'off') return;
    const drawn = drawGlyphOutlines(this.#pdf, run);
    if (run.masked || drawn?.isWhole === false || font === undefined || font.kind === 'type3') this.doubt();
    if (this.#isPaper(colour)) return;
    if (drawn === undefined && this.words.length < MOST_WORDS) this.words += font?.text(run.bytes) ?? '';
    for (const outline of drawn?.outlines ?? []) {
      const seen = intersect(outline.box, run.clip);
      this.#see(seen, colour);
      this.#veil?.addOutline(outline, seen, { share: alpha, clips: run.clips });
    }
  }

  paint(painting: Painting): void {
    const { layer, alpha, clip, outline, kind, whole, samples, colour, stencil } = painting;
    if (layer === 'off' || alpha === 0) return;
    // A rectangle counts as far as the clip lets it through, and so does a shading that fills all that there is.
    const isKnown = outline !== undefined || whole !== undefined || kind === 'image';
    if (painting.masked || painting.vague || !isKnown) this.doubt();
    const isImage = kind === 'image';
    if (kind === 'stroke' || (isImage && samples !== undefined && samples[1] < FINE)) this.isCoarse = true;
    const isPaper = !isImage && this.#isPaper(colour);
    if (!isPaper) this.#see(intersect(outline?.box ?? painting.box, clip), colour);
    const veil = this.#veil;
    if (veil === undefined) return;
    const level = this.#levelOf(painting) ?? ((): number => (isPaper ? 0 : 1));
    const layered: Layer = { share: alpha, level };
    const laid =
      stencil === undefined
        ? (!isImage || painting.picture !== undefined) && layPainting(this.#pdf, veil, painting, layered)
        : this.#layStencil(veil, painting, layered);
    if (!laid) this.doubt();
  }

  /** The inked stretches of each row. */
  rows(): Box[] {
    const stretches = this.#stretches(PAINTED);
    return stretches.length > 0 ? stretches : this.#stretches(TRACE);
  }

  #stretches(least: number): Box[] {
    const veil = this.#veil;
    const found: Box[] = [];
    if (veil === undefined) return found;
    const { cell, columns, rows } = veil;
    this.#pdf.spend(veil.size / 4);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const from = column;
        while (column < columns && veil.cellAt(column, row) >= least) column++;
        if (column > from) found.push([from * cell, row * cell, column * cell, (row + 1) * cell]);
      }
    }
    return found;
  }

  #see(box: Box, colour: number | undefined): void {
    if (isEmpty(box)) return;
    if (!(box[2] - box[0] < Infinity && box[3] - box[1] < Infinity)) this.doubt();
    if (colour !== undefined && this.#isPaper(colour)) return;
    this.box = this.box === undefined ? box : union(this.box, box);
  }

  #isPaper(colour: number | undefined): boolean {
    const is = colour !== undefined && colour !== INHERITED && isSame(colour, BARE & 0xffffff);
    this.isPale ||= is;
    return is;
  }

  /** How dark an image is, place by place, whose samples bring their colours. */
  #levelOf({ kind, picture, colour }: Painting): Layer['level'] {
    if (kind !== 'image' || picture === undefined || colour !== undefined) return undefined;
    const light = readPicture(this.#pdf, picture.stream).light;
    const shown = light === undefined ? undefined : onPage(light, picture.matrix);
    if (shown === undefined) this.doubt();
    return shown === undefined ? undefined : (x, y, side) => 1 - shown(x, y, side) / LIGHTEST;
  }

  #layStencil(veil: Veil, { stencil, box, clip, clips, outline }: Painting, layer: Layer): boolean {
    const level = stencil === undefined ? undefined : stencilLevel(this.#pdf, stencil.stream);
    const shade = stencil === undefined || level === undefined ? undefined : onPage(level, stencil.matrix);
    if (shade === undefined) return false;
    const whole = { ...layer, clips, shade };
    if (outline === undefined) veil.add(intersect(box, clip), whole);
    else veil.addOutline(outline, intersect(box, clip), whole);
    return true;
  }
}
