import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { StorageError } from '../errors.ts';
import type { BlobRef } from '../face/blobs.ts';
import { pieceBytes } from './bytes.ts';
import { onDisk } from './errno.ts';
import { openUnnamed } from './unnamed.ts';

/** Bytes on their way into a temporary file: counted, hashed and written in one pass. */
export class Ingest {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #limit: number;
  readonly #hash = createHash('sha256');
  #size = 0;

  private constructor(path: string, handle: FileHandle, limit: number) {
    this.path = path;
    this.#handle = handle;
    this.#limit = limit;
  }

  static async begin(path: string, limit: number): Promise<Ingest> {
    return new Ingest(path, await onDisk(open(path, 'wx', 0o600)), limit);
  }

  /** One without a name, to be read back: after {@link abandon}, or a crash, nothing is left of it. */
  static async spool(folder: string, limit: number): Promise<Ingest> {
    const { path, handle } = await onDisk(openUnnamed(folder));
    return new Ingest(path, handle, limit);
  }

  /** Throws StorageError `too_large` before a byte past the limit is written, `full` where there is no room. */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.#size + bytes.length > this.#limit) {
      throw new StorageError('too_large', `more than ${this.#limit} bytes`);
    }
    this.#size += bytes.length;
    this.#hash.update(bytes);
    await onDisk(writeAll(this.#handle, bytes));
  }

  /** What has come so far; more may follow. */
  soFar(): BlobRef {
    return { sha256: this.#hash.copy().digest('hex'), size: this.#size };
  }

  /** What has come so far, from its beginning, as often as it is asked for; of a spool. */
  async *pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < this.#size; ) {
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, this.#size - at));
      const { bytesRead } = await onDisk(this.#handle.read(piece, 0, piece.length, at));
      if (bytesRead === 0) throw new StorageError('unavailable', 'a spool is shorter than what was written');
      yield piece.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  /** Durable under its temporary name when it resolves. */
  async finish(): Promise<BlobRef> {
    await onDisk(this.#handle.sync());
    await this.#handle.close();
    return { sha256: this.#hash.digest('hex'), size: this.#size };
  }

  async abandon(): Promise<void> {
    await this.#handle.close();
    await rm(this.path, { force: true });
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done);
    done += bytesWritten;
  }
}
