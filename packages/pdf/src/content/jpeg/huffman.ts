/** Bits by which short codes are looked up at once. */
export const LOOKED_UP = 9;
const LONGEST = 16;

/** A number of so many bits, as differences and coefficients are written (ITU-T T.81 §F.2.2.1). */
export const signed = (value: number, length: number): number =>
  value < 1 << (length - 1) ? value - (1 << length) + 1 : value;

/** A table of Huffman codes (ITU-T T.81 annex C). What it gives is the length of a code times 256, and its symbol. */
export class HuffmanTable {
  /** By the next {@link LOOKED_UP} bits; 0 where the code is longer, or there is none. */
  readonly quick = new Uint16Array(2 ** LOOKED_UP);
  /** Of coefficients, by the same bits: value times 256, noughts before it times 16, bits of both; 0 where they are more. */
  readonly whole = new Int16Array(2 ** LOOKED_UP);
  /** Of each length: past its last code, filled up to 16 bits; and what leads from a code to its symbol. */
  readonly #ends = new Int32Array(LONGEST + 1);
  readonly #steps = new Int32Array(LONGEST + 1);
  readonly #symbols: Uint8Array;

  private constructor(symbols: Uint8Array) {
    this.#symbols = symbols;
  }

  /** From how many codes there are of each length from 1 on, and their symbols; undefined for what is no such code. */
  static of(counts: Uint8Array, symbols: Uint8Array): HuffmanTable | undefined {
    const table = new HuffmanTable(symbols);
    let [code, at] = [0, 0];
    for (let length = 1; length <= LONGEST; length++) {
      const count = counts[length - 1] ?? 0;
      table.#steps[length] = at - code;
      if (length <= LOOKED_UP) table.#note(length, code, symbols.subarray(at, at + count));
      code += count;
      at += count;
      if (code > 1 << length) return undefined;
      table.#ends[length] = code << (LONGEST - length);
      code <<= 1;
    }
    if (at === 0 || at > symbols.length) return undefined;
    table.#noteWhole();
    return table;
  }

  /** By the next 16 bits; -1 where there is no such code. */
  long(bits: number): number {
    for (let length = LOOKED_UP + 1; length <= LONGEST; length++) {
      if (bits >= (this.#ends[length] ?? 0)) continue;
      return (length << 8) | (this.#symbols[(bits >> (LONGEST - length)) + (this.#steps[length] ?? 0)] ?? 0);
    }
    return -1;
  }

  #noteWhole(): void {
    for (const [bits, known] of this.quick.entries()) {
      const [length, zeros, size] = [known >> 8, (known >> 4) & 15, known & 15];
      const rest = LOOKED_UP - length - size;
      if (known === 0 || size === 0 || rest < 0) continue;
      const value = signed((bits >> rest) & ((1 << size) - 1), size);
      if (value >= -128 && value < 128) this.whole[bits] = value * 256 + zeros * 16 + length + size;
    }
  }

  #note(length: number, first: number, symbols: Uint8Array): void {
    const step = 1 << (LOOKED_UP - length);
    for (const [at, symbol] of symbols.entries())
      this.quick.fill((length << 8) | symbol, (first + at) * step, (first + at + 1) * step);
  }
}
