import {
  type AnyDigest,
  type Certificate,
  checkSignerValue,
  identifySigner,
  type SignedContent,
  type SignedData,
  type SignerFailure,
  type SignerInfo,
} from '@websign/pki';
import { reliableUntil } from './algorithms.ts';
import type { Inquiry } from './inquiry.ts';
import { type Conclusion, failed, indeterminate, PASSED, type Weakness } from './judgement.ts';

/** The signer of a CMS and whether the certificate is bound to it (EN 319 102-1 §5.2.3). */
export interface Identified {
  conclusion: Conclusion;
  certificate?: Certificate;
  bound: boolean;
}

export function identified(data: SignedData, signer: SignerInfo, inquiry: Inquiry): Identified {
  const found = identifySigner(data, signer, inquiry.ports, inquiry.pool.certificates);
  const certificate = found.certificate === undefined ? {} : { certificate: found.certificate };
  switch (found.failure) {
    case undefined:
      return { conclusion: PASSED, bound: found.bound, ...certificate };
    case 'malformed':
      return { conclusion: failed('FORMAT_FAILURE', 'malformed'), bound: false, ...certificate };
    case 'algorithm_unsupported':
    case 'limit':
      return { conclusion: cryptoOutcome(found.failure), bound: false, ...certificate };
    default:
      return {
        conclusion: indeterminate('NO_SIGNING_CERTIFICATE_FOUND', found.failure),
        bound: false,
        ...certificate,
      };
  }
}

/** Cryptographic verification (§5.2.7). */
export async function verified(
  data: SignedData,
  signer: SignerInfo,
  certificate: Certificate,
  content: SignedContent,
  inquiry: Inquiry,
): Promise<Conclusion> {
  return cryptoOutcome(await checkSignerValue(data, signer, certificate, content, inquiry.ports));
}

export function cryptoOutcome(failure: SignerFailure | undefined): Conclusion {
  switch (failure) {
    case undefined:
      return PASSED;
    case 'content_digest':
      return failed('HASH_FAILURE', failure);
    case 'signature_value':
      return failed('SIG_CRYPTO_FAILURE', failure);
    case 'algorithm_unsupported':
    case 'algorithm_weak':
      return indeterminate('CRYPTO_CONSTRAINTS_FAILURE', failure);
    case 'limit':
      return indeterminate('CUSTOM', failure);
    case 'certificate_missing':
    case 'certificate_binding':
      return indeterminate('NO_SIGNING_CERTIFICATE_FOUND', failure);
    default:
      return failed('FORMAT_FAILURE', failure);
  }
}

/** Cryptographic constraints on the signature itself (§5.2.8.4.2), at the time of the validation. */
export function weaknessOf(
  signer: SignerInfo,
  certificate: Certificate,
  at: number,
  /** Of the content, where the format has another one between the content and the signature. */
  inner?: AnyDigest,
): Weakness | undefined {
  const { signatureMethod: method, digestAlgorithm } = signer;
  const key = certificate.publicKey;
  // The method's own digest, where it names one, is that of the content: values with another one are not verified.
  const ends = [digestAlgorithm, inner].map((digest) => reliableUntil({ method, digest, key }));
  const until = Math.min(...ends.map((end) => end ?? Number.POSITIVE_INFINITY));
  return at < until ? undefined : { until };
}
