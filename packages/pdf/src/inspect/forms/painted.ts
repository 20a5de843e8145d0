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
const MOST_CELLS = 2 ** 12;
/** How much of their place signs fill that readers have themselves: somewhat less than a cross does. */
const INK = 0.5;
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

/** A part of a cell: where its middle is, and its size in square units. */
export interface Spot {
  x: number;
  y: number;
  size: number;
  tint: Tint;
}

/** What a look paints where its annotation stands, cell by cell, on white paper. */
export class Painted implements Canvas {
  readonly #veils: readonly [Veil, Veil, Veil];
  readonly #pdf: Pdf;
  /** What is written in letters that readers have themselves: their shapes are not known here. */
  words = '';
  /** Something of it is of a shape or colour that is not known. */
  isVague = false;

  constructor(pdf: Pdf, rect: Box) {
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
    if (drawn?.isWhole === false || colour === undefined || run.masked) this.isVague = true;
    const [x0, y0, x1, y1] = run.box;
    const isSeen =
      colour === undefined || differenceOf(tintOf(colour), this.#at((x0 + x1) / 2, (y0 + y1) / 2)) >= SEEN;
    if (drawn === undefined && isSeen && this.words.length < LONGEST) this.words += text;
    this.#each(colour, (veil, layer) => {
      if (drawn === undefined) veil.add(intersect(run.box, run.clip), { ...layer, share: alpha * INK });
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
    if ((colour === undefined && level === undefined) || (masked && masks.length === 0)) this.isVague = true;
    const shade: Shade = (x, y, side) => masks.reduce((left, mask) => left * mask.at(x, y, side), 1);
    this.#each(colour, (veil, layer) => {
      const whole = { ...layer, ...(level === undefined ? {} : { level }), ...(masked ? { shade } : {}) };
      if (!layPainting(this.#pdf, veil, painting, { ...whole, share: alpha })) this.isVague = true;
    });
  }

  /** Tells of its cells. */
  spots(tell: (spot: Spot) => void): void {
    const [red, green, blue] = this.#veils;
    const { area, cell } = red;
    this.#pdf.spend(red.size);
    red.visit(area, (x, y, level, part) =>
      tell({ x, y, size: part * cell ** 2, tint: [level, green.at(x, y) ?? 1, blue.at(x, y) ?? 1] }),
    );
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

/** How far two colours differ, 0 to 1. */
export const differenceOf = (one: Tint, other: Tint): number =>
  Math.max(...WEIGHTS.map((weight, at) => weight * Math.abs((one[at] ?? 0) - (other[at] ?? 0))));

/** What a form XObject paints that fills a rectangle; undefined for one that is not drawn. Throws PdfError past a bound only. */
export function paintLook(pdf: Pdf, form: PdfValue, rect: Box): Painted | undefined {
  const stream = pdf.resolve(form);
  const matrix = stream?.type === 'stream' ? placement(pdf, stream.dict, rect) : undefined;
  if (matrix === undefined) return undefined;
  const painted = new Painted(pdf, rect);
  const unreadable = (): void => {
    painted.isVague = true;
  };
  const resources = acroForm(pdf)?.entries.get('DR');
  drawForm(pdf, form, painted, { matrix, clip: rect, resources, precise: true, unreadable });
  return painted;
}
