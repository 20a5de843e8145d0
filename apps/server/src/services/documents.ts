import type { Readable } from 'node:stream';
import { setImmediate as letOthers } from 'node:timers/promises';
import type { DocumentAnswer } from '@websign/contract';
import { isOver } from '../policy/retention.ts';
import type { StoredDocument } from '../storage/index.ts';
import type { Context, SignedIn } from './context.ts';
import { RequestError } from './errors.ts';
import { documentFacts, documentFindings } from './facts.ts';
import { copyOriginOf } from './origin.ts';

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
    standards: facts.standards,
    visibleKeepsStandards: facts.visibleKeepsStandards,
    raising: facts.raising.length > 0,
    origin: copyOriginOf(document),
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

/** All documents of an upload group, in the order of upload. They may be 16 MB to tell: others are served in between. */
export async function* group(
  { storage }: Context,
  { account }: SignedIn,
  groupId: string,
): AsyncGenerator<DocumentAnswer> {
  const documents = await storage.documents.group(account.id, groupId);
  if (documents.length === 0) throw new RequestError('not_found');
  for (const document of documents) {
    yield describe(document);
    await letOthers();
  }
}

export interface DocumentFile {
  name: string;
  size: number;
  checksum: string;
  signed: boolean;
  stream: Readable;
}

/** As it was uploaded, as it now stands, or as the version of that number was signed. */
export type Revision = 'original' | 'current' | number;

interface KeptBytes {
  sha256: string;
  size: number;
  /** When they leave, epoch milliseconds. */
  until: number;
}

/** One revision of the signer's own document. Throws RequestError `not_found`, or `expired` once it has left. */
export async function file(
  context: Context,
  signer: SignedIn,
  id: string,
  revision: Revision,
): Promise<DocumentFile> {
  const { storage, clock } = context;
  const document = await findDocument(context, signer, id);
  const { sha256, size, until } = await bytesOf(context, document, revision);
  if (isOver(until, clock())) throw new RequestError('expired');
  try {
    const { stream } = await storage.blobs.stream(sha256, { size, verify: true });
    return { name: document.name, size, checksum: sha256, signed: sha256 !== document.sha256, stream };
  } catch (error) {
    // Swept in this moment; bytes that are missing before their term ends are a failure of ours.
    throw isOver(until, clock()) ? new RequestError('expired', { cause: error }) : error;
  }
}

async function bytesOf(
  { storage }: Context,
  document: StoredDocument,
  revision: Revision,
): Promise<KeptBytes> {
  const { sha256, size, currentSha256, currentSize, expiresAt, originalExpiresAt } = document;
  if (revision === 'original') return { sha256, size, until: originalExpiresAt };
  if (revision === 'current') return { sha256: currentSha256, size: currentSize, until: expiresAt };
  const versions = await storage.signings.versions(document.accountId, document.id);
  const version = versions.find(({ number }) => number === revision);
  if (!version) throw new RequestError('not_found');
  return { sha256: version.sha256, size: version.size, until: expiresAt };
}
