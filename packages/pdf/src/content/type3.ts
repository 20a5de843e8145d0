import type { Box } from '../revisions/pages.ts';
import type { PdfValue } from '../syntax/values.ts';
import type { Painting, TextRun } from './canvas.ts';
import type { Font } from './font/font.ts';
import type { Interpreter } from './interpreter.ts';
import { Colours } from './markcolours.ts';
import { type Matrix, multiply } from './matrix.ts';
import { Resources } from './resources.ts';
import { BLACK, GraphicsState, type Paint } from './state.ts';

/** What a glyph's procedure does. */
export interface GlyphFacts {
  paints: boolean;
  /** Its only colour, INHERITED for that of the string; undefined where it has several or none is known. */
  colour: number | undefined;
  /** The larger of its width and height, in thousandths of text space. */
  extent: number;
  /** It shows text of its own, or covers a rectangle: then it is drawn each time. */
  tells: boolean;
}

/** Width or height of a glyph, in units, from which what it paints is looked at as any other area. */
const LARGE_GLYPH = 24;
/** Of a string: what a thousand of its glyphs do tells of the others. */
const MOST_GLYPHS = 1000;
const FAR = 1e9;
const EVERYWHERE: Box = [-FAR, -FAR, FAR, FAR];
export const INHERITED = -2;
export const STRING: Paint = { ...BLACK, colour: INHERITED };
const UNDRAWN: GlyphFacts = { paints: false, tells: false, colour: INHERITED, extent: 0 };
/** Of a glyph that cannot be read. */
const ANY: Omit<GlyphFacts, 'tells'> = { paints: true, colour: undefined, extent: 1000 };
/** By code; a font that several pages use is looked at once. */
const known = new WeakMap<Font, Map<number, GlyphFacts>>();

/** What the glyphs of a Type 3 string do together (§9.6.4). */
export function glyphFacts(it: Interpreter, font: Font, bytes: Uint8Array): GlyphFacts {
  it.spend(8 * bytes.length);
  const all = font.codes(bytes).map(({ code }) => factsOf(it, font, code));
  const drawn = all.filter(({ paints }) => paints);
  const colour = drawn[0]?.colour;
  return {
    paints: drawn.length > 0,
    tells: all.some(({ tells }) => tells),
    colour: drawn.every((glyph) => glyph.colour === colour) ? colour : undefined,
    extent: Math.max(0, ...drawn.slice(0, MOST_GLYPHS).map(({ extent }) => extent)),
  };
}

/** Whether some glyph of a string, at its present size, is so large that it may cover letters. */
function isLarge({ state, text, isPrecise }: Interpreter, { paints, extent }: GlyphFacts): boolean {
  if (!paints || isPrecise) return false;
  const [a, b, c, d] = multiply(text.matrix, state.ctm);
  const broadest = Math.max(Math.hypot(a, b) * Math.abs(state.scale), Math.hypot(c, d));
  return (extent / 1000) * Math.abs(state.fontSize) * broadest >= LARGE_GLYPH;
}

/** Draws those glyphs of a Type 3 string that tell more than that there is text; `facts` are those of all of it. */
export function drawGlyphs(it: Interpreter, font: Font, bytes: Uint8Array, facts: GlyphFacts): void {
  const isAll = isLarge(it, facts);
  if (!isAll && !facts.tells) return;
  const { fontSize, scale, rise, charSpace, wordSpace } = it.state;
  const [a, b, c, d, e, f] = it.text.matrix;
  let from = 0;
  let x = 0;
  for (const { code, length } of font.codes(bytes)) {
    if (isAll || factsOf(it, font, code).tells) {
      drawGlyph(it, font, code, () => {
        it.transform([a, b, c, d, e, f]);
        it.transform([fontSize * scale, 0, 0, fontSize, x, rise]);
      });
    }
    const { advance, spaces } = font.measure(bytes.subarray(from, from + length));
    x += ((advance / 1000) * fontSize + charSpace + spaces * wordSpace) * scale;
    from += length;
  }
}

function factsOf(it: Interpreter, font: Font, code: number): GlyphFacts {
  const facts = known.get(font) ?? new Map<number, GlyphFacts>();
  known.set(font, facts);
  const before = facts.get(code);
  if (before !== undefined) return before;
  // So long as it is being looked at: a glyph that shows itself.
  facts.set(code, UNDRAWN);
  const seen = new Colours(it.pdf);
  let tells = false;
  const text = (run: TextRun): void => {
    seen.text(run);
    tells = true;
  };
  const paint = (painting: Painting): void => {
    seen.paint(painting);
    tells ||= painting.solid !== undefined && painting.opaque;
  };
  let read = !isStream(it, font.drawings?.procedure(code));
  it.listen({ text, paint }, () =>
    drawGlyph(it, font, code, () => {
      read = true;
      it.state = new GraphicsState(LARGE, EVERYWHERE);
      it.state.fill = STRING;
      it.state.stroke = STRING;
    }),
  );
  // What cannot be read is told of; nobody knows that it is blank.
  const drawn = { paints: !seen.look.nothing, colour: seen.main, extent: extentOf(seen) };
  const found = { ...(read ? drawn : ANY), tells };
  facts.set(code, found);
  return found;
}

/** Specks far from each other are no larger for that. */
function extentOf({ box: [x0, y0, x1, y1] = [0, 0, 0, 0], area }: Colours): number {
  const side = Math.max(x1 - x0, y1 - y0);
  return area > 0 ? Math.min(side, SPREAD * Math.sqrt(area)) : side;
}

/** Also where that cannot be found out. */
function isStream(it: Interpreter, value: PdfValue | undefined): boolean {
  let type: string | undefined = 'stream';
  it.attempt(value, () => {
    type = it.pdf.resolve(value)?.type;
  });
  return type === 'stream';
}

/** A stroke is so many times as long as the square of the same area is wide. */
const SPREAD = 4;

/** Text space in which an em is 1000 units. */
const LARGE: Matrix = [1000, 0, 0, 1000, 0, 0];

/** Draws the glyph of a code; `place` sets where and in which colour. */
export function drawGlyph(it: Interpreter, font: Font, code: number, place: () => void): void {
  const { drawings } = font;
  const value = drawings?.procedure(code);
  const stream = it.attempt(value, () => it.pdf.resolve(value));
  if (drawings === undefined || value === undefined || stream?.type !== 'stream') return;
  const own = drawings.resources;
  // Without any, some readers look in those of the page, and some nowhere (§9.6.4).
  it.nest(value, stream, new Resources(it.pdf, own, it.resources), () => {
    it.glyph = true;
    place();
    it.transform(drawings.matrix);
  });
}
