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
    const [columns, rows] = [this.#columns, this.#rows];
    let x0 = Math.max(0, (u - wide / 2) * columns);
    let x1 = Math.min(columns, (u + wide / 2) * columns);
    if (!(x0 < x1)) {
      x0 = nearest(u, columns);
      x1 = x0 + 1;
    }
    let y0 = Math.max(0, (v - high / 2) * rows);
    let y1 = Math.min(rows, (v + high / 2) * rows);
    if (!(y0 < y1)) {
      y0 = nearest(v, rows);
      y1 = y0 + 1;
    }
    return (this.#below(x0, x1, y1) - this.#below(x0, x1, y0)) / ((x1 - x0) * (y1 - y0));
  }

  /** The sum of what lies below a height and between two places, of a value that they cut the part. */
  #below(from: number, to: number, y: number): number {
    const bottom = Math.floor(y);
    const up = y - bottom;
    const low = this.#belowRow(from, to, bottom);
    return up === 0 ? low : low + up * (this.#belowRow(from, to, bottom + 1) - low);
  }

  #belowRow(from: number, to: number, row: number): number {
    const start = row * (this.#columns + 1);
    return this.#leftOf(start, to) - this.#leftOf(start, from);
  }

  #leftOf(start: number, x: number): number {
    const left = Math.floor(x);
    const sum = this.#sums[start + left] ?? 0;
    return left === x ? sum : sum + (x - left) * ((this.#sums[start + left + 1] ?? 0) - sum);
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

/** Of so many values on an axis, the one at a place, or next to it. */
const nearest = (middle: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor(middle * count)));
