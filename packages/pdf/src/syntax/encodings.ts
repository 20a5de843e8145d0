import { PdfError } from '../errors.ts';
import { isWhite, skipWhite } from './bytes.ts';
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

/**
 * ASCIIHexDecode (ISO 32000-2 §7.4.2); `broken` is told of what is no digit, where no mark ends the data, and of digits behind it,
 * with which some readers go on.
 */
export const asciiHex =
  (broken: () => void): Decoder =>
  (bytes) => {
    const end = bytes.indexOf(0x3e);
    const digits = end < 0 ? bytes : bytes.subarray(0, end);
    const isOver = end >= 0 && !bytes.subarray(end + 1).some((code) => hexDigit(code) >= 0);
    if (!isOver || digits.some((code) => hexDigit(code) < 0 && !isWhite(code))) broken();
    return decodeHex(digits);
  };

/**
 * ASCII85Decode (ISO 32000-2 §7.4.3). `broken` is told where no mark ends the data, for which some readers show none of
 * them, of a group that is no number of four octets, or none, of blanks that some readers take for digits, and of anything behind
 * the mark.
 */
export const ascii85 =
  (broken: () => void): Decoder =>
  (bytes, limit) => {
    const out = new Output(limit);
    const mark = bytes.indexOf(0x7e);
    const digits = mark < 0 ? bytes : bytes.subarray(0, mark);
    const end = mark < 0 ? -1 : skipWhite(bytes, mark + 1);
    if (bytes[end] !== 0x3e || skipWhite(bytes, end + 1) < bytes.length) broken();
    let group: number[] = [];
    const close = (count: number): void => {
      const value = group.reduce((sum, digit) => sum * 85 + digit, 0);
      if (value > 0xffffffff || count === 0) broken();
      const octets = [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) & 255);
      out.push(Uint8Array.from(octets.slice(0, count)));
      group = [];
    };
    for (const code of digits) {
      if (isWhite(code)) {
        if (code === 0 || code === 12) broken();
        continue;
      }
      if (code === 0x7a && group.length === 0) out.push(new Uint8Array(4));
      else if (code < 0x21 || code > 0x75) throw new PdfError('broken_stream', 'No ASCII85 digit');
      else group.push(code - 0x21);
      if (group.length === 5) close(4);
    }
    if (group.length > 0) {
      const count = group.length - 1;
      while (group.length < 5) group.push(84);
      close(count);
    }
    return out.take();
  };

/** RunLengthDecode (ISO 32000-2 §7.4.5); `broken` is told of a run that goes over the end, of no mark there, or of data behind it. */
export const runLength =
  (broken: () => void): Decoder =>
  (bytes, limit) => {
    const out = new Output(limit);
    for (let at = 0; ; ) {
      const length = bytes[at++];
      if (length === undefined) broken();
      if (length === 128 && skipWhite(bytes, at) < bytes.length) broken();
      if (length === undefined || length === 128) break;
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

/** Codes of twelve bits beside the octets, the one that clears and the one that ends. */
const MOST_CODES = 4096 - 258;

/**
 * LZWDecode (ISO 32000-2 §7.4.4); `early` is /EarlyChange, 0 or 1. `broken` is told where no mark ends the data, of data
 * behind it, and of more codes than there are, which some readers begin anew.
 */
export const lzw =
  (early: number, broken: () => void): Decoder =>
  (bytes, limit) => {
    if (early !== 0 && early !== 1) throw new PdfError('broken_stream', 'LZW codes grow too early');
    const out = new Output(limit);
    let isEnded = false;
    let table: Uint8Array[] = [];
    let previous: Uint8Array | undefined;
    let width = 9;
    let bits = 0;
    let have = 0;
    let at = 0;
    for (const byte of bytes) {
      at++;
      bits = (bits << 8) | byte;
      have += 8;
      if (have < width) continue;
      have -= width;
      const code = bits >>> have;
      bits &= (1 << have) - 1;
      if (code === 257) {
        isEnded = true;
        break;
      }
      if (code === 256) {
        table = [];
        previous = undefined;
        width = 9;
        continue;
      }
      const entry = lzwEntry(table, code, previous);
      out.push(entry);
      if (previous !== undefined && table.length < MOST_CODES) table.push(append(previous, entry[0] ?? 0));
      else if (previous !== undefined) broken();
      previous = entry;
      const next = table.length + 259 + early - 1;
      width = next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9;
    }
    if (!isEnded || skipWhite(bytes, at) < bytes.length) broken();
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
