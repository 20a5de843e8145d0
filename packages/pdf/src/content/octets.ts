import { PdfError } from '../errors.ts';

/** Reads big-endian numbers one after the other; throws behind the end. */
export class Octets {
  readonly bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  /** An unsigned number of so many octets. */
  number(count: 1 | 2 | 4): number {
    this.#ask(count);
    let value = 0;
    for (let octet = 0; octet < count; octet++) value = value * 256 + (this.bytes[this.at++] ?? 0);
    return value;
  }

  /** A signed number of so many octets (two's complement). */
  signed(count: 1 | 4): number {
    const value = this.number(count);
    const most = 256 ** count;
    return value >= most / 2 ? value - most : value;
  }

  /** The next octets. */
  take(count: number): Uint8Array {
    this.#ask(count);
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  /** All octets that are left. */
  rest(): Uint8Array {
    return this.take(this.left);
  }

  /** The next octets, to read numbers of. */
  part(count: number): Octets {
    return new Octets(this.take(count));
  }

  #ask(count: number): void {
    if (count < 0 || this.left < count)
      throw new PdfError('broken_stream', 'The data of a picture break off');
  }
}
