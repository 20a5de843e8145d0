import type { Pdf } from '../syntax/pdf.ts';

/** Samples as they are stored, row by row, each row from a byte of its own. */
export interface StoredSamples {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly components: number;
  readonly bits: number;
}

type Parts = readonly number[];

/** Gathers rows of samples into columns, each of several samples. */
export interface RowSums {
  /** What each sample is worth beside what is added. */
  readonly base: number;
  /** Adds what the samples of a row are worth more than that to the sums of their columns. */
  add(y: number, sums: Float64Array): void;
}

/** What each level of samples of one component is worth. */
export function levelsOf(pdf: Pdf, bits: number, worth: (parts: Parts) => number): Float64Array {
  const count = 2 ** bits;
  pdf.spend(count);
  return Float64Array.from({ length: count }, (_, level) => worth([level]));
}

/** Into which of so many columns each sample of a row falls. */
export function columnsOf(width: number, columns: number): Uint32Array {
  const columnOf = new Uint32Array(width);
  for (let x = 0; x < width; x++) columnOf[x] = Math.floor((x * columns) / width);
  return columnOf;
}

/** Of one component and at most 8 bits, as most scans have: what each level is worth is known. */
export function sumLevels(samples: StoredSamples, levels: Float64Array, columnOf: Uint32Array): RowSums {
  const { bytes, width, bits } = samples;
  if (bits === 1) return sumBits(samples, levels, columnOf);
  const length = Math.ceil((width * bits) / 8);
  const most = 2 ** bits - 1;
  const add = (y: number, sums: Float64Array): void => {
    const start = y * length;
    for (let x = 0; x < width; x++) {
      const bit = x * bits;
      const level = ((bytes[start + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & most;
      const column = columnOf[x] ?? 0;
      sums[column] = (sums[column] ?? 0) + (levels[level] ?? 0);
    }
  };
  return { base: 0, add };
}

/** Bytes that are looked at to tell which bit is that of paper. */
const LOOKED_AT = 4096;

/** Most bytes of a scan of two levels are paper throughout, and those are passed over. */
function sumBits({ bytes, width }: StoredSamples, levels: Float64Array, columnOf: Uint32Array): RowSums {
  const length = Math.ceil(width / 8);
  const paper = isMostlyOnes(bytes) ? 0xff : 0;
  const base = levels[paper & 1] ?? 0;
  const more = (levels[1 - (paper & 1)] ?? 0) - base;
  const add = (y: number, sums: Float64Array): void => {
    const start = y * length;
    for (let at = 0; at < length; at++) {
      const others = (bytes[start + at] ?? 0) ^ paper;
      if (others === 0) continue;
      const end = Math.min(width, 8 * at + 8);
      for (let x = 8 * at; x < end; x++) {
        if ((others & (0x80 >> (x & 7))) === 0) continue;
        const column = columnOf[x] ?? 0;
        sums[column] = (sums[column] ?? 0) + more;
      }
    }
  };
  return { base, add };
}

function isMostlyOnes(bytes: Uint8Array): boolean {
  const step = Math.max(1, Math.floor(bytes.length / LOOKED_AT));
  let [ones, zeros] = [0, 0];
  for (let at = 0; at < bytes.length; at += step) {
    if (bytes[at] === 0xff) ones++;
    else if (bytes[at] === 0) zeros++;
  }
  return ones >= zeros;
}

/** Of any number of components and bits. */
export function sumColours(
  { bytes, width, components, bits }: StoredSamples,
  worth: (parts: Parts) => number,
  columnOf: Uint32Array,
): RowSums {
  const length = Math.ceil((width * components * bits) / 8);
  const most = 2 ** bits - 1;
  const parts = new Array<number>(components).fill(0);
  const add = (y: number, sums: Float64Array): void => {
    for (let x = 0; x < width; x++) {
      for (let part = 0; part < components; part++) {
        const bit = (x * components + part) * bits;
        const at = y * length + (bit >> 3);
        parts[part] =
          bits === 16
            ? ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
            : ((bytes[at] ?? 0) >> (8 - bits - (bit & 7))) & most;
      }
      const column = columnOf[x] ?? 0;
      sums[column] = (sums[column] ?? 0) + worth(parts);
    }
  };
  return { base: 0, add };
}
