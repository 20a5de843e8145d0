import { octetString, oid, sequence, setOf } from '../asn1/writer.ts';
import type { DigestAlgorithm, PkiPorts } from '../face.ts';
import { OID } from '../oids.ts';
import { digestIdentifier } from '../x509/algorithms.ts';

/** An Attribute of CMS with one value (RFC 5652 §5.3). */
export function attribute(type: string, value: Uint8Array): Uint8Array {
  return sequence(oid(type), setOf(value));
}

/**
 * The attribute signing-certificate-v2 (RFC 5035 §3): a digest of the signer's certificate. hashAlgorithm is
 * left out for SHA-256, its default; issuerSerial is optional and left out, as the SignerInfo names both.
 */
export function signingCertificateV2(
  certificate: Uint8Array,
  digest: DigestAlgorithm,
  ports: Pick<PkiPorts, 'digest'>,
): Uint8Array {
  const hash = octetString(ports.digest(digest, certificate));
  const certId = digest === 'SHA-256' ? sequence(hash) : sequence(digestIdentifier(digest), hash);
  return attribute(OID.signingCertificateV2, sequence(sequence(certId)));
}

/** Signed attributes as SET OF in DER: content-type, message-digest, signing-certificate-v2 and no other. */
export function signedAttributes(
  contentType: string,
  messageDigest: Uint8Array,
  signingCertificate: Uint8Array,
): Uint8Array {
  return setOf(
    attribute(OID.contentType, oid(contentType)),
    attribute(OID.messageDigest, octetString(messageDigest)),
    signingCertificate,
  );
}
