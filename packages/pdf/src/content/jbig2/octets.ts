import { broken } from './broken.ts';

/** Reads numbers of whole octets, the highest first. */
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
    if (this.left < count) throw broken('a segment breaks off');
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
    if (this.left < count) throw broken('a segment breaks off');
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  /** All that is left. */
  rest(): Uint8Array {
    return this.take(this.left);
  }
}
