import type { FindingsReport } from '@websign/contract';
import type { Context, SignedIn } from '../context.ts';
import { findDocument } from '../documents.ts';
import { documentFindings, uploadedSignatures } from '../facts.ts';
import { isoTime } from '../sign/zoned-time.ts';
import { storedRefusal } from '../stored-refusal.ts';
import { composeReport } from './compose.ts';
import { kindWords } from './words.ts';

/**
 * What the check found in one of the signer's own uploads, refused ones too. It stays when the file has left: the
 * history keeps what was found. Throws RequestError `not_found`.
 */
export async function findingsReport(
  context: Context,
  signer: SignedIn,
  id: string,
): Promise<FindingsReport> {
  const document = await findDocument(context, signer, id);
  const findings = documentFindings.parse(document.findings);
  const code = storedRefusal.parse(document.refusal)?.code ?? null;
  const zone = context.config.TIME_ZONE;
  const kinds = [...new Set(findings.map(({ kind }) => kind))];
  return {
    document: {
      id: document.id,
      name: document.name,
      size: document.size,
      checksum: document.sha256,
      pages: document.pages,
      uploadedAt: isoTime(document.createdAt, zone),
    },
    verdict:
      code !== null ? 'refuse' : findings.some(({ verdict }) => verdict === 'warn') ? 'warn' : 'accept',
    code,
    findings,
    signatures: uploadedSignatures(document),
    words: Object.fromEntries(kinds.map((kind) => [kind, kindWords(kind)])),
    generatedAt: isoTime(context.clock(), zone),
  };
}

export interface FindingsPdf {
  /** Of the document. */
  name: string;
  bytes: Uint8Array;
}

/** The same for people: a PDF in Greek and English. Throws RequestError `not_found`, SandboxError. */
export async function findingsPdf(context: Context, signer: SignedIn, id: string): Promise<FindingsPdf> {
  const report = await findingsReport(context, signer, id);
  const text = composeReport(report, { zone: context.config.TIME_ZONE, now: context.clock() });
  return { name: report.document.name, bytes: await context.engine.report(text) };
}
