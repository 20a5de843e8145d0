import type { BitReader } from './bits.ts';
import type { Frame } from './frame.ts';
import type { HuffmanTable } from './huffman.ts';
import { type ReadBlock, readBlocks, type Scan } from './scan.ts';

/** What is done with a block: `last` is its last coefficient in the zigzag sequence that is not nought. */
export interface Target {
  put(column: number, row: number, coefficients: Int16Array, from: number, last: number): void;
}

/** Bits of a difference, or of a coefficient, at most (ITU-T T.81 tables F.1 and F.2). */
export const MOST_BITS = 15;

/** Reads a scan of a sequential frame (§F.2), where it ends; undefined where its data break off or make no sense. */
export function readSequential(
  bytes: Uint8Array,
  from: number,
  { frame, scan }: { frame: Frame; scan: Scan },
  targetOf: (component: number) => Target | undefined,
): number | undefined {
  const parts: Part[] = [];
  for (const { dc, ac, index } of scan.coded) {
    const target = targetOf(index);
    if (dc === undefined || ac === undefined || target === undefined) return undefined;
    parts.push(new Part(dc, ac, target));
  }
  const block: ReadBlock = (bits, part, column, row) => parts[part]?.read(bits, column, row) ?? false;
  const restart = (): void => {
    for (const part of parts) part.restart();
  };
  return readBlocks(bytes, from, { frame, scan }, { block, restart });
}

/** A component as a scan codes it. */
class Part {
  readonly #dc: HuffmanTable;
  readonly #ac: HuffmanTable;
  readonly #target: Target;
  readonly #coefficients = new Int16Array(64);
  #level = 0;

  constructor(dc: HuffmanTable, ac: HuffmanTable, target: Target) {
    this.#dc = dc;
    this.#ac = ac;
    this.#target = target;
  }

  restart(): void {
    this.#level = 0;
  }

  /** Reads a block; false where its codes make no sense. */
  read(bits: BitReader, column: number, row: number): boolean {
    const length = bits.symbol(this.#dc);
    if (length < 0) return false;
    this.#level = (this.#level + bits.signed(length)) | 0;
    const coefficients = this.#coefficients;
    coefficients[0] = this.#level;
    const last = bits.coefficients(this.#ac, coefficients);
    if (last < 0) return false;
    this.#target.put(column, row, coefficients, 0, last);
    for (let at = 1; at <= last; at++) coefficients[at] = 0;
    return true;
  }
}
