import { documentAnswer, finding, pageSize, rect, signatureSummary } from '@websign/contract';
import { z } from 'zod';
import type { StoredDocument } from '../storage/index.ts';

/** Pages whose sizes are kept with a document; more are shown at the size the viewer finds. */
export const keptPageSizes = 10_000;

/** What is kept of a document beside its bytes: the JSON of its `signatures` column. */
export const documentFacts = z.object({
  signatures: z.array(signatureSummary),
  emptyFields: documentAnswer.shape.emptyFields,
  pageSizes: z.array(pageSize),
  lastPage: pageSize.nullable(),
  /** Where signatures are seen. */
  boxes: z.array(z.object({ page: z.number().int(), rect })),
  /** What it claims to conform to, and whether a new signature that is seen leaves it so. */
  standards: documentAnswer.shape.standards.default([]),
  visibleKeepsStandards: documentAnswer.shape.visibleKeepsStandards.default(true),
  /** Fields of the signatures made here whose level is still to be raised. */
  raising: z.array(z.string()).default([]),
  /** Whether the file's owner permits copies, as far as that could be read. */
  copyable: z.boolean().default(true),
});
export type DocumentFacts = z.infer<typeof documentFacts>;

export const noFacts: DocumentFacts = {
  signatures: [],
  emptyFields: [],
  pageSizes: [],
  lastPage: null,
  boxes: [],
  standards: [],
  visibleKeepsStandards: true,
  raising: [],
  copyable: true,
};

/** The signatures that a document came with: every version signed here added one after those. */
export function uploadedSignatures(document: StoredDocument): DocumentFacts['signatures'] {
  const { signatures } = documentFacts.parse(document.signatures);
  return signatures.slice(0, Math.max(0, signatures.length - document.versions));
}

/** The JSON of a document's `findings` column. */
export const documentFindings = z.array(finding);
