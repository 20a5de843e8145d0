/** Where each coefficient of the zigzag sequence stands in its block, by rows (ITU-T T.81 figure A.6). */
const NATURAL: readonly number[] = zigzag();

/** Samples of a side that a block of 8 by 8 is turned into. */
export type Side = 1 | 2 | 4 | 8;

/** What a coefficient is multiplied by along one axis, so that fewer steps are left; for each side. */
const SCALES: Readonly<Record<Side, readonly number[]>> = {
  1: [1 / Math.sqrt(8)],
  2: [1 / Math.sqrt(8), 1 / Math.sqrt(8)],
  4: [0, 1, 2, 3].map((u) => Math.sqrt((u === 0 ? 1 : 2) / 8) * (u === 2 ? Math.SQRT1_2 : 1)),
  // Of Arai, Agui and Nakajima.
  8: [0, 1, 2, 3, 4, 5, 6, 7].map(
    (u) => (u === 0 ? 1 : Math.SQRT2 * Math.cos((u * Math.PI) / 16)) / Math.sqrt(8),
  ),
};
const [C1, C3] = [Math.cos(Math.PI / 8), Math.cos((3 * Math.PI) / 8)];
const [TWICE_C2, TWICE_SUM, TWICE_DIFFERENCE] = [2 * C1, 2 * (C1 + C3), 2 * (C1 - C3)];
/** Half of the range of samples, which is taken off before they are coded. */
export const MIDDLE = 128;

/**
 * Turns the coefficients of blocks into samples, as many as the side says: of fewer than 8 each is about the mean of
 * those that it stands for, from the lower frequencies alone.
 */
export class Transform {
  readonly #side: Side;
  readonly #factors = new Float64Array(64);
  /** Of each coefficient in the zigzag sequence its place in what is worked on; 64 for those that are left out. */
  readonly #places = new Uint8Array(64);
  readonly #work = new Float64Array(65);

  /** `quantization`: in the zigzag sequence. */
  constructor(quantization: Uint16Array, side: Side) {
    this.#side = side;
    const scale = SCALES[side];
    for (const [index, natural] of NATURAL.entries()) {
      const [row, column] = [natural >> 3, natural & 7];
      this.#places[index] = row < side && column < side ? row * side + column : 64;
      this.#factors[index] = (quantization[index] ?? 0) * (scale[row] ?? 0) * (scale[column] ?? 0);
    }
  }

  /** How far samples of a block are from the middle, at most; `last` is its last coefficient that is not nought. */
  reach(coefficients: Int16Array, from: number, last: number, quantization: Uint16Array): number {
    let sum = Math.abs((coefficients[from] ?? 0) * (quantization[0] ?? 0)) / 2;
    for (let index = 1; index <= last; index++)
      sum += Math.abs((coefficients[from + index] ?? 0) * (quantization[index] ?? 0));
    return sum / 4;
  }

  /** Puts the samples of a block into a raster with rows of `stride`. */
  put(
    coefficients: Int16Array,
    from: number,
    last: number,
    raster: Uint8ClampedArray,
    at: number,
    stride: number,
  ): void {
    const side = this.#side;
    const level = (coefficients[from] ?? 0) * (this.#factors[0] ?? 0) + MIDDLE;
    if (last === 0 || side === 1) {
      for (let row = 0; row < side; row++)
        for (let column = 0; column < side; column++) raster[at + row * stride + column] = level;
      return;
    }
    const work = this.#work;
    for (let index = 1; index < side * side; index++) work[index] = 0;
    for (let index = 1; index <= last; index++) {
      const value = coefficients[from + index] ?? 0;
      if (value !== 0) work[this.#places[index] ?? 64] = value * (this.#factors[index] ?? 0);
    }
    work[0] = level;
    const along = side === 8 ? eight : side === 4 ? four : two;
    for (let column = 0; column < side; column++) along(work, column, side);
    for (let row = 0; row < side; row++) along(work, row * side, 1);
    for (let row = 0; row < side; row++)
      for (let column = 0; column < side; column++)
        raster[at + row * stride + column] = work[row * side + column] ?? 0;
  }
}

function two(work: Float64Array, at: number, step: number): void {
  const first = work[at] ?? 0;
  const second = work[at + step] ?? 0;
  work[at] = first + second;
  work[at + step] = first - second;
}

function four(work: Float64Array, at: number, step: number): void {
  const a = work[at] ?? 0;
  const b = work[at + step] ?? 0;
  const c = work[at + 2 * step] ?? 0;
  const d = work[at + 3 * step] ?? 0;
  const sum = a + c;
  const difference = a - c;
  const outer = b * C1 + d * C3;
  const inner = b * C3 - d * C1;
  work[at] = sum + outer;
  work[at + step] = difference + inner;
  work[at + 2 * step] = difference - inner;
  work[at + 3 * step] = sum - outer;
}

/** By five multiplications: Arai, Agui and Nakajima, A fast DCT-SQ scheme for images (1988). */
function eight(work: Float64Array, at: number, step: number): void {
  const a = work[at] ?? 0;
  const b = work[at + step] ?? 0;
  const c = work[at + 2 * step] ?? 0;
  const d = work[at + 3 * step] ?? 0;
  const e = work[at + 4 * step] ?? 0;
  const f = work[at + 5 * step] ?? 0;
  const g = work[at + 6 * step] ?? 0;
  const h = work[at + 7 * step] ?? 0;
  if (b === 0 && c === 0 && d === 0 && e === 0 && f === 0 && g === 0 && h === 0) {
    for (let index = 1; index < 8; index++) work[at + index * step] = a;
    return;
  }
  const evenSum = c + g;
  const even = (c - g) * Math.SQRT2 - evenSum;
  const x0 = a + e + evenSum;
  const x3 = a + e - evenSum;
  const x1 = a - e + even;
  const x2 = a - e - even;
  const fd = f + d;
  const bh = b + h;
  const fdLess = f - d;
  const bhLess = b - h;
  const turn = (fdLess + bhLess) * TWICE_C2;
  const y7 = bh + fd;
  const y6 = turn - fdLess * TWICE_SUM - y7;
  const y5 = (bh - fd) * Math.SQRT2 - y6;
  const y4 = turn - bhLess * TWICE_DIFFERENCE - y5;
  work[at] = x0 + y7;
  work[at + 7 * step] = x0 - y7;
  work[at + step] = x1 + y6;
  work[at + 6 * step] = x1 - y6;
  work[at + 2 * step] = x2 + y5;
  work[at + 5 * step] = x2 - y5;
  work[at + 3 * step] = x3 + y4;
  work[at + 4 * step] = x3 - y4;
}

function zigzag(): number[] {
  const places = Array.from({ length: 64 }, (_, at) => ({ at, row: at >> 3, column: at & 7 }));
  const key = ({ row, column }: (typeof places)[number]): number =>
    (row + column) * 8 + ((row + column) % 2 === 0 ? column : row);
  return places.sort((one, other) => key(one) - key(other)).map(({ at }) => at);
}
