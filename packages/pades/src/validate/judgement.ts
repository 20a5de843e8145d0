import type { Indication, SubIndication, ValidationBlock, ValidationStep } from '../report/face.ts';
import type { ChainJudgement, Issue } from './chain.ts';
import type { Inquiry } from './inquiry.ts';
import { pastChain } from './past.ts';
import type { ValidationReason } from './reasons.ts';
import { freshUntil } from './revocation.ts';

/** A conclusion of EN 319 102-1 §5.1.3. */
export interface Conclusion {
  indication: Indication;
  subIndication?: SubIndication;
  reason?: ValidationReason;
}

export const PASSED: Conclusion = { indication: 'TOTAL-PASSED' };

export const failed = (subIndication: SubIndication, reason: ValidationReason): Conclusion => ({
  indication: 'TOTAL-FAILED',
  subIndication,
  reason,
});

export const indeterminate = (subIndication: SubIndication, reason: ValidationReason): Conclusion => ({
  indication: 'INDETERMINATE',
  subIndication,
  reason,
});

/** A conclusion as the step of a block. */
export function stepOf(
  block: ValidationBlock,
  { indication, subIndication, reason }: Conclusion,
  about?: string,
): ValidationStep {
  const outcome =
    indication === 'TOTAL-PASSED' ? 'passed' : indication === 'TOTAL-FAILED' ? 'failed' : 'indeterminate';
  return {
    block,
    outcome,
    ...(subIndication === undefined ? {} : { subIndication }),
    ...(reason === undefined ? {} : { reason }),
    ...(about === undefined ? {} : { about }),
  };
}

/** When a signature was there, and what is known of when it was not. */
export interface Times {
  /** The earliest moment at which it is proven to have been there; the validation's own where nothing proves more. */
  best: number;
  /** Time-stamps that it covers: it was made after all of them. */
  after?: number | undefined;
}

/** What is wrong with the signature's own algorithms: until when they were reliable. */
export interface Weakness {
  until: number;
}

/**
 * From the state of things now to the state at the best signature time: first by EN 319 102-1 §5.5.4, then, with
 * proofs of existence for the material, by §5.6.2.4. What neither resolves stays as it is.
 */
export function withTime(
  judged: ChainJudgement,
  weakness: Weakness | undefined,
  times: Times,
  inquiry: Inquiry,
): { conclusion: Conclusion; past?: Conclusion } {
  const impossible = outOfOrder(judged, times);
  if (impossible !== undefined) return { conclusion: impossible };
  const { best } = times;
  const open = judged.issues.filter((issue) => !isResolved(issue, best, inquiry));
  const [first] = open;
  const weak = weakness !== undefined && weakness.until <= best ? cryptoConclusion(weakness) : undefined;
  if (first === undefined) return { conclusion: weak ?? PASSED };
  const now = indeterminate(first.subIndication, first.reason);
  if (!PAST.has(first.subIndication)) return { conclusion: now };
  const past = pastConclusion(judged, best, inquiry);
  if (past.indication !== 'TOTAL-PASSED') return { conclusion: now, past };
  return { conclusion: weak ?? PASSED, past };
}

function cryptoConclusion({ until }: Weakness): Conclusion {
  const known = until > 0;
  return indeterminate(
    known ? 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE' : 'CRYPTO_CONSTRAINTS_FAILURE',
    'algorithm_weak',
  );
}

/** Made before its certificate was valid, or after it had ended or was revoked: proven, not only possible. */
function outOfOrder(
  { links: [signer], issues }: ChainJudgement,
  { best, after }: Times,
): Conclusion | undefined {
  if (
    signer === undefined ||
    issues.some(({ subIndication }) => subIndication === 'NO_CERTIFICATE_CHAIN_FOUND')
  ) {
    return undefined;
  }
  const { notBefore, notAfter } = signer.certificate.validity;
  if (best < notBefore) return failed('NOT_YET_VALID', 'not_yet_valid');
  if (after === undefined) return undefined;
  if (after > notAfter) return failed('EXPIRED', 'expired');
  const revoked = issues.find(({ subIndication }) => subIndication === 'REVOKED_NO_POE');
  return revoked?.since !== undefined && after >= revoked.since ? failed('REVOKED', 'revoked') : undefined;
}

/** Whether what is wrong now was in order at the best signature time (§5.5.4). */
function isResolved(issue: Issue, best: number, inquiry: Inquiry): boolean {
  const { subIndication, certificate, since, until, answer } = issue;
  switch (subIndication) {
    case 'REVOKED_NO_POE':
      return since !== undefined && best < since;
    case 'TRY_LATER':
      if (since !== undefined) return best < since;
      return answer !== undefined && until !== undefined && best <= Math.max(until, answer.thisUpdate);
    case 'OUT_OF_BOUNDS_NOT_REVOKED':
      return best >= certificate.validity.notBefore && best <= certificate.validity.notAfter;
    case 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE':
      return until !== undefined && thereSince(issue, best, inquiry) < until;
    case 'REVOCATION_OUT_OF_BOUNDS_NO_POE': {
      if (answer === undefined || until === undefined) return false;
      return (
        inquiry.provenAnswer(answer) <= until && freshUntil(answer, inquiry) >= Math.min(best, inquiry.at)
      );
    }
    default:
      return false;
  }
}

/** When the material that an algorithm makes weak is proven to have been there: the signer's own with the signature. */
function thereSince({ answer, certificate, depth }: Issue, best: number, inquiry: Inquiry): number {
  if (answer !== undefined) return inquiry.provenAnswer(answer);
  return depth === 0 ? best : inquiry.provenMaterial('certificates', certificate.der);
}

/** Sub-indications that past signature validation may mend (§5.6.2.4.4). */
const PAST: ReadonlySet<SubIndication> = new Set([
  'REVOKED_NO_POE',
  'REVOKED_CA_NO_POE',
  'OUT_OF_BOUNDS_NO_POE',
  'OUT_OF_BOUNDS_NOT_REVOKED',
  'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
  'REVOCATION_OUT_OF_BOUNDS_NO_POE',
  'TRY_LATER',
]);

/** Past signature validation (§5.6.2.4). */
function pastConclusion(judged: ChainJudgement, best: number, inquiry: Inquiry): Conclusion {
  const past = pastChain(judged, inquiry);
  if ('reason' in past) return indeterminate('NO_POE', past.reason);
  if (best > past.controlTime) return indeterminate('NO_POE', 'material_unproven');
  const valid = judged.links.every(
    ({ certificate: { validity } }) => best >= validity.notBefore && best <= validity.notAfter,
  );
  return valid ? PASSED : indeterminate('OUT_OF_BOUNDS_NO_POE', 'expired');
}
