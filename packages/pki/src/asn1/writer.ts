import { PkiError } from '../error.ts';
import { compareBytes, concat } from './bytes.ts';
import { CONSTRUCTED, context, TAG } from './tags.ts';
import { utf8 } from './text.ts';

/** Length octets in the definite, shortest form (X.690 §10.1). */
function lengthOctets(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return Uint8Array.of(0x80 | octets.length, ...octets);
}

/** One value: identifier octet, length, contents. */
export function tlv(tag: number, ...contents: Uint8Array[]): Uint8Array {
  const length = contents.reduce((sum, part) => sum + part.length, 0);
  return concat([Uint8Array.of(tag), lengthOctets(length), ...contents]);
}

export function sequence(...members: Uint8Array[]): Uint8Array {
  return tlv(TAG.sequence, ...members);
}

/** SET OF: members in ascending order of their encodings (X.690 §11.6). */
export function setOf(...members: Uint8Array[]): Uint8Array {
  return tlv(TAG.set, ...members.toSorted(compareBytes));
}

/** `[n] EXPLICIT` around a whole value. */
export function explicit(n: number, ...values: Uint8Array[]): Uint8Array {
  return tlv(context(n), ...values);
}

/** `[n] IMPLICIT`: the same contents under a context tag; the constructed bit stays. */
export function implicit(n: number, value: Uint8Array): Uint8Array {
  const tag = value[0];
  if (tag === undefined) throw new PkiError('asn1_value', 'an implicit tag needs a value');
  const retagged = value.slice();
  retagged[0] = context(n, (tag & CONSTRUCTED) === 0);
  return retagged;
}

/** INTEGER from a number or bigint, two's complement in the fewest octets. */
export function integer(value: number | bigint): Uint8Array {
  let rest = BigInt(value);
  const octets: number[] = [];
  do {
    octets.unshift(Number(rest & 0xffn));
    rest >>= 8n;
  } while (rest !== 0n && rest !== -1n);
  const top = octets[0] ?? 0;
  if (rest === 0n && top >= 0x80) octets.unshift(0x00);
  if (rest === -1n && top < 0x80) octets.unshift(0xff);
  return tlv(TAG.integer, Uint8Array.from(octets));
}

/** INTEGER from unsigned big-endian octets (serial numbers, nonces); leading zeros are dropped. */
export function unsignedInteger(octets: Uint8Array): Uint8Array {
  let start = 0;
  while (start < octets.length - 1 && octets[start] === 0) start++;
  const magnitude = octets.subarray(start);
  if (magnitude.length === 0) return tlv(TAG.integer, Uint8Array.of(0));
  const sign = (magnitude[0] ?? 0) >= 0x80 ? Uint8Array.of(0) : new Uint8Array(0);
  return tlv(TAG.integer, sign, magnitude);
}

function arcOctets(arc: bigint): number[] {
  const octets = [Number(arc & 0x7fn)];
  for (let rest = arc >> 7n; rest > 0n; rest >>= 7n) octets.unshift(0x80 | Number(rest & 0x7fn));
  return octets;
}

/** OBJECT IDENTIFIER from dotted text. */
export function oid(dotted: string): Uint8Array {
  if (!/^[0-2](\.(0|[1-9]\d{0,39})){1,32}$/.test(dotted))
    throw new PkiError('asn1_value', `not an OID: ${dotted}`);
  const [first = 0n, second = 0n, ...rest] = dotted.split('.').map(BigInt);
  if (first < 2n && second > 39n) throw new PkiError('asn1_value', `not an OID: ${dotted}`);
  return tlv(TAG.oid, Uint8Array.from([first * 40n + second, ...rest].flatMap(arcOctets)));
}

export function boolean(value: boolean): Uint8Array {
  return tlv(TAG.boolean, Uint8Array.of(value ? 0xff : 0));
}

export function nullValue(): Uint8Array {
  return tlv(TAG.null);
}

export function octetString(octets: Uint8Array): Uint8Array {
  return tlv(TAG.octetString, octets);
}

/** BIT STRING of whole octets. */
export function bitString(octets: Uint8Array): Uint8Array {
  return tlv(TAG.bitString, Uint8Array.of(0), octets);
}

/** BIT STRING of a named bit list: trailing zero bits are left out (X.690 §11.2.2). */
export function namedBits(bits: readonly number[]): Uint8Array {
  if (bits.length === 0) return tlv(TAG.bitString, Uint8Array.of(0));
  const last = Math.max(...bits);
  const octets = new Uint8Array((last >> 3) + 1);
  for (const bit of bits) octets[bit >> 3] = (octets[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
  return tlv(TAG.bitString, Uint8Array.of(7 - (last & 7)), octets);
}

export function utf8String(text: string): Uint8Array {
  return tlv(TAG.utf8String, utf8(text));
}

/** PrintableString (country codes and serialNumber of names): X.680 §41.4's characters only. */
export function printableString(text: string): Uint8Array {
  if (!/^[A-Za-z0-9 '()+,\-./:=?]*$/.test(text)) throw new PkiError('asn1_value', 'not a PrintableString');
  return tlv(TAG.printableString, utf8(text));
}

export function ia5String(text: string): Uint8Array {
  if (/[^\0-\x7f]/.test(text)) throw new PkiError('asn1_value', 'not an IA5String');
  return tlv(TAG.ia5String, utf8(text));
}
