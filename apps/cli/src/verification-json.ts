import { changesAfter, remarksOf, type SignatureReport } from '@websign/pades';
import { signerName, signingTime } from '@websign/server/services/verify/answer';
import type { Judged } from './verification.ts';

/** One line of JSON; times are UTC. */
export const verificationJson = (file: string, { verdict, code, message, validated, ms }: Judged): string =>
  JSON.stringify({
    file,
    verdict,
    ...(code === undefined ? {} : { code, message }),
    signatures: validated?.validation.signatures.map(signatureJson) ?? [],
    ...(validated && validated.validation.leftOut > 0 ? { leftOut: validated.validation.leftOut } : {}),
    ms,
  });

function signatureJson(report: SignatureReport) {
  const { field, kind, indication, subIndication, level, covers, changes, qualification } = report;
  const signedAt = signingTime(report);
  return {
    field,
    kind,
    indication,
    ...(subIndication === undefined ? {} : { subIndication }),
    signer: signerName(report),
    signedAt: signedAt === undefined ? null : new Date(signedAt).toISOString(),
    level: level ?? null,
    covers,
    changesAfter: changesAfter(changes),
    changes: changes.changes,
    qualified: qualification.qualified,
    remarks: remarksOf(report),
  };
}
