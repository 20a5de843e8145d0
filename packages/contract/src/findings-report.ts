import { z } from 'zod';
import { checksum, documentId } from './scalars.ts';
import { errorCode, finding, signatureSummary } from './schemas.ts';

/** What people are told of one kind of finding. */
export const findingWords = z.object({ title: z.string(), reason: z.string(), advice: z.string() });
export type FindingWords = z.infer<typeof findingWords>;

/** Everything that the check found in an uploaded file, refused or not. */
export const findingsReport = z.object({
  document: z.object({
    id: documentId,
    name: z.string(),
    size: z.number().int(),
    /** SHA-256 of the uploaded bytes, lower-case hex. */
    checksum,
    pages: z.number().int(),
    uploadedAt: z.string(),
  }),
  verdict: z.enum(['accept', 'warn', 'refuse']),
  /** Why the file was refused; `security_issues` where its findings or its signatures say why. */
  code: errorCode.nullable(),
  findings: z.array(finding),
  /** Those that the file came with. */
  signatures: z.array(signatureSummary),
  /** By kind of finding. */
  words: z.record(z.string(), z.object({ el: findingWords, en: findingWords })),
  generatedAt: z.string(),
});
export type FindingsReport = z.infer<typeof findingsReport>;
