import { Bits } from './bits.ts';
import { Row, readAlone, readBelow } from './rows.ts';

/** Samples of the broadest row that is read. */
const BROADEST = 2 ** 16;

/** How the data are written (ISO 32000-2 §7.4.6). */
export interface FaxParameters {
  /** Below 0: each row by the one above; 0: each by itself; above 0: each as it says. */
  k: number;
  columns: number;
  isBlackOne: boolean;
  /** Whether each row begins at a byte. */
  isAligned: boolean;
  /** Whether codes stand before each row that end the one before it. */
  isEnded: boolean;
}

/**
 * So many rows of one-bit samples, each row in whole bytes. Undefined for fewer rows, and for data that are broken anywhere among them
 * or written otherwise than the parameters say: readers make different pictures of those.
 */
export const decodeFax = (
  bytes: Uint8Array,
  parameters: FaxParameters,
  height: number,
): Uint8Array | undefined => readFax(new Bits(bytes), parameters, height);

/** The same; `bits` then stand behind the last row. */
export function readFax(bits: Bits, parameters: FaxParameters, height: number): Uint8Array | undefined {
  const { k, columns, isBlackOne, isAligned, isEnded } = parameters;
  if (!(columns > 0 && columns <= BROADEST)) return undefined;
  const length = Math.ceil(columns / 8);
  const samples = new Uint8Array(length * height).fill(isBlackOne ? 0 : 0xff);
  let [above, row] = [new Row(columns), new Row(columns)];
  for (let at = 0; at < height; at++) {
    if (isAligned) bits.align();
    // Of a row that says how it is written that stands behind such a code.
    if (k >= 0 && !bits.end() && (k > 0 || isEnded)) return undefined;
    const isAlone = k === 0 || (k > 0 && bits.bit() === 1);
    if (!(isAlone ? readAlone(bits, row) : readBelow(bits, above, row))) return undefined;
    turn(samples.subarray(at * length, (at + 1) * length), row);
    [above, row] = [row, above];
  }
  return samples;
}

/** Turns the bits of a row's black samples. */
function turn(bytes: Uint8Array, { columns, edges }: Row): void {
  for (let at = 0; (edges[at] ?? columns) < columns; at += 2) {
    const [from, to] = [edges[at] ?? columns, edges[at + 1] ?? columns];
    const [first, last] = [from >> 3, to >> 3];
    const [head, tail] = [0xff >> (from & 7), 0xff & ~(0xff >> (to & 7))];
    if (first === last) {
      bytes[first] = (bytes[first] ?? 0) ^ (head & tail);
      continue;
    }
    bytes[first] = (bytes[first] ?? 0) ^ head;
    for (let byte = first + 1; byte < last; byte++) bytes[byte] = (bytes[byte] ?? 0) ^ 0xff;
    if (tail !== 0) bytes[last] = (bytes[last] ?? 0) ^ tail;
  }
}
