import type { ErrorCode, Finding, UploadError } from '@websign/contract';
import { admit } from '../policy/admission.ts';
import { SandboxError } from '../sandbox/error.ts';
import type { ByteSource } from '../sandbox/frame.ts';
import type { BlobRef } from '../storage/index.ts';
import { blobSource } from './blob-source.ts';
import type { Context } from './context.ts';
import { type Examined as Examination, examineDocument } from './examine.ts';
import { type DocumentFacts, keptPageSizes, noFacts } from './facts.ts';
import { type KeptOccupancy, keptOccupancy } from './places/stored.ts';
import { refusalCode } from './refusals.ts';

/** What came of one uploaded file; `code` null: it may be signed. */
export interface Examined {
  code: ErrorCode | null;
  facts: DocumentFacts;
  occupancy: KeptOccupancy;
  findings: Finding[];
  pages: number;
  error: UploadError | null;
  locked: boolean;
}
/** Or why it was not examined. */
export type Admission = Examined | { code: ErrorCode };

const factsOf = (examination: Examination): DocumentFacts => ({
  signatures: examination.signatures,
  emptyFields: examination.emptyFields,
  pageSizes: examination.pageSizes.slice(0, keptPageSizes),
  lastPage: examination.pageSizes.at(-1) ?? null,
  boxes: examination.boxes,
  standards: examination.standards,
  visibleKeepsStandards: examination.visibleKeepsStandards,
  raising: [],
  copyable: examination.copyable,
});

/** Ids are unique over documents, so that a confirmation of one is not taken for another's. */
const findingsOf = (examination: Examination, verdicts: Finding['verdict'][], blob: BlobRef): Finding[] =>
  examination.facts.map(({ superseded: _, ...fact }, at) => ({
    ...fact,
    id: `${blob.sha256.slice(0, 16)}-${at + 1}`,
    verdict: verdicts[at] ?? 'warn',
  }));

/** Has the sandbox examine a file, a stored one unless its bytes are given, and judges what it found. Throws only when nothing could be examined. */
export async function examineUpload(
  context: Context,
  blob: BlobRef,
  source: ByteSource = blobSource(context.storage.blobs, blob),
): Promise<Admission> {
  const { log, policy } = context;
  try {
    const examination = await examineDocument(context, source);
    const { code, verdicts, error } = admit(examination, policy);
    return {
      code,
      error,
      facts: factsOf(examination),
      occupancy: keptOccupancy(examination.occupancies),
      findings: findingsOf(examination, verdicts, blob),
      pages: examination.pages,
      locked: examination.locked,
    };
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    if (error.code === 'busy' || error.code === 'closed') return { code: 'busy' };
    if (error.code === 'unreadable') throw error;
    const code = refusalCode(error);
    log.info({ code, sandbox: error.code, reason: error.reason, sha256: blob.sha256 }, 'document refused');
    return { code, error: null, facts: noFacts, occupancy: [], findings: [], pages: 0, locked: false };
  }
}
