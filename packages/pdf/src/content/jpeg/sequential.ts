import type { BitReader } from './bits.ts';
import type { Frame } from './frame.ts';
import { readBlocks, type Scan } from './scan.ts';

/** What is done with a block: `last` is its last coefficient in the zigzag sequence that is not nought. */
export type PutBlock = (
  component: number,
  place: readonly [number, number],
  coefficients: Int16Array,
  from: number,
  last: number,
) => void;

const BLOCK_END = 0;
const SIXTEEN_NOUGHTS = 0xf0;
/** Bits of a difference, or of a coefficient, at most (ITU-T T.81 tables F.1 and F.2). */
export const MOST_BITS = 15;

/** Reads a scan of a sequential frame (§F.2), where it ends; undefined where its data break off or make no sense. */
export function readSequential(
  bytes: Uint8Array,
  from: number,
  { frame, scan }: { frame: Frame; scan: Scan },
  put: PutBlock,
): number | undefined {
  const { coded } = scan;
  if (coded.some(({ dc, ac }) => dc === undefined || ac === undefined)) return undefined;
  const predictions = new Int32Array(coded.length);
  const coefficients = new Int16Array(64);
  const place: [number, number] = [0, 0];
  const block = (bits: BitReader, part: number, column: number, row: number): boolean => {
    const { dc, ac, index = 0 } = coded[part] ?? {};
    if (dc === undefined || ac === undefined) return false;
    const length = bits.symbol(dc);
    if (length < 0) return false;
    const level = (predictions[part] ?? 0) + bits.signed(length);
    predictions[part] = level;
    coefficients[0] = level;
    let last = 0;
    for (let at = 1; at < 64; at++) {
      const code = bits.symbol(ac);
      const size = code & 15;
      if (code < 0) return false;
      if (size === 0) {
        if (code === BLOCK_END) break;
        if (code !== SIXTEEN_NOUGHTS) return false;
        at += 15;
        continue;
      }
      at += code >> 4;
      if (at > 63) return false;
      coefficients[at] = bits.signed(size);
      last = at;
    }
    place[0] = column;
    place[1] = row;
    put(index, place, coefficients, 0, last);
    coefficients.fill(0, 0, last + 1);
    return true;
  };
  return readBlocks(bytes, from, { frame, scan }, { block, restart: () => predictions.fill(0) });
}
