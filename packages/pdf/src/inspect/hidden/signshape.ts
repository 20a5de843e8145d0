import type { GlyphShape } from '../../content/font/program/raster.ts';
import { END, spread } from './digitshape.ts';

/** In em, what signs that are points or short strokes never reach: the height of digits. */
const DIGIT_HIGH = 0.5;
/** In em, what dashes never reach, and the bar of a plus surely does. */
const DASH_HIGH = 0.35;
/** In em, how far under the line only commas reach, and how far over it only what hangs from above begins. */
const UNDER = -0.08;
const HANGS = 0.3;
/** Of its height, how broad a sign for each thousand is at least, and none for each hundred with two rings. */
const PER_MILLE = 1.35;
/** Ink of a glyph that is surely seen, in square em. */
const SEEN = 0.01;

const POINT = /^[.,'’·٫٬]$/u;
const LOW = /^[.,٫]$/u;
const HIGH = /^['’]$/u;
const DASH = /^[-−–‐\u00ad]$/u;
/** Accents that stand over or under a letter, and those that go through it. */
const ACCENT = /^(?![\u0334-\u0338])[\u0300-\u036f]$/u;
const OVERLAY = /^[\u0334-\u0338]$/u;
/** In em, how far from the line digits end at most; what goes through a letter begins under it, or over it. */
const ON_LINE = 0.02;
/** In em, what digits never reach over the line, and strokes through capital letters do. */
const DIGIT_TOP = 0.75;

/** Of a dollar sign's width, what a bar that sticks out of it never has, and its own strokes do, and those of a euro sign. */
const BAR = 0.45;

const ends = (cells: Uint8Array): number[] => [spread(cells, 0, END), spread(cells, 1 - END, 1)];

/** Whether what is drawn for a sign that amounts are written with surely is another one, or a digit. */
export function isOtherMark(
  text: string,
  { bounds: [x0, y0, x1, y1], holes, cells }: Pick<GlyphShape, 'bounds' | 'holes' | 'cells'>,
): boolean {
  const [width, height] = [x1 - x0, y1 - y0];
  if (POINT.test(text)) {
    if (height > DIGIT_HIGH || (LOW.test(text) && y0 > HANGS) || (HIGH.test(text) && y1 < HANGS)) return true;
    if (text === '.') return (y0 < UNDER && height > 1.4 * width) || width > 2 * height;
    return text === ',' && y0 > -0.03 && y1 < 0.3 && height < 1.3 * width;
  }
  if (DASH.test(text)) return height > DASH_HIGH;
  // A sign for each thousand has a further ring.
  if (text === '%') return holes.length > 2;
  if (text === '‰') return holes.length === 2 && width < PER_MILLE * height;
  if (text === '+') return width > 2 * height;
  // A bar goes through it, and makes holes, or sticks out of it.
  if (text === '$') return width > height || (holes.length === 0 && ends(cells).every((end) => end > BAR));
  return text === '€' && holes.length > 1 && ends(cells).every((end) => end < BAR);
}

/** Whether what is copied as a blank, as an accent or as what nobody sees is drawn as a letter or a digit is. */
export function isOtherBlank(
  text: string,
  { bounds: [, y0, , y1], ink, holes }: Pick<GlyphShape, 'bounds' | 'ink' | 'holes'>,
): boolean {
  if (OVERLAY.test(text))
    return ink > SEEN && (holes.length > 0 || (Math.abs(y0) < ON_LINE && y1 > DIGIT_HIGH && y1 < DIGIT_TOP));
  if (ACCENT.test(text)) return ink > SEEN && y0 < HANGS && y1 > DIGIT_HIGH;
  // Readers show a soft hyphen at the end of a line.
  return DASH.test(text) ? ink > SEEN && y1 - y0 > DASH_HIGH : ink > SEEN;
}
