import { compareBytes } from '../asn1/bytes.ts';
import { Fields } from '../asn1/fields.ts';
import { readAsn1 } from '../asn1/reader.ts';
import { TAG } from '../asn1/tags.ts';
import { readInteger } from '../asn1/values.ts';
import { explicit, implicit, integer, octetString, oid, sequence, setOf, tlv } from '../asn1/writer.ts';
import { PkiError } from '../error.ts';
import type { Draft } from '../face.ts';
import { OID } from '../oids.ts';
import { digestIdentifier, signatureIdentifier } from '../x509/algorithms.ts';
import { type Certificate, parseCertificate } from '../x509/certificate.ts';
import { attribute } from './attributes.ts';

/**
 * The second phase: the CMS SignedData in DER (RFC 5652), without content. `signature` is the value over
 * `draft.signedAttributes`, ECDSA as DER; `timeStamp` is the token of a signature time-stamp over `signature`
 * and makes it B-T. Throws PkiError `signature_malformed` for a value that no such key makes.
 */
export function assembleCms(draft: Draft, signature: Uint8Array, timeStamp?: Uint8Array): Uint8Array {
  return assembleSignedData(draft, signature, {
    content: sequence(oid(OID.data)),
    unsignedAttributes: timeStamp === undefined ? [] : [attribute(OID.signatureTimeStampToken, timeStamp)],
    version: 1,
    certificates: draft.chain,
  });
}

/** What differs between a detached signature and a time-stamp token. */
export interface SignedDataParts {
  /** DER of EncapsulatedContentInfo. */
  content: Uint8Array;
  unsignedAttributes: Uint8Array[];
  /** 1 for id-data, 3 for any other content type (RFC 5652 §5.1). */
  version: 1 | 3;
  /** Certificates to include; none leaves the field out. */
  certificates: readonly Uint8Array[];
}

/** ContentInfo with a SignedData of one SignerInfo. */
export function assembleSignedData(draft: Draft, signature: Uint8Array, parts: SignedDataParts): Uint8Array {
  const [signer] = draft.chain;
  if (signer === undefined) throw new PkiError('chain_empty', "the signer's certificate is missing");
  const certificate = parseCertificate(signer);
  requireShape(draft, certificate, signature);
  const signedData = sequence(
    integer(parts.version),
    setOf(digestIdentifier(draft.digestAlgorithm)),
    parts.content,
    ...(parts.certificates.length === 0 ? [] : [implicit(0, setOf(...distinct(parts.certificates)))]),
    setOf(signerInfo(draft, certificate, signature, parts.unsignedAttributes)),
  );
  return sequence(oid(OID.signedData), explicit(0, signedData));
}

function signerInfo(
  draft: Draft,
  signer: Certificate,
  signature: Uint8Array,
  unsignedAttributes: Uint8Array[],
): Uint8Array {
  const serial = sequence(signer.issuer.der, tlv(TAG.integer, signer.serial));
  return sequence(
    integer(1), // issuerAndSerialNumber
    serial,
    digestIdentifier(draft.digestAlgorithm),
    implicit(0, draft.signedAttributes),
    signatureIdentifier(draft.signatureAlgorithm),
    octetString(signature),
    ...(unsignedAttributes.length === 0 ? [] : [implicit(1, setOf(...unsignedAttributes))]),
  );
}

function distinct(certificates: readonly Uint8Array[]): Uint8Array[] {
  return certificates.filter(
    (certificate, i) => certificates.findIndex((other) => compareBytes(other, certificate) === 0) === i,
  );
}

function requireShape(draft: Draft, signer: Certificate, signature: Uint8Array): void {
  const key = signer.publicKey;
  if (key.kind === 'rsa' || key.kind === 'rsa-pss') {
    if (signature.length === Math.ceil(key.bits / 8)) return;
    throw new PkiError(
      'signature_malformed',
      `${signature.length} octets for an RSA key of ${key.bits} bits`,
    );
  }
  if (key.kind !== 'ec')
    throw new PkiError('algorithm_mismatch', `${draft.signatureAlgorithm} with ${key.kind}`);
  requireEcdsaValue(signature);
}

/** ECDSA-Sig-Value in DER: two positive integers (RFC 3279 §2.2.3). */
function requireEcdsaValue(signature: Uint8Array): void {
  try {
    const fields = new Fields(readAsn1(signature, { maxBytes: 256, maxNodes: 3 }), 'ECDSA-Sig-Value');
    const positive = readInteger(fields.next('r')) > 0n && readInteger(fields.next('s')) > 0n;
    fields.end();
    if (positive) return;
  } catch (cause) {
    throw new PkiError('signature_malformed', 'not an ECDSA value in DER', { cause });
  }
  throw new PkiError('signature_malformed', 'an ECDSA value that is not positive');
}
