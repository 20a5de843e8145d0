/**
 * Numbers that were met, most of them offsets in a file: a bit for each of its bytes, which is less than a set takes for
 * as many objects as a file of that size has, and needs no hashing. Others (see `Pdf.identity`) are kept in a set.
 */
export class Offsets {
  readonly #bits: Uint8Array;
  readonly #end: number;
  readonly #others = new Set<number>();

  constructor(fileBytes: number) {
    this.#end = fileBytes;
    this.#bits = new Uint8Array((fileBytes + 7) >> 3);
  }

  /** Whether it is met for the first time. */
  add(number: number): boolean {
    if (number < 0 || number >= this.#end) {
      const before = this.#others.size;
      return this.#others.add(number).size > before;
    }
    const byte = this.#bits[number >> 3] ?? 0;
    const bit = 1 << (number & 7);
    this.#bits[number >> 3] = byte | bit;
    return (byte & bit) === 0;
  }

  has(number: number): boolean {
    if (number < 0 || number >= this.#end) return this.#others.has(number);
    return ((this.#bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }
}
