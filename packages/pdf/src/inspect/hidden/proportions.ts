import type { TextRun } from '../../content/canvas.ts';

/** Of an em's width and height, the smaller one to the larger. Condensed letters have a half. */
const LEAST_RATIO = 1 / 8;
/** How far letters may lean, in ems to the em: italics lean by a fifth. */
const MOST_SLANT = 3;

/**
 * The shorter of the height and the breadth of the letters of a string, in units of default user space: of an em, but in a Type 3 font,
 * which has units of its own, of the box of the font (ISO 32000-2 §9.6.4).
 */
export function shorterSide({ font, size, width, up }: TextRun): number {
  const high = Math.hypot(...up);
  if (font?.drawings === undefined || high === 0) return Math.min(size, width);
  const [a, b, c, d] = font.drawings.matrix;
  const glyphHigh = Math.hypot(c, d);
  const slim = glyphHigh === 0 ? 1 : Math.hypot(a, b) / glyphHigh;
  return Math.min(size, ((size * width) / high) * slim);
}

/** Drawn out or slanted so far that no letter is made out. The units of a Type 3 font's glyphs are its own. */
export const isDistorted = ({ font, size, width, slant }: TextRun): boolean =>
  font?.kind !== 'type3' &&
  (Math.abs(slant) > MOST_SLANT || size < width * LEAST_RATIO || width < size * LEAST_RATIO);
