import { placement } from '../../content/annotations.ts';
import type { Canvas, Painting, TextRun } from '../../content/canvas.ts';
import { drawForm } from '../../content/draw.ts';
import { drawGlyphOutlines } from '../../content/glyphs.ts';
import { layPainting } from '../../content/lay.ts';
import { onPage, readPicture } from '../../content/picture.ts';
import { type Layer, type Shade, Veil } from '../../content/veil.ts';
import { intersect } from '../../revisions/boxes.ts';
import { acroForm } from '../../revisions/form.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { decodeText } from '../../syntax/strings.ts';
import type { PdfValue } from '../../syntax/values.ts';

/** A button is no larger than a few letters: so many cells show a hairline in it. */
const MOST_CELLS = 2 ** 10;
/** How much of their place signs fill that readers have themselves: somewhat less than a cross does. */
const INK = 0.5;
/** Boxes and circles that wait for a mark. */
export const HOLLOW = /^[\s\u25a1\u25cb\u25ef\u2610\u274d\u274f-\u2752\u2b1c]+$/u;
/** How much each colourant adds to what is seen: what lacks blue only, as yellow on white does, is hardly seen. */
const WEIGHTS = [1, 1, 0.4] as const;
/** Difference of two colours, of 1, that somebody sees. */
export const SEEN = 0.12;
/** What the lightness of images is counted in. */
const LIGHTEST = 255;
/** Characters of its text that are compared. */
const LONGEST = 1000;

/** Red, green and blue, 0 to 1. */
export type Tint = readonly [number, number, number];

/** The cells of a look, all in one order. */
export interface Cells {
  count: number;
  /** Red, green and blue, 0 to 1, one cell after another. */
  tints: Float64Array;
  /** In square units. */
  size: number;
  /** 1 for those within the frame. */
  inner: Uint8Array;
}

/** Of a button's width and height, what its frame may take on each side. */
const FRAME = 0.2;

/** What becomes of paint whose colour is not known. */
export type Vague = 'black' | 'left out';

/** What a look paints where its annotation stands, cell by cell, on white paper. */
export class Painted implements Canvas {
  readonly #veils: readonly [Veil, Veil, Veil];
  readonly #pdf: Pdf;
  /** What is written in letters that readers have themselves: their shapes are not known here. */
  words = '';
  /** Something of it is of a shape or colour that is not known. */
  isVague = false;
  /** Whether what is of an unknown colour is painted black, or left out. */
  readonly #vague: Vague;

  constructor(pdf: Pdf, rect: Box, vague: Vague = 'black') {
    this.#vague = vague;
    const begin = (): Veil => new Veil(rect, (units) => pdf.spend(units), MOST_CELLS);
    this.#pdf = pdf;
    this.#veils = [begin(), begin(), begin()];
    for (const veil of this.#veils) veil.fill(1);
  }

  text(run: TextRun): void {
    const { mode, alpha, layer, blank, font, colour } = run;
    const text = font?.text(run.bytes) ?? decodeText(run.bytes);
    if (mode === 3 || mode === 7 || blank || layer === 'off' || alpha === 0 || text.trim() === '') return;
    // The glyphs of a Type 3 font that are more than letters are drawn by themselves.
    const drawn = drawGlyphOutlines(this.#pdf, run);
    if (drawn?.isWhole === false || colour === undefined || run.masked) {
      this.isVague = true;
      if (this.#vague === 'left out') return;
    }
    const [x0, y0, x1, y1] = run.box;
    const isSeen =
      colour === undefined ||
      differenceOf(tintOf(colour), 0, this.#at((x0 + x1) / 2, (y0 + y1) / 2), 0) >= SEEN;
    if (drawn === undefined && isSeen && this.words.length < LONGEST) this.words += text;
    this.#each(colour, (veil, layer) => {
      // Of a box that waits for a mark only the edge is painted.
      if (drawn === undefined && !HOLLOW.test(text))
        veil.add(intersect(run.box, run.clip), { ...layer, share: alpha * INK });
      for (const outline of drawn?.outlines ?? [])
        veil.addOutline(outline, run.clip, { ...layer, share: alpha, clips: run.clips });
    });
  }

  paint(painting: Painting): void {
    const { layer, alpha, kind, picture, colour, masked, masks } = painting;
    if (layer === 'off' || alpha === 0) return;
    const image = kind === 'image' && colour === undefined ? picture : undefined;
    const light = image === undefined ? undefined : readPicture(this.#pdf, image.stream).light;
    const lit = image === undefined || light === undefined ? undefined : onPage(light, image.matrix);
    const level: Shade | undefined =
      lit === undefined ? undefined : (x, y, side) => lit(x, y, side) / LIGHTEST;
    if ((colour === undefined && level === undefined) || (masked && masks.length === 0)) {
      this.isVague = true;
      if (this.#vague === 'left out') return;
    }
    const shade: Shade = (x, y, side) => masks.reduce((left, mask) => left * mask.at(x, y, side), 1);
    this.#each(colour, (veil, layer) => {
      const whole = { ...layer, ...(level === undefined ? {} : { level }), ...(masked ? { shade } : {}) };
      if (!layPainting(this.#pdf, veil, painting, { ...whole, share: alpha })) this.isVague = true;
    });
  }

  get cells(): Cells {
    const [red] = this.#veils;
    const { columns, rows, cell } = red;
    const count = columns * rows;
    this.#pdf.spend(count);
    const [tints, inner] = [new Float64Array(3 * count), new Uint8Array(count)];
    let at = 0;
    for (let row = 0; row < rows; row++) {
      const isMiddle = row >= FRAME * rows && row < (1 - FRAME) * rows;
      for (let column = 0; column < columns; column++) {
        if (isMiddle && column >= FRAME * columns && column < (1 - FRAME) * columns) inner[at] = 1;
        for (const [part, veil] of this.#veils.entries()) tints[3 * at + part] = veil.cellAt(column, row);
        at++;
      }
    }
    return { count, tints, size: cell ** 2, inner };
  }

  #at(x: number, y: number): Tint {
    const [red = 1, green = 1, blue = 1] = this.#veils.map((veil) => veil.at(x, y));
    return [red, green, blue];
  }

  /** Lays over the three colourants, one by one. */
  #each(colour: number | undefined, lay: (veil: Veil, layer: Pick<Layer, 'level'>) => void): void {
    const tint = tintOf(colour ?? 0);
    for (const [at, veil] of this.#veils.entries()) lay(veil, { level: () => tint[at] ?? 0 });
  }
}

const tintOf = (colour: number): Tint => [
  (colour >> 16) / 255,
  ((colour >> 8) & 0xff) / 255,
  (colour & 0xff) / 255,
];

/** How far two colours differ, 0 to 1, each of which begins at a place of a list. */
export function differenceOf(
  one: ArrayLike<number>,
  from: number,
  other: ArrayLike<number>,
  at: number,
): number {
  let most = 0;
  for (let part = 0; part < 3; part++) {
    const apart = Math.abs((one[from + part] ?? 0) - (other[at + part] ?? 0)) * (WEIGHTS[part] ?? 0);
    if (apart > most) most = apart;
  }
  return most;
}

/** What a form XObject paints that fills a rectangle; undefined for one that is not drawn. Throws PdfError past a bound only. */
export function paintLook(pdf: Pdf, form: PdfValue, rect: Box, vague: Vague = 'black'): Painted | undefined {
  const stream = pdf.resolve(form);
  const matrix = stream?.type === 'stream' ? placement(pdf, stream.dict, rect) : undefined;
  if (matrix === undefined) return undefined;
  const painted = new Painted(pdf, rect, vague);
  const unreadable = (): void => {
    painted.isVague = true;
  };
  const resources = acroForm(pdf)?.entries.get('DR');
  drawForm(pdf, form, painted, { matrix, clip: rect, resources, precise: true, unreadable });
  return painted;
}
