import type { Area } from './parameters.ts';
import { unread } from './unread.ts';
import type { Raster } from './wavelet.ts';

/**
 * Makes red, green and blue of the first three components of a tile, which hold lightness and differences of colour
 * (ITU-T T.800 Annex G). The differences may have been halved once more than lightness.
 */
export function unmix(rasters: Map<number, Raster>, isReversible: boolean): void {
  const [level, blue, red] = [0, 1, 2].map((component) => rasters.get(component));
  if (level === undefined || blue === undefined || red === undefined) throw unread('components are missing');
  const { area, values } = level;
  const line = { level: values, at: 0, count: area.x1 - area.x0 };
  const isSame = [blue, red].every((other) => other.values.length === values.length);
  if (!isSame && ![blue, red].every((other) => isHalf(other.area, area)))
    throw unread('components of other sizes');
  const times = isSame ? 1 : 2;
  // What is as large is written where it was read.
  const own = isSame ? [blue.values, red.values] : [0, 1].map(() => new Float32Array(values.length));
  const parts = [values, ...own] as [Float32Array, Float32Array, Float32Array];
  for (let y = area.y0; y < area.y1; y++) {
    const [b, r] = [blue, red].map((other) => rowOf(other, area, y, times)) as [Float32Array, Float32Array];
    (isReversible ? unmixReversibly : unmixIrreversibly)(line, b, r, parts);
    line.at += line.count;
  }
  for (const [component, part] of parts.entries()) rasters.set(component, { area, values: part });
}

/** Whether a rectangle is what another becomes that is halved. */
const isHalf = (half: Area, { x0, y0, x1, y1 }: Area): boolean =>
  half.x0 === Math.ceil(x0 / 2) &&
  half.y0 === Math.ceil(y0 / 2) &&
  half.x1 === Math.ceil(x1 / 2) &&
  half.y1 === Math.ceil(y1 / 2) &&
  half.x0 < half.x1 &&
  half.y0 < half.y1;

/** A row of differences as long as that of lightness. */
function rowOf({ area, values }: Raster, { x0, x1 }: Area, y: number, times: number): Float32Array {
  const width = area.x1 - area.x0;
  const from = (limit(Math.floor(y / times), area.y0, area.y1) - area.y0) * width;
  if (times === 1) return values.subarray(from, from + width);
  return Float32Array.from(
    { length: x1 - x0 },
    (_, at) => values[from + limit(Math.floor((x0 + at) / times), area.x0, area.x1) - area.x0] ?? 0,
  );
}

const limit = (place: number, from: number, to: number): number => Math.max(from, Math.min(place, to - 1));

interface Line {
  level: Float32Array;
  at: number;
  count: number;
}
type Parts = readonly [Float32Array, Float32Array, Float32Array];

/** §G.2 */
function unmixReversibly(
  { level, at, count }: Line,
  blue: Float32Array,
  red: Float32Array,
  parts: Parts,
): void {
  for (let x = 0; x < count; x++) {
    const [b, r] = [blue[x] ?? 0, red[x] ?? 0];
    const green = (level[at + x] ?? 0) - ((b + r) >> 2);
    parts[0][at + x] = r + green;
    parts[1][at + x] = green;
    parts[2][at + x] = b + green;
  }
}

/** §G.3 */
function unmixIrreversibly(
  { level, at, count }: Line,
  blue: Float32Array,
  red: Float32Array,
  parts: Parts,
): void {
  for (let x = 0; x < count; x++) {
    const [y, b, r] = [level[at + x] ?? 0, blue[x] ?? 0, red[x] ?? 0];
    parts[0][at + x] = y + 1.402 * r;
    parts[1][at + x] = y - 0.344136 * b - 0.714136 * r;
    parts[2][at + x] = y + 1.772 * b;
  }
}
