import type { Material, PkiPorts } from '@websign/pki';
import type { Evidence, SignatureEvidence } from '../evidence/face.ts';
import type { SignatureReport, Validation } from '../report/face.ts';
import { documentStampReport, signatureReport } from '../report/signature.ts';
import { verdictOf } from '../report/verdict.ts';
import type { Grounds } from './face.ts';
import { Inquiry } from './inquiry.ts';
import { type CoveringStamp, containerOutcome, judgeSignature, rangeContent } from './signature.ts';
import { type JudgedStamp, judgeStamp } from './token.ts';

/**
 * Validates all signatures of a document by ETSI EN 319 102-1, with what the document holds and `material` that was
 * fetched for it. Pure: `missing` names what a further round could fetch. Never throws for what a document holds.
 */
export async function validate(
  evidence: Evidence,
  material: Material,
  grounds: Grounds,
  ports: PkiPorts,
): Promise<Validation> {
  const inquiry = new Inquiry(evidence, material, grounds, ports);
  const stamps = await documentStamps(evidence, inquiry);
  const reports: SignatureReport[] = [];
  const earlier: { end: number; stamps: JudgedStamp[] }[] = [];
  for (const one of evidence.signatures) {
    const later = covering(one, stamps);
    const stamp = stamps.get(one);
    if (one.kind === 'timestamp') {
      reports.push(documentStampReport(one, stamp, later, inquiry));
      if (stamp !== undefined) earlier.push({ end: stamp.end, stamps: [stamp] });
      continue;
    }
    const before = earlier.filter(({ end }) => one.end !== undefined && end < one.end);
    const judged = await judgeSignature(
      one,
      { later, earlier: before.flatMap((made) => made.stamps) },
      inquiry,
    );
    reports.push(signatureReport(one, judged, later, inquiry));
    if (one.end !== undefined) earlier.push({ end: one.end, stamps: judged.stamps });
  }
  return {
    verdict: verdictOf(reports, evidence.leftOut),
    signatures: reports,
    leftOut: evidence.leftOut,
    missing: inquiry.missing,
    names: [...new Set([...evidence.names, ...inquiry.pool.names()])],
    used: inquiry.used,
    at: grounds.at,
  };
}

/** The document time-stamps that cover a signature, oldest first. */
function covering(
  { end }: SignatureEvidence,
  stamps: ReadonlyMap<SignatureEvidence, CoveringStamp>,
): CoveringStamp[] {
  return [...stamps.values()]
    .filter((stamp) => end !== undefined && stamp.end > end)
    .sort((a, b) => a.end - b.end);
}

/** The document time-stamps, newest first: each that holds proves what it covers, older ones among it (§5.6.3.4). */
async function documentStamps(
  { signatures }: Evidence,
  inquiry: Inquiry,
): Promise<Map<SignatureEvidence, CoveringStamp>> {
  const found = new Map<SignatureEvidence, CoveringStamp>();
  for (const one of signatures.toReversed()) {
    if (one.kind !== 'timestamp' || one.subFilter !== 'ETSI.RFC3161') continue;
    const { cms, end } = one;
    if (cms === undefined || end === undefined) continue;
    if (containerOutcome(one).indication !== 'TOTAL-PASSED') continue;
    const content = rangeContent(one);
    const stamp = { token: cms, kind: 'document' as const, field: one.field, content, end: end + 1 };
    const judged = await judgeStamp(stamp, inquiry);
    found.set(one, { ...judged, end });
    const { indication, genTime } = judged.report;
    if (indication === 'TOTAL-PASSED' && genTime !== undefined) inquiry.prove(end, genTime);
  }
  return found;
}
