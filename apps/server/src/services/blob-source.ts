import type { ByteSource } from '../sandbox/frame.ts';
import type { Blobs } from '../storage/index.ts';

/** A blob for the sandbox, read from disk only while it is sent. */
export const blobSource = (blobs: Blobs, { sha256, size }: { sha256: string; size: number }): ByteSource => ({
  length: size,
  async *read() {
    const { stream } = await blobs.stream(sha256);
    yield* stream as AsyncIterable<Uint8Array>;
  },
});
