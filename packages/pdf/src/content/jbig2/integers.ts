import type { ArithmeticDecoder, Contexts } from '../arithmetic.ts';
import { broken } from './broken.ts';

/** Bits of a number's magnitude and the least that they tell, by how many ones stand before (ITU-T T.88 table A.1). */
const RANGES = [
  [2, 0],
  [4, 4],
  [6, 20],
  [8, 84],
  [12, 340],
  [32, 4436],
] as const;
/** Readers disagree about greater numbers. */
const MOST = 2 ** 31 - 1;

export const integerContexts = (): Contexts => new Uint8Array(512);

/** Reads an integer (§A.2); undefined for the out-of-band value. */
export function readInteger(decoder: ArithmeticDecoder, contexts: Contexts): number | undefined {
  let before = 1;
  const bit = (): number => {
    const found = decoder.bit(contexts, before);
    before = before < 256 ? (before << 1) | found : (((before << 1) | found) & 511) | 256;
    return found;
  };
  const isNegative = bit() === 1;
  let range = 0;
  while (range < RANGES.length - 1 && bit() === 1) range++;
  const [count, least] = RANGES[range] ?? RANGES[0];
  let value = 0;
  for (let at = 0; at < count; at++) value = 2 * value + bit();
  value += least;
  if (value > MOST) throw broken('a number is too large');
  if (!isNegative) return value;
  return value === 0 ? undefined : -value;
}

/** Reads a symbol ID of so many bits (IAID, §A.3). */
export function readSymbolNumber(decoder: ArithmeticDecoder, contexts: Contexts, length: number): number {
  let before = 1;
  for (let at = 0; at < length; at++) before = (before << 1) | decoder.bit(contexts, before);
  return before - (1 << length);
}
