import { z } from 'zod';
import { copyOrigin } from './safe-copy.ts';
import { checksum, documentId } from './scalars.ts';
import { finding, signatureSummary } from './schemas.ts';
import { keyActivation, keyProvider } from './session.ts';
import { verifiedSignature } from './verification.ts';

/** An entry of the audit log about the document, with its place in the chain of hashes. */
export const auditEntry = z.object({
  sequence: z.number().int(),
  at: z.string(),
  kind: z.string(),
  /** SHA-256 of the entry before, and of this one, lower-case hex. */
  previous: checksum,
  hash: checksum,
  /** What is hashed beside the above. */
  account: z.string().nullable(),
  detail: z.unknown(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** A signature that was made here. */
export const evidenceVersion = z.object({
  number: z.number().int(),
  signedAt: z.string(),
  level: z.string(),
  /** SHA-256 of the document with this signature. */
  checksum,
  size: z.number().int(),
  /** SHA-256 of what was signed. */
  baseChecksum: checksum,
  reason: z.string(),
  title: z.string(),
  visible: z.boolean(),
  /** How the signer was known: the password and a one-time password of this method, or the provider's own page. */
  otpMethod: z.string(),
  /** Where the key lived, and what activated it. */
  keyProvider,
  activation: keyActivation,
  certificate: z.object({
    serial: z.string(),
    /** SHA-256 of the DER; null for a signature from before it was kept. */
    sha256: checksum.nullable(),
  }),
});
export type EvidenceVersion = z.infer<typeof evidenceVersion>;

/** All that is known of how a document came to be signed. Times are ISO 8601 with zone. */
export const evidenceSheet = z.object({
  document: z.object({
    id: documentId,
    name: z.string(),
    uploadedAt: z.string(),
    /** Of the uploaded bytes. */
    originalSize: z.number().int(),
    originalChecksum: checksum,
    /** Of the document as it now stands. */
    size: z.number().int(),
    checksum,
    /** The document that the signed one is a safe copy of, and what it leaves out (CPY-3). */
    origin: copyOrigin.nullable(),
  }),
  signer: z.object({ name: z.string(), username: z.string(), subjectSerial: z.string() }),
  versions: z.array(evidenceVersion),
  /** Those that the file came with. */
  earlierSignatures: z.array(signatureSummary),
  /** The document's signatures as they are judged now, by what it holds; null where it is no longer kept. */
  signatures: z.array(verifiedSignature).nullable(),
  findings: z.array(finding),
  audit: z.array(auditEntry),
  generatedAt: z.string(),
});
export type EvidenceSheet = z.infer<typeof evidenceSheet>;
