import { union } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import { decodeText } from '../syntax/strings.ts';
import type { TextRun } from './canvas.ts';
import { type Pace, stretchOf } from './codes.ts';
import type { Interpreter } from './interpreter.ts';
import { blendOf, isGrouped, knockOut, MARK } from './marks.ts';
import { boundsOf, type Matrix } from './matrix.ts';
import { type Look, patternLook, patternShadeAt } from './patternlook.ts';
import { paintPattern } from './patterns.ts';
import { type GraphicsState, lineWidthOf } from './state.ts';
import { transferred } from './transfer.ts';
import { drawGlyphs, type GlyphFacts, glyphFacts, INHERITED } from './type3.ts';

const NONE: readonly number[] = [];
const PLAIN: Look = { colour: undefined, shades: undefined, nothing: false, hides: false };
const ASCENT = 800;
const DESCENT = -200;
/** What contains no point, so that any box added to it stays as it is. */
const NOWHERE: Box = [Infinity, Infinity, -Infinity, -Infinity];

/** Shows a string (ISO 32000-2 §9.4.4); `gaps` are what TJ moves by within it, in thousandths of an em. */
export function showText(it: Interpreter, bytes: Uint8Array, gaps: readonly number[]): void {
  if (bytes.length === 0) return;
  const { state, text } = it;
  // Some readers take a font of their own, some show nothing.
  const isDoubtful = text.doubtful || state.isFontDoubtful;
  if (isDoubtful || (state.font === undefined && state.mode !== 3)) it.ambiguous(it.tokens.start);
  const pace = paceOf(state, gaps);
  const stretch = stretchOf(state.font, bytes, pace, (units) => it.spend(units));
  const glyphs = state.font?.drawings === undefined ? undefined : glyphFacts(it, state.font, bytes);
  tell(it, { bytes, pace, stretch }, glyphs);
  if (state.font !== undefined && glyphs !== undefined) drawGlyphs(it, state.font, bytes, glyphs);
  if (state.font?.vertical === true) text.advance(0, stretch.length);
  else text.advance(stretch.length, 0);
}

/** An adjustment of TJ, in thousandths of an em, in text space; positive ones go back. */
export function distance({ font, fontSize, scale }: GraphicsState, gap: number): number {
  return (-gap / 1000) * fontSize * (font?.vertical === true ? 1 : scale);
}

function paceOf(state: GraphicsState, gaps: readonly number[]): Pace {
  const { font, fontSize, charSpace, wordSpace } = state;
  const scale = font?.vertical === true ? 1 : state.scale;
  const moved = gaps.length === 0 ? NONE : gaps.map((gap, at) => (at % 2 === 0 ? gap : distance(state, gap)));
  return { em: (fontSize / 1000) * scale, char: charSpace * scale, word: wordSpace * scale, gaps: moved };
}

function tell(
  it: Interpreter,
  { bytes, pace, stretch }: Pick<TextRun, 'bytes' | 'pace' | 'stretch'>,
  glyphs: GlyphFacts | undefined,
): void {
  const { state, text } = it;
  const { from, to } = stretch;
  const vertical = state.font?.vertical === true;
  const { font, fontSize, rise, mode, ctm } = state;
  const [ta = 1, tb = 0, tc = 0, td = 1, te = 0, tf = 0] = text.matrix;
  // Text space to the page.
  const a = ta * ctm[0] + tb * ctm[2];
  const b = ta * ctm[1] + tb * ctm[3];
  const c = tc * ctm[0] + td * ctm[2];
  const d = tc * ctm[1] + td * ctm[3];
  const e = te * ctm[0] + tf * ctm[2] + ctm[4];
  const f = te * ctm[1] + tf * ctm[3] + ctm[5];
  const em = fontSize / 1000;
  const ascent = (font?.ascent ?? ASCENT) * em;
  const descent = (font?.descent ?? DESCENT) * em;
  const half = (fontSize / 2) * state.scale;
  const [x0, x1] = vertical ? [-half, half] : [from, to];
  const [y0, y1] = vertical ? [from, to] : [rise + descent, rise + ascent];
  const height =
    font?.kind === 'type3' && ascent !== descent ? Math.abs(ascent - descent) : Math.abs(fontSize);
  // A font may claim a box that its glyphs are mere dots in.
  const drawn = ((glyphs?.extent ?? 0) / 1000) * Math.abs(fontSize);
  const tall = glyphs?.paints === true && drawn < height / 20 ? drawn : height;
  const toPage: Matrix = [a, b, c, d, e, f];
  const box = boundsOf([x0, y0, x1, y1], toPage);
  if (mode >= 4) {
    const [low, high] = vertical || it.isPrecise ? [y0, y1] : inkOf(it, bytes, [y0, y1]);
    clipToo(it, low < high ? boundsOf([x0, low, x1, high], toPage) : NOWHERE);
  }
  const paint = mode === 1 || mode === 5 ? state.stroke : state.fill;
  const look = paint.pattern === undefined ? PLAIN : patternLook(it, paint.pattern, box);
  const placed = paint.pattern === undefined ? undefined : patternShadeAt(it, paint.pattern);
  const [startX, startY] = vertical ? [0, from] : [from, rise];
  const [endX, endY] = vertical ? [0, to] : [to, rise];
  it.spend(MARK);
  knockOut(it, box, alphaOf(state) / (state.groupAlpha || 1));
  if (state.knockout !== undefined) state.knockout.text = union(state.knockout.text ?? box, box);
  it.canvas.text({
    box,
    clip: state.seen,
    clips: state.clips,
    vague: state.vague,
    alpha: look.nothing ? 0 : alphaOf(state),
    masked: state.masked || state.groupMasked,
    masks: state.masks,
    blend: blendOf(state),
    grouped: isGrouped(state),
    layer: it.layer,
    maker: it.maker,
    font,
    bytes,
    line: [
      a * startX + c * startY + e,
      b * startX + d * startY + f,
      a * endX + c * endY + e,
      b * endX + d * endY + f,
    ],
    along: vertical ? [c, d] : [a, b],
    up: [c * fontSize, d * fontSize],
    pace,
    stretch,
    size: Math.min(height, tall) * steep(a, b, c, d),
    width: Math.abs(fontSize * state.scale) * Math.hypot(a, b),
    slant: slant(a, b, c, d),
    mode,
    lineWidth: STROKED.has(mode) ? lineWidthOf(state) : 0,
    shades: look.shades,
    ...(placed === undefined ? {} : { shadeAt: placed }),
    colour: transferred(
      it,
      state.transfer,
      glyphs === undefined || glyphs.colour === INHERITED ? (look.colour ?? paint.colour) : glyphs.colour,
    ),
    outline: mode === 2 || mode === 6 ? transferred(it, state.transfer, state.stroke.colour) : undefined,
    glyph: it.glyph,
    blank: glyphs?.paints === false,
  });
  // Where marks are told precisely the glyphs count, and not what their box would show.
  if (paint.pattern !== undefined && mode % 4 !== 3 && !it.isPrecise)
    paintPattern(it, paint.pattern, { box, solid: undefined });
}

/** Text rendering modes that stroke the outlines of glyphs (Table 104). */
const STROKED: ReadonlySet<number> = new Set([1, 2, 5, 6]);

/** How far a unit upwards leads away from the line: what is slanted is lower, and what has no height is 0. */
function steep(a: number, b: number, c: number, d: number): number {
  const across = Math.hypot(a, b);
  return across === 0 ? 0 : Math.abs(a * d - b * c) / across;
}

/** How far a unit upwards leads along the line, for each unit that it leads away from it. */
function slant(a: number, b: number, c: number, d: number): number {
  const [along, away] = [a * c + b * d, a * d - b * c];
  return away === 0 ? 0 : along / away;
}

/** The more visible of fill and stroke, where the mode has both. */
function alphaOf(state: GraphicsState): number {
  const { mode, groupAlpha } = state;
  const fill = state.fill.none ? 0 : state.fillAlpha;
  const stroke = state.stroke.none ? 0 : state.strokeAlpha;
  if (mode === 1 || mode === 5) return stroke * groupAlpha;
  return (mode === 2 || mode === 6 ? Math.max(fill, stroke) : fill) * groupAlpha;
}

/** Signs that stand on the line, and how far their ink reaches from it, in ems. */
const DOTS = /^[.,\u2024-\u2026\s]*$/u;
const DOT = 0.13;

/** Between which heights of a string, in text space, there is ink: nowhere in blanks, and close to the line in dots. */
function inkOf({ state }: Interpreter, bytes: Uint8Array, [low, high]: [number, number]): [number, number] {
  const { font, fontSize, rise } = state;
  const text = font?.text(bytes) ?? decodeText(bytes);
  if (text.trim() === '') return [0, 0];
  const reach = DOT * Math.abs(fontSize);
  return DOTS.test(text) ? [rise - reach, rise + reach] : [low, high];
}

function clipToo({ text }: Interpreter, box: Box): void {
  const { clip } = text;
  if (clip === undefined) {
    text.clip = [...box];
    return;
  }
  clip[0] = Math.min(clip[0], box[0]);
  clip[1] = Math.min(clip[1], box[1]);
  clip[2] = Math.max(clip[2], box[2]);
  clip[3] = Math.max(clip[3], box[3]);
}
