import type { GlyphPicture } from '../../content/font/program/raster.ts';

/** Of the cells along the edge of a glyph's bounds, how many the ground of a sign in negative paints. */
const GROUND = 0.85;
/** Of all cells, what a sign in negative leaves free at least. */
const SIGN = 0.05;

/** What is seen of a glyph: itself, or, of a filled box out of which a sign is left, that sign. */
export function seenShape({ bounds, cells }: GlyphPicture): GlyphPicture {
  const side = Math.sqrt(cells.length);
  let edge = 0;
  for (let at = 0; at < side - 1; at++) {
    const last = cells.length - 1;
    edge += (cells[at] ?? 0) + (cells[last - at] ?? 0);
    edge += (cells[(at + 1) * side] ?? 0) + (cells[last - (at + 1) * side] ?? 0);
  }
  if (edge < GROUND * 4 * (side - 1)) return { bounds, cells };
  const free = cells.reduce((sum, cell) => sum + 1 - cell, 0);
  if (free < SIGN * cells.length) return { bounds, cells };
  return negativeOf({ bounds, cells }, side);
}

/** What a glyph leaves free of its bounds, within the bounds of that. */
function negativeOf({ bounds: [x0, y0, x1, y1], cells }: GlyphPicture, side: number): GlyphPicture {
  let [left, foot, right, top] = [side, side, 0, 0];
  for (const [at, cell] of cells.entries()) {
    if (cell === 1) continue;
    const column = at % side;
    const row = (at - column) / side;
    left = Math.min(left, column);
    right = Math.max(right, column + 1);
    foot = Math.min(foot, row);
    top = Math.max(top, row + 1);
  }
  const negative = cells.map((_, at) => {
    const column = left + Math.floor((((at % side) + 0.5) / side) * (right - left));
    const row = foot + Math.floor(((Math.floor(at / side) + 0.5) / side) * (top - foot));
    return 1 - (cells[row * side + column] ?? 0);
  });
  const place = (cell: number, from: number, to: number): number => from + (cell / side) * (to - from);
  return {
    bounds: [place(left, x0, x1), place(foot, y0, y1), place(right, x0, x1), place(top, y0, y1)],
    cells: negative,
  };
}
