import { PkiError } from '../error.ts';
import { concat } from './bytes.ts';
import type { Asn1 } from './reader.ts';
import { CONSTRUCTED, TAG } from './tags.ts';
import { fromBmp, fromLatin1, fromUcs4, fromUtf8 } from './text.ts';
import { readTime } from './time.ts';

/** Refuses a value with another identifier octet. */
export function expectTag(value: Asn1, tag: number, what: string): Asn1 {
  if (value.tag !== tag) throw new PkiError('asn1_unexpected', `${what}: tag 0x${value.tag.toString(16)}`);
  return value;
}

/** Dotted text of an OBJECT IDENTIFIER; `tag` where it is implicitly tagged. */
export function readOid(value: Asn1, tag: number = TAG.oid): string {
  expectTag(value, tag, 'object identifier');
  const { content } = value;
  if (content.length > 64) throw new PkiError('asn1_limit', 'an object identifier too long');
  if (content.length === 0 || (content.at(-1) ?? 0) >= 0x80) {
    throw new PkiError('asn1_malformed', 'an object identifier of the wrong length');
  }
  const arcs = arcsOf(content);
  const joint = arcs[0] ?? 0n;
  const first = joint < 80n ? joint / 40n : 2n;
  return [first, joint - first * 40n, ...arcs.slice(1)].join('.');
}

function arcsOf(content: Uint8Array): bigint[] {
  const arcs: bigint[] = [];
  let arc = 0n;
  let fresh = true;
  for (const octet of content) {
    if (fresh && octet === 0x80) throw new PkiError('asn1_malformed', 'an arc with a leading zero');
    arc = (arc << 7n) | BigInt(octet & 0x7f);
    fresh = octet < 0x80;
    if (!fresh) continue;
    arcs.push(arc);
    arc = 0n;
  }
  return arcs;
}

/** Contents of an INTEGER (or ENUMERATED), checked for the shortest form. */
export function integerOctets(value: Asn1, tag: number = TAG.integer): Uint8Array {
  expectTag(value, tag, 'integer');
  const { content } = value;
  const [first, second = 0] = content;
  if (first === undefined) throw new PkiError('asn1_malformed', 'an integer of the wrong length');
  if (content.length > 4096) throw new PkiError('asn1_limit', 'an integer too long');
  const padded = content.length > 1 && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80));
  if (padded && !value.ber) throw new PkiError('asn1_malformed', 'an integer not in its shortest form');
  return content;
}

export function readInteger(value: Asn1, tag: number = TAG.integer): bigint {
  let number = 0n;
  const octets = integerOctets(value, tag);
  for (const octet of octets) number = (number << 8n) | BigInt(octet);
  return (octets[0] ?? 0) >= 0x80 ? number - (1n << BigInt(8 * octets.length)) : number;
}

/** An INTEGER that is a small non-negative count or version. */
export function readSmallInteger(value: Asn1, tag: number = TAG.integer): number {
  const number = readInteger(value, tag);
  if (number < 0n || number > 0x7fffffffn) throw new PkiError('asn1_unexpected', 'an integer out of range');
  return Number(number);
}

export function readBoolean(value: Asn1): boolean {
  expectTag(value, TAG.boolean, 'boolean');
  const octet = value.content[0];
  if (octet === undefined || value.content.length !== 1)
    throw new PkiError('asn1_malformed', 'a boolean of the wrong length');
  return octet !== 0;
}

/** Octets of an OCTET STRING; in BER also one in segments. */
export function readOctets(value: Asn1, tag: number = TAG.octetString): Uint8Array {
  if (value.ber && value.tag === (tag | CONSTRUCTED))
    return concat(value.members().map((part) => readOctets(part)));
  return expectTag(value, tag, 'octet string').content;
}

/** Octets of a BIT STRING that holds whole octets (keys, signatures). */
export function readBitOctets(value: Asn1): Uint8Array {
  expectTag(value, TAG.bitString, 'bit string');
  if (value.content[0] !== 0) throw new PkiError('asn1_malformed', 'a bit string with unused bits');
  return value.content.subarray(1);
}

/** Positions of the one bits of a named bit list, at most 32 of them; `tag` where it is implicitly tagged. */
export function readNamedBits(value: Asn1, tag: number = TAG.bitString): number[] {
  expectTag(value, tag, 'named bits');
  const unused = value.content[0];
  if (unused === undefined || unused > 7 || value.content.length > 5) {
    throw new PkiError('asn1_malformed', 'a named bit list of the wrong length');
  }
  const octets = value.content.subarray(1);
  // An unused bit that is set would be read as a bit of the list (X.690 §11.2.1).
  if (((octets.at(-1) ?? 0xff) & ((1 << unused) - 1)) !== 0) {
    throw new PkiError('asn1_malformed', 'a named bit list with unused bits set');
  }
  const bits = Array.from({ length: octets.length * 8 }, (_, bit) => bit);
  return bits.filter((bit) => ((octets[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0);
}

/** Milliseconds since 1970 of a UTCTime or GeneralizedTime. */
export function readTimeValue(value: Asn1): number {
  if (value.tag !== TAG.utcTime && value.tag !== TAG.generalizedTime) {
    throw new PkiError('asn1_unexpected', 'neither UTCTime nor GeneralizedTime');
  }
  return readTime(value.tag, value.content);
}

/** Text of any of the character strings, or undefined for another type. */
export function readText(value: Asn1): string | undefined {
  switch (value.tag) {
    case TAG.utf8String:
      return utf8Text(value.content);
    case TAG.printableString:
    case TAG.numericString:
    case TAG.ia5String:
    case TAG.visibleString:
    case TAG.teletexString:
      return fromLatin1(value.content);
    case TAG.universalString:
      return fromUcs4(value.content);
    case TAG.bmpString:
      return fromBmp(value.content);
    default:
      return undefined;
  }
}

function utf8Text(content: Uint8Array): string {
  try {
    return fromUtf8(content);
  } catch (cause) {
    throw new PkiError('asn1_malformed', 'text that is not UTF-8', { cause });
  }
}
