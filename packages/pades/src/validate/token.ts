import {
  type Certificate,
  isBrokenDigest,
  type MessageImprint,
  parseTimeStampToken,
  type SignedContent,
  signedBytes,
  type TimeStampToken,
  timeStampQualification,
} from '@websign/pki';
import { sameBytes } from '../evidence/contents.ts';
import { readBounded } from '../evidence/inside.ts';
import type { CertificateFacts, TimeStampReport, ValidationStep } from '../report/face.ts';
import { certificateFacts, chainFacts } from '../report/facts.ts';
import { type ChainJudgement, judgeChain, useChain } from './chain.ts';
import type { Inquiry } from './inquiry.ts';
import { type Conclusion, failed, indeterminate, PASSED, stepOf, withTime } from './judgement.ts';
import { CLOCK_SKEW_MS } from './revocation.ts';
import { identified, verified, weaknessOf } from './signed.ts';

/** A time-stamp to be judged. */
export interface Stamp {
  token: Uint8Array;
  kind: TimeStampReport['kind'];
  /** Of a document time-stamp. */
  field?: string;
  /** What it is over; absent for archive time-stamps of CAdES, whose imprint is not computed (EN 319 122-1 §5.5). */
  content?: Pick<SignedContent, 'digest'>;
  /** Octets of the file, from its start, that hold the token. */
  end: number;
}

/** A time-stamp that was judged; its time counts only where it passed. */
export interface JudgedStamp {
  report: TimeStampReport;
  steps: ValidationStep[];
  /** DER of the certificates of the token's SignedData. */
  carried: readonly Uint8Array[];
  judged?: ChainJudgement;
  /** Milliseconds either way that the authority allows for. */
  accuracyMs: number;
}

/** Time-stamp validation (EN 319 102-1 §5.4), at the earliest moment at which the token is proven to have been there. */
export async function judgeStamp(stamp: Stamp, inquiry: Inquiry): Promise<JudgedStamp> {
  const { kind, field } = stamp;
  const about = { kind, ...(field === undefined ? {} : { field }) };
  // Tokens in a CMS have their own length; a document's stands in a padded slot.
  const token = readBounded(() => parseTimeStampToken(stamp.token, { allowTrailing: kind === 'document' }));
  if (token === 'limit' || token === 'malformed') {
    const conclusion =
      token === 'limit' ? indeterminate('CUSTOM', token) : failed('FORMAT_FAILURE', 'timestamp_malformed');
    return {
      report: { ...about, ...said(conclusion), chain: [], qualified: false },
      steps: [stepOf('format', conclusion)],
      carried: [],
      accuracyMs: 0,
    };
  }
  const { steps, conclusion, certificate, judged } = await judge(token, stamp, inquiry);
  const { genTime, accuracyMs = 0 } = token.info;
  const chain = judged?.chain;
  const passed = conclusion.indication === 'TOTAL-PASSED';
  const qualified =
    passed &&
    chain !== undefined &&
    timeStampQualification({ chain, anchors: inquiry.anchors }, genTime).qualified;
  return {
    report: {
      ...about,
      ...said(conclusion),
      genTime,
      chain: factsOf(judged, certificate, inquiry),
      qualified,
    },
    steps,
    carried: token.signedData.certificates,
    ...(judged === undefined ? {} : { judged }),
    accuracyMs,
  };
}

const said = ({ indication, subIndication, reason }: Conclusion) => ({
  indication,
  ...(subIndication === undefined ? {} : { subIndication }),
  ...(reason === undefined ? {} : { reason }),
});

function factsOf(
  judged: ChainJudgement | undefined,
  certificate: Certificate | undefined,
  inquiry: Inquiry,
): CertificateFacts[] {
  if (judged !== undefined) return chainFacts(judged, inquiry);
  return certificate === undefined ? [] : [certificateFacts(certificate, inquiry)];
}

interface Outcome {
  steps: ValidationStep[];
  conclusion: Conclusion;
  certificate?: Certificate;
  judged?: ChainJudgement;
}

async function judge(token: TimeStampToken, stamp: Stamp, inquiry: Inquiry): Promise<Outcome> {
  const steps: ValidationStep[] = [];
  const done = (conclusion: Conclusion, found: Omit<Outcome, 'steps' | 'conclusion'> = {}): Outcome => ({
    steps,
    conclusion,
    ...found,
  });
  const { info, signedData } = token;
  const [signer, ...more] = signedData.signers;
  // RFC 3161 §2.4.2: the authority's signature alone.
  if (signer === undefined || more.length > 0 || signedData.content === undefined) {
    return done(failed('FORMAT_FAILURE', 'timestamp_malformed'));
  }
  const { conclusion: who, certificate, bound } = identified(signedData, signer, inquiry);
  steps.push(stepOf('identification', who));
  if (certificate === undefined || who.indication !== 'TOTAL-PASSED') {
    return done(asStamp(who), certificate === undefined ? {} : { certificate });
  }
  if (!bound) return done(indeterminate('SIG_CONSTRAINTS_FAILURE', 'timestamp_certificate'), { certificate });
  const content = signedBytes(signedData.content, inquiry.ports);
  const crypto = await verified(signedData, signer, certificate, content, inquiry);
  const checked =
    crypto.indication === 'TOTAL-PASSED' ? imprintOutcome(info.imprint, stamp.content) : asStamp(crypto);
  steps.push(stepOf('cryptographic', checked));
  if (checked.indication !== 'TOTAL-PASSED') return done(checked, { certificate });
  const judged = await judgeChain(certificate, 'time-stamp', inquiry);
  useChain(judged, inquiry);
  const acceptance = timeOutcome(info.genTime, certificate, inquiry);
  if (acceptance.indication !== 'TOTAL-PASSED') {
    steps.push(stepOf('acceptance', acceptance));
    return done(acceptance, { certificate, judged });
  }
  const best = inquiry.proven(stamp.end);
  const { conclusion } = withTime(
    judged,
    weaknessOf(signer, certificate, inquiry.at, info.imprint.algorithm),
    { best },
    inquiry,
  );
  steps.push(stepOf('certificate', conclusion, certificate.subject.text));
  return done(conclusion, { certificate, judged });
}

function imprintOutcome(imprint: MessageImprint, content: Stamp['content']): Conclusion {
  if (content === undefined) return indeterminate('CUSTOM', 'algorithm_unsupported');
  if (imprint.algorithm === undefined) {
    const reason = isBrokenDigest(imprint.oid) ? 'algorithm_weak' : 'algorithm_unsupported';
    return indeterminate('CRYPTO_CONSTRAINTS_FAILURE', reason);
  }
  return sameBytes(imprint.digest, content.digest(imprint.algorithm))
    ? PASSED
    : failed('HASH_FAILURE', 'timestamp_imprint');
}

/** A token's failures by the names that time-stamps have for them. */
function asStamp(conclusion: Conclusion): Conclusion {
  const reason = conclusion.reason === undefined ? undefined : STAMP_REASON[conclusion.reason];
  return reason === undefined ? conclusion : { ...conclusion, reason };
}

const STAMP_REASON: Partial<Record<NonNullable<Conclusion['reason']>, NonNullable<Conclusion['reason']>>> = {
  content_digest: 'timestamp_content',
  attributes: 'timestamp_content',
  signature_value: 'timestamp_signature',
  certificate_missing: 'timestamp_certificate',
  certificate_binding: 'timestamp_certificate',
  malformed: 'timestamp_malformed',
};

/** The time that it tells: not to come, and within the validity of the authority's certificate. */
function timeOutcome(genTime: number, { validity }: Certificate, { at }: Inquiry): Conclusion {
  if (genTime > at + CLOCK_SKEW_MS) return indeterminate('SIG_CONSTRAINTS_FAILURE', 'timestamp_time');
  return genTime < validity.notBefore || genTime > validity.notAfter
    ? indeterminate('SIG_CONSTRAINTS_FAILURE', 'timestamp_validity')
    : PASSED;
}
