import { type HuffmanTable, LOOKED_UP, signed } from './huffman.ts';

/** The bits of entropy-coded data (ITU-T T.81 §F.2.2), the zeros left out that stand behind octets of ones. */
export class BitReader {
  /** The next octet that is taken in; a marker is not passed by. */
  at: number;
  readonly #bytes: Uint8Array;
  /** The last of the bits that were taken in, and how many of them are left. */
  #bits = 0;
  #count = 0;
  /** Bits of zero that were added where the data had ended. */
  #added = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Whether more was read than there is. */
  get isPastEnd(): boolean {
    return this.#added > this.#count;
  }

  /** A symbol; -1 for a code that the table does not have. */
  symbol(table: HuffmanTable): number {
    if (this.#count < 16) this.#fill();
    const known = table.quick[(this.#bits >>> (this.#count - LOOKED_UP)) & (2 ** LOOKED_UP - 1)] ?? 0;
    if (known > 0) {
      this.#count -= known >> 8;
      return known & 0xff;
    }
    const long = table.long((this.#bits >>> (this.#count - 16)) & 0xffff);
    if (long < 0) return -1;
    this.#count -= long >> 8;
    return long & 0xff;
  }

  /** An unsigned number of up to 16 bits. */
  number(length: number): number {
    if (length === 0) return 0;
    if (this.#count < length) this.#fill();
    this.#count -= length;
    return (this.#bits >>> this.#count) & ((1 << length) - 1);
  }

  /** A signed one, as differences and coefficients are written (§F.2.2.1). */
  signed(length: number): number {
    return length === 0 ? 0 : signed(this.number(length), length);
  }

  /**
   * The coefficients of a block behind the first (§F.2.2.2) and the place of the last that is not nought; -1 for codes that
   * make no sense. Most of what is read of a picture is read here, so that it keeps to itself what it reads.
   */
  coefficients(table: HuffmanTable, into: Int16Array): number {
    const { quick, whole } = table;
    let bits = this.#bits;
    let count = this.#count;
    let last = 0;
    for (let at = 1; at < 64; at++) {
      // A code and its number take up to 32 bits, of which those of the code are looked at first.
      if (count < 16) {
        this.#count = count;
        this.#fill();
        bits = this.#bits;
        count = this.#count;
      }
      const next = (bits >>> (count - LOOKED_UP)) & (2 ** LOOKED_UP - 1);
      const both = whole[next] ?? 0;
      if (both !== 0) {
        count -= both & 15;
        at += (both >> 4) & 15;
        if (at > 63) return -1;
        into[at] = both >> 8;
        last = at;
        continue;
      }
      let code = quick[next] ?? 0;
      if (code === 0) code = table.long((bits >>> (count - 16)) & 0xffff);
      if (code < 0) return -1;
      count -= code >> 8;
      const size = code & 15;
      if (size === 0) {
        const zeros = (code >> 4) & 15;
        if (zeros === 0) break;
        if (zeros < 15) return -1;
        at += 15;
        continue;
      }
      at += (code >> 4) & 15;
      if (at > 63) return -1;
      if (count < size) {
        this.#count = count;
        this.#fill();
        bits = this.#bits;
        count = this.#count;
      }
      count -= size;
      into[at] = signed((bits >>> count) & ((1 << size) - 1), size);
      last = at;
    }
    this.#count = count;
    return last;
  }

  bit(): number {
    if (this.#count < 1) this.#fill();
    this.#count--;
    return (this.#bits >>> this.#count) & 1;
  }

  /** Goes on behind the restart marker of that number (0 to 7), which has to come next; false where it does not. */
  restart(number: number): boolean {
    this.at = markerFrom(this.#bytes, this.at);
    const isThere = this.#bytes[this.at] === 0xd0 + number;
    if (isThere) this.at++;
    this.#bits = 0;
    this.#count = 0;
    this.#added = 0;
    return isThere;
  }

  #fill(): void {
    const bytes = this.#bytes;
    let bits = this.#bits;
    let at = this.at;
    for (; this.#count <= 24; this.#count += 8) {
      const next = at < bytes.length ? (bytes[at] ?? 0) : 0xff;
      if (next !== 0xff) at++;
      else if (bytes[at + 1] === 0) at += 2;
      else {
        this.#added += 8;
        bits <<= 8;
        continue;
      }
      bits = (bits << 8) | next;
    }
    this.#bits = bits;
    this.at = at;
  }
}

/** Where the code of the next marker stands, past any fill octets; the end of the data where there is none. */
export function markerFrom(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const before = bytes.indexOf(0xff, at);
    if (before < 0) return bytes.length;
    at = before + 1;
    while (bytes[at] === 0xff) at++;
    if (bytes[at] !== 0) return at;
  }
  return bytes.length;
}
