import { PkiError } from '../error.ts';
import type { DigestAlgorithm, Draft, PkiPorts, SignatureAlgorithm } from '../face.ts';
import { OID } from '../oids.ts';
import { DIGEST_LENGTH, digestOf } from '../x509/algorithms.ts';
import { parseCertificate } from '../x509/certificate.ts';
import { requireKeyFor } from '../x509/public-key.ts';
import { signedAttributes, signingCertificateV2 } from './attributes.ts';

/** What a CMS is drafted from. */
export interface DraftInput {
  /** Digest of the document: the byte range of a PDF. */
  digest: Uint8Array;
  digestAlgorithm: DigestAlgorithm;
  /** Signer first, then its chain; DER certificates. */
  chain: Uint8Array[];
  algorithm: SignatureAlgorithm;
}

/**
 * The first phase of a PAdES B-B signature (EN 319 142-1 §6.3): the signed attributes and their digest, as
 * plain data that may wait for a person or a remote key. signing-time is absent: the claimed time is /M.
 * Throws PkiError `chain_empty`, `algorithm_mismatch`, `algorithm_unsupported` or what parseCertificate throws.
 */
export function draftCms(input: DraftInput, ports: Pick<PkiPorts, 'digest'>): Draft {
  const { digest, digestAlgorithm, chain, algorithm } = input;
  const [signer] = chain;
  if (signer === undefined) throw new PkiError('chain_empty', "the signer's certificate is missing");
  if (digestOf(algorithm) !== digestAlgorithm || digest.length !== DIGEST_LENGTH[digestAlgorithm]) {
    throw new PkiError(
      'algorithm_mismatch',
      `${algorithm} over a digest of ${digest.length} octets, ${digestAlgorithm}`,
    );
  }
  requireKeyFor(algorithm, parseCertificate(signer).publicKey);
  const attributes = signedAttributes(OID.data, digest, signingCertificateV2(signer, digestAlgorithm, ports));
  return {
    signedAttributes: attributes,
    digest: ports.digest(digestAlgorithm, attributes),
    digestAlgorithm,
    signatureAlgorithm: algorithm,
    chain,
  };
}

/**
 * Octets to reserve in /Contents: the certificates and 16 KiB for attributes, signature and time-stamp, because
 * preparing again after the one-time code would burn it.
 */
export function estimateCmsBytes(chain: readonly Uint8Array[]): number {
  return chain.reduce((sum, certificate) => sum + certificate.length, 0) + 16 * 1024;
}
