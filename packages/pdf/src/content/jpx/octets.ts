import { PdfError } from '../../errors.ts';

/** A JPEG 2000 picture that breaks off or makes no sense, or that is of a kind that is not read. */
export const unread = (why: string): PdfError => new PdfError('broken_stream', `JPEG 2000: ${why}`);

/** Reads big-endian numbers one after the other; throws behind the end. */
export class Octets {
  readonly bytes: Uint8Array;
  readonly end: number;
  at: number;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = Math.min(end, bytes.length);
  }

  get left(): number {
    return this.end - this.at;
  }

  /** An unsigned number of so many octets, 1 to 4. */
  number(size: 1 | 2 | 4): number {
    if (this.left < size) throw unread('data break off');
    let value = 0;
    for (let count = 0; count < size; count++) value = value * 256 + (this.bytes[this.at++] ?? 0);
    return value;
  }

  /** The next octets, which are passed by. */
  part(length: number): Octets {
    if (length < 0 || this.left < length) throw unread('data break off');
    const from = this.at;
    this.at += length;
    return new Octets(this.bytes, from, this.at);
  }
}
