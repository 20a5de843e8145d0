import type { Octets } from '../octets.ts';
import { type Bitmap, type Operator, REPLACE } from './bitmap.ts';
import { broken } from './broken.ts';
import { genericContexts, nominalOf, readGeneric, type TemplateNumber } from './generic.ts';
import { MmrReader } from './mmr.ts';
import type { Part } from './parts.ts';
import type { RegionPlace } from './region.ts';
import { symbolBits } from './symbols.ts';
import type { Work } from './work.ts';

/** Decodes bitmaps of one size that follow each other in the data. */
type Planes = (width: number, height: number, skip?: Bitmap) => Bitmap;

function planesOf(octets: Octets, flags: number, first: readonly [number, number], work: Work): Planes {
  const template = ((flags >> 1) & 3) as TemplateNumber;
  const bytes = octets.rest();
  if ((flags & 1) === 1) {
    const mmr = new MmrReader(bytes, work);
    return (width, height) => mmr.read(width, height);
  }
  const [, ...others] = nominalOf(template);
  const generic = { template, adaptive: [first, ...others], isTypical: false };
  const [decoder, contexts] = [work.decoder(bytes), genericContexts(template)];
  return (width, height, skip) =>
    readGeneric(decoder, contexts, { generic: { ...generic, skip }, width, height }, work);
}

/** Reads a pattern dictionary (ITU-T T.88 §7.4.4), whose patterns stand side by side in one bitmap. */
export function readPatterns(octets: Octets, work: Work): Part {
  const [flags, width, height] = [octets.number(1), octets.number(1), octets.number(1)];
  const count = octets.number(4) + 1;
  if (width === 0 || height === 0) throw broken('a pattern has no size');
  work.list(count);
  const all = planesOf(octets, flags, [-width, 0], work)(count * width, height);
  const patterns = Array.from({ length: count }, (_, at) => {
    work.keep(width, height);
    return all.part(at * width, 0, width, height);
  });
  return { kind: 'patterns', patterns };
}

/** The halftone grid: cells whose vectors are in 256ths of a pixel (§7.4.5.1). */
interface Grid {
  columns: number;
  rows: number;
  x: number;
  y: number;
  right: number;
  down: number;
}

/** What a cell costs in addition to its pixels, and a place outside of every region. */
const CELL = 8;
const FARTHEST = 2 ** 31;

/** Reads a halftone region (§7.4.5), after its region information. */
export function readHalftone(
  octets: Octets,
  { width, height }: Pick<RegionPlace, 'width' | 'height'>,
  patterns: readonly Bitmap[],
  work: Work,
): Bitmap {
  const flags = octets.number(1);
  const operator = (flags >> 4) & 7;
  const [columns, rows, x, y] = [octets.number(4), octets.number(4), octets.signed(4), octets.signed(4)];
  const grid = { columns, rows, x, y, right: octets.number(2), down: octets.number(2) };
  if (operator > REPLACE) throw broken('patterns are put otherwise than is read');
  // A row costs as much as a cell, even without any cell.
  work.spend(CELL * (columns + 1) * rows);
  const region = work.bitmap(width, height);
  if (flags >> 7 === 1) region.bytes.fill(0xff);
  const skip = (flags & 8) !== 0 ? skipped(grid, region, patterns[0], work) : undefined;
  const reach = (flags >> 1) & 3;
  const planes = planesOf(octets, flags, [reach <= 1 ? 3 : 2, -1], work);
  const values = readValues(planes, grid, { count: patterns.length, skip }, work);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const pattern = patterns[values(column, row)];
      if (pattern === undefined) throw broken('there is no such pattern');
      work.draw(region, pattern, placeOf(grid, column, row), operator as Operator);
    }
  }
  return region;
}

/** §6.6.5.2 */
function placeOf({ x, y, right, down }: Grid, column: number, row: number): readonly [number, number] {
  const [across, below] = [x + row * down + column * right, y + row * right - column * down];
  if (Math.max(Math.abs(across), Math.abs(below)) >= FARTHEST) throw broken('a pattern lies too far away');
  return [across >> 8, below >> 8];
}

/** The skip bitmap: cells whose patterns would lie outside the region (§6.6.5.1). */
function skipped(grid: Grid, region: Bitmap, pattern: Bitmap | undefined, work: Work): Bitmap {
  const skip = work.bitmap(grid.columns, grid.rows);
  const [width, height] = [pattern?.width ?? 0, pattern?.height ?? 0];
  const pixels = new Uint8Array(grid.columns);
  for (let row = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++) {
      const [x, y] = placeOf(grid, column, row);
      pixels[column] = x + width <= 0 || x >= region.width || y + height <= 0 || y >= region.height ? 1 : 0;
    }
    skip.pack(pixels, row);
  }
  return skip;
}

/** The pattern of each cell, Gray-coded in one bit-plane per bit (Annex C). */
function readValues(
  planes: Planes,
  { columns, rows }: Grid,
  { count, skip }: { count: number; skip: Bitmap | undefined },
  work: Work,
): (column: number, row: number) => number {
  const length = symbolBits(count);
  const values = Array.from({ length }, () => planes(columns, rows, skip));
  work.spend(length * columns * rows);
  return (column, row) => {
    let [value, bit] = [0, 0];
    for (const plane of values) {
      bit ^= plane.get(column, row);
      value = 2 * value + bit;
    }
    return value;
  };
}
