import type { GlyphOutline } from '../../content/font/program/outline.ts';
import { boundsOf, shapeOf } from '../../content/font/program/raster.ts';
import { isAmountSign } from './letters.ts';

/** Letters and signs of scripts whose glyphs stand within their widths, but for swashes that hang together with them. */
const WITHIN = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}!-~]+$/u;
const LETTER = /^[\p{L}\p{Nd}]/u;
/** In em, what may stand out of a width before it is looked at, and where what stands beyond it begins. */
const OUT = 0.2;
const EDGE = 0.05;
/** In em, beside the ink of a glyph, from which on what follows is another column. */
const ROOM = 0.8;
/** In em, from which a part is a letter or a digit by itself: accents and points are lower. */
const HIGH = 0.35;

/**
 * Whether beyond the width of a glyph, or before it, a part stands by itself that is as high as letters are: over the
 * blanks beside it eyes read more than is copied. So is a sign that stands wholly behind its width, or before it, in the digit there.
 */
export function drawsBeside(
  text: string,
  outline: GlyphOutline,
  advance: number,
  spend: (units: number) => void,
): boolean {
  if (outline.length === 0 || advance < EDGE || !WITHIN.test(text)) return false;
  const [x0, , x1] = boundsOf(outline);
  if (isAmountSign(text) && (x0 >= advance || x1 <= 0)) return true;
  if (x1 < advance + OUT && x0 > -OUT) return false;
  const { cells, bounds } = shapeOf(outline, spend);
  const side = Math.sqrt(cells.length);
  const high = (HIGH / (bounds[3] - bounds[1])) * side;
  const ends = partsOf(cells, high).map((column) => bounds[0] + (column / side) * (bounds[2] - bounds[0]));
  const isOwn = ends.some((end, at) => at % 2 === 0 && end < advance - EDGE && (ends[at + 1] ?? 0) > EDGE);
  return isOwn && ends.some((end, at) => (at % 2 === 0 ? end >= advance - EDGE : end <= EDGE));
}

/**
 * Whether a glyph beside digits leaves as much room within its width as is between columns: eyes read two numbers, and what follows by its
 * width is copied as one.
 */
export function leavesRoom(text: string, outline: GlyphOutline, advance: number): boolean {
  if (outline.length === 0 || !WITHIN.test(text)) return false;
  const [x0, , x1] = boundsOf(outline);
  return advance - x1 >= ROOM || x0 >= ROOM;
}

/** Whether the middle of a letter or digit stands before its width (-1), behind it (1) or, as it should, within it (0). */
export function besideWidth(text: string, outline: GlyphOutline, advance: number): -1 | 0 | 1 {
  if (outline.length === 0 || advance < EDGE || !WITHIN.test(text) || !LETTER.test(text)) return 0;
  const [x0, , x1] = boundsOf(outline);
  const middle = (x0 + x1) / 2;
  if (middle <= -EDGE) return -1;
  return middle >= advance + EDGE ? 1 : 0;
}

/** The first column, and the one behind the last, of each part that free columns set apart and that has so many rows. */
function partsOf(cells: Uint8Array, high: number): number[] {
  const side = Math.sqrt(cells.length);
  const ends: number[] = [];
  let [first, low, top] = [-1, side, -1];
  for (let column = 0; column <= side; column++) {
    const rows = column === side ? [] : rowsOf(cells, column);
    if (rows.length > 0) {
      if (first < 0) first = column;
      low = Math.min(low, rows[0] ?? side);
      top = Math.max(top, rows.at(-1) ?? -1);
    } else if (first >= 0) {
      if (top - low + 1 >= high) ends.push(first, column);
      [first, low, top] = [-1, side, -1];
    }
  }
  return ends;
}

function rowsOf(cells: Uint8Array, column: number): number[] {
  const side = Math.sqrt(cells.length);
  const rows: number[] = [];
  for (let row = 0; row < side; row++) if (cells[row * side + column] === 1) rows.push(row);
  return rows;
}
