import type { Readable } from 'node:stream';
import type { Context, SignedIn } from './context.ts';
import { RequestError } from './errors.ts';

/** A signed document as it stands. */
export interface SignedFile {
  /** Of the upload. */
  name: string;
  size: number;
  /** Epoch milliseconds. */
  signedAt: number;
  /** Reads it; the stream fails at its end when the bytes are not those that were signed. */
  open(): Promise<Readable>;
}

/**
 * All signed documents of an upload group, in the order of upload. Throws RequestError `not_found`; `not_signed` when
 * none was ever signed; `expired` when all that were are no longer kept.
 */
export async function signedFiles(
  { storage }: Context,
  { account }: SignedIn,
  groupId: string,
): Promise<SignedFile[]> {
  const documents = await storage.documents.group(account.id, groupId);
  if (documents.length === 0) throw new RequestError('not_found');
  const signed = documents.flatMap((document) =>
    document.signedAt === null ? [] : [{ ...document, signedAt: document.signedAt }],
  );
  if (signed.length === 0) throw new RequestError('not_signed');
  const kept = signed.filter(({ state }) => state !== 'expired');
  if (kept.length === 0) throw new RequestError('expired');
  return kept.map(({ name, currentSize: size, currentSha256, signedAt }) => ({
    ...{ name, size, signedAt },
    open: async () => (await storage.blobs.stream(currentSha256, { size, verify: true })).stream,
  }));
}
