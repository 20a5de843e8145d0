import type { GlyphShape } from '../../content/font/program/raster.ts';
import { isNearerToOther } from './digitpictures.ts';
import { END } from './digitshape.ts';

/** By digit: the signs and letters that look like it in some typeface. */
const ALIKE: readonly string[] = [
  'OoQDCGceaUunHNMWVvΟοσΘθΩ°º@',
  'IilLjJtTfrkhEFdb|!¦][)(}{ΙιτΤ†',
  'ZzΖζ?',
  'BEeSsξεΣ',
  'AaΑαΛΔdq',
  'Ss$§Ѕ',
  'GbCeEσδc&',
  'TtYyFVvΓ/?',
  'BSsR&%gaeΒ§@€',
  'gqpPyaρΡJj',
];
const SLASH = /^[/⁄∕]$/u;
/** Of a slash's width, what its foot never reaches, and the foot or stem of a one does. */
const SLASH_FOOT = 0.75;
/** In em, what digits always reach over the line, but those of small capitals. */
const LEAST_HIGH = 0.4;

/**
 * Whether what is copied as one letter or sign surely is drawn as a digit, of those that do not look like it: its
 * picture is far nearer to that digit than to any other one.
 */
export function isDrawnAsDigit(text: string, shape: GlyphShape): boolean {
  const [, y0, , y1] = shape.bounds;
  if ([...text].length !== 1 || y1 - y0 < LEAST_HIGH) return false;
  if (SLASH.test(text) && rightOf(shape.cells) > SLASH_FOOT) return true;
  const [nearest, ...others] = [...ALIKE.keys()].filter((digit) => !isNearerToOther(String(digit), shape));
  return nearest !== undefined && others.length === 0 && ALIKE[nearest]?.includes(text) === false;
}

/** Where, of the width, the last painted cell of a glyph's foot ends. */
function rightOf(cells: Uint8Array): number {
  const side = Math.sqrt(cells.length);
  let last = -1;
  for (let at = 0; at < Math.floor(END * side) * side; at++)
    if (cells[at] === 1) last = Math.max(last, at % side);
  return (last + 1) / side;
}
