import { equalBytes } from '../../asn1/bytes.ts';
import { PkiError } from '../../error.ts';
import type { PkiPorts } from '../../face.ts';
import { signatureOutcome } from '../../path/issued.ts';
import type { Certificate } from '../../x509/certificate.ts';
import { sameName } from '../../x509/name-match.ts';
import type { RefusedRevocation, RevocationAnswer } from '../face.ts';
import { ALL_REASONS } from '../reasons.ts';
import { methodOf, type SignatureChecks } from '../signed.ts';
import { type CrlEntry, findEntry } from './entries.ts';
import type { CertificateList } from './list.ts';
import { coveredReasons } from './scope.ts';

/** A list that was read, and what is known of its signature. */
export interface ReadCrl {
  der: Uint8Array;
  list: CertificateList;
  checks: SignatureChecks;
}

export interface CrlQuestion {
  certificate: Certificate;
  issuer: Certificate;
  /** Where a signer's certificate may be: those count that the issuer itself issued. */
  certificates: readonly Certificate[];
  /** Other issuers of CRLs for whom the caller answers; all of them are tried. */
  crlIssuers: readonly Certificate[];
}

type Reason = RefusedRevocation['reason'];

/** A list whose signature and scope hold, and its word on the certificate. */
interface Checked {
  list: CertificateList;
  signer: Certificate;
  /** For which reasons it tells. */
  reasons: number;
  entry: CrlEntry | undefined;
}

/** What CRLs say of the certificate, each by itself and together (RFC 5280 §6.3.3), and which say nothing. */
export async function crlAnswers(
  crls: readonly ReadCrl[],
  question: CrlQuestion,
  ports: PkiPorts,
): Promise<{ answers: RevocationAnswer[]; refused: { der: Uint8Array; reason: Reason }[] }> {
  const complete: Checked[] = [];
  const deltas: Checked[] = [];
  const refused: { der: Uint8Array; reason: Reason }[] = [];
  for (const crl of crls) {
    const checked = await checkOrMalformed(crl, question, ports);
    if (typeof checked === 'string') refused.push({ der: crl.der, reason: checked });
    else (checked.list.base === undefined ? complete : deltas).push(checked);
  }
  const answers: RevocationAnswer[] = [];
  for (const delta of deltas) {
    const base = baseOf(delta, complete);
    if (base === undefined) refused.push({ der: delta.list.der, reason: 'base_missing' });
    else answers.push(withDelta(base, delta));
  }
  const together = partsOfAllReasons(complete);
  const [oldest, ...newer] = together;
  if (oldest !== undefined) answers.push(joined(oldest, newer));
  const alone = complete.filter((checked) => !together.includes(checked));
  answers.push(...alone.map((checked) => answerOf(checked)));
  return { answers, refused };
}

async function checkOrMalformed(
  crl: ReadCrl,
  question: CrlQuestion,
  ports: PkiPorts,
): Promise<Checked | Reason> {
  try {
    return await check(crl, question, ports);
  } catch (error) {
    if (error instanceof PkiError) return 'malformed';
    throw error;
  }
}

async function check(
  { list, checks }: ReadCrl,
  question: CrlQuestion,
  ports: PkiPorts,
): Promise<Checked | Reason> {
  const { certificate } = question;
  const reasons = coveredReasons(certificate, list);
  if (reasons === 0) return 'other_certificate';
  if (list.unknownCritical) return 'unknown_critical';
  const signer = await signerOf(list, checks, question, ports);
  if (typeof signer === 'string') return signer;
  const wanted = { serial: certificate.serial, issuer: certificate.issuer };
  const entry = findEntry(list, wanted);
  if (entry === 'unknown_critical') return entry;
  return { list, signer, reasons, entry };
}

/** Certificates of one name that are tried beside those that somebody vouches for. */
const MAX_CANDIDATES = 8;

async function signerOf(
  { issuer: name }: CertificateList,
  checks: SignatureChecks,
  { issuer, certificates, crlIssuers }: CrlQuestion,
  ports: PkiPorts,
): Promise<Certificate | Reason> {
  const named = ({ subject }: Certificate) => sameName(subject, name);
  const vouched = [issuer, ...crlIssuers].filter(named);
  const others = certificates.filter((one) => named(one) && !vouched.includes(one)).slice(0, MAX_CANDIDATES);
  let reason: Reason = 'unauthorised';
  for (const candidate of [...vouched, ...others]) {
    if (!maySignCrls(candidate)) continue;
    if (!vouched.includes(candidate) && !(await issuedBy(candidate, issuer, ports))) continue;
    const outcome = await checks.by(candidate, ports);
    if (outcome === 'holds') return candidate;
    reason = outcome;
  }
  return reason;
}

/** keyUsage, where there is one, must allow cRLSign (RFC 5280 §6.3.3 (f)). */
export function maySignCrls({ extensions: { keyUsage, unknownCritical } }: Certificate): boolean {
  return unknownCritical.length === 0 && (keyUsage?.includes('cRLSign') ?? true);
}

async function issuedBy(candidate: Certificate, issuer: Certificate, ports: PkiPorts): Promise<boolean> {
  if (!sameName(candidate.issuer, issuer.subject)) return false;
  return (await signatureOutcome(issuer, candidate, ports, () => true)) === 'holds';
}

/** The newest complete list that a delta adds to (RFC 5280 §5.2.4, §6.3.3 (c)). */
function baseOf(delta: Checked, complete: readonly Checked[]): Checked | undefined {
  return complete
    .filter((candidate) => isBase(candidate, delta))
    .toSorted((a, b) => b.list.thisUpdate - a.list.thisUpdate)[0];
}

function isBase({ list, signer }: Checked, delta: Checked): boolean {
  const { base, number } = delta.list;
  if (base === undefined || number === undefined || list.number === undefined) return false;
  if (!sameName(list.issuer, delta.list.issuer) || !equalBytes(signer.spki, delta.signer.spki)) return false;
  const none = new Uint8Array(0);
  const sameScope = equalBytes(list.scope?.raw ?? none, delta.list.scope?.raw ?? none);
  return sameScope && list.number >= base && list.number < number && list.thisUpdate <= delta.list.thisUpdate;
}

function withDelta(base: Checked, delta: Checked): RevocationAnswer {
  const combined = { ...delta, entry: delta.entry ?? base.entry };
  return { ...answerOf(combined), der: base.list.der, others: [delta.list.der] };
}

function answerOf({ list, signer, reasons, entry }: Checked): RevocationAnswer {
  const { thisUpdate, nextUpdate, since, der } = list;
  return {
    source: 'crl',
    ...statusOf(entry, reasons),
    thisUpdate,
    ...(nextUpdate === undefined ? {} : { nextUpdate }),
    ...(since === undefined ? {} : { since }),
    signer,
    method: methodOf(list),
    certificates: [],
    der,
  };
}

function statusOf(
  entry: CrlEntry | undefined,
  reasons: number,
): Pick<RevocationAnswer, 'status' | 'revokedAt' | 'reason'> {
  if (entry !== undefined && entry.reason !== 'removeFromCRL') {
    const { revokedAt, reason } = entry;
    return { status: 'revoked', revokedAt, ...(reason === undefined ? {} : { reason }) };
  }
  return { status: reasons === ALL_REASONS ? 'good' : 'unknown' };
}

/** Lists for some reasons each that together tell for all, oldest first; none where they leave one out. */
function partsOfAllReasons(complete: readonly Checked[]): Checked[] {
  const partial = complete
    .filter(({ reasons, entry }) => reasons !== ALL_REASONS && entry === undefined)
    .toSorted((a, b) => b.list.thisUpdate - a.list.thisUpdate);
  let covered = 0;
  const used = partial.filter(({ reasons }) => {
    const adds = (reasons & ~covered) !== 0;
    covered |= reasons;
    return adds;
  });
  return covered === ALL_REASONS ? used.toReversed() : [];
}

/** Good since the oldest of the lists, until the first of them ends. */
function joined(oldest: Checked, newer: readonly Checked[]): RevocationAnswer {
  const ends = [oldest, ...newer].flatMap(({ list }) => list.nextUpdate ?? []);
  const { nextUpdate: _, ...answer } = answerOf({ ...oldest, reasons: ALL_REASONS });
  const end = ends.length === 0 ? {} : { nextUpdate: Math.min(...ends) };
  return { ...answer, ...end, others: newer.map(({ list }) => list.der) };
}
