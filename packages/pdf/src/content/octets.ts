import { PdfError } from '../errors.ts';

/** Reads numbers of whole octets, the highest first; throws behind the end. */
export class Octets {
  readonly bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  /** A number of so many octets, without a sign. */
  number(count: 1 | 2 | 4): number {
    this.#ask(count);
    let value = 0;
    for (let octet = 0; octet < count; octet++) value = value * 256 + (this.bytes[this.at++] ?? 0);
    return value;
  }

  /** The same with a sign. */
  signed(count: 1 | 4): number {
    const value = this.number(count);
    const most = 256 ** count;
    return value >= most / 2 ? value - most : value;
  }

  /** So many octets. */
  take(count: number): Uint8Array {
    this.#ask(count);
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  /** All that is left. */
  rest(): Uint8Array {
    return this.take(this.left);
  }

  /** The same, to read numbers of. */
  part(count: number): Octets {
    return new Octets(this.take(count));
  }

  #ask(count: number): void {
    if (count < 0 || this.left < count)
      throw new PdfError('broken_stream', 'The data of a picture break off');
  }
}
