import { PkiError } from '../../error.ts';

/**
 * Reads DER headers one after another without making anything: for lists of a million entries. After `read`, `tag`
 * is the identifier octet, `start` and `end` bound the contents.
 */
export class Cursor {
  readonly bytes: Uint8Array;
  tag = 0;
  start = 0;
  end = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** The value that begins at `at` and must end by `limit`. */
  read(at: number, limit: number): void {
    const { bytes } = this;
    if (at + 2 > limit) throw new PkiError('asn1_malformed', 'a truncated header');
    const first = bytes[at + 1] ?? 0;
    this.tag = bytes[at] ?? 0;
    this.start = at + 2;
    let length = first;
    if (first >= 0x80) {
      const count = first & 0x7f;
      if (count === 0 || count > 4) throw new PkiError('asn1_malformed', 'a length that is not of DER');
      length = 0;
      for (let i = 0; i < count; i++) length = length * 256 + (bytes[this.start + i] ?? 0);
      this.start += count;
    }
    this.end = this.start + length;
    if (this.end > limit) throw new PkiError('asn1_malformed', 'a length past the end');
  }

  /** The same, with the identifier octet that it must have. */
  expect(at: number, limit: number, tag: number): void {
    this.read(at, limit);
    if (this.tag !== tag)
      throw new PkiError('asn1_unexpected', `a CRL entry with tag 0x${this.tag.toString(16)}`);
  }

  /** Whether the contents are these octets. */
  holds(octets: Uint8Array): boolean {
    const { bytes, start, end } = this;
    if (end - start !== octets.length) return false;
    for (let i = 0; i < octets.length; i++) if (bytes[start + i] !== octets[i]) return false;
    return true;
  }
}
