import { Fields } from '../asn1/fields.ts';
import { readAsn1 } from '../asn1/reader.ts';
import { readBitOctets } from '../asn1/values.ts';

/** Octets of a SubjectPublicKeyInfo's key, without tag, length and unused bits: what key identifiers hash. */
export function keyBits(spki: Uint8Array): Uint8Array {
  const fields = new Fields(readAsn1(spki), 'SubjectPublicKeyInfo');
  fields.next('algorithm');
  return readBitOctets(fields.next('subjectPublicKey'));
}
