import type { Pdf } from '../syntax/pdf.ts';

/** Samples as they are stored, row by row, each row from a byte of its own. */
export interface StoredSamples {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly components: number;
  readonly bits: number;
}

type Parts = readonly number[];

/** Adds what the samples of a row are worth to the sums of their columns, and how many they are. */
export type AddRow = (y: number, sums: Float64Array, counts: Float64Array) => void;

/** What each level of samples of one component is worth. */
export function levelsOf(pdf: Pdf, bits: number, worth: (parts: Parts) => number): Float64Array {
  const count = 2 ** bits;
  pdf.spend(count);
  return Float64Array.from({ length: count }, (_, level) => worth([level]));
}

/** Of one component and at most 8 bits, as most scans have: what each level is worth is known. */
export function addLevels({ bytes, width, bits }: StoredSamples, levels: Float64Array): AddRow {
  const length = Math.ceil((width * bits) / 8);
  const most = 2 ** bits - 1;
  return (y, sums, counts) => {
    const columns = sums.length;
    for (let x = 0; x < width; x++) {
      const bit = x * bits;
      const level = ((bytes[y * length + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & most;
      const column = columns === width ? x : Math.floor((x * columns) / width);
      sums[column] = (sums[column] ?? 0) + (levels[level] ?? 0);
      counts[column] = (counts[column] ?? 0) + 1;
    }
  };
}

/** Of any number of components and bits. */
export function addColours(
  { bytes, width, components, bits }: StoredSamples,
  worth: (parts: Parts) => number,
): AddRow {
  const length = Math.ceil((width * components * bits) / 8);
  const most = 2 ** bits - 1;
  const parts = new Array<number>(components).fill(0);
  return (y, sums, counts) => {
    for (let x = 0; x < width; x++) {
      for (let part = 0; part < components; part++) {
        const bit = (x * components + part) * bits;
        const at = y * length + (bit >> 3);
        parts[part] =
          bits === 16
            ? ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
            : ((bytes[at] ?? 0) >> (8 - bits - (bit & 7))) & most;
      }
      const column = Math.floor((x * sums.length) / width);
      sums[column] = (sums[column] ?? 0) + worth(parts);
      counts[column] = (counts[column] ?? 0) + 1;
    }
  };
}
