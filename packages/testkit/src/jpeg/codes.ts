/** Huffman codes of JPEGs that have all symbols: counts of each length from 1 to 16, then the symbols. */
export interface Codes {
  counts: readonly number[];
  symbols: readonly number[];
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

/** ITU-T T.81 table K.3, of differences of lightness. */
export const DC_CODES: Codes = {
  counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0],
  symbols: range(0, 12),
};

/** Table K.5, of coefficients of lightness: the frequent ones in their order, and all others of 16 bits. */
const FREQUENT = [
  0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07, 0x22, 0x71,
  0x14, 0x32, 0x81, 0x91, 0xa1, 0x08, 0x23, 0x42, 0xb1, 0xc1, 0x15, 0x52, 0xd1, 0xf0, 0x24, 0x33, 0x62, 0x72,
  0x82,
];
const RARE = range(0, 16)
  .flatMap((zeros) => range(1, 11).map((size) => 16 * zeros + size))
  .filter((symbol) => !FREQUENT.includes(symbol));

export const AC_CODES: Codes = {
  counts: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7d],
  symbols: [...FREQUENT, ...RARE],
};

/** All symbols, 8 and 9 bits long: coefficients of progressive scans have others than the tables of annex K. */
export const ALL_CODES: Codes = {
  counts: [0, 0, 0, 0, 0, 0, 0, 254, 2, 0, 0, 0, 0, 0, 0, 0],
  symbols: range(0, 256),
};

/** The length and bits of each symbol's code. */
export function codesOf({ counts, symbols }: Codes): ReadonlyMap<number, readonly [number, number]> {
  const codes = new Map<number, readonly [number, number]>();
  let [code, at] = [0, 0];
  for (const [index, count] of counts.entries()) {
    for (let each = 0; each < count; each++) codes.set(symbols[at++] ?? 0, [index + 1, code++]);
    code <<= 1;
  }
  return codes;
}
