import { compareBytes } from './bytes.ts';
import type { Asn1 } from './reader.ts';
import { CONSTRUCTED, TAG } from './tags.ts';
import { readOctets } from './values.ts';
import { tlv } from './writer.ts';

/**
 * A value that was read as BER, in the lengths of DER (X.690 §10.1) and with octet strings in one piece (§10.2).
 * `order` is that of the members of each SET OF: as they stand, or that of DER (§11.6).
 */
export function definite(value: Asn1, order: 'given' | 'sorted', tag: number = value.tag): Uint8Array {
  if ((value.tag & CONSTRUCTED) === 0) return tlv(tag, value.content);
  if (value.tag === (TAG.octetString | CONSTRUCTED)) return tlv(TAG.octetString, readOctets(value));
  const members = value.members().map((member) => definite(member, order));
  return tlv(tag, ...(tag === TAG.set && order === 'sorted' ? members.toSorted(compareBytes) : members));
}
