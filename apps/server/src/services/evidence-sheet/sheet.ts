import {
  type EvidenceSheet,
  type EvidenceVersion,
  keyActivation,
  keyProvider,
  type VerifiedSignature,
} from '@websign/contract';
import { z } from 'zod';
import { isOver } from '../../policy/retention.ts';
import { SandboxError } from '../../sandbox/error.ts';
import type { AuditRow, StoredDocument, Version } from '../../storage/index.ts';
import { blobSource } from '../blob-source.ts';
import type { Context, SignedIn } from '../context.ts';
import { findDocument } from '../documents.ts';
import { RequestError, storageCode } from '../errors.ts';
import { documentFindings, uploadedSignatures } from '../facts.ts';
import { copyOriginOf } from '../origin.ts';
import { fullName } from '../sign/wish.ts';
import { isoTime } from '../sign/zoned-time.ts';
import { validateDocument } from '../validation/validate.ts';
import { verificationAnswer } from '../verify/answer.ts';
import { composeSheet } from './compose.ts';
import { sealed } from './seal.ts';

/** Audit entries of one document; more says nothing more. */
const MOST_ENTRIES = 500;

const versionDetail = z.object({
  reason: z.string(),
  title: z.string(),
  visible: z.boolean(),
  certificateSha256: z.string().optional(),
  otpMethod: z.string().optional(),
  keyProvider: keyProvider.default('software'),
  activation: keyActivation.default('codes'),
});

/**
 * All that is known of how one of the signer's own documents came to be signed. It stays when the file has left.
 * Throws RequestError `not_found`, `not_signed`.
 */
export async function evidenceSheet(context: Context, signer: SignedIn, id: string): Promise<EvidenceSheet> {
  const document = await findDocument(context, signer, id);
  if (document.versions === 0) throw new RequestError('not_signed');
  const { storage, config, clock } = context;
  const iso = (epochMs: number) => isoTime(epochMs, config.TIME_ZONE);
  const { account } = signer;
  const versions = await storage.signings.versions(account.id, id);
  const audit = await storage.audit.of(id, MOST_ENTRIES);
  return {
    document: {
      id,
      name: document.name,
      uploadedAt: iso(document.createdAt),
      originalSize: document.size,
      originalChecksum: document.sha256,
      size: document.currentSize,
      checksum: document.currentSha256,
      origin: copyOriginOf(document),
    },
    signer: {
      name: fullName(account),
      username: account.username,
      subjectSerial: account.subjectSerial,
    },
    versions: versions.map((version) => versionOf(version, account.otpMethod, iso)),
    earlierSignatures: uploadedSignatures(document),
    signatures: await judged(context, document),
    findings: documentFindings.parse(document.findings),
    audit: audit.map((row) => entryOf(row, iso)),
    generatedAt: iso(clock()),
  };
}

/** The same for people and courts: a PDF in Greek and English under the service's seal. Throws `no_seal`, too. */
export async function evidencePdf(
  context: Context,
  signer: SignedIn,
  id: string,
): Promise<{ name: string; bytes: Uint8Array }> {
  const sheet = await evidenceSheet(context, signer, id);
  const text = composeSheet(sheet, { zone: context.config.TIME_ZONE, now: context.clock() });
  return { name: sheet.document.name, bytes: await sealed(context, await context.engine.report(text)) };
}

/** By what the document holds alone: a sheet says the same whether authorities answer today or not. */
async function judged(context: Context, document: StoredDocument): Promise<VerifiedSignature[] | null> {
  const { storage, clock, config } = context;
  if (isOver(document.expiresAt, clock())) return null;
  const { name, currentSha256: sha256, currentSize: size } = document;
  try {
    const outcome = await validateDocument(context, blobSource(storage.blobs, { sha256, size }), {
      online: false,
    });
    const files = [{ name, size, sha256, outcome }];
    const answer = verificationAnswer({ at: clock(), files }, config.TIME_ZONE);
    return answer.documents[0]?.signatures ?? null;
  } catch (error) {
    // A file that leaves while it is read is one that is no longer kept.
    const gone = error instanceof SandboxError && error.code === 'unreadable';
    if (gone && storageCode(error) === undefined) return null;
    throw error;
  }
}

function versionOf(version: Version, otpMethod: string, iso: (epochMs: number) => string): EvidenceVersion {
  const { certificateSha256, ...detail } = versionDetail.parse(version.detail);
  return {
    number: version.number,
    signedAt: iso(version.signedAt),
    level: version.level,
    checksum: version.sha256,
    size: version.size,
    baseChecksum: version.baseSha256,
    reason: detail.reason,
    title: detail.title,
    visible: detail.visible,
    otpMethod: detail.otpMethod ?? otpMethod,
    keyProvider: detail.keyProvider,
    activation: detail.activation,
    certificate: { serial: version.certificateSerial, sha256: certificateSha256 ?? null },
  };
}

const entryOf = (row: AuditRow, iso: (epochMs: number) => string): EvidenceSheet['audit'][number] => ({
  sequence: row.sequence,
  at: iso(row.at),
  kind: row.kind,
  previous: row.previous,
  hash: row.hash,
  account: row.accountId,
  detail: row.detail,
});
