import type { Pdf } from '../syntax/pdf.ts';

/** What each level of samples of one component is worth. */
export function levelsOf(pdf: Pdf, bits: number, worth: (level: readonly number[]) => number): Float64Array {
  const count = 2 ** bits;
  pdf.spend(count);
  return Float64Array.from({ length: count }, (_, level) => worth([level]));
}

/** Adds what a row of samples of one component is worth to the sums of its columns; by itself, since most scans are nothing else. */
export function addLevels(
  sums: Float64Array,
  counts: Float64Array,
  { bytes, width, bits, from }: { bytes: Uint8Array; width: number; bits: number; from: number },
  levels: Float64Array,
): void {
  const columns = sums.length;
  const most = 2 ** bits - 1;
  for (let x = 0; x < width; x++) {
    const bit = x * bits;
    const level = ((bytes[from + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & most;
    const column = columns === width ? x : Math.floor((x * columns) / width);
    sums[column] = (sums[column] ?? 0) + (levels[level] ?? 0);
    counts[column] = (counts[column] ?? 0) + 1;
  }
}
