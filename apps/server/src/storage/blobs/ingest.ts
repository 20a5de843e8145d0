import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { StorageError } from '../errors.ts';
import type { BlobRef } from '../face/blobs.ts';
import { onDisk } from './errno.ts';

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

  /** Throws StorageError `too_large` before a byte past the limit is written. */
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
