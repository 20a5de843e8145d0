import { checkChain } from '@websign/pki';
import { reliableUntil } from './algorithms.ts';
import type { ChainJudgement, Link } from './chain.ts';
import type { Inquiry } from './inquiry.ts';
import type { ValidationReason } from './reasons.ts';
import { answerReliableUntil, freshUntil, revocationOf } from './revocation.ts';

/** Up to when a chain is known to have been valid, or why nothing is known. */
export type PastChain = { controlTime: number } | { reason: ValidationReason };

/**
 * Past certificate validation (EN 319 102-1 §5.6.2.1) with the validation time sliding (§5.6.2.2): from the
 * certificate below the anchor to the signer's, control-time goes back to the last moment at which each is known to
 * have been in order, by material that is proven to have been there by then.
 */
export function pastChain({ chain, links }: ChainJudgement, inquiry: Inquiry): PastChain {
  if (chain === undefined) return { reason: 'no_path' };
  const problem = checkChain(chain);
  if (problem !== undefined) return { reason: problem.reason };
  const begin = Math.max(...chain.certificates.map(({ validity }) => validity.notBefore));
  const end = Math.min(...chain.certificates.map(({ validity }) => validity.notAfter));
  if (begin > end) return { reason: 'validity_disjoint' };
  let controlTime = inquiry.at;
  for (const link of links.toReversed()) {
    const slid = slide(link, controlTime, inquiry);
    if (typeof slid === 'string') return { reason: slid };
    controlTime = slid;
  }
  return { controlTime };
}

/** The control-time that one certificate leaves, or why it cannot be said. */
function slide(
  { certificate, issuer, status }: Link,
  controlTime: number,
  inquiry: Inquiry,
): number | ValidationReason {
  const there = inquiry.provenMaterial('certificates', certificate.der);
  if (there > controlTime) return 'material_unproven';
  const method = certificate.signatureMethod;
  const reliable = reliableUntil({ method, digest: method?.digest, key: issuer.publicKey });
  // Made later, it could be forged.
  if (!isBefore(there, reliable)) return 'algorithm_weak';
  const sound = Math.min(controlTime, reliable ?? controlTime);
  if (status.exempt) return Math.min(sound, certificate.validity.notAfter);
  const revocation = revocationOf(status);
  if (revocation !== undefined) return Math.min(sound, revocation.revokedAt ?? revocation.thisUpdate);
  const known = status.answers.filter(
    ({ thisUpdate, since, status: said }) =>
      thisUpdate <= controlTime &&
      (said === 'revoked' || (since ?? thisUpdate) <= certificate.validity.notAfter),
  );
  if (known.length === 0) return 'revocation_missing';
  const answer = known.find((one) => {
    const proven = inquiry.provenAnswer(one);
    return (
      proven <= controlTime &&
      proven <= one.signer.validity.notAfter &&
      isBefore(proven, answerReliableUntil(one, issuer))
    );
  });
  if (answer === undefined) return 'material_unproven';
  if (answer.status === 'unknown') return 'revocation_unknown';
  if (answer.status === 'revoked') return Math.min(sound, answer.revokedAt ?? answer.thisUpdate);
  // The clause says "issuance time"; taken at its word, a CRL of the morning would not speak for a signature of the
  // afternoon though nothing newer was to be had. The last moment at which the answer is fresh is meant.
  const fresh = Math.max(answer.thisUpdate, freshUntil(answer, inquiry));
  return Math.min(sound, fresh, answerReliableUntil(answer, issuer) ?? fresh);
}

const isBefore = (time: number, end: number | undefined): boolean => end === undefined || time < end;
