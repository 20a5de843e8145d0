import {
  type Certificate,
  type Chain,
  type ChainSearch,
  checkChain,
  isTimeStampingCertificate,
  type PathFailure,
  type RevocationAnswer,
} from '@websign/pki';
import type { SubIndication } from '../report/face.ts';
import { reliableUntil } from './algorithms.ts';
import type { Inquiry } from './inquiry.ts';
import type { ValidationReason } from './reasons.ts';
import {
  answerReliableUntil,
  askIssuer,
  askStatus,
  freshUntil,
  revocationOf,
  type Status,
  type StatusQuestion,
  sameKey,
  statusOf,
  useAnswer,
} from './revocation.ts';

/** For what the first certificate of a chain is used. */
export type Purpose = 'signature' | 'time-stamp';

/** One thing that keeps a chain from being valid now. */
export interface Issue {
  subIndication: SubIndication;
  reason: ValidationReason;
  certificate: Certificate;
  /** Place in the chain, 0 for the signer's. */
  depth: number;
  /** Since when it is revoked or on hold. */
  since?: number;
  /** Until when it was well: the algorithm, the responder, the answer's freshness. */
  until?: number;
  /** The answer that it is about. */
  answer?: RevocationAnswer;
}

/** A certificate of a chain and what is known of its status. */
export interface Link extends StatusQuestion {
  status: Status;
  /** The answer on which its status rests. */
  answer?: RevocationAnswer;
}

/** The judgement on a certificate at the time of the validation (EN 319 102-1 §5.2.6). */
export interface ChainJudgement {
  chain?: Chain;
  /** The signer's first; the anchor is not among them. */
  links: Link[];
  /** Gravest first; none: valid. */
  issues: Issue[];
}

/** The graver an issue, the less can be said for the chain; in the order of EN 319 102-1 §5.2.6.4. */
const GRAVITY: readonly SubIndication[] = [
  'NO_CERTIFICATE_CHAIN_FOUND',
  'CERTIFICATE_CHAIN_GENERAL_FAILURE',
  'CHAIN_CONSTRAINTS_FAILURE',
  'REVOKED_NO_POE',
  'REVOKED_CA_NO_POE',
  'OUT_OF_BOUNDS_NO_POE',
  'OUT_OF_BOUNDS_NOT_REVOKED',
  'TRY_LATER',
  'REVOCATION_OUT_OF_BOUNDS_NO_POE',
  'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
];

/** Judges the chains of a certificate: the first that is valid, else the one whose gravest issue is the mildest. */
export function judgeChain(
  certificate: Certificate,
  purpose: Purpose,
  inquiry: Inquiry,
): Promise<ChainJudgement> {
  return inquiry.remembered(purpose, [certificate], () => judgeChains(certificate, purpose, inquiry));
}

async function judgeChains(
  certificate: Certificate,
  purpose: Purpose,
  inquiry: Inquiry,
): Promise<ChainJudgement> {
  const search = await inquiry.chainsOf(certificate);
  const { chains, furthest } = search;
  let best: ChainJudgement | undefined;
  for (const chain of chains) {
    const judged = await judgeOne(chain, purpose, inquiry);
    if (best === undefined || gravity(judged) > gravity(best)) best = judged;
    if (judged.issues.length === 0) break;
  }
  if (best !== undefined) return best;
  const last = furthest.at(-1) ?? certificate;
  askIssuer(last, inquiry);
  const lost: Issue = {
    subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
    reason: whyNone(search, inquiry),
    certificate: last,
    depth: furthest.length - 1,
  };
  const links = furthest.map(
    (one, i): Link => ({
      certificate: one,
      issuer: furthest[i + 1] ?? one,
      isAnchored: false,
      status: { answers: [], exempt: false },
    }),
  );
  return { links, issues: [lost] };
}

/** An issuer that was not looked for to the end, or whose signature cannot be checked here, is no unknown one. */
function whyNone({ exhausted, problem }: ChainSearch, { pool }: Inquiry): ValidationReason {
  if (exhausted || pool.isCut) return 'limit';
  return problem?.reason === 'algorithm_unsupported' ? problem.reason : 'no_path';
}

const gravity = ({ issues: [first] }: ChainJudgement): number =>
  first === undefined ? GRAVITY.length : GRAVITY.indexOf(first.subIndication);

async function judgeOne(chain: Chain, purpose: Purpose, inquiry: Inquiry): Promise<ChainJudgement> {
  const links = await linksOf(chain, inquiry);
  const issues = [
    ...pathIssues(chain, purpose),
    ...links.flatMap((link, depth) => linkIssues(link, depth, inquiry)),
  ];
  issues.sort(
    (a, b) => GRAVITY.indexOf(a.subIndication) - GRAVITY.indexOf(b.subIndication) || a.depth - b.depth,
  );
  return { chain, links, issues };
}

async function linksOf(chain: Chain, inquiry: Inquiry): Promise<Link[]> {
  const { certificates, anchor } = chain;
  const links: Link[] = [];
  // What an end entity signs as if it were an authority leads to the anchor, too, by a path that is refused.
  const isAnchored = checkChain(chain) === undefined;
  for (const [depth, certificate] of certificates.entries()) {
    const trusted =
      certificates.length === 1 && inquiry.pool.key(certificate.der) === inquiry.pool.key(anchor.certificate);
    const issuer = certificates[depth + 1] ?? anchor.parsed;
    const status = trusted ? { answers: [], exempt: true } : await statusOf(certificate, issuer, inquiry);
    const answer = speaking({ certificate, issuer, status }, inquiry.at);
    links.push({ certificate, issuer, isAnchored, status, ...(answer === undefined ? {} : { answer }) });
  }
  return links;
}

/**
 * The answer that counts: a revocation for good, else the newest that knows the certificate, is signed with what is
 * reliable where there is such a one, and was given while
 * the issuer still told of it (RFC 5280 §3.3: an expired certificate may be left out).
 */
function speaking(
  { certificate: { validity }, issuer, status }: Pick<Link, 'certificate' | 'issuer' | 'status'>,
  at: number,
): RevocationAnswer | undefined {
  const telling = status.answers.filter(
    (answer) => answer.status === 'revoked' || (answer.since ?? answer.thisUpdate) <= validity.notAfter,
  );
  const known = telling.filter((answer) => answer.status !== 'unknown');
  const sound = known.find((answer) => {
    const until = answerReliableUntil(answer, issuer);
    return until === undefined || at < until;
  });
  return revocationOf(status) ?? sound ?? known[0] ?? telling[0];
}

function pathIssues(chain: Chain, purpose: Purpose): Issue[] {
  const problem = checkChain(chain, { signer: purpose === 'signature' });
  const issues: Issue[] = [];
  if (problem !== undefined) {
    const { reason, certificate } = problem;
    const depth = chain.certificates.indexOf(certificate);
    issues.push({
      subIndication: PATH_SUB[reason] ?? 'CERTIFICATE_CHAIN_GENERAL_FAILURE',
      reason,
      certificate,
      depth,
    });
  }
  const [first] = chain.certificates;
  if (purpose === 'time-stamp' && first !== undefined && !isTimeStampingCertificate(first)) {
    const reason = 'timestamp_key_usage';
    issues.push({ subIndication: 'CHAIN_CONSTRAINTS_FAILURE', reason, certificate: first, depth: 0 });
  }
  return issues;
}

/** What is not of RFC 5280 itself but of what the certificate is used for. */
const PATH_SUB: Partial<Record<PathFailure, SubIndication>> = {
  signer_key_usage: 'CHAIN_CONSTRAINTS_FAILURE',
  extended_key_usage: 'CHAIN_CONSTRAINTS_FAILURE',
};

function linkIssues(link: Link, depth: number, inquiry: Inquiry): Issue[] {
  return [
    ...revocationIssues(link, depth, inquiry),
    ...validityIssues(link, depth, inquiry),
    ...algorithmIssues(link, depth, inquiry),
  ];
}

function revocationIssues(link: Link, depth: number, inquiry: Inquiry): Issue[] {
  const { certificate, status, answer } = link;
  if (status.exempt) return [];
  const about = { certificate, depth, ...(answer === undefined ? {} : { answer }) };
  const later = (reason: ValidationReason, facts: Partial<Issue> = {}): Issue[] => {
    askStatus(link, inquiry);
    return [{ subIndication: 'TRY_LATER', reason, ...about, ...facts }];
  };
  if (answer === undefined) return later('revocation_missing');
  const since = answer.revokedAt ?? answer.thisUpdate;
  if (answer.status === 'revoked' && answer.reason === 'certificateHold') return later('on_hold', { since });
  if (answer.status === 'revoked') {
    const subIndication = depth === 0 ? 'REVOKED_NO_POE' : 'REVOKED_CA_NO_POE';
    return [{ subIndication, reason: 'revoked', since, ...about }];
  }
  if (answer.status === 'unknown') return later('revocation_unknown');
  const until = freshUntil(answer, inquiry);
  // Of an expired certificate, too: what was said of it long before the signature does not speak for the signature.
  if (until < inquiry.at) return later('revocation_stale', { until });
  if (answer.thisUpdate < inquiry.newerThan) askStatus(link, inquiry);
  return [...responderIssues(link, depth, answer, inquiry), ...answerIssues(link, depth, answer, inquiry)];
}

/** An answer by a responder whose certificate has ended counts only where it is proven to be older (§5.2.6.4). */
function responderIssues(link: Link, depth: number, answer: RevocationAnswer, inquiry: Inquiry): Issue[] {
  const until = answer.signer.validity.notAfter;
  if (sameKey(answer.signer, link.issuer) || until >= inquiry.at) return [];
  askStatus(link, inquiry);
  const subIndication = 'REVOCATION_OUT_OF_BOUNDS_NO_POE';
  return [
    { subIndication, reason: 'responder_expired', certificate: link.certificate, depth, until, answer },
  ];
}

/** An answer that was signed with what is no longer reliable counts only where it is proven to be older. */
function answerIssues(link: Link, depth: number, answer: RevocationAnswer, inquiry: Inquiry): Issue[] {
  const until = answerReliableUntil(answer, link.issuer);
  if (until === undefined || inquiry.at < until) return [];
  askStatus(link, inquiry);
  const subIndication = 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE';
  return [{ subIndication, reason: 'algorithm_weak', certificate: link.certificate, depth, until, answer }];
}

function validityIssues({ certificate, status, answer }: Link, depth: number, { at }: Inquiry): Issue[] {
  const { notBefore, notAfter } = certificate.validity;
  if (at >= notBefore && at <= notAfter) return [];
  const known = depth === 0 && (status.exempt || answer?.status === 'good');
  const subIndication = known ? 'OUT_OF_BOUNDS_NOT_REVOKED' : 'OUT_OF_BOUNDS_NO_POE';
  return [{ subIndication, reason: at < notBefore ? 'not_yet_valid' : 'expired', certificate, depth }];
}

function algorithmIssues({ certificate, issuer }: Link, depth: number, { at }: Inquiry): Issue[] {
  const method = certificate.signatureMethod;
  const until = reliableUntil({ method, digest: method?.digest, key: issuer.publicKey });
  if (until === undefined || at < until) return [];
  return [
    {
      subIndication: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
      reason: 'algorithm_weak',
      certificate,
      depth,
      until,
    },
  ];
}

/** Remembers what the chain rests on: what a signature for the long term embeds. */
export function useChain({ links }: ChainJudgement, inquiry: Inquiry): void {
  for (const { certificate, answer } of links) {
    inquiry.use('certificates', certificate.der);
    if (answer !== undefined) useAnswer(answer, inquiry);
  }
}
