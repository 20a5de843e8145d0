import { documentAnswer, finding, pageSize, rect, signatureSummary } from '@websign/contract';
import { z } from 'zod';

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
});
export type DocumentFacts = z.infer<typeof documentFacts>;

export const noFacts: DocumentFacts = {
  signatures: [],
  emptyFields: [],
  pageSizes: [],
  lastPage: null,
  boxes: [],
};

/** The JSON of a document's `findings` column. */
export const documentFindings = z.array(finding);
