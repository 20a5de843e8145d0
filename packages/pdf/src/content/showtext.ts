import type { Box } from '../revisions/pages.ts';
import { decodeText } from '../syntax/strings.ts';
import type { TextRun } from './canvas.ts';
import { stretchOf } from './codes.ts';
import type { Interpreter } from './interpreter.ts';
import { addText } from './knockouts.ts';
import { knockOut, MARK, tellDoubts } from './marks.ts';
import { boundsOf, multiply } from './matrix.ts';
import { type Look, patternLook, patternShadeAt } from './patternlook.ts';
import { paintPattern } from './patterns.ts';
import { breaksLetters } from './pen.ts';
import { type ShownString, ShownText } from './shown.ts';
import { type GraphicsState, scaleOf } from './state.ts';
import { transferred } from './transfer.ts';
import { drawGlyphs, type GlyphFacts, glyphFacts, INHERITED } from './type3.ts';

const PLAIN: Look = { colour: undefined, shades: undefined, nothing: false, hides: false };
const ASCENT = 800;
const DESCENT = -200;
/** What contains no point, so that any box added to it stays as it is. */
const NOWHERE: Box = [Infinity, Infinity, -Infinity, -Infinity];

/** Shows a string (ISO 32000-2 §9.4.4); `gaps` are what TJ moves by within it, in thousandths of an em. */
export function showText(it: Interpreter, bytes: Uint8Array, gaps: readonly number[]): void {
  if (bytes.length === 0) return;
  const { state, text } = it;
  // Some readers take a font of their own, some show nothing; outside of a text object some show nothing either.
  const isDoubtful = text.doubtful || state.isFontDoubtful || !text.open;
  if (isDoubtful || (state.font === undefined && state.mode !== 3)) it.ambiguous(it.tokens.start);
  const pace = it.setting.pace(state, gaps);
  const stretch = stretchOf(state.font, bytes, pace, it);
  const glyphs = state.font?.drawings === undefined ? undefined : glyphFacts(it, state.font, bytes);
  tell(it, { bytes, pace, stretch }, glyphs);
  if (state.font !== undefined && glyphs !== undefined) drawGlyphs(it, state.font, bytes, glyphs);
  if (state.font?.vertical === true) text.advance(0, stretch.length);
  else text.advance(stretch.length, 0);
}

function tell(it: Interpreter, string: ShownString, glyphs: GlyphFacts | undefined): void {
  const { state, text } = it;
  const { from, to } = string.stretch;
  const vertical = state.font?.vertical === true;
  const { font, fontSize, rise, mode, ctm } = state;
  const toPage = multiply(text.matrix, ctm);
  const [a, b, c, d, e, f] = toPage;
  const em = fontSize / 1000;
  const ascent = (font?.ascent ?? ASCENT) * em;
  const descent = (font?.descent ?? DESCENT) * em;
  const half = (fontSize / 2) * state.scale;
  const x0 = vertical ? -half : from;
  const x1 = vertical ? half : to;
  const y0 = vertical ? from : rise + descent;
  const y1 = vertical ? to : rise + ascent;
  const height =
    font?.kind === 'type3' && ascent !== descent ? Math.abs(ascent - descent) : Math.abs(fontSize);
  // A font may claim a box that its glyphs are mere dots in.
  const drawn = ((glyphs?.extent ?? 0) / 1000) * Math.abs(fontSize);
  const tall = glyphs?.paints === true && drawn < height / 20 ? drawn : height;
  const axes = it.setting.axes(a, b, c, d, state);
  const box = boundsOf([x0, y0, x1, y1], toPage);
  if (mode >= 4) {
    const [low, high] = vertical || it.isPrecise ? [y0, y1] : inkOf(it, string.bytes, [y0, y1]);
    clipToo(it, low < high ? boundsOf([x0, low, x1, high], toPage) : NOWHERE);
  }
  const paint = mode === 1 || mode === 5 ? state.stroke : state.fill;
  if (mode % 4 !== 3) tellDoubts(it, paint);
  if (isScaledUp(fontSize, axes.steep)) it.ambiguous(it.tokens.start);
  const look = paint.pattern === undefined ? PLAIN : patternLook(it, paint.pattern, box);
  const placed = paint.pattern === undefined ? undefined : patternShadeAt(it, paint.pattern);
  const startX = vertical ? 0 : from;
  const startY = vertical ? from : rise;
  const endX = vertical ? 0 : to;
  const endY = vertical ? to : rise;
  it.spend(MARK);
  knockOut(it, box, alphaOf(state));
  for (const group of state.knockouts) addText(group, box);
  const line: TextRun['line'] = [
    a * startX + c * startY + e,
    b * startX + d * startY + f,
    a * endX + c * endY + e,
    b * endX + d * endY + f,
  ];
  const isOwn = glyphs === undefined || glyphs.colour === INHERITED;
  const size = Math.min(height, tall) * axes.steep;
  const isUnstroked = state.dash !== undefined && breaksLetters(state, size / scaleOf(state));
  const ink = {
    alpha: look.nothing ? 0 : alphaOf(state, isUnstroked),
    colour: transferred(it, state.transfer, isOwn ? (look.colour ?? paint.colour) : glyphs.colour),
    shades: look.shades,
    shadeAt: placed,
    outline:
      mode === 2 || mode === 6
        ? transferred(it, state.transfer, isUnstroked ? paint.colour : state.stroke.colour)
        : undefined,
    blank: glyphs === undefined ? isUnstroked && (mode === 1 || mode === 5) : glyphs.paints === false,
  };
  it.canvas.text(new ShownText(it, string, { box, line, size, axes }, ink));
  // Where marks are told precisely the glyphs count, and not what their box would show.
  if (paint.pattern !== undefined && mode % 4 !== 3 && !it.isPrecise)
    paintPattern(it, paint.pattern, { paint, box, solid: undefined });
}

/** A size that is nothing by itself, and the one on the page from which letters are read. */
const SMALLEST = 0.01;
const READABLE = 1;

/** Whether matrices alone make letters of a font size that some readers round to nothing. */
const isScaledUp = (fontSize: number, steep: number): boolean =>
  fontSize !== 0 && Math.abs(fontSize) < SMALLEST && Math.abs(fontSize) * steep >= READABLE;

/** The more visible of fill and stroke, where the mode has both. */
function alphaOf(state: GraphicsState, isUnstroked = false): number {
  const { mode, groupAlpha } = state;
  const fill = state.fill.none ? 0 : state.fillAlpha;
  const stroke = state.stroke.none || (isUnstroked && mode % 4 === 2) ? 0 : state.strokeAlpha;
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
