import type { Readable } from 'node:stream';
import type { DocumentAnswer, GroupAnswer } from '@websign/contract';
import type { StoredDocument } from '../storage/index.ts';
import type { Context, SignedIn } from './context.ts';
import { RequestError } from './errors.ts';
import { documentFacts, documentFindings } from './facts.ts';

/** A document as the API tells it. */
export function describe(document: StoredDocument): DocumentAnswer {
  const facts = documentFacts.parse(document.signatures);
  return {
    id: document.id,
    name: document.name,
    size: document.currentSize,
    checksum: document.currentSha256,
    originalChecksum: document.sha256,
    groupId: document.groupId,
    state: document.state,
    pages: document.pages,
    pageSizes: facts.pageSizes,
    findings: documentFindings.parse(document.findings),
    signatures: facts.signatures,
    emptyFields: facts.emptyFields,
    uploadedAt: new Date(document.createdAt).toISOString(),
    signedAt: document.signedAt === null ? null : new Date(document.signedAt).toISOString(),
    keptUntil: new Date(document.expiresAt).toISOString(),
    originalKeptUntil: new Date(document.originalExpiresAt).toISOString(),
  };
}

/** The signer's own document; another's is not found (UP-4). */
export async function findDocument(
  { storage }: Context,
  { account }: SignedIn,
  id: string,
): Promise<StoredDocument> {
  const document = await storage.documents.find(account.id, id);
  if (!document) throw new RequestError('not_found');
  return document;
}

/** All documents of an upload group, in the order of upload. */
export async function group(
  { storage }: Context,
  { account }: SignedIn,
  groupId: string,
): Promise<GroupAnswer> {
  const documents = await storage.documents.group(account.id, groupId);
  if (documents.length === 0) throw new RequestError('not_found');
  return { groupId, documents: documents.map(describe) };
}

export interface DocumentFile {
  name: string;
  size: number;
  checksum: string;
  signed: boolean;
  stream: Readable;
}

/** The document as it now stands, or as it was uploaded; `expired` once its bytes are no longer kept. */
export async function file(
  context: Context,
  signer: SignedIn,
  id: string,
  revision: 'current' | 'original',
): Promise<DocumentFile> {
  const document = await findDocument(context, signer, id);
  if (document.state === 'expired') throw new RequestError('expired');
  const checksum = revision === 'original' ? document.sha256 : document.currentSha256;
  const { stream, size } = await context.storage.blobs.stream(checksum, { verify: true });
  const signed = checksum !== document.sha256;
  return { name: document.name, size, checksum, signed, stream };
}
