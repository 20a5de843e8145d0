/** Samples of one component, by rows from above, 0 to 255. */
export type Sample = (x: number, y: number) => number;

/** Where the coefficients of the zigzag sequence stand in a block, by rows. */
const NATURAL = Array.from({ length: 64 }, (_, at) => at).sort((one, other) => key(one) - key(other));

function key(at: number): number {
  const [row, column] = [at >> 3, at & 7];
  return (row + column) * 8 + ((row + column) % 2 === 0 ? column : row);
}

const COSINES = Array.from({ length: 64 }, (_, at) => {
  const [frequency, place] = [at >> 3, at & 7];
  return Math.cos(((2 * place + 1) * frequency * Math.PI) / 16) * (frequency === 0 ? Math.SQRT1_2 : 1) * 0.5;
});

/** The coefficients of a block in the zigzag sequence (ITU-T T.81 §A.3.3), each divided by `step`. */
export function coefficientsOf(sample: Sample, [x0, y0]: readonly [number, number], step: number): number[] {
  const first = sample(x0, y0);
  if (NATURAL.every((at) => sample(x0 + (at & 7), y0 + (at >> 3)) === first))
    return NATURAL.map((at) => (at === 0 ? Math.round(((first - 128) * 8) / step) : 0));
  const along = new Float64Array(64);
  for (let row = 0; row < 8; row++) {
    const samples = Array.from({ length: 8 }, (_, x) => sample(x0 + x, y0 + row) - 128);
    for (let u = 0; u < 8; u++)
      along[row * 8 + u] = samples.reduce((sum, value, x) => sum + value * (COSINES[u * 8 + x] ?? 0), 0);
  }
  const block = new Float64Array(64);
  for (let v = 0; v < 8; v++) {
    for (let u = 0; u < 8; u++) {
      let sum = 0;
      for (let row = 0; row < 8; row++) sum += (along[row * 8 + u] ?? 0) * (COSINES[v * 8 + row] ?? 0);
      block[v * 8 + u] = sum;
    }
  }
  return NATURAL.map((at) => Math.round((block[at] ?? 0) / step));
}
