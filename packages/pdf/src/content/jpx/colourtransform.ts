import type { Area } from './parameters.ts';
import { unread } from './unread.ts';
import type { Raster } from './wavelet.ts';

/**
 * Inverts the multiple component transformation (ITU-T T.800 Annex G): makes red, green and blue of the first three components of
 * a tile. The differences of colour may have been halved once more than lightness.
 */
export function invertTransform(rasters: Map<number, Raster>, isReversible: boolean): void {
  const [level, blue, red] = [0, 1, 2].map((component) => rasters.get(component));
  if (level === undefined || blue === undefined || red === undefined) throw unread('components are missing');
  const { area, values } = level;
  const invert = isReversible ? invertReversible : invertIrreversible;
  const isSame = [blue, red].every((other) => other.values.length === values.length);
  if (!isSame && ![blue, red].every((other) => isHalf(other.area, area)))
    throw unread('components of other sizes');
  const times = isSame ? 1 : 2;
  // Rasters of the same size are overwritten in place.
  const own = isSame ? [blue.values, red.values] : [0, 1].map(() => new Float32Array(values.length));
  const parts = [values, ...own] as [Float32Array, Float32Array, Float32Array];
  const rgb: Rgb = { red: 0, green: 0, blue: 0 };
  const width = area.x1 - area.x0;
  for (let y = area.y0, at = 0; y < area.y1; y++) {
    const [b, r] = [blue, red].map((other) => rowOf(other, area, y, times)) as [Float32Array, Float32Array];
    for (let x = 0; x < width; x++, at++) {
      invert(values[at] ?? 0, b[x] ?? 0, r[x] ?? 0, rgb);
      parts[0][at] = rgb.red;
      parts[1][at] = rgb.green;
      parts[2][at] = rgb.blue;
    }
  }
  for (const [component, part] of parts.entries()) rasters.set(component, { area, values: part });
}

/** Whether one rectangle is the other one at half its size. */
const isHalf = (half: Area, { x0, y0, x1, y1 }: Area): boolean =>
  half.x0 === Math.ceil(x0 / 2) &&
  half.y0 === Math.ceil(y0 / 2) &&
  half.x1 === Math.ceil(x1 / 2) &&
  half.y1 === Math.ceil(y1 / 2) &&
  half.x0 < half.x1 &&
  half.y0 < half.y1;

/** A row of colour differences, as long as a row of lightness. */
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

/** Writes red, green and blue of a lightness and two colour differences into `rgb`. */
type Inverse = (level: number, blue: number, red: number, rgb: Rgb) => void;
interface Rgb {
  red: number;
  green: number;
  blue: number;
}

/** §G.2 */
const invertReversible: Inverse = (level, blue, red, rgb) => {
  rgb.green = level - ((blue + red) >> 2);
  rgb.red = red + rgb.green;
  rgb.blue = blue + rgb.green;
};

/** §G.3 */
const invertIrreversible: Inverse = (level, blue, red, rgb) => {
  rgb.red = level + 1.402 * red;
  rgb.green = level - 0.344136 * blue - 0.714136 * red;
  rgb.blue = level + 1.772 * blue;
};
