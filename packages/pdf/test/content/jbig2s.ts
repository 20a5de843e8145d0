import { type Pixels, type TestSegment, writeJbig2 } from '@websign/testkit';
import fc from 'fast-check';
import { readJbig2, readShared } from '../../src/content/jbig2/read.ts';
import { Work } from '../../src/content/jbig2/work.ts';
import { readable } from '../../src/errors.ts';

export interface Size {
  width: number;
  height: number;
}

/** Rows of pixels as a text, so that differences are seen. */
export const drawn = (pixels: Pixels | undefined): string | undefined =>
  pixels?.map((row) => Array.from(row, (pixel) => (pixel === 1 ? '#' : '.')).join('')).join('\n');

/** Rows of white. */
export const blank = (width: number, height: number): Uint8Array[] =>
  Array.from({ length: height }, () => new Uint8Array(width));

/** What a picture shows, as a text; undefined where it is not read. `spend` is told of work. */
export function shownBy(
  bytes: Uint8Array,
  { width, height }: Size,
  { shared, spend = () => {} }: { shared?: Uint8Array; spend?: (pixels: number) => void } = {},
): string | undefined {
  return readable(() => {
    const parts = shared === undefined ? new Map() : readShared(shared, new Work(spend));
    const bitmap = readJbig2(bytes, parts, { width, height }, new Work(spend));
    return drawn(blank(width, height).map((row, y) => row.map((_, x) => bitmap.get(x, y))));
  });
}

/** The same of segments. */
export const shownBySegments = (segments: readonly TestSegment[], size: Size): string | undefined =>
  shownBy(writeJbig2(segments), size);

/** Pixels of any size up to one, of noise and of areas. */
export function pixels(most: number, least = 1): fc.Arbitrary<Pixels> {
  const size = fc.integer({ min: least, max: most });
  return fc
    .record({
      width: size,
      height: size,
      seed: fc.integer(),
      kind: fc.constantFrom('noise', 'areas', 'rows', 'white'),
    })
    .map(({ width, height, seed, kind }) => noise(width, height, seed, kind));
}

export function noise(width: number, height: number, seed: number, kind = 'noise'): Uint8Array[] {
  let state = seed | 1;
  const random = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 8) & 1;
  };
  const rows = blank(width, height);
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < width; x++) {
      const left = row[x - 1] ?? 0;
      if (kind === 'noise') row[x] = random();
      else if (kind === 'areas') row[x] = random() + random() + random() === 0 ? 1 - left : left;
      else if (kind === 'rows') row[x] = y % 3 === 0 ? random() : (rows[y - 1]?.[x] ?? 0);
    }
  }
  return rows;
}

/** Puts pixels upon others, by an operator's number (ITU-T T.88 §7.4.1.5). */
export function put(
  below: Uint8Array[],
  above: Pixels,
  [x, y]: readonly [number, number],
  operator: number,
): void {
  for (const [down, row] of above.entries()) {
    const under = below[y + down];
    for (const [right, pixel] of row.entries()) {
      const old = under?.[x + right];
      if (under === undefined || old === undefined) continue;
      under[x + right] = [old | pixel, old & pixel, old ^ pixel, 1 - (old ^ pixel), pixel][operator] ?? 0;
    }
  }
}
