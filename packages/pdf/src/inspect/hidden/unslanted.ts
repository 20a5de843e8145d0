import type { GlyphPicture } from '../../content/font/program/raster.ts';

/** A glyph of a slanted face as its upright one has it; `lean`: how far it leans forward, in ems to the em. */
export function unslanted({ bounds: [x0, y0, x1, y1], cells }: GlyphPicture, lean: number): GlyphPicture {
  const side = Math.sqrt(cells.length);
  const [width, height] = [x1 - x0, y1 - y0];
  /** How far a row is moved back, in cells. */
  const shiftOf = (row: number): number => ((lean * (row + 0.5) * height) / side / width) * side;
  let [left, right] = [Infinity, -Infinity];
  for (const [at, cell] of cells.entries()) {
    if (cell === 0) continue;
    const column = (at % side) - shiftOf(Math.floor(at / side));
    left = Math.min(left, column);
    right = Math.max(right, column + 1);
  }
  const upright = cells.map((_, at) => {
    const row = Math.floor(at / side);
    const column = Math.floor(left + (((at % side) + 0.5) / side) * (right - left) + shiftOf(row));
    return column < 0 || column >= side ? 0 : (cells[row * side + column] ?? 0);
  });
  const edges = [left, right].map((column) => x0 + (column / side) * width) as [number, number];
  return { bounds: [edges[0], y0, edges[1], y1], cells: upright };
}
