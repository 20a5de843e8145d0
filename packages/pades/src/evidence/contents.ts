import type { SignatureFacts } from '@websign/pdf';

/** The bytes that a /ByteRange names, joined. */
export function rangeBytes(
  bytes: Uint8Array,
  [start, before, after, length]: NonNullable<SignatureFacts['byteRange']>,
): Uint8Array {
  const joined = new Uint8Array(before + length);
  joined.set(bytes.subarray(start, start + before));
  joined.set(bytes.subarray(after, after + length), before);
  return joined;
}

/** Whether `a` is there and equals `b`. */
export function sameBytes(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a?.length === b.length && a.every((octet, i) => octet === b[i]);
}

/** The octets of a hexadecimal string with its angle brackets; undefined where it holds anything else. */
export function contentsBytes(hex: Uint8Array): Uint8Array | undefined {
  if (hex[0] !== 0x3c || hex.at(-1) !== 0x3e) return undefined;
  const octets = new Uint8Array(hex.length >> 1);
  let digits = 0;
  for (let i = 1; i < hex.length - 1; i++) {
    const value = VALUES[hex[i] ?? 0] ?? OTHER;
    if (value === WHITE_SPACE) continue;
    if (value === OTHER) return undefined;
    const at = digits++ >> 1;
    octets[at] = ((octets[at] ?? 0) << 4) | value;
  }
  // ISO 32000-2 §7.3.4.3: a missing last digit is 0.
  if (digits % 2 === 1) octets[digits >> 1] = (octets[digits >> 1] ?? 0) << 4;
  return octets.subarray(0, (digits + 1) >> 1);
}

const OTHER = -1;
const WHITE_SPACE = -2;
/** What an octet of a hexadecimal string stands for: slots are tens of kilobytes, and there may be many. */
const VALUES = new Int8Array(256).fill(OTHER);
for (const code of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) VALUES[code] = WHITE_SPACE;
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  VALUES[digit.charCodeAt(0)] = value;
  VALUES[digit.toUpperCase().charCodeAt(0)] = value;
}

/** Whether there is nothing but zeros from `from` on. */
export function isZero(octets: Uint8Array, from: number): boolean {
  for (let at = from; at < octets.length; at++) if (octets[at] !== 0) return false;
  return true;
}
