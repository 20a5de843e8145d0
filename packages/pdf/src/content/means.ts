/** Values of the raster that is kept of an image: of a larger one each is the mean of several samples. */
const MOST_VALUES = 2 ** 22;

/** Of how many samples in a row, and of how many rows, a value of the raster is the mean that is kept of an image. */
export const samplesAValue = (width: number, height: number): number =>
  Math.max(1, Math.ceil(Math.sqrt((width * height) / MOST_VALUES)));

/** Mean values of rectangles of a raster, from running sums: each costs the same, however large. */
export class Means {
  readonly #columns: number;
  readonly #rows: number;
  /** Of the values below and left of each corner; a row longer and higher than the raster. */
  readonly #sums: Uint32Array;

  /** `values`: 0 to 255, by rows; at most 2^24 of them, so that the sums fit. */
  constructor(columns: number, rows: number, values: Uint8Array) {
    this.#columns = columns;
    this.#rows = rows;
    const sums = new Uint32Array((columns + 1) * (rows + 1));
    for (let row = 0; row < rows; row++) addRow(sums, values, row, columns);
    this.#sums = sums;
  }

  /** How much memory it takes. */
  get bytes(): number {
    return this.#sums.byteLength;
  }

  /**
   * The mean of what of a rectangle about a place lies on the raster, all in shares of its width and height; of one
   * without a size, or beside it, the value at the nearest place.
   */
  at(u: number, v: number, wide = 0, high = 0): number {
    const [x0, x1] = ends(u, wide, this.#columns);
    const [y0, y1] = ends(v, high, this.#rows);
    const sum = this.#below(x1, y1) - this.#below(x0, y1) - this.#below(x1, y0) + this.#below(x0, y0);
    return sum / ((x1 - x0) * (y1 - y0));
  }

  /** The sum of what lies below and left of a place, of a value that it cuts the part. */
  #below(x: number, y: number): number {
    const [left, bottom] = [Math.floor(x), Math.floor(y)];
    const [across, up] = [x - left, y - bottom];
    const at = bottom * (this.#columns + 1) + left;
    const over = at + this.#columns + 1;
    const sums = this.#sums;
    const low = (sums[at] ?? 0) * (1 - across) + (sums[at + 1] ?? 0) * across;
    return up === 0
      ? low
      : low * (1 - up) + ((sums[over] ?? 0) * (1 - across) + (sums[over + 1] ?? 0) * across) * up;
  }
}

/** Adds a row of values to the sums of those below; by itself, since engines compile an inner loop again and again. */
function addRow(sums: Uint32Array, values: Uint8Array, row: number, columns: number): void {
  const from = row * columns;
  const below = row * (columns + 1) + 1;
  let sum = 0;
  for (let column = 0; column < columns; column++) {
    sum += values[from + column] ?? 0;
    sums[below + columns + 1 + column] = sum + (sums[below + column] ?? 0);
  }
}

/** Where a stretch about a place begins and ends on an axis of so many values. */
function ends(middle: number, length: number, count: number): [number, number] {
  const from = Math.max(0, (middle - length / 2) * count);
  const to = Math.min(count, (middle + length / 2) * count);
  if (from < to) return [from, to];
  const at = Math.min(count - 1, Math.max(0, Math.floor(middle * count)));
  return [at, at + 1];
}
