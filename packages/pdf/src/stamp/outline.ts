import { PdfError } from '../errors.ts';
import { type Contour, glyphContours, trace } from '../font/glyf.ts';
import { FontTables } from './fonttables.ts';

type Glyphs = (glyph: number, depth?: number) => Contour[];

/** A glyph may be made of others, those of others again; no font goes deeper. */
const deepest = 6;

/**
 * The outlines of a TrueType font: gives a glyph as SVG path data in font units, moved to the right by `shift`, the
 * y axis upwards as in the font. What is drawn so needs no font of the browser's, and no setting of a browser, such
 * as a smallest font size, changes it. Throws PdfError `font_unusable` for damaged tables.
 */
export function readOutlines(bytes: Uint8Array): (glyph: number, shift: number) => string {
  const tables = new FontTables(bytes);
  const isShort = tables.table('head').i16(50) === 0;
  const count = tables.table('maxp').u16(4);
  const [loca, glyf] = [tables.table('loca'), tables.table('glyf')];
  const offset = (id: number) => (isShort ? loca.u16(id * 2) * 2 : loca.u32(id * 4));
  const contours: Glyphs = (glyph, depth = 0) => {
    if (glyph >= count || depth > deepest)
      throw new PdfError('font_unusable', 'a glyph of the font is broken');
    const start = offset(glyph);
    if (offset(glyph + 1) <= start) return [];
    return glyphContours(glyf, start, (part) => contours(part, depth + 1));
  };
  return (glyph, shift) =>
    contours(glyph)
      .map((contour) => pathOf(contour, shift))
      .join('');
}

function pathOf(points: Contour, shift: number): string {
  const written = (x: number, y: number) =>
    `${Math.round((x + shift) * 100) / 100} ${Math.round(y * 100) / 100}`;
  let path = '';
  trace(
    {
      move: (x, y) => (path += `M${written(x, y)}`),
      line: (x, y) => (path += `L${written(x, y)}`),
      bend: (bx, by, x, y) => (path += `Q${written(bx, by)} ${written(x, y)}`),
    },
    points,
  );
  return path === '' ? '' : `${path}Z`;
}
