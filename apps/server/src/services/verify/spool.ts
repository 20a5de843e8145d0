import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { ByteSource } from '../../sandbox/frame.ts';
import { openUnnamed } from '../../storage/index.ts';

/** A file within a spool. */
export interface Spooled {
  size: number;
  /** Lower-case hex. */
  sha256: string;
  source: ByteSource;
}

/** Bytes of one request on disk, without a name: with its handle all of it is gone, even after a crash. */
export interface Spool {
  /** Takes a file to its end; rejects with what `bytes` throws. */
  take(bytes: AsyncIterable<Uint8Array>): Promise<Spooled>;
  close(): Promise<void>;
}

const pieceBytes = 256 * 1024;

/** Opens a spool in a folder in which nobody else may read. */
export async function openSpool(folder: string): Promise<Spool> {
  const { handle } = await openUnnamed(folder);
  let end = 0;
  return {
    async take(bytes) {
      const start = end;
      const hash = createHash('sha256');
      for await (const chunk of bytes) {
        hash.update(chunk);
        await writeWhole(handle, chunk, end);
        end += chunk.length;
      }
      const size = end - start;
      return { size, sha256: hash.digest('hex'), source: sourceOf(handle, start, size) };
    },
    close: () => handle.close(),
  };
}

/** A write may take less than it was given. */
async function writeWhole(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < chunk.length) {
    const { bytesWritten } = await handle.write(chunk, written, chunk.length - written, position + written);
    written += bytesWritten;
  }
}

const sourceOf = (handle: FileHandle, start: number, length: number): ByteSource => ({
  length,
  async *read() {
    for (let at = 0; at < length; ) {
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, length - at));
      const { bytesRead } = await handle.read(piece, 0, piece.length, start + at);
      if (bytesRead === 0) return;
      yield piece.subarray(0, bytesRead);
      at += bytesRead;
    }
  },
});
