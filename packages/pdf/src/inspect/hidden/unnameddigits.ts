import type { TextRun } from '../../content/canvas.ts';
import { eachCode } from '../../content/codes.ts';
import type { Font } from '../../content/font/font.ts';
import { type GlyphShape, shapeOf } from '../../content/font/program/raster.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { isLevelBar } from './bars.ts';
import { CodeKinds } from './codekinds.ts';
import type { Covers } from './covers.ts';
import { BYTE, continues, DigitCells, isBefore, isBehind, isLine, type Spot } from './digitcells.ts';
import { isLikeDigit, reduce } from './digitpictures.ts';
import type { Part } from './letters.ts';
import { isMinus } from './notestrokes.ts';
import { Procedures } from './procedures.ts';
import { isSameWay, turnedTo, type Way, wayOf } from './ways.ts';

/** Strings of a page that are looked at, and glyphs that are drawn for it. */
const MOST = 1000;
const MOST_GLYPHS = 500;
/** Glyphs without a meaning up to which a font is one of signs: a minus, two brackets and the like. */
const MOST_SIGNS = 4;
/** In ems, the sides of a bracket, which begins at the line or so far under it. */
const BRACKET = { high: 0.6, highest: 1.4, wide: 0.45, under: 0.35 };
/** What is copied as nothing that is known. */
const UNNAMED = /^[\uFFFD\p{Co}]*$/u;
const kinds = new CodeKinds((text) => (UNNAMED.test(text) ? 1 : 2));

/** A glyph of a run: what it looks like, and where its ink stands as one sees it who turns the page. */
interface Glyph {
  way: Way;
  box: Box;
  /** Where it begins on the page. */
  place: Box;
  shape: GlyphShape;
}

/**
 * Digits, minus signs and brackets beside the digits of a number that a Type 3 font draws and that are copied as nothing, because it says of
 * the codes neither what they mean nor a name that does: eyes read 21500, whoever copies gets 1500.
 */
export class UnnamedDigits {
  readonly #pdf: Pdf;
  readonly #covers: Covers;
  readonly #runs: TextRun[] = [];
  readonly #shapes = new Map<Font, Map<number, GlyphShape | undefined>>();
  #glyphs = 0;

  constructor(pdf: Pdf, covers: Covers) {
    this.#pdf = pdf;
    this.#covers = covers;
  }

  /** A run that is seen. */
  add(run: TextRun): void {
    if (run.font?.kind !== 'type3' || this.#runs.length >= MOST) return;
    if (isLine(run) && kinds.some(run, (kind) => kind === 1)) this.#runs.push(run);
  }

  *found(): Generator<{ run: TextRun; part: Part }> {
    if (this.#runs.length === 0) return;
    const cells = new DigitCells(this.#covers.runs, (units) => this.#pdf.spend(units));
    if (cells.isEmpty) return;
    const glyphs = this.#runs.map((run) => ({ run, own: this.#glyphsOf(run) }));
    const shown = new Map<Font | undefined, Set<GlyphShape>>();
    for (const { run, own } of glyphs) {
      const shapes = shown.get(run.font) ?? new Set();
      for (const { shape } of own) shapes.add(shape);
      shown.set(run.font, shapes);
    }
    for (const { run, own } of glyphs) {
      // A font that has letters, too, and no names, is one of TeX: its l and f are no brackets, and its hyphens are in words.
      const hasSigns = (shown.get(run.font)?.size ?? 0) <= MOST_SIGNS;
      const spot = own.map((glyph) => digitBeside(glyph, cells, hasSigns)).find((one) => one !== undefined);
      if (spot !== undefined) yield { run: spot.run, part: { text: spot.text, box: run.box } };
    }
  }

  /** The glyphs of a run that have no text and are seen. */
  #glyphsOf(run: TextRun): Glyph[] {
    const { font, line, width, up, bytes } = run;
    if (font === undefined) return [];
    this.#pdf.spend(BYTE * bytes.length);
    const way = wayOf(run);
    const [start, foot] = turnedTo(way, line[0], line[1]);
    const length = turnedTo(way, line[2], line[3])[0] - start;
    const high = Math.hypot(...up);
    const glyphs: Glyph[] = [];
    eachCode(run, (bytes, from) => {
      if (!UNNAMED.test(font.text(bytes))) return;
      const shape = this.#shapeOf(font, bytes);
      if (shape === undefined) return;
      const [x0, y0, x1, y1] = shape.bounds;
      const left = start + from * length;
      const box: Box = [left + x0 * width, foot + y0 * high, left + x1 * width, foot + y1 * high];
      const [x, y] = [line[0] + from * (line[2] - line[0]), line[1] + from * (line[3] - line[1])];
      glyphs.push({ way, box, place: [x, y, x, y], shape });
    });
    return glyphs;
  }

  #shapeOf(font: Font, bytes: Uint8Array): GlyphShape | undefined {
    const shapes = this.#shapes.get(font) ?? new Map<number, GlyphShape | undefined>();
    this.#shapes.set(font, shapes);
    const code = font.codes(bytes)[0]?.code;
    if (code === undefined || shapes.has(code) || this.#glyphs >= MOST_GLYPHS)
      return code === undefined ? undefined : shapes.get(code);
    this.#glyphs++;
    const outline = new Procedures(this.#pdf, font).read(code, false)?.outline ?? [];
    const shape = outline.length > 0 ? shapeOf(outline, (units) => this.#pdf.spend(units)) : undefined;
    shapes.set(code, shape);
    return shape;
  }
}

/** The digit of another print beside which a glyph stands as one of the same number, or as a sign of it. */
function digitBeside(
  { way, box, place, shape }: Glyph,
  cells: DigitCells,
  hasSigns: boolean,
): Spot | undefined {
  const isDigit = isLikeDigit(reduce(shape.cells));
  for (const spot of cells.near(place)) {
    if (!isSameWay(way, spot.way)) continue;
    if ((isDigit && continues(box, spot)) || (hasSigns && isSignOf(box, spot))) return spot;
  }
  return undefined;
}

/** Whether it stands beside a digit as a minus sign or a bracket does. */
function isSignOf(box: Box, spot: Spot): boolean {
  const [wide, high] = [(box[2] - box[0]) / spot.size, (box[3] - box[1]) / spot.size];
  const isBracket =
    high >= BRACKET.high &&
    high <= BRACKET.highest &&
    wide <= BRACKET.wide &&
    box[1] <= spot.foot &&
    box[1] >= spot.foot - BRACKET.under * spot.size;
  return (
    (isLevelBar(box) && isMinus(box, spot)) || (isBracket && (isBefore(spot, box) || isBehind(spot, box)))
  );
}
