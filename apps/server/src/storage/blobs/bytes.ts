import { createHash } from 'node:crypto';
import { StorageError } from '../errors.ts';
import type { BlobSource } from '../face/blobs.ts';

/** Bytes that are moved at once. */
export const pieceBytes = 256 * 1024;

const form = /^[0-9a-f]{64}$/u;

export const isSha256 = (text: string): boolean => form.test(text);

/** Throws StorageError `invalid` for any other name. */
export function requireSha256(text: string): void {
  if (!isSha256(text)) throw new StorageError('invalid', 'not a SHA-256 in lower-case hexadecimal');
}

export const missing = (sha256: string, cause?: unknown): StorageError =>
  new StorageError('missing', `no blob ${sha256}`, { cause });

export const corrupt = (sha256: string): StorageError =>
  new StorageError('corrupt', `blob ${sha256} is not what was stored`);

export async function* pieces(source: BlobSource): AsyncIterable<Uint8Array> {
  if (source instanceof Uint8Array) yield source;
  else yield* source;
}

/** The same bytes; throws StorageError `corrupt` after the last piece where their hash is another. */
export async function* verified(
  source: AsyncIterable<Uint8Array>,
  sha256: string,
): AsyncIterable<Uint8Array> {
  const hash = createHash('sha256');
  for await (const bytes of source) {
    hash.update(bytes);
    yield bytes;
  }
  if (hash.digest('hex') !== sha256) throw corrupt(sha256);
}
