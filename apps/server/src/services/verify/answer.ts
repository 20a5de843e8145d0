import {
  errorCodes,
  type VerifiedCertificate,
  type VerifiedChange,
  type VerifiedDocument,
  type VerifiedSignature,
  type VerifyAnswer,
} from '@websign/contract';
import {
  type CertificateFacts,
  changesAfter,
  type SignatureReport,
  type TimeStampReport,
} from '@websign/pades';
import type { LaterChange } from '@websign/pdf';
import { isoTime } from '../sign/zoned-time.ts';
import type { Verification, VerifiedFile } from './face.ts';

type IsoTime = (epochMs: number) => string;

/** The contract's answer; times carry the offset of `zone`, an IANA name. */
export function verificationAnswer({ at, files }: Verification, zone: string): VerifyAnswer {
  const iso: IsoTime = (epochMs) => isoTime(epochMs, zone);
  return { verifiedAt: iso(at), documents: files.map((file) => documentOf(file, iso)) };
}

function documentOf({ name, size, sha256, outcome }: VerifiedFile, iso: IsoTime): VerifiedDocument {
  const file = { name, size, checksum: sha256 };
  if ('code' in outcome) {
    const { code } = outcome;
    const nothing = { signatures: [], leftOut: 0, revisions: [], online: false };
    return { ...file, verdict: null, code, message: errorCodes[code].message, ...nothing };
  }
  const { evidence, validation, fetched } = outcome;
  return {
    ...file,
    verdict: validation.verdict,
    code: null,
    message: null,
    signatures: validation.signatures.map((report) => signatureOf(report, iso)),
    leftOut: validation.leftOut,
    revisions: evidence.revisions,
    online: fetched,
  };
}

/** The person or body that a certificate names. */
const holder = (certificate: CertificateFacts | undefined): string | undefined =>
  certificate && (certificate.commonName ?? certificate.organisation ?? certificate.subject);

/** The signer as the certificate says, else /Name, else nothing. */
export const signerName = ({ chain, name }: SignatureReport): string => holder(chain[0]) ?? name ?? '';

/** The proven time, else the claimed one; epoch milliseconds. */
export const signingTime = ({ timeProven, bestTime, claimedTime }: SignatureReport): number | undefined =>
  timeProven ? bestTime : claimedTime;

function signatureOf(report: SignatureReport, iso: IsoTime): VerifiedSignature {
  const { algorithms, qualification, changes } = report;
  const signedAt = signingTime(report);
  return {
    field: report.field,
    kind: report.kind,
    indication: report.indication,
    subIndication: report.subIndication ?? null,
    steps: report.steps.map(({ block, outcome, subIndication, reason, about }) => ({
      block,
      outcome,
      subIndication: subIndication ?? null,
      reason: reason ?? null,
      about: about ?? null,
    })),
    signer: signerName(report),
    signedAt: signedAt === undefined ? null : iso(signedAt),
    timeProven: report.timeProven,
    claimedAt: report.claimedTime === undefined ? null : iso(report.claimedTime),
    reason: report.reason ?? null,
    location: report.location ?? null,
    page: report.page ?? null,
    rect: report.rect ?? null,
    level: report.level ?? null,
    algorithms: {
      digest: algorithms.digest ?? null,
      signature: algorithms.signature ?? null,
      keyBits: algorithms.keyBits ?? null,
    },
    covers: report.covers,
    revision: report.revision ?? null,
    changesAfter: changesAfter(changes),
    changes: changes.changes.map(changeOf),
    qualified: qualification.qualified,
    qualification: qualification.outcome,
    qualificationReasons: qualification.reasons,
    service: qualification.service ?? null,
    timeStamps: report.timeStamps.map((stamp) => timeStampOf(stamp, iso)),
    chain: report.chain.map((certificate) => certificateOf(certificate, iso)),
  };
}

const changeOf = (change: LaterChange): VerifiedChange => ({
  revision: change.revision,
  level: change.level,
  rule: change.rule,
  reason: change.reason ?? null,
  object: change.object ?? null,
  what: change.what,
  field: change.field ?? null,
  page: change.page ?? null,
  rect: change.rect ?? null,
});

const timeStampOf = (stamp: TimeStampReport, iso: IsoTime): VerifiedSignature['timeStamps'][number] => ({
  kind: stamp.kind,
  field: stamp.field ?? null,
  indication: stamp.indication,
  subIndication: stamp.subIndication ?? null,
  time: stamp.genTime === undefined ? null : iso(stamp.genTime),
  authority: holder(stamp.chain[0]) ?? '',
  qualified: stamp.qualified,
  chain: stamp.chain.map((certificate) => certificateOf(certificate, iso)),
});

function certificateOf(certificate: CertificateFacts, iso: IsoTime): VerifiedCertificate {
  const { revocation, anchor } = certificate;
  return {
    subject: certificate.subject,
    commonName: certificate.commonName ?? null,
    issuer: certificate.issuer,
    serial: certificate.serial,
    notBefore: iso(certificate.notBefore),
    notAfter: iso(certificate.notAfter),
    sha256: certificate.sha256,
    organisation: certificate.organisation ?? null,
    country: certificate.country ?? null,
    revocation: revocation
      ? {
          source: revocation.source,
          origin: revocation.origin,
          status: revocation.status,
          thisUpdate: iso(revocation.thisUpdate),
          revokedAt: revocation.revokedAt === undefined ? null : iso(revocation.revokedAt),
          reason: revocation.reason ?? null,
        }
      : null,
    anchor: anchor
      ? { source: anchor.source, provider: anchor.provider ?? null, territory: anchor.territory ?? null }
      : null,
  };
}
