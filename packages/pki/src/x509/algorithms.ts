import { explicit, integer, nullValue, oid, sequence } from '../asn1/writer.ts';
import type { AnyDigest, DigestAlgorithm, SignatureAlgorithm, SignatureDigest } from '../face.ts';
import { OID } from '../oids.ts';

export const DIGEST_OID: Readonly<Record<DigestAlgorithm, string>> = {
  'SHA-256': OID.sha256,
  'SHA-384': OID.sha384,
  'SHA-512': OID.sha512,
};

/** Whether it is a digest that we make ourselves. */
export const isOwnDigest = (digest: AnyDigest | undefined): digest is DigestAlgorithm =>
  digest !== undefined && digest in DIGEST_OID;

/** Octets of a digest; the salt of RSASSA-PSS is as long. */
export const DIGEST_LENGTH: Readonly<Record<SignatureDigest, number>> = {
  MD5: 16,
  'SHA-1': 20,
  'SHA-224': 28,
  'SHA-256': 32,
  'SHA-384': 48,
  'SHA-512': 64,
  'SHA3-256': 32,
  'SHA3-384': 48,
  'SHA3-512': 64,
};

interface SignatureScheme {
  digest: DigestAlgorithm;
  oid: string;
  kind: 'ecdsa' | 'pkcs1' | 'pss';
}

const SCHEMES: Readonly<Record<SignatureAlgorithm, SignatureScheme>> = {
  'ecdsa-p256-sha256': { digest: 'SHA-256', oid: OID.ecdsaWithSha256, kind: 'ecdsa' },
  'ecdsa-p384-sha384': { digest: 'SHA-384', oid: OID.ecdsaWithSha384, kind: 'ecdsa' },
  'rsa-pkcs1-sha256': { digest: 'SHA-256', oid: OID.sha256WithRsa, kind: 'pkcs1' },
  'rsa-pkcs1-sha384': { digest: 'SHA-384', oid: OID.sha384WithRsa, kind: 'pkcs1' },
  'rsa-pkcs1-sha512': { digest: 'SHA-512', oid: OID.sha512WithRsa, kind: 'pkcs1' },
  'rsa-pss-sha256': { digest: 'SHA-256', oid: OID.rsaPss, kind: 'pss' },
  'rsa-pss-sha384': { digest: 'SHA-384', oid: OID.rsaPss, kind: 'pss' },
  'rsa-pss-sha512': { digest: 'SHA-512', oid: OID.rsaPss, kind: 'pss' },
};

/** The digest that belongs to a signature algorithm. */
export function digestOf(algorithm: SignatureAlgorithm): DigestAlgorithm {
  return SCHEMES[algorithm].digest;
}

/** AlgorithmIdentifier of a digest, parameters absent (RFC 5754 §2). */
export function digestIdentifier(digest: DigestAlgorithm): Uint8Array {
  return sequence(oid(DIGEST_OID[digest]));
}

/** AlgorithmIdentifier of a signature: RSA has NULL parameters (RFC 4055 §5), ECDSA none (RFC 5758 §3.2). */
export function signatureIdentifier(algorithm: SignatureAlgorithm): Uint8Array {
  const scheme = SCHEMES[algorithm];
  if (scheme.kind === 'ecdsa') return sequence(oid(scheme.oid));
  return sequence(oid(scheme.oid), scheme.kind === 'pkcs1' ? nullValue() : pssParameters(scheme.digest));
}

// RSASSA-PSS-params (RFC 4055 §3.1): here the digests carry NULL (§2.1); the trailer is the default and left out.
function pssParameters(digest: DigestAlgorithm): Uint8Array {
  const hash = sequence(oid(DIGEST_OID[digest]), nullValue());
  return sequence(
    explicit(0, hash),
    explicit(1, sequence(oid(OID.mgf1), hash)),
    explicit(2, integer(DIGEST_LENGTH[digest])),
  );
}
