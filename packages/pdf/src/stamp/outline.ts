import { PdfError } from '../errors.ts';
import { type FontTable, FontTables } from './fonttables.ts';

interface Point {
  x: number;
  y: number;
  /** Whether the outline goes through it; else it bends the curve between its neighbours. */
  isOn: boolean;
}
type Contour = Point[];
type Glyphs = (glyph: number, depth?: number) => Contour[];

/** A glyph may be made of others, those of others again; no font goes deeper. */
const deepest = 6;
const mostParts = 64;
/** Flags of a point (OpenType, "glyf"): on the curve, short coordinates, repeated, and what short ones mean. */
const point = { on: 0x01, shortX: 0x02, shortY: 0x04, repeat: 0x08, sameX: 0x10, sameY: 0x20 };
/** Flags of a part. */
const part = { words: 0x01, isOffset: 0x02, scale: 0x08, more: 0x20, scales: 0x40, matrix: 0x80 };

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
    return glyf.i16(start) >= 0 ? simple(glyf, start) : composite(glyf, start, contours, depth);
  };
  return (glyph, shift) =>
    contours(glyph)
      .map((contour) => pathOf(contour, shift))
      .join('');
}

function simple(glyf: FontTable, start: number): Contour[] {
  const count = glyf.i16(start);
  const ends = Array.from({ length: count }, (_, i) => glyf.u16(start + 10 + 2 * i));
  const instructions = start + 10 + 2 * count;
  const { flags, at } = flagsOf(glyf, instructions + 2 + glyf.u16(instructions), (ends.at(-1) ?? -1) + 1);
  const xs = coordinates(glyf, at, flags, point.shortX, point.sameX);
  const ys = coordinates(glyf, xs.at, flags, point.shortY, point.sameY);
  const points = flags.map((flag, i) => ({
    x: xs.values[i] ?? 0,
    y: ys.values[i] ?? 0,
    isOn: (flag & point.on) !== 0,
  }));
  return ends.map((end, i) => points.slice(i === 0 ? 0 : (ends[i - 1] ?? 0) + 1, end + 1));
}

function flagsOf(glyf: FontTable, start: number, count: number) {
  const flags: number[] = [];
  let at = start;
  while (flags.length < count) {
    const flag = glyf.u8(at++);
    const times = (flag & point.repeat) === 0 ? 1 : 1 + glyf.u8(at++);
    for (let i = 0; i < times && flags.length < count; i++) flags.push(flag);
  }
  return { flags, at };
}

/** Each is the difference from the one before; `same` is the sign of a short one, and for others "no difference". */
function coordinates(glyf: FontTable, start: number, flags: readonly number[], short: number, same: number) {
  let at = start;
  let value = 0;
  const values = flags.map((flag) => {
    if ((flag & short) !== 0) value += (flag & same) === 0 ? -glyf.u8(at++) : glyf.u8(at++);
    else if ((flag & same) === 0) {
      value += glyf.i16(at);
      at += 2;
    }
    return value;
  });
  return { values, at };
}

/** A letter and its accents, each a glyph of its own that is moved and perhaps scaled. */
function composite(glyf: FontTable, start: number, contours: Glyphs, depth: number): Contour[] {
  const found: Contour[] = [];
  let at = start + 10;
  for (let parts = 0; parts < mostParts; parts++) {
    const flags = glyf.u16(at);
    if ((flags & part.isOffset) === 0)
      throw new PdfError('font_unusable', 'a glyph is aligned by its points');
    const isWide = (flags & part.words) !== 0;
    const dx = isWide ? glyf.i16(at + 4) : glyf.i8(at + 4);
    const dy = isWide ? glyf.i16(at + 6) : glyf.i8(at + 5);
    const matrix = matrixOf(glyf, at + (isWide ? 8 : 6), flags);
    const { a, b, c, d } = matrix;
    for (const contour of contours(glyf.u16(at + 2), depth + 1)) {
      found.push(contour.map(({ x, y, isOn }) => ({ x: a * x + c * y + dx, y: b * x + d * y + dy, isOn })));
    }
    at = matrix.end;
    if ((flags & part.more) === 0) break;
  }
  return found;
}

function matrixOf(glyf: FontTable, at: number, flags: number) {
  // F2DOT14: two bits before the point, fourteen behind it.
  const number = (index: number) => glyf.i16(at + 2 * index) / 16384;
  if ((flags & part.scale) !== 0) return { a: number(0), b: 0, c: 0, d: number(0), end: at + 2 };
  if ((flags & part.scales) !== 0) return { a: number(0), b: 0, c: 0, d: number(1), end: at + 4 };
  if ((flags & part.matrix) !== 0) {
    return { a: number(0), b: number(1), c: number(2), d: number(3), end: at + 8 };
  }
  return { a: 1, b: 0, c: 0, d: 1, end: at };
}

const middle = (one: Point, other: Point): Point => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
  isOn: true,
});

/** Between two points that bend, the curve goes through their middle. */
function pathOf(points: Contour, shift: number): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return '';
  const written = ({ x, y }: Point) => `${Math.round((x + shift) * 100) / 100} ${Math.round(y * 100) / 100}`;
  const start = first.isOn ? first : last.isOn ? last : middle(first, last);
  let path = `M${written(start)}`;
  let bend: Point | undefined;
  for (const next of [...points.filter((one) => one !== start), start]) {
    if (!next.isOn) {
      if (bend !== undefined) path += `Q${written(bend)} ${written(middle(bend, next))}`;
      bend = next;
    } else {
      path += bend === undefined ? `L${written(next)}` : `Q${written(bend)} ${written(next)}`;
      bend = undefined;
    }
  }
  return `${path}Z`;
}
