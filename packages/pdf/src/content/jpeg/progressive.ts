import type { BitReader } from './bits.ts';
import { blocksOf, type Frame } from './frame.ts';
import { type ReadBlock, readBlocks, type Scan } from './scan.ts';
import type { Target } from './sequential.ts';

/** Coefficients that are kept of a picture. */
const MOST_COEFFICIENTS = 2 ** 24;
/** The greatest point transform (ITU-T T.81 §G.1.1.1.2). */
const MOST_LOW = 13;

/** The coefficients of a progressive frame (§G.2), which come scan by scan. */
export class Coefficients {
  readonly #frame: Frame;
  /** Of each component, block by block in rows of those that are stored. */
  readonly #values: readonly Int16Array[];
  readonly #isBegun: boolean[] = [];
  /** Blocks of the band that are still to be passed over. */
  #run = 0;

  private constructor(frame: Frame) {
    this.#frame = frame;
    this.#values = frame.components.map((component) => new Int16Array(64 * blocksOf(component)));
  }

  /** Undefined for a frame of more than are kept. */
  static of(frame: Frame): Coefficients | undefined {
    const blocks = frame.components.reduce((sum, component) => sum + blocksOf(component), 0);
    return 64 * blocks > MOST_COEFFICIENTS ? undefined : new Coefficients(frame);
  }

  /** Reads a scan, where it ends; undefined where its data break off or make no sense. */
  read(bytes: Uint8Array, from: number, scan: Scan): number | undefined {
    const { coded, first, last, high, low } = scan;
    const isDc = first === 0;
    const isUsual = isDc ? last === 0 : last >= first && last < 64 && coded.length === 1;
    if (!isUsual || low > MOST_LOW || (high > 0 && high !== low + 1)) return undefined;
    const isMissing = coded.some(({ dc, ac }) => (isDc ? high === 0 && dc === undefined : ac === undefined));
    const isEarly = coded.some(({ index }) => (high > 0 || !isDc) && this.#isBegun[index] !== true);
    if (isMissing || isEarly) return undefined;
    for (const { index } of coded) this.#isBegun[index] = true;
    const predictions = new Int32Array(coded.length);
    const block = isDc ? this.#dc(scan, predictions) : this.#ac(scan);
    const restart = (): void => {
      predictions.fill(0);
      this.#run = 0;
    };
    return readBlocks(bytes, from, { frame: this.#frame, scan }, { block, restart });
  }

  /** Hands out all blocks; false where those of a component did not come. */
  put(targetOf: (component: number) => Target | undefined): boolean {
    for (const [index, { stored }] of this.#frame.components.entries()) {
      const values = this.#values[index];
      const target = targetOf(index);
      if (this.#isBegun[index] !== true || values === undefined || target === undefined) return false;
      for (let row = 0; row < stored[1]; row++) {
        for (let column = 0; column < stored[0]; column++) {
          const from = 64 * (row * stored[0] + column);
          let last = 63;
          while (last > 0 && values[from + last] === 0) last--;
          target.put(column, row, values, from, last);
        }
      }
    }
    return true;
  }

  #place(
    scan: Scan,
    part: number,
    column: number,
    row: number,
  ): { values: Int16Array; from: number } | undefined {
    const coded = scan.coded[part];
    const values = coded === undefined ? undefined : this.#values[coded.index];
    if (coded === undefined || values === undefined) return undefined;
    return { values, from: 64 * (row * coded.component.stored[0] + column) };
  }

  /** §G.1.2.1 */
  #dc(scan: Scan, predictions: Int32Array): ReadBlock {
    return (bits, part, column, row) => {
      const place = this.#place(scan, part, column, row);
      const dc = scan.coded[part]?.dc;
      if (place === undefined) return false;
      const { values, from } = place;
      if (scan.high > 0) {
        if (bits.bit() === 1) values[from] = (values[from] ?? 0) | (1 << scan.low);
        return true;
      }
      const length = dc === undefined ? -1 : bits.symbol(dc);
      if (length < 0) return false;
      const level = (predictions[part] ?? 0) + bits.signed(length);
      predictions[part] = level;
      values[from] = level << scan.low;
      return true;
    };
  }

  #ac(scan: Scan): ReadBlock {
    return (bits, part, column, row) => {
      const place = this.#place(scan, part, column, row);
      if (place === undefined) return false;
      return scan.high > 0 ? this.#refine(bits, scan, place) : this.#begin(bits, scan, place);
    };
  }

  /** §G.1.2.2 */
  #begin(bits: BitReader, { coded, first, last, low }: Scan, { values, from }: Place): boolean {
    if (this.#run > 0) {
      this.#run--;
      return true;
    }
    const ac = coded[0]?.ac;
    if (ac === undefined) return false;
    for (let at = first; at <= last; at++) {
      const code = bits.symbol(ac);
      if (code < 0) return false;
      const [zeros, size] = [code >> 4, code & 15];
      if (size === 0 && zeros < 15) {
        this.#run = (1 << zeros) + bits.number(zeros) - 1;
        return true;
      }
      at += zeros;
      if (size === 0) continue;
      if (at > last) return false;
      values[from + at] = bits.signed(size) << low;
    }
    return true;
  }

  /** §G.1.2.3 */
  #refine(bits: BitReader, { coded, first, last, low }: Scan, { values, from }: Place): boolean {
    const ac = coded[0]?.ac;
    if (ac === undefined) return false;
    let at = first;
    for (; this.#run === 0 && at <= last; at++) {
      const code = bits.symbol(ac);
      if (code < 0) return false;
      const [zeros, size] = [code >> 4, code & 15];
      if (size > 1) return false;
      if (size === 0 && zeros < 15) {
        this.#run = (1 << zeros) + bits.number(zeros);
        break;
      }
      const value = size === 0 ? 0 : bits.bit() === 1 ? 1 << low : -1 << low;
      at = refined(bits, values, { from, at, last, low, zeros });
      if (value !== 0 && at > last) return false;
      if (value !== 0) values[from + at] = value;
    }
    if (this.#run > 0) {
      refined(bits, values, { from, at, last, low, zeros: 64 });
      this.#run--;
    }
    return true;
  }
}

interface Place {
  values: Int16Array;
  from: number;
}

interface Band {
  from: number;
  at: number;
  last: number;
  low: number;
  /** How many coefficients that are nought yet are passed over. */
  zeros: number;
}

/** Gives those that are not nought their next bit, up to the nought behind so many others, or past the last. */
function refined(bits: BitReader, values: Int16Array, { from, at, last, low, zeros }: Band): number {
  let left = zeros;
  let next = at;
  for (; next <= last; next++) {
    const value = values[from + next] ?? 0;
    if (value === 0) {
      if (left === 0) break;
      left--;
    } else if (bits.bit() === 1 && (Math.abs(value) & (1 << low)) === 0) {
      values[from + next] = value + (value > 0 ? 1 << low : -1 << low);
    }
  }
  return next;
}
