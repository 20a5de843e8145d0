import { type PublicKey, parseSignedData, qualification, type SignerInfo } from '@websign/pki';
import type { SignatureEvidence } from '../evidence/face.ts';
import { attempt } from '../evidence/inside.ts';
import type { ChainJudgement } from '../validate/chain.ts';
import type { Inquiry } from '../validate/inquiry.ts';
import { type Conclusion, failed, indeterminate, stepOf } from '../validate/judgement.ts';
import { type CoveringStamp, containerOutcome, type SignatureJudgement } from '../validate/signature.ts';
import { isCarriedAltered, isSignerLeftOut } from './carried.ts';
import { claimedTimes, isImpossible } from './claimed-time.ts';
import type { Qualification, SignatureReport, ValidationStep } from './face.ts';
import { certificateFacts, chainFacts } from './facts.ts';
import { levelOf } from './level.ts';
import { changesAfter } from './verdict.ts';

/** What is not of the judgement but of the file. */
function factsOf(one: SignatureEvidence) {
  const { field, kind, subFilter, page, rect, name, reason, location, covers, revision, end, changes } = one;
  const optional = { subFilter, page, rect, name, reason, location, revision, end };
  const present = Object.entries(optional).filter(([, value]) => value !== undefined);
  return { field, kind, covers, changes, ...(Object.fromEntries(present) as Partial<SignatureReport>) };
}

function changeStep({ changes }: SignatureEvidence): ValidationStep {
  const after = changesAfter(changes);
  if (after === 'uncompared') return { block: 'changes', outcome: 'indeterminate', reason: 'limit' };
  if (after !== 'other') return { block: 'changes', outcome: 'passed' };
  const [first] = changes.changes.filter(({ level }) => level === 'other');
  return {
    block: 'changes',
    outcome: 'failed',
    reason: 'changed',
    ...(first === undefined ? {} : { about: first.what }),
  };
}

/** A claimed time proves nothing, and one that cannot be true is told of. */
function claimRemarks(
  claims: readonly number[],
  { certificate, best }: Pick<SignatureJudgement, 'certificate' | 'best'>,
): ValidationStep[] {
  const told =
    certificate !== undefined && claims.some((claim) => isImpossible(claim, certificate.validity, best));
  return told ? [{ block: 'acceptance', outcome: 'passed', reason: 'claimed_time' }] : [];
}

/** A signature that holds by copies of its certificates, or of those of its time-stamps, elsewhere does not hold for every validator. */
function carriedRemarks(
  { carried, judged, stamps }: SignatureJudgement,
  { pool }: Inquiry,
): ValidationStep[] {
  const chain = chainOf(judged);
  const isAltered =
    isSignerLeftOut(carried, chain) ||
    isCarriedAltered(carried, chain, pool) ||
    stamps.some((stamp) => isCarriedAltered(stamp.carried, chainOf(stamp.judged), pool));
  return isAltered ? [CERTIFICATE_ALTERED] : [];
}

const chainOf = (judged: ChainJudgement | undefined) => ({
  certificates: judged?.links.map(({ certificate }) => certificate) ?? [],
  anchor: judged?.chain?.anchor.parsed,
});

const CERTIFICATE_ALTERED: ValidationStep = {
  block: 'identification',
  outcome: 'passed',
  reason: 'certificate_altered',
};

/** As of a signature. */
const carriedByStamp = (stamp: CoveringStamp | undefined, { pool }: Inquiry): ValidationStep[] =>
  stamp !== undefined && isCarriedAltered(stamp.carried, chainOf(stamp.judged), pool)
    ? [CERTIFICATE_ALTERED]
    : [];

/** Nobody signs by a time-stamp, whatever its dictionary says of a person. */
const stampRemarks = ({ name, reason, location }: SignatureEvidence): ValidationStep[] =>
  [name, reason, location].some((text) => text !== undefined && text.trim() !== '')
    ? [{ block: 'acceptance', outcome: 'passed', reason: 'stamp_claims' }]
    : [];

const NOT_QUALIFIED: Qualification = { qualified: false, outcome: 'not_applicable', reasons: [] };

/** The report on a signature. */
export function signatureReport(
  one: SignatureEvidence,
  judgement: SignatureJudgement,
  later: readonly CoveringStamp[],
  inquiry: Inquiry,
): SignatureReport {
  const { conclusion, steps, signer, certificate, judged, stamps, best } = judgement;
  const claims = claimedTimes(one.claimedTime, signer);
  const [claimedTime] = claims;
  const { indication, subIndication } = conclusion;
  const chain =
    judged !== undefined
      ? chainFacts(judged, inquiry)
      : certificate === undefined
        ? []
        : [certificateFacts(certificate, inquiry)];
  const timeStamps = [...stamps, ...later].map(({ report }) => report);
  return {
    ...factsOf(one),
    indication,
    ...(subIndication === undefined ? {} : { subIndication }),
    steps: [
      ...steps,
      ...claimRemarks(claims, judgement),
      ...carriedRemarks(judgement, inquiry),
      changeStep(one),
    ],
    chain,
    ...(claimedTime === undefined ? {} : { claimedTime }),
    bestTime: best,
    timeProven: timeStamps.some((stamp) => stamp.indication === 'TOTAL-PASSED'),
    timeStamps,
    ...levelIn(one, judgement, later, inquiry),
    algorithms: algorithmsOf(signer, certificate?.publicKey),
    qualification:
      judged?.chain === undefined
        ? NOT_QUALIFIED
        : qualification({ chain: judged.chain, anchors: inquiry.anchors, at: best, indication }),
  };
}

function levelIn(
  { subFilter }: SignatureEvidence,
  { bound, judged, stamps }: SignatureJudgement,
  later: readonly CoveringStamp[],
  inquiry: Inquiry,
): Pick<SignatureReport, 'level'> {
  if (subFilter !== 'ETSI.CAdES.detached' || !bound || judged === undefined) return {};
  // Without a time-stamp of its own, the first one of the document is what makes it B-T.
  const proving = stamps.length > 0 ? stamps : later.slice(0, 1);
  const chains = [judged, ...proving.flatMap((stamp) => stamp.judged ?? [])];
  const leveled = {
    chains,
    stamps: [...stamps, ...later].map(({ report }) => report),
    covering: later.filter(({ report }) => report.indication !== 'TOTAL-FAILED').map(({ end }) => end),
  };
  return { level: levelOf(leveled, inquiry) };
}

/** The report on a document time-stamp. */
export function documentStampReport(
  one: SignatureEvidence,
  stamp: CoveringStamp | undefined,
  later: readonly CoveringStamp[],
  inquiry: Inquiry,
): SignatureReport {
  const container = one.subFilter === 'ETSI.RFC3161' ? containerOutcome(one) : unknownOutcome(one);
  const {
    indication,
    subIndication,
    genTime,
    chain = [],
    qualified = false,
  } = stamp?.report ?? asReport(container);
  const { cms } = one;
  const signer = cms === undefined ? undefined : attempt(() => parseSignedData(cms).signers[0]);
  const passed = indication === 'TOTAL-PASSED';
  const key = stamp?.judged?.links[0]?.certificate.publicKey;
  return {
    ...factsOf(one),
    indication,
    ...(subIndication === undefined ? {} : { subIndication }),
    steps: [
      stepOf('format', container),
      ...(stamp?.steps ?? []),
      ...carriedByStamp(stamp, inquiry),
      changeStep(one),
      ...stampRemarks(one),
    ],
    chain,
    ...(genTime === undefined ? {} : { claimedTime: genTime }),
    bestTime: passed && genTime !== undefined ? genTime : inquiry.at,
    timeProven: passed,
    timeStamps: later.map(({ report }) => report),
    algorithms: algorithmsOf(signer, key),
    qualification: { ...NOT_QUALIFIED, qualified },
  };
}

function unknownOutcome(one: SignatureEvidence): Conclusion {
  return one.problems.length > 0 ? containerOutcome(one) : indeterminate('CUSTOM', 'sub_filter');
}

function asReport(
  container: Conclusion,
): Partial<CoveringStamp['report']> & Pick<Conclusion, 'indication' | 'subIndication'> {
  return container.indication === 'TOTAL-PASSED' ? failed('FORMAT_FAILURE', 'malformed') : container;
}

function algorithmsOf(
  signer: SignerInfo | undefined,
  key: PublicKey | undefined,
): SignatureReport['algorithms'] {
  if (signer === undefined) return {};
  const { signatureMethod, digestAlgorithm, digestOid } = signer;
  const bits = key === undefined ? undefined : keyBits(key);
  return {
    digest: digestAlgorithm ?? digestOid,
    ...(signatureMethod === undefined ? {} : { signature: SIGNATURE_NAMES[signatureMethod.kind] }),
    ...(bits === undefined ? {} : { keyBits: bits }),
  };
}

const SIGNATURE_NAMES = {
  ecdsa: 'ECDSA',
  pkcs1: 'RSA PKCS#1 v1.5',
  pss: 'RSASSA-PSS',
  ed25519: 'Ed25519',
  ed448: 'Ed448',
  'ml-dsa-44': 'ML-DSA-44',
  'ml-dsa-65': 'ML-DSA-65',
  'ml-dsa-87': 'ML-DSA-87',
} as const;

const CURVE_BITS = { p256: 256, p384: 384, p521: 521, bp256: 256, bp384: 384, bp512: 512 } as const;

function keyBits(key: PublicKey): number | undefined {
  if ('bits' in key) return key.bits;
  return key.kind === 'ec' ? CURVE_BITS[key.curve] : undefined;
}
