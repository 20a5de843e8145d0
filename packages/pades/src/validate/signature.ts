import {
  type Certificate,
  parseSignedData,
  type SignedContent,
  type SignedData,
  type SignerInfo,
  signedBytes,
  timeStampTokens,
} from '@websign/pki';
import { sameBytes } from '../evidence/contents.ts';
import type { SignatureEvidence } from '../evidence/face.ts';
import { MAX_TOKENS, readBounded } from '../evidence/inside.ts';
import type { ValidationStep } from '../report/face.ts';
import { type ChainJudgement, judgeChain, useChain } from './chain.ts';
import type { Inquiry } from './inquiry.ts';
import { type Conclusion, failed, indeterminate, PASSED, stepOf, withTime } from './judgement.ts';
import { isInOrder, type OrderedStamp } from './order.ts';
import { cryptoOutcome, identified, verified, weaknessOf } from './signed.ts';
import { type JudgedStamp, judgeStamp } from './token.ts';

/** A document time-stamp that was judged, with what it covers. */
export interface CoveringStamp extends JudgedStamp {
  end: number;
}

/** Everything that was found out of one signature. */
export interface SignatureJudgement {
  conclusion: Conclusion;
  steps: ValidationStep[];
  signer?: SignerInfo;
  /** DER of the certificates of its SignedData. */
  carried: readonly Uint8Array[];
  certificate?: Certificate;
  /** Whether signing-certificate binds it. */
  bound: boolean;
  judged?: ChainJudgement;
  /** Its own time-stamps; those of the document that cover it are not among them. */
  stamps: JudgedStamp[];
  /** The best signature time. */
  best: number;
}

/** Time-stamps of the document beside the signature's own. */
export interface Surroundings {
  /** Those that cover the signature. */
  later: readonly CoveringStamp[];
  /** Those that the signature covers, of the document and of earlier signatures. */
  earlier: readonly JudgedStamp[];
}

/** Validation of one signature that is no time-stamp (EN 319 102-1 §5.3, §5.5, §5.6). */
export async function judgeSignature(
  one: SignatureEvidence,
  { later, earlier }: Surroundings,
  inquiry: Inquiry,
): Promise<SignatureJudgement> {
  const steps: ValidationStep[] = [];
  const at = inquiry.at;
  const found: SignatureJudgement = {
    conclusion: PASSED,
    steps,
    carried: [],
    bound: false,
    stamps: [],
    best: at,
  };
  const done = (conclusion: Conclusion): SignatureJudgement => ({ ...found, conclusion });
  const form = formatOf(one);
  steps.push(stepOf('format', form.conclusion));
  if (form.conclusion.indication !== 'TOTAL-PASSED' || form.data === undefined) return done(form.conclusion);
  const { data, signer } = form;
  found.signer = signer;
  found.carried = data.certificates;
  const { conclusion: who, certificate, bound } = identified(data, signer, inquiry);
  found.bound = bound;
  if (certificate !== undefined) found.certificate = certificate;
  steps.push(stepOf('identification', who, certificate?.subject.text));
  if (certificate === undefined || who.indication !== 'TOTAL-PASSED') return done(who);
  const crypto = await cryptoOf(one, data, signer, certificate, inquiry);
  steps.push(stepOf('cryptographic', crypto));
  if (crypto.indication !== 'TOTAL-PASSED') return done(crypto);
  const judged = await judgeChain(certificate, 'signature', inquiry);
  found.judged = judged;
  useChain(judged, inquiry);
  found.stamps = await ownStamps(one, signer, inquiry);
  const content = await contentStamps(one, signer, inquiry);
  const times = passedTimes([...found.stamps, ...later]);
  found.best = Math.min(at, ...times);
  for (const { report } of [...content, ...found.stamps, ...later]) steps.push(stampStep(report));
  const after = latest([...content, ...earlier]);
  const weakness = weaknessOf(
    signer,
    certificate,
    at,
    one.subFilter === 'adbe.pkcs7.sha1' ? 'SHA-1' : undefined,
  );
  const { conclusion, past } = withTime(judged, weakness, { best: found.best, after }, inquiry);
  // What keeps it open, else the gravest of what a proven time mends.
  const issue = judged.issues.find(({ reason }) => reason === conclusion.reason) ?? judged.issues[0];
  steps.push(
    stepOf(
      'certificate',
      issue === undefined ? PASSED : indeterminate(issue.subIndication, issue.reason),
      issue?.certificate.subject.text,
    ),
  );
  if (past !== undefined) steps.push(stepOf('past', past));
  if (conclusion.indication !== 'TOTAL-PASSED') {
    // What no certificate of the chain is to blame for is of the signature's own: its algorithms, or its time.
    if (!judged.issues.some(({ reason }) => reason === conclusion.reason)) {
      steps.push(stepOf('acceptance', conclusion));
    }
    return done(conclusion);
  }
  const acceptance =
    foreignStamp([...content, ...found.stamps]) ??
    accepted(one, bound, inRanks([...content, ...earlier], found.stamps, later));
  steps.push(stepOf('acceptance', acceptance));
  return done(acceptance);
}

/** What the signature covers, its own, and what covers it, in the order in which they must have been made. */
function inRanks(
  before: readonly JudgedStamp[],
  own: readonly JudgedStamp[],
  later: readonly CoveringStamp[],
): OrderedStamp[] {
  return [
    ...before.map((stamp): OrderedStamp => ({ ...stamp, rank: 0 })),
    ...own.map((stamp): OrderedStamp => ({ ...stamp, rank: 1 })),
    ...later.map((stamp): OrderedStamp => ({ ...stamp, rank: 1 + stamp.end })),
  ];
}

const passedTimes = (stamps: readonly JudgedStamp[]): number[] =>
  stamps.flatMap(({ report }) =>
    report.indication === 'TOTAL-PASSED' && report.genTime !== undefined ? [report.genTime] : [],
  );

function latest(stamps: readonly JudgedStamp[]): number | undefined {
  const times = passedTimes(stamps);
  return times.length === 0 ? undefined : Math.max(...times);
}

function stampStep({
  indication,
  subIndication,
  field,
  chain,
  ...report
}: JudgedStamp['report']): ValidationStep {
  const outcome =
    indication === 'TOTAL-PASSED' ? 'passed' : indication === 'TOTAL-FAILED' ? 'failed' : 'indeterminate';
  const about = field ?? chain[0]?.subject;
  return {
    block: 'time-stamp',
    outcome,
    ...(subIndication === undefined ? {} : { subIndication }),
    ...(report.reason === undefined ? {} : { reason: report.reason }),
    ...(about === undefined ? {} : { about }),
  };
}

const READ: ReadonlySet<string | undefined> = new Set([
  'adbe.pkcs7.detached',
  'adbe.pkcs7.sha1',
  'ETSI.CAdES.detached',
]);

type Format =
  | { conclusion: Conclusion; data: SignedData; signer: SignerInfo }
  | { conclusion: Conclusion; data?: never };

/** What is wrong with how a signature stands in the file; the shape comes first, in every format. */
export function containerOutcome({ problems, cms, padded }: SignatureEvidence): Conclusion {
  const [problem] = problems;
  if (problem !== undefined) return failed('FORMAT_FAILURE', problem);
  if (cms === undefined) return failed('FORMAT_FAILURE', 'malformed');
  return padded === true ? { ...PASSED, reason: 'contents_padding' } : PASSED;
}

/** id-data (RFC 5652 §4). */
const ID_DATA = '1.2.840.113549.1.7.1';

/** Format checking (§5.2.2; EN 319 142-1 §6.3). */
function formatOf(one: SignatureEvidence): Format {
  const { subFilter, cms, problems } = one;
  if (problems.length === 0 && !READ.has(subFilter))
    return { conclusion: indeterminate('CUSTOM', 'sub_filter') };
  const container = containerOutcome(one);
  if (container.indication !== 'TOTAL-PASSED' || cms === undefined) return { conclusion: container };
  // A CMS that the evidence could not measure comes with the padding of its slot, and is to fail by what it is.
  const data = readBounded(() => parseSignedData(cms, { allowTrailing: true }));
  if (data === 'limit') return { conclusion: indeterminate('CUSTOM', data) };
  if (data === 'malformed') return { conclusion: failed('FORMAT_FAILURE', data) };
  const [signer, ...more] = data.signers;
  if (signer === undefined || more.length > 0)
    return { conclusion: failed('FORMAT_FAILURE', 'signer_count') };
  if (subFilter !== 'adbe.pkcs7.sha1' && data.content !== undefined) {
    return { conclusion: failed('FORMAT_FAILURE', 'encapsulated_content') };
  }
  // What stands for something else than data, as a time-stamp's content does, was not signed as a document.
  if (data.contentType !== ID_DATA) return { conclusion: failed('FORMAT_FAILURE', 'malformed') };
  return { conclusion: container, data, signer };
}

async function cryptoOf(
  one: SignatureEvidence,
  data: SignedData,
  signer: SignerInfo,
  certificate: Certificate,
  inquiry: Inquiry,
): Promise<Conclusion> {
  if (one.subFilter === 'adbe.pkcs7.sha1') {
    // ISO 32000-1 §12.8.3.3.1: the SHA-1 digest of the byte range is the content that is signed.
    const digest = one.digests['SHA-1'];
    if (digest === undefined || !sameBytes(data.content, digest))
      return failed('HASH_FAILURE', 'content_digest');
    return verified(data, signer, certificate, signedBytes(digest, inquiry.ports), inquiry);
  }
  if (signer.signedAttributes === undefined) {
    if (one.direct === undefined) return indeterminate('SIGNED_DATA_NOT_FOUND', 'limit');
    return cryptoOutcome(one.direct === 'holds' ? undefined : one.direct);
  }
  return verified(data, signer, certificate, rangeContent(one), inquiry);
}

/** The byte range by its digests alone. */
export function rangeContent({ digests }: Pick<SignatureEvidence, 'digests'>): SignedContent {
  const none = new Uint8Array(0);
  return { digest: (algorithm) => digests[algorithm] ?? none, bytes: () => none };
}

async function ownStamps(
  one: SignatureEvidence,
  signer: SignerInfo,
  inquiry: Inquiry,
): Promise<JudgedStamp[]> {
  const content = signedBytes(signer.signature, inquiry.ports);
  const end = insideOf(one);
  const stamps: JudgedStamp[] = [];
  for (const token of timeStampTokens(signer, 'signature').slice(0, MAX_TOKENS)) {
    stamps.push(await judgeStamp({ token, kind: 'signature', content, end }, inquiry));
  }
  for (const token of timeStampTokens(signer, 'archive').slice(0, MAX_TOKENS)) {
    stamps.push(await judgeStamp({ token, kind: 'archive', end }, inquiry));
  }
  return stamps;
}

/** Time-stamps over the content before it was signed (EN 319 122-1 §5.2.8): the signature is younger than they are. */
async function contentStamps(
  one: SignatureEvidence,
  signer: SignerInfo,
  inquiry: Inquiry,
): Promise<JudgedStamp[]> {
  const stamps: JudgedStamp[] = [];
  for (const token of timeStampTokens(signer, 'content').slice(0, MAX_TOKENS)) {
    const stamp = { token, kind: 'signature' as const, content: rangeContent(one), end: insideOf(one) };
    stamps.push(await judgeStamp(stamp, inquiry));
  }
  return stamps;
}

/** What stands in a signature's CMS is covered by what reaches further than the signature does. */
const insideOf = ({ end = Number.POSITIVE_INFINITY }: SignatureEvidence): number => end + 1;

/**
 * A token inside the signature that is over something else, or that its authority did not make: it was put there, so
 * somebody else's time would be read as the signature's own.
 */
function foreignStamp(inside: readonly JudgedStamp[]): Conclusion | undefined {
  const isForeign = inside.some(
    ({ report: { subIndication } }) =>
      subIndication === 'HASH_FAILURE' || subIndication === 'SIG_CRYPTO_FAILURE',
  );
  return isForeign ? indeterminate('SIG_CONSTRAINTS_FAILURE', 'timestamp_foreign') : undefined;
}

/** Signature acceptance (§5.2.8): the attributes that its format asks for, and the order of time-stamps (§5.5.4). */
function accepted(one: SignatureEvidence, bound: boolean, stamps: readonly OrderedStamp[]): Conclusion {
  // EN 319 142-1 §6.3: PAdES binds the certificate; the older formats of ISO 32000-1 need not.
  if (one.subFilter === 'ETSI.CAdES.detached' && !bound) {
    return indeterminate('SIG_CONSTRAINTS_FAILURE', 'certificate_binding');
  }
  return isInOrder(stamps) ? PASSED : indeterminate('TIMESTAMP_ORDER_FAILURE', 'time_stamp_order');
}
