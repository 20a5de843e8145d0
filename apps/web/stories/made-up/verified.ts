import type {
  VerifiedCertificate,
  VerifiedDocument,
  VerifiedSignature,
  VerifyAnswer,
} from '@websign/contract';
import { letter, rewritten } from './papers.ts';
import { certificates, signer } from './people.ts';

const NAME = `${signer.Surname} ${signer.Name}`;
const SIGNED = '2026-11-20T08:15:00Z';

const certificateOf = (at: number, changes: Partial<VerifiedCertificate> = {}): VerifiedCertificate[] =>
  certificates.chain.slice(at, at + 1).map((from) => ({
    subject: from.subject,
    commonName: from.name,
    issuer: from.issuer,
    serial: from.serial,
    notBefore: from.validFrom,
    notAfter: from.validUntil,
    sha256: from.sha256,
    organisation: null,
    country: 'GR',
    revocation: {
      source: 'ocsp',
      origin: 'embedded',
      status: 'good',
      thisUpdate: SIGNED,
      revokedAt: null,
      reason: null,
    },
    anchor: null,
    ...changes,
  }));

const anchor = { source: 'trusted_list', provider: 'Δημόσια Αρχή Πιστοποίησης', territory: 'GR' } as const;
const chain = [...certificateOf(0), ...certificateOf(1), ...certificateOf(2, { revocation: null, anchor })];

/** A signature that stands, qualified and with a time-stamp; `changes` are what speaks against it. */
export const signatureOf = (changes: Partial<VerifiedSignature> = {}): VerifiedSignature => ({
  field: 'Signature1',
  kind: 'signature',
  indication: 'TOTAL-PASSED',
  subIndication: null,
  steps: [
    { block: 'format', outcome: 'passed', subIndication: null, reason: null, about: null },
    { block: 'cryptographic', outcome: 'passed', subIndication: null, reason: null, about: null },
    { block: 'certificate', outcome: 'passed', subIndication: null, reason: null, about: null },
  ],
  signer: NAME,
  signedAt: SIGNED,
  timeProven: true,
  claimedAt: SIGNED,
  reason: 'Έγκριση',
  location: null,
  page: 1,
  rect: [360, 40, 555, 100],
  level: 'B-LT',
  algorithms: { digest: 'SHA-256', signature: 'ECDSA', keyBits: 256 },
  covers: 'whole-file',
  revision: 1,
  changesAfter: 'none',
  changes: [],
  qualified: true,
  qualification: 'QESig',
  qualificationReasons: [],
  service: { territory: 'GR', provider: anchor.provider, name: 'Qualified certificates for e-signatures' },
  timeStamps: [
    {
      kind: 'signature',
      field: null,
      indication: 'TOTAL-PASSED',
      subIndication: null,
      time: SIGNED,
      authority: 'Δημόσια Αρχή Χρονοσήμανσης',
      qualified: true,
      chain: certificateOf(2, { revocation: null, anchor }),
    },
  ],
  chain,
  ...changes,
});

export const documentWith = (
  verdict: VerifiedDocument['verdict'],
  signatures: VerifiedSignature[],
  changes: Partial<VerifiedDocument> = {},
): VerifiedDocument => ({
  name: 'αίτηση.pdf',
  size: letter.size,
  checksum: '7'.repeat(64),
  verdict,
  code: null,
  message: null,
  signatures,
  leftOut: 0,
  revisions: [{ number: 1, end: letter.size }],
  online: true,
  ...changes,
});

export const answerOf = (document: VerifiedDocument): VerifyAnswer => ({
  verifiedAt: '2026-11-23T09:30:12Z',
  documents: [document],
});

export const valid = documentWith('valid', [signatureOf()]);
export const unsigned = documentWith('unsigned', []);
const unqualified = { qualified: false, qualification: 'N/A', service: null };
export const advanced = documentWith('valid', [signatureOf(unqualified)]);
export const revoked = documentWith('invalid', [
  signatureOf({ indication: 'TOTAL-FAILED', subIndication: 'REVOKED', ...unqualified }),
]);
export const expired = documentWith('invalid', [
  signatureOf({ indication: 'TOTAL-FAILED', subIndication: 'EXPIRED', ...unqualified }),
]);
export const suspended = documentWith('indeterminate', [
  signatureOf({
    indication: 'INDETERMINATE',
    subIndication: 'TRY_LATER',
    steps: [
      {
        block: 'certificate',
        outcome: 'indeterminate',
        subIndication: 'TRY_LATER',
        reason: 'on_hold',
        about: null,
      },
    ],
    ...unqualified,
  }),
]);
export const annotated = documentWith('valid-with-warnings', [
  signatureOf({ covers: 'revision', changesAfter: 'annotations' }),
]);
/** Other words on the second page, by an update after the signature. */
export const changed = documentWith(
  'invalid',
  [
    signatureOf({
      covers: 'revision',
      changesAfter: 'other',
      changes: [
        {
          revision: 2,
          level: 'other',
          rule: 'unexplained',
          reason: 'content',
          object: 7,
          what: 'page content',
          field: null,
          page: 2,
          rect: null,
        },
      ],
    }),
  ],
  {
    size: rewritten.size,
    revisions: [
      { number: 1, end: letter.size },
      { number: 2, end: rewritten.size },
    ],
  },
);
