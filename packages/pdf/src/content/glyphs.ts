import type { Box } from '../revisions/pages.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { TextRun } from './canvas.ts';
import { eachCode } from './codes.ts';
import { bringsProgram, type Drawn, drawnOutlines, hasBrokenProgram } from './font/drawn.ts';
import type { Font } from './font/font.ts';
import type { GlyphOutline, ReadGlyph } from './font/program/outline.ts';
import { splitCodes } from './font/splitcodes.ts';
import { Outline } from './outline.ts';
import { strokes } from './strokes.ts';

/** Glyphs of one font whose outlines are kept. */
const MOST_GLYPHS = 1000;
const FAR = 1e9;
const EVERYWHERE: Box = [-FAR, -FAR, FAR, FAR];

/** What the glyphs of a string paint, each by itself. */
export interface DrawnGlyphs {
  outlines: readonly Outline[];
  /** Whether this is all that they paint, in every reader. */
  isWhole: boolean;
}

/**
 * What the glyphs of a string paint by the program that its font brings along, wherever that is on the page; undefined
 * for a font that readers have themselves, and for Type 3, whose glyphs are drawn.
 */
export function drawGlyphOutlines(pdf: Pdf, run: TextRun): DrawnGlyphs | undefined {
  const font = run.font === undefined ? undefined : programOf(pdf, run.font);
  if (font === undefined) return undefined;
  const [x0, y0, x1, y1] = run.line;
  const em = 1000 * run.pace.em;
  const [ax, ay] = [run.along[0] * em, run.along[1] * em];
  const [ux, uy] = run.up;
  const outlines: Outline[] = [];
  // Where glyphs stand that are written downwards is not read (§9.7.4.3).
  let isWhole = font.isWhole && run.font?.vertical !== true;
  eachCode(run, (bytes, from) => {
    const glyph = font.glyph(bytes);
    // A blank may have no glyph; another code without one is drawn as readers like.
    if (glyph === 'unread' || (glyph === undefined && run.font?.text(bytes).trim() !== '')) isWhole = false;
    if (glyph === undefined || glyph === 'unread') return;
    const [x, y] = [x0 + (x1 - x0) * from, y0 + (y1 - y0) * from];
    const points = glyph.map((contour) =>
      contour.map((_, at) => {
        const [right, up] = [contour[at - (at % 2)] ?? 0, contour[at - (at % 2) + 1] ?? 0];
        return at % 2 === 0 ? x + right * ax + up * ux : y + right * ay + up * uy;
      }),
    );
    pdf.spend(points.length + points.reduce((sum, { length }) => sum + length, 0));
    outlines.push(...painted(points, run));
  });
  return { outlines, isWhole };
}

/** What of a glyph's contours a text rendering mode paints: their inside, a line along them, or both (Table 104). */
function* painted(contours: GlyphOutline, { mode, lineWidth }: TextRun): Generator<Outline> {
  if (contours.length === 0) return;
  if (mode % 4 !== 1) {
    let start = 0;
    const starts = [0, ...contours.map(({ length }) => (start += length / 2))];
    yield new Outline(Float64Array.from(contours.flat()), starts, false, EVERYWHERE);
  }
  if (lineWidth === 0) return;
  const pieces = contours.flatMap((contour) => {
    const found: Box[] = [];
    for (let at = 0; at + 1 < contour.length; at += 2) {
      const next = (at + 2) % contour.length;
      found.push([contour[at] ?? 0, contour[at + 1] ?? 0, contour[next] ?? 0, contour[next + 1] ?? 0]);
    }
    return found;
  });
  const line = strokes(pieces, lineWidth, 0, EVERYWHERE);
  if (line !== undefined) yield line;
}

interface Program {
  glyph(code: Uint8Array): ReadGlyph;
  isWhole: boolean;
}

const all = new WeakMap<Font, Program | 'none'>();

function programOf(pdf: Pdf, font: Font): Program | undefined {
  const known = all.get(font) ?? readProgram(pdf, font) ?? 'none';
  all.set(font, known);
  return known === 'none' ? undefined : known;
}

function readProgram(pdf: Pdf, font: Font): Program | undefined {
  const value = font.dict ?? (font.object === undefined ? undefined : pdf.object(font.object)?.value);
  if (font.kind === 'type3' || value === undefined || !bringsProgram(pdf, value)) return undefined;
  const drawn = drawnOutlines(pdf, value, true);
  const isWhole = drawn !== undefined && !hasBrokenProgram(pdf, value);
  const glyphOf = drawn === undefined ? undefined : agreed(drawn, splitCodes(pdf, value));
  const known = new Map<number, ReadGlyph>();
  const glyph = (bytes: Uint8Array): ReadGlyph => {
    const code = font.codes(bytes)[0]?.code;
    if (code === undefined || glyphOf === undefined) return 'unread';
    if (!known.has(code)) {
      if (known.size >= MOST_GLYPHS) known.clear();
      known.set(code, glyphOf(code));
    }
    return known.get(code);
  };
  return { glyph, isWhole };
}

/** What all readers draw; what they take from different maps of the program is not known. */
const agreed =
  (drawn: Drawn, isSplit: ((code: number) => boolean) | undefined): Drawn =>
  (code) =>
    isSplit?.(code) === true ? 'unread' : drawn(code);
