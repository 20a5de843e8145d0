import { type Fitted, fit } from './fit.ts';
import { displayable } from './text.ts';
import type { AppearanceText, FontMetrics, Layout, PlacedText, Size } from './types.ts';
import { measure } from './wrap.ts';

/** More lines than any stamp has. */
const mostLines = 12;

/**
 * Lays out a signature's stamp in a box: the name first and larger, below a hairline the labelled lines, as
 * large as they fit whole; where even small print does not fit, an ellipsis says so. Pure: the same text, box
 * and metrics give the same layout in the engine, which writes it, and in the browser, which shows it beforehand.
 */
export function layoutStamp(text: AppearanceText, box: Size, metrics: FontMetrics): Layout {
  const size = { width: toHundredths(box.width), height: toHundredths(box.height) };
  const known = remembering(metrics);
  const shown = (value: string) => displayable(value, known);
  const entries = text.lines.slice(0, mostLines).map(({ label, value }) => ({
    label: measure(withColon(shown(label)), known),
    value: measure(shown(value), known),
  }));
  const name = shown(text.name);
  const frame = frameOf(size);
  const inner = { width: size.width - 2 * frame.padX, height: size.height - 2 * frame.padY };
  const fitted = fit({ name: measure(name, known), entries, line: lineOf(known), inner });
  return place(fitted, size, frame, known);
}

/**
 * The browser knows a box in hundredths of a point; the engine gets it back from the page's own space, a rounding
 * away. Where that rounding decided, the two would break their lines differently.
 */
const toHundredths = (length: number): number => Math.round(length * 100) / 100;

/** Labels end with a colon, whoever wrote them. */
function withColon(label: string): string {
  return label === '' || /[:;.?·]$/u.test(label) ? label : `${label}:`;
}

/** Looks each character up once: layout asks for the same few again and again. */
function remembering(metrics: FontMetrics): FontMetrics {
  const seen = new Map<number, number | undefined>();
  const advance = (codePoint: number) => {
    if (!seen.has(codePoint)) seen.set(codePoint, metrics.advance(codePoint));
    return seen.get(codePoint);
  };
  return { advance, ascent: metrics.ascent, descent: metrics.descent };
}

/**
 * Extent of a line in em. A font's ascent has room for stacked accents that Greek and Latin lines do not fill:
 * nine tenths hold every capital with its accent.
 */
function lineOf({ ascent, descent }: FontMetrics) {
  const above = Math.min(Math.max(ascent * 0.9, 0.7), 1.2);
  const below = Math.min(Math.max(-descent * 0.9, 0.15), 0.5);
  return { above, below };
}

interface Frame {
  lineWidth: number;
  padX: number;
  padY: number;
}

/** Stroke and padding grow with the box, within taste. */
function frameOf({ width, height }: Size): Frame {
  const lineWidth = height < 30 ? 0.4 : 0.6;
  const pad = Math.min(Math.max(height * 0.08, 1.2), 8);
  return { lineWidth, padX: Math.min(Math.max(pad * 1.25, width * 0.025, 2), 10), padY: pad };
}

/** Stacks the fitted lines, centred from top to bottom as the eye sees it. */
function place(fitted: Fitted, size: Size, frame: Frame, metrics: FontMetrics): Layout {
  const { nameLines, nameSize, bodySize, rows, line, ruleGap } = fitted;
  const texts: PlacedText[] = [];
  const put = (role: PlacedText['role'], text: string, x: number, y: number, fontSize: number) => {
    if (text === '') return;
    const width = measure(text, metrics).width * fontSize;
    texts.push({ role, text, x, y, size: fontSize, width });
  };
  let top = (size.height + fitted.height) / 2 + opticalLift(fitted, size.height - 2 * frame.padY);
  for (const text of nameLines) {
    put('name', text, frame.padX, top - line.above * nameSize, nameSize);
    top -= (line.above + line.below) * nameSize;
  }
  const ruleY = top - ruleGap / 2;
  top -= ruleGap;
  for (const row of rows) {
    const baseline = top - line.above * bodySize;
    put('label', row.label, frame.padX, baseline, bodySize);
    put('value', row.value, frame.padX + row.indent, baseline, bodySize);
    top -= (line.above + line.below) * bodySize;
  }
  const inset = frame.lineWidth / 2;
  return {
    size,
    bodySize,
    cut: fitted.cut,
    texts,
    border: {
      x: inset,
      y: inset,
      width: Math.max(size.width - frame.lineWidth, 0),
      height: Math.max(size.height - frame.lineWidth, 0),
      lineWidth: frame.lineWidth,
    },
    ...(ruleGap > 0 && {
      rule: { x1: frame.padX, x2: size.width - frame.padX, y: ruleY, lineWidth: frame.lineWidth * 0.75 },
    }),
  };
}

/** How high capitals reach, in em: what is above them in a line is room for accents, and looks empty. */
const capitals = 0.75;

/** Moves the lines up into the room that the name's line leaves above its letters, as far as there is room. */
function opticalLift({ line, nameSize, bodySize, height }: Fitted, room: number): number {
  const above = (line.above - capitals) * nameSize;
  const below = (line.below * bodySize) / 2;
  return Math.min(Math.max(above - below, 0), Math.max(room - height, 0)) / 2;
}
