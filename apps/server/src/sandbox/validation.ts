import { changeLevel, indication, signatureKind as kind, rect, signatureLevel } from '@websign/contract';
import {
  type CertificateFacts,
  type Evidence,
  type RevocationFacts,
  type SignatureEvidence,
  type SignatureReport,
  type Standing,
  SUB_INDICATIONS,
  type TimeStampReport,
  type Validation,
  type ValidationStep,
} from '@websign/pades';
import type { LaterChange, LaterChanges } from '@websign/pdf';
import { type Material, type Missing, REVOCATION_REASONS, SIGNER_FAILURES } from '@websign/pki';
import { z } from 'zod';
import { list } from './list.ts';

/** Evidence and verdicts as the children answer them; in step with packages/pades by the compiler. */

/** An object with a schema for every member of T: what a schema does not name would be left out without a word. */
const of =
  <T>() =>
  <S extends Record<keyof T, z.ZodType>>(members: S) =>
    z.object(members);

const bytes = z.instanceof(Uint8Array);
/** Epoch milliseconds of the years that dates can be written in, with some to spare. */
const moment = z.number().min(-8e13).max(2.6e14);
const count = z.number().int().min(0);
const hex256 = z.string().regex(/^[0-9a-f]{64}$/);
const covers = z.enum(['whole-file', 'revision', 'partial']);
const subIndication = z.enum(SUB_INDICATIONS);
const stored = list(z.object({ der: bytes, end: count }));

/** One of a closed union of codes, by its form: an unknown one is told by its name. */
const code = <T extends string>() =>
  z.custom<T>((value) => typeof value === 'string' && /^[A-Za-z][\w-]{0,63}$/.test(value));

const laterChanges: z.ZodType<LaterChanges> = of<LaterChanges>()({
  level: changeLevel,
  changes: list(
    of<LaterChange>()({
      revision: count,
      level: changeLevel.exclude(['none']),
      rule: code<LaterChange['rule']>(),
      reason: code<NonNullable<LaterChange['reason']>>().exactOptional(),
      object: z.number().int().exactOptional(),
      what: z.string(),
      field: z.string().exactOptional(),
      page: z.number().int().exactOptional(),
      rect: rect.exactOptional(),
    }),
  ),
  truncated: z.boolean(),
});

const signatureEvidence = of<SignatureEvidence>()({
  field: z.string(),
  object: z.number().int().exactOptional(),
  kind,
  subFilter: z.string().exactOptional(),
  page: z.number().int().exactOptional(),
  rect: rect.exactOptional(),
  name: z.string().exactOptional(),
  reason: z.string().exactOptional(),
  location: z.string().exactOptional(),
  contactInfo: z.string().exactOptional(),
  claimedTime: z.string().exactOptional(),
  permission: z.union([z.literal(1), z.literal(2), z.literal(3)]).exactOptional(),
  covers,
  revision: count.exactOptional(),
  end: count.exactOptional(),
  problems: list(
    z.enum([
      'byte_range_missing',
      'byte_range_malformed',
      'contents_missing',
      'contents_not_hex',
      'contents_elsewhere',
      'gap_is_not_contents',
      'ends_inside_revision',
      'duplicate_entry',
      'type_disagrees',
    ]),
  ),
  cms: bytes.exactOptional(),
  padded: z.boolean().exactOptional(),
  digests: z.partialRecord(
    z.enum([
      'SHA-1',
      'SHA-224',
      'SHA-256',
      'SHA-384',
      'SHA-512',
      'SHA3-256',
      'SHA3-384',
      'SHA3-512',
      'SHAKE256',
    ]),
    bytes,
  ),
  direct: z.enum(['holds', ...SIGNER_FAILURES]).exactOptional(),
  changes: laterChanges,
});

/** Rectangles are in points of the page as it is shown. */
export const evidenceAnswer: z.ZodType<Evidence> = of<Evidence>()({
  size: count,
  sha256: hex256,
  revisions: list(z.object({ number: count, end: count })),
  signatures: list(signatureEvidence),
  leftOut: count,
  store: z.object({ certificates: stored, ocsps: stored, crls: stored }),
  names: list(hex256),
});

const revocation = of<RevocationFacts>()({
  source: z.enum(['ocsp', 'crl']),
  origin: z.enum(['embedded', 'fetched']),
  status: z.enum(['good', 'revoked', 'unknown']),
  thisUpdate: moment,
  nextUpdate: moment.exactOptional(),
  producedAt: moment.exactOptional(),
  revokedAt: moment.exactOptional(),
  reason: z.enum(REVOCATION_REASONS).exactOptional(),
});

const certificate = of<CertificateFacts>()({
  subject: z.string(),
  commonName: z.string().exactOptional(),
  issuer: z.string(),
  serial: z.string(),
  notBefore: moment,
  notAfter: moment,
  sha256: hex256,
  surname: z.string().exactOptional(),
  givenName: z.string().exactOptional(),
  organisation: z.string().exactOptional(),
  country: z.string().exactOptional(),
  revocation: revocation.exactOptional(),
  anchor: z
    .object({
      source: z.enum(['operator', 'trusted_list']),
      provider: z.string().exactOptional(),
      territory: z.string().exactOptional(),
    })
    .exactOptional(),
});

const timeStamp = of<TimeStampReport>()({
  kind: z.enum(['signature', 'document', 'archive']),
  field: z.string().exactOptional(),
  indication,
  subIndication: subIndication.exactOptional(),
  reason: z.string().exactOptional(),
  genTime: moment.exactOptional(),
  chain: list(certificate),
  qualified: z.boolean(),
});

const step = of<ValidationStep>()({
  block: z.enum([
    'format',
    'identification',
    'certificate',
    'cryptographic',
    'acceptance',
    'time-stamp',
    'past',
    'changes',
  ]),
  outcome: z.enum(['passed', 'indeterminate', 'failed']),
  subIndication: subIndication.exactOptional(),
  reason: z.string().exactOptional(),
  about: z.string().exactOptional(),
});

const signatureReport = of<SignatureReport>()({
  field: z.string(),
  kind,
  subFilter: z.string().exactOptional(),
  page: z.number().int().exactOptional(),
  rect: rect.exactOptional(),
  indication,
  subIndication: subIndication.exactOptional(),
  steps: list(step),
  chain: list(certificate),
  name: z.string().exactOptional(),
  reason: z.string().exactOptional(),
  location: z.string().exactOptional(),
  claimedTime: moment.exactOptional(),
  bestTime: moment,
  timeProven: z.boolean(),
  timeStamps: list(timeStamp),
  level: signatureLevel.exactOptional(),
  algorithms: z.object({
    digest: z.string().exactOptional(),
    signature: z.string().exactOptional(),
    keyBits: z.number().int().exactOptional(),
  }),
  covers,
  revision: count.exactOptional(),
  end: count.exactOptional(),
  changes: laterChanges,
  qualification: z.object({
    qualified: z.boolean(),
    outcome: z.string(),
    reasons: list(z.string()),
    service: z.object({ territory: z.string(), provider: z.string(), name: z.string() }).exactOptional(),
  }),
});

const material: z.ZodType<Material> = of<Material>()({
  certificates: list(bytes),
  ocsps: list(bytes),
  crls: list(bytes),
});

const missing: z.ZodType<Missing> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ocsp'),
    url: z.string(),
    request: bytes,
    isAnchored: z.boolean().exactOptional(),
  }),
  z.object({
    kind: z.literal('crl'),
    url: z.string(),
    isAnchored: z.boolean().exactOptional(),
    isFallback: z.boolean().exactOptional(),
  }),
  z.object({ kind: z.literal('issuer'), url: z.string() }),
]);

export const validationAnswer: z.ZodType<Validation> = of<Validation>()({
  verdict: z.enum(['valid', 'valid-with-warnings', 'indeterminate', 'invalid', 'unsigned']),
  signatures: list(signatureReport),
  leftOut: count,
  missing: list(missing),
  names: list(hex256),
  used: material,
  at: moment,
});

export const standingAnswer: z.ZodType<Standing> = of<Standing>()({
  status: z.enum(['good', 'revoked', 'unknown', 'invalid']),
  reason: code<NonNullable<Standing['reason']>>().exactOptional(),
  missing: list(missing),
  names: list(hex256),
  used: material,
});
