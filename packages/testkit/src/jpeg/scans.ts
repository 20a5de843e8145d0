import { BitWriter, sizeOf } from './bits.ts';
import type { Codes } from './codes.ts';

/** A block's coefficients in the zigzag sequence. */
type Block = readonly number[];

/** The blocks of a scan in their order, each with its component; a unit is what restarts do not part. */
export type Units = readonly (readonly { component: number; block: Block }[])[];

/** What a scan codes: first and last coefficient, and bits that earlier scans and this one leave out. */
export interface Part {
  first: number;
  last: number;
  high: number;
  low: number;
}

/** Codes the units of a scan, all of their blocks whole where `part` is undefined; `interval` 0 is without restarts. */
export function codeScan(
  units: Units,
  { dc, ac, interval, part }: { dc: Codes; ac: Codes; interval: number; part?: Part | undefined },
): number[] {
  const bits = new BitWriter();
  let levels = new Map<number, number>();
  const coder = new Band(bits, ac);
  for (const [index, unit] of units.entries()) {
    if (interval > 0 && index > 0 && index % interval === 0) {
      coder.endRun();
      bits.restart(index / interval - 1);
      levels = new Map();
    }
    for (const { component, block } of unit) {
      if (part === undefined || (part.first === 0 && part.high === 0)) {
        const level = (block[0] ?? 0) >> (part?.low ?? 0);
        const difference = level - (levels.get(component) ?? 0);
        levels.set(component, level);
        bits.symbol(dc, sizeOf(difference));
        bits.signed(difference, sizeOf(difference));
      } else if (part.first === 0) bits.number((block[0] ?? 0) >> part.low, 1);
      if (part === undefined) codeWhole(bits, ac, block);
      else if (part.first > 0) coder.code(block, part);
    }
  }
  coder.endRun();
  bits.end();
  return bits.bytes;
}

function codeWhole(bits: BitWriter, ac: Codes, block: Block): void {
  let zeros = 0;
  for (const value of block.slice(1)) {
    if (value === 0) {
      zeros++;
      continue;
    }
    for (; zeros > 15; zeros -= 16) bits.symbol(ac, 0xf0);
    bits.symbol(ac, 16 * zeros + sizeOf(value));
    bits.signed(value, sizeOf(value));
    zeros = 0;
  }
  if (zeros > 0) bits.symbol(ac, 0);
}

/** Coefficients of a progressive scan (ITU-T T.81 §G.1.2.2 and §G.1.2.3), with runs of blocks that have no more. */
class Band {
  readonly #bits: BitWriter;
  readonly #ac: Codes;
  #run = 0;
  /** Bits of what follows in the blocks of the run. */
  #later: number[] = [];

  constructor(bits: BitWriter, ac: Codes) {
    this.#bits = bits;
    this.#ac = ac;
  }

  endRun(): void {
    if (this.#run === 0) return;
    const size = sizeOf(this.#run) - 1;
    this.#bits.symbol(this.#ac, 16 * size);
    this.#bits.number(this.#run - (1 << size), size);
    this.#write(this.#later);
    this.#run = 0;
    this.#later = [];
  }

  code(block: Block, { first, last, high, low }: Part): void {
    const shifted = block.slice(first, last + 1).map((value) => Math.sign(value) * (Math.abs(value) >> low));
    const isOld = (value: number): boolean => high > 0 && Math.abs(value) > 1;
    const end = shifted.findLastIndex((value) => value !== 0 && !isOld(value));
    let zeros = 0;
    let correct: number[] = [];
    for (const value of shifted.slice(0, end + 1)) {
      if (isOld(value)) {
        correct.push(Math.abs(value) & 1);
        continue;
      }
      if (value === 0) {
        if (++zeros < 16) continue;
        this.endRun();
        this.#bits.symbol(this.#ac, 0xf0);
        this.#write(correct);
        [zeros, correct] = [0, []];
        continue;
      }
      this.endRun();
      const size = high > 0 ? 1 : sizeOf(value);
      this.#bits.symbol(this.#ac, 16 * zeros + size);
      this.#bits.signed(value, size);
      this.#write(correct);
      [zeros, correct] = [0, []];
    }
    if (end + 1 === shifted.length) return;
    this.#run++;
    this.#later.push(
      ...shifted
        .slice(end + 1)
        .filter(isOld)
        .map((value) => Math.abs(value) & 1),
    );
    if (this.#run === 0x7fff) this.endRun();
  }

  #write(bits: readonly number[]): void {
    for (const bit of bits) this.#bits.number(bit, 1);
  }
}
