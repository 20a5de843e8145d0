import { PdfError } from '../errors.ts';

/** Reads of a `glyf` table; what is past its end throws or is 0, as the reader has it. */
export interface GlyphBytes {
  u8(at: number): number;
  i8(at: number): number;
  u16(at: number): number;
  i16(at: number): number;
}

export interface Point {
  x: number;
  y: number;
  /** Whether the outline goes through it; else it bends the curve between its neighbours. */
  isOn: boolean;
}
export type Contour = Point[];

/** Glyphs that one is made of: letters have one or two accents. */
const MOST_PARTS = 64;
/** Flags of a point (OpenType, "glyf"): on the curve, short coordinates, repeated, and what short ones mean. */
const POINT = { on: 0x01, shortX: 0x02, shortY: 0x04, repeat: 0x08, sameX: 0x10, sameY: 0x20 };
/** Flags of a part. */
const PART = {
  words: 0x01,
  isOffset: 0x02,
  scale: 0x08,
  more: 0x20,
  scales: 0x40,
  matrix: 0x80,
  scalesOffset: 0x0800,
};

/**
 * The contours of the TrueType glyph whose bytes begin at `start`, in font units; `part` gives those of another
 * glyph. Throws PdfError `font_unusable` for a damaged glyph, and what `glyf` and `part` throw.
 */
export function glyphContours(
  glyf: GlyphBytes,
  start: number,
  part: (glyph: number) => readonly Contour[],
): Contour[] {
  return glyf.i16(start) >= 0 ? simple(glyf, start) : composite(glyf, start, part);
}

function simple(glyf: GlyphBytes, start: number): Contour[] {
  const count = glyf.i16(start);
  const ends = Array.from({ length: count }, (_, i) => glyf.u16(start + 10 + 2 * i));
  if (ends.some((end, i) => end < (ends[i - 1] ?? 0)))
    throw new PdfError('font_unusable', 'a contour of the font ends before it begins');
  const instructions = start + 10 + 2 * count;
  const { flags, at } = flagsOf(glyf, instructions + 2 + glyf.u16(instructions), (ends.at(-1) ?? -1) + 1);
  const xs = coordinates(glyf, at, flags, POINT.shortX, POINT.sameX);
  const ys = coordinates(glyf, xs.at, flags, POINT.shortY, POINT.sameY);
  const points = flags.map((flag, i) => ({
    x: xs.values[i] ?? 0,
    y: ys.values[i] ?? 0,
    isOn: (flag & POINT.on) !== 0,
  }));
  return ends.map((end, i) => points.slice(i === 0 ? 0 : (ends[i - 1] ?? 0) + 1, end + 1));
}

function flagsOf(glyf: GlyphBytes, start: number, count: number) {
  const flags: number[] = [];
  let at = start;
  while (flags.length < count) {
    const flag = glyf.u8(at++);
    const times = (flag & POINT.repeat) === 0 ? 1 : 1 + glyf.u8(at++);
    for (let i = 0; i < times && flags.length < count; i++) flags.push(flag);
  }
  return { flags, at };
}

/** Each is the difference from the one before; `same` is the sign of a short one, and for others "no difference". */
function coordinates(glyf: GlyphBytes, start: number, flags: readonly number[], short: number, same: number) {
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
function composite(
  glyf: GlyphBytes,
  start: number,
  contours: (glyph: number) => readonly Contour[],
): Contour[] {
  const found: Contour[] = [];
  let at = start + 10;
  for (let parts = 0; parts < MOST_PARTS; parts++) {
    const flags = glyf.u16(at);
    const isWide = (flags & PART.words) !== 0;
    const matrix = matrixOf(glyf, at + (isWide ? 8 : 6), flags);
    const { a, b, c, d } = matrix;
    const part = contours(glyf.u16(at + 2)).map((contour) =>
      contour.map(({ x, y, isOn }) => ({ x: a * x + c * y, y: b * x + d * y, isOn })),
    );
    const [dx, dy] =
      (flags & PART.isOffset) === 0
        ? betweenPoints(glyf, at + 4, isWide, found, part)
        : offsetOf(glyf, at + 4, flags, matrix);
    for (const contour of part) found.push(contour.map(({ x, y, isOn }) => ({ x: x + dx, y: y + dy, isOn })));
    at = matrix.end;
    if ((flags & PART.more) === 0) return found;
  }
  throw new PdfError('font_unusable', 'a glyph of the font has too many parts');
}

type Step = readonly [dx: number, dy: number];

function offsetOf(glyf: GlyphBytes, at: number, flags: number, matrix: ReturnType<typeof matrixOf>): Step {
  const isWide = (flags & PART.words) !== 0;
  const [dx, dy] = isWide ? [glyf.i16(at), glyf.i16(at + 2)] : [glyf.i8(at), glyf.i8(at + 1)];
  const { a, b, c, d } = matrix;
  return (flags & PART.scalesOffset) === 0 ? [dx, dy] : [dx * Math.hypot(a, c), dy * Math.hypot(b, d)];
}

/** From a point of the part to the point of those before it on which it is to lie. */
function betweenPoints(
  glyf: GlyphBytes,
  at: number,
  isWide: boolean,
  before: readonly Contour[],
  part: readonly Contour[],
): Step {
  const [one, other] = isWide ? [glyf.u16(at), glyf.u16(at + 2)] : [glyf.u8(at), glyf.u8(at + 1)];
  const [to, from] = [before.flat()[one], part.flat()[other]];
  if (to === undefined || from === undefined)
    throw new PdfError('font_unusable', 'a glyph of the font is aligned by a point that it has not');
  return [to.x - from.x, to.y - from.y];
}

function matrixOf(glyf: GlyphBytes, at: number, flags: number) {
  // F2DOT14: two bits before the point, fourteen behind it.
  const number = (index: number) => glyf.i16(at + 2 * index) / 16384;
  if ((flags & PART.scale) !== 0) return { a: number(0), b: 0, c: 0, d: number(0), end: at + 2 };
  if ((flags & PART.scales) !== 0) return { a: number(0), b: 0, c: 0, d: number(1), end: at + 4 };
  if ((flags & PART.matrix) !== 0) {
    return { a: number(0), b: number(1), c: number(2), d: number(3), end: at + 8 };
  }
  return { a: 1, b: 0, c: 0, d: 1, end: at };
}

/** What draws a contour. */
export interface ContourPen {
  move(x: number, y: number): void;
  line(x: number, y: number): void;
  /** A quadratic curve: the point that bends it, and its end. */
  bend(bx: number, by: number, x: number, y: number): void;
}

const middle = (one: Point, other: Point): Point => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
  isOn: true,
});

/** Draws a closed contour: between two points that bend, the curve goes through their middle. */
export function trace(pen: ContourPen, points: Contour): void {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return;
  const start = first.isOn ? first : last.isOn ? last : middle(first, last);
  pen.move(start.x, start.y);
  let bend: Point | undefined;
  for (const next of [...points.filter((one) => one !== start), start]) {
    if (!next.isOn) {
      if (bend !== undefined) {
        const { x, y } = middle(bend, next);
        pen.bend(bend.x, bend.y, x, y);
      }
      bend = next;
    } else {
      if (bend === undefined) pen.line(next.x, next.y);
      else pen.bend(bend.x, bend.y, next.x, next.y);
      bend = undefined;
    }
  }
}
