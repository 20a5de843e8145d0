import type { SignatureSummary } from '@websign/contract';
import type { Examination } from '../sandbox/engine.ts';
import type { ByteSource } from '../sandbox/frame.ts';
import { summariesOf } from './signature-summary.ts';
import { type Validating, validateEvidence } from './validation/validate.ts';

/** What one reading of a document tells, its signatures judged. */
export interface Examined extends Omit<Examination, 'evidence'> {
  signatures: SignatureSummary[];
}

/**
 * Has the sandbox read a document and judges its signatures by what it holds: nothing is fetched at an upload. Throws
 * SandboxError.
 */
export async function examineDocument(context: Validating, document: ByteSource): Promise<Examined> {
  return context.engine.together(async (engine) => {
    const { evidence, ...examination } = await engine.examine(document);
    if (evidence === null) return { ...examination, signatures: [] };
    const { validation } = await validateEvidence({ ...context, engine }, evidence, { online: false });
    return { ...examination, signatures: summariesOf(validation) };
  });
}
