import { PdfError } from '../errors.ts';
import { isWhite } from './bytes.ts';
import { decodeHex, hexDigit } from './strings.ts';

/** A decoder's input and the most it may put out. */
export type Decoder = (bytes: Uint8Array, limit: number) => Uint8Array;

/** Grows as it is written to, up to a limit. */
class Output {
  #bytes = new Uint8Array(1024);
  #length = 0;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(bytes: Uint8Array): void {
    const need = this.#length + bytes.length;
    if (need > this.#limit) throw new PdfError('inflate_limit', 'A stream decodes to more than is allowed');
    if (need > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(need, this.#bytes.length * 2));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = need;
  }

  take(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** ASCIIHexDecode (ISO 32000-2 §7.4.2); `broken` is told of what is no digit. */
export const asciiHex =
  (broken: () => void): Decoder =>
  (bytes) => {
    const end = bytes.indexOf(0x3e);
    const digits = end < 0 ? bytes : bytes.subarray(0, end);
    if (digits.some((code) => hexDigit(code) < 0 && !isWhite(code))) broken();
    return decodeHex(digits);
  };

export const ascii85: Decoder = (bytes, limit) => {
  const out = new Output(limit);
  let group: number[] = [];
  for (const code of bytes) {
    if (code === 0x7e) break;
    if (isWhite(code)) continue;
    if (code === 0x7a && group.length === 0) out.push(new Uint8Array(4));
    else if (code < 0x21 || code > 0x75) throw new PdfError('broken_stream', 'No ASCII85 digit');
    else group.push(code - 0x21);
    if (group.length === 5) {
      out.push(ascii85Group(group, 4));
      group = [];
    }
  }
  if (group.length > 1) {
    const bytesOut = group.length - 1;
    while (group.length < 5) group.push(84);
    out.push(ascii85Group(group, bytesOut));
  }
  return out.take();
};

function ascii85Group(group: readonly number[], count: number): Uint8Array {
  let value = 0;
  for (const digit of group) value = value * 85 + digit;
  const bytes = [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) & 255);
  return Uint8Array.from(bytes.slice(0, count));
}

/** RunLengthDecode (ISO 32000-2 §7.4.5); `broken` is told of a run that goes over the end. */
export const runLength =
  (broken: () => void): Decoder =>
  (bytes, limit) => {
    const out = new Output(limit);
    for (let at = 0; at < bytes.length; ) {
      const length = bytes[at++] ?? 128;
      if (length === 128) break;
      if (at + (length < 128 ? length + 1 : 1) > bytes.length) broken();
      if (length < 128) {
        out.push(bytes.subarray(at, at + length + 1));
        at += length + 1;
      } else {
        out.push(new Uint8Array(257 - length).fill(bytes[at++] ?? 0));
      }
    }
    return out.take();
  };

/** LZWDecode (ISO 32000-2 §7.4.4); `early` is /EarlyChange. */
export const lzw =
  (early: number): Decoder =>
  (bytes, limit) => {
    const out = new Output(limit);
    let table: Uint8Array[] = [];
    let previous: Uint8Array | undefined;
    let width = 9;
    let bits = 0;
    let have = 0;
    for (const byte of bytes) {
      bits = (bits << 8) | byte;
      have += 8;
      if (have < width) continue;
      have -= width;
      const code = bits >>> have;
      bits &= (1 << have) - 1;
      if (code === 257) break;
      if (code === 256) {
        table = [];
        previous = undefined;
        width = 9;
        continue;
      }
      const entry = lzwEntry(table, code, previous);
      out.push(entry);
      if (previous !== undefined && table.length < 3838) table.push(append(previous, entry[0] ?? 0));
      previous = entry;
      const next = table.length + 259 + early - 1;
      width = next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9;
    }
    return out.take();
  };

function lzwEntry(table: Uint8Array[], code: number, previous: Uint8Array | undefined): Uint8Array {
  if (code < 256) return Uint8Array.of(code);
  const known = table[code - 258];
  if (known !== undefined) return known;
  if (previous === undefined || code - 258 !== table.length) {
    throw new PdfError('broken_stream', 'Unknown LZW code');
  }
  return append(previous, previous[0] ?? 0);
}

function append(bytes: Uint8Array, byte: number): Uint8Array {
  const longer = new Uint8Array(bytes.length + 1);
  longer.set(bytes);
  longer[bytes.length] = byte;
  return longer;
}
