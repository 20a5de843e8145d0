import { z } from 'zod';
import { checksum, rect } from './scalars.ts';
import {
  changeLevel,
  changesAfter,
  errorCode,
  indication,
  signatureKind,
  signatureLevel,
} from './schemas.ts';

/** What is said of a whole file. */
export const verdict = z.enum(['valid', 'valid-with-warnings', 'indeterminate', 'invalid', 'unsigned']);
export type Verdict = z.infer<typeof verdict>;

/** Times are ISO 8601 with zone. */
const time = z.string();

export const verifiedCertificate = z.object({
  subject: z.string(),
  commonName: z.string().nullable(),
  issuer: z.string(),
  serial: z.string(),
  notBefore: time,
  notAfter: time,
  sha256: checksum,
  organisation: z.string().nullable(),
  country: z.string().nullable(),
  revocation: z
    .object({
      source: z.enum(['ocsp', 'crl']),
      origin: z.enum(['embedded', 'fetched']),
      status: z.enum(['good', 'revoked', 'unknown']),
      thisUpdate: time,
      revokedAt: time.nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
  /** Set on the certificate that is trusted. */
  anchor: z
    .object({
      source: z.enum(['operator', 'trusted_list']),
      provider: z.string().nullable(),
      territory: z.string().nullable(),
    })
    .nullable(),
});
export type VerifiedCertificate = z.infer<typeof verifiedCertificate>;

export const verifiedTimeStamp = z.object({
  kind: z.enum(['signature', 'document', 'archive']),
  field: z.string().nullable(),
  indication,
  subIndication: z.string().nullable(),
  time: time.nullable(),
  authority: z.string(),
  qualified: z.boolean(),
  chain: z.array(verifiedCertificate),
});

/** A change that a later revision made. */
export const verifiedChange = z.object({
  revision: z.number().int(),
  level: changeLevel.exclude(['none']),
  rule: z.string(),
  /** Why it is not permitted; null where it is. */
  reason: z.string().nullable(),
  object: z.number().int().nullable(),
  what: z.string(),
  field: z.string().nullable(),
  page: z.number().int().nullable(),
  /** Points of the page as it is shown. */
  rect: rect.nullable(),
});
export type VerifiedChange = z.infer<typeof verifiedChange>;

export const verifiedSignature = z.object({
  field: z.string(),
  kind: signatureKind,
  indication,
  subIndication: z.string().nullable(),
  /** What was checked, in order. */
  steps: z.array(
    z.object({
      block: z.string(),
      outcome: z.enum(['passed', 'indeterminate', 'failed']),
      subIndication: z.string().nullable(),
      reason: z.string().nullable(),
      about: z.string().nullable(),
    }),
  ),
  /** The person or body, as the certificate says; else /Name; else empty. */
  signer: z.string(),
  /** The proven time, else the claimed one. */
  signedAt: time.nullable(),
  /** Whether a time-stamp proves it. */
  timeProven: z.boolean(),
  claimedAt: time.nullable(),
  reason: z.string().nullable(),
  location: z.string().nullable(),
  page: z.number().int().nullable(),
  rect: rect.nullable(),
  level: signatureLevel.nullable(),
  algorithms: z.object({
    digest: z.string().nullable(),
    signature: z.string().nullable(),
    keyBits: z.number().int().nullable(),
  }),
  covers: z.enum(['whole-file', 'revision', 'partial']),
  revision: z.number().int().nullable(),
  changesAfter,
  changes: z.array(verifiedChange),
  qualified: z.boolean(),
  /** ETSI TS 119 615's word. */
  qualification: z.string(),
  qualificationReasons: z.array(z.string()),
  /** The service of the trusted list that speaks for it. */
  service: z.object({ territory: z.string(), provider: z.string(), name: z.string() }).nullable(),
  timeStamps: z.array(verifiedTimeStamp),
  chain: z.array(verifiedCertificate),
});
export type VerifiedSignature = z.infer<typeof verifiedSignature>;

export const verifiedDocument = z.object({
  name: z.string(),
  size: z.number().int(),
  checksum,
  /** Null where the file could not be read: `code` and `message` say why. */
  verdict: verdict.nullable(),
  code: errorCode.nullable(),
  message: z.string().nullable(),
  signatures: z.array(verifiedSignature),
  /** Filled fields past the bound, not judged. */
  leftOut: z.number().int(),
  /** Oldest first: the file's first `end` bytes are that revision. */
  revisions: z.array(z.object({ number: z.number().int(), end: z.number().int() })),
  /** Whether anything was fetched from a certification authority for it; false: by what is embedded alone. */
  online: z.boolean(),
});
export type VerifiedDocument = z.infer<typeof verifiedDocument>;

/** `POST /api/verify_document?format=json`. */
export const verifyAnswer = z.object({
  verifiedAt: time,
  documents: z.array(verifiedDocument),
});
export type VerifyAnswer = z.infer<typeof verifyAnswer>;
