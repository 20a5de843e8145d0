import { Fields } from '../asn1/fields.ts';
import { type Asn1, readAsn1 } from '../asn1/reader.ts';
import { context, TAG } from '../asn1/tags.ts';
import type { AnyDigest } from '../face.ts';
import { OID } from '../oids.ts';
import { readAlgorithm, readSignatureMethod, type SignatureMethod, supported } from '../x509/identifiers.ts';
import { type SignerInfo, singleValue } from './signed-data.ts';

/**
 * Whether the algorithms that were signed along (RFC 6211 §2) are those by which the signature is verified: in a
 * SignerInfo itself nothing protects their names. True where the attribute is not there. Throws PkiError `asn1_*`.
 */
export function keepsAlgorithms({
  digestOid,
  digestAlgorithm,
  signatureMethod,
  signedAttributes,
}: SignerInfo): boolean {
  const attributes = signedAttributes?.attributes ?? [];
  if (!attributes.some(({ type }) => type === OID.cmsAlgorithmProtection)) return true;
  const value = singleValue(attributes, OID.cmsAlgorithmProtection);
  if (value === undefined) return false;
  const fields = new Fields(readAsn1(value, { ber: true }), 'CMSAlgorithmProtection');
  const digest = readAlgorithm(fields.next('digestAlgorithm'));
  const method = fields.next('signatureAlgorithm', context(1));
  fields.end();
  if (digest.oid !== digestOid || signatureMethod === undefined) return false;
  const named = supported(() => readSignatureMethod(asSequence(method)));
  return named !== undefined && isSame(named, signatureMethod, digestAlgorithm);
}

/** An AlgorithmIdentifier under an implicit tag, as it stands without one. */
function asSequence(tagged: Asn1): Asn1 {
  const plain = tagged.raw.slice();
  plain[0] = TAG.sequence;
  return readAsn1(plain, { ber: true });
}

/** The same whatever it is called: some names of a method say its digest, and others leave it to the structure. */
const isSame = (a: SignatureMethod, b: SignatureMethod, announced: AnyDigest | undefined): boolean =>
  a.kind === b.kind &&
  (a.digest ?? announced) === (b.digest ?? announced) &&
  a.plain === b.plain &&
  a.saltLength === b.saltLength &&
  a.maskDigest === b.maskDigest;
