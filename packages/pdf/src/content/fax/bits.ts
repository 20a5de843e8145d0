import { type Codes, LONGEST, lengthAt, valueAt } from './codes.ts';

/** Bits of a code that ends a row, and what it is: zeros and a one. */
const END_BITS = 12;
const END = 1;
/** Bits of a number that are read at once. */
const PART = 16;

/** Reads codes bit by bit, the highest of each byte first. Behind the data there are zeros. */
export class Bits {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Whether more was read than there is. */
  get isPast(): boolean {
    return this.#at > this.#bytes.length * 8;
  }

  /** The next code's value; -1 where none of them comes. */
  code(codes: Codes): number {
    const found = codes[this.#peek(LONGEST)] ?? 0;
    this.#at += lengthAt(found);
    return found === 0 ? -1 : valueAt(found);
  }

  bit(): number {
    const bit = this.#peek(1);
    this.#at++;
    return bit;
  }

  /** The number that the next bits are. */
  number(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left -= PART) {
      const part = Math.min(left, PART);
      value = value * 2 ** part + this.#peek(part);
      this.#at += part;
    }
    return value;
  }

  /** Goes to the next byte. */
  align(): void {
    this.#at = Math.ceil(this.#at / 8) * 8;
  }

  /** Goes to the next byte and past so many. */
  take(count: number): Uint8Array {
    const from = this.octet;
    this.#at = 8 * (from + count);
    return this.#bytes.subarray(from, from + count);
  }

  /** The next byte's place. */
  get octet(): number {
    return Math.ceil(this.#at / 8);
  }

  /** Goes past what ends a row, and zeros before it; false where other codes come. */
  end(): boolean {
    const from = this.#at;
    if (this.#peek(END_BITS - 1) !== 0) return false;
    while (this.#at <= this.#bytes.length * 8 && this.#peek(END_BITS) !== END) this.#at++;
    if (this.#at > this.#bytes.length * 8) {
      this.#at = from;
      return false;
    }
    this.#at += END_BITS;
    return true;
  }

  /** Goes past what ends a picture (ITU-T T.6 §2.4.1.1), where it comes next. */
  endPicture(): void {
    const from = this.#at;
    if (this.number(END_BITS) !== END || this.number(END_BITS) !== END) this.#at = from;
  }

  /** At most 16 of the next bits. */
  #peek(count: number): number {
    const byte = this.#at >> 3;
    const bytes = this.#bytes;
    const word = ((bytes[byte] ?? 0) << 16) | ((bytes[byte + 1] ?? 0) << 8) | (bytes[byte + 2] ?? 0);
    return (word >> (24 - (this.#at & 7) - count)) & (2 ** count - 1);
  }
}
