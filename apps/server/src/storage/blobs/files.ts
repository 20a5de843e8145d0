import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sync } from '../../files.ts';
import type { Spare } from '../../policy/room.ts';
import type { BlobRef, BlobSource, Blobs, ReadCheck } from '../face/blobs.ts';
import { corrupt, isSha256, missing, pieceBytes, pieces, requireSha256, verified } from './bytes.ts';
import { copyBlobs, shards } from './copy.ts';
import { isErrno, onDisk, unavailable } from './errno.ts';
import { DiskFloor } from './floor.ts';
import { Ingest } from './ingest.ts';
import { putBack, sweepLeftovers, temporaryName } from './leftovers.ts';

/** Blobs as files of one file system: `ab/cdef…` for the hash `abcdef…`, `tmp/` for what is under way. */
export class FileBlobs implements Blobs {
  readonly #folder: string;
  readonly #floor: DiskFloor;
  /** Tells this run's temporary files from those of an earlier one with the same process id. */
  readonly #run = randomBytes(8).toString('hex');

  private constructor(folder: string, floorBytes: number | undefined) {
    this.#folder = folder;
    this.#floor = new DiskFloor(folder, floorBytes);
  }

  /** Makes the folders, durable, and sweeps what crashes left behind. `floorBytes` stay free of what is accepted. */
  static async open(folder: string, now = Date.now(), floorBytes?: number): Promise<FileBlobs> {
    const blobs = new FileBlobs(folder, floorBytes);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const there = new Set(await readdir(folder));
    for (const name of ['tmp', ...shards]) {
      if (!there.has(name)) await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
    }
    await sync(folder);
    await sweepLeftovers(join(folder, 'tmp'), blobs.#run, now, (sha256) => blobs.#path(sha256));
    return blobs;
  }

  put(source: BlobSource, limit = Number.MAX_SAFE_INTEGER): Promise<BlobRef> {
    return this.#store(limit, async (ingest) => {
      for await (const bytes of pieces(source)) await ingest.write(bytes);
    });
  }

  accept(source: BlobSource, limit?: number): Promise<BlobRef> {
    return this.put(this.#floor.guarded(pieces(source)), limit);
  }

  spare(): Promise<Spare> {
    return this.#floor.spare();
  }

  append(baseSha256: string, tail: BlobSource, limit = Number.MAX_SAFE_INTEGER): Promise<BlobRef> {
    return this.#store(limit, async (ingest) => {
      const { stream } = await this.stream(baseSha256);
      for await (const bytes of stream) await ingest.write(bytes);
      if (ingest.soFar().sha256 !== baseSha256) throw corrupt(baseSha256);
      for await (const bytes of pieces(tail)) await ingest.write(bytes);
    });
  }

  async read(sha256: string, expected: ReadCheck = {}): Promise<Uint8Array> {
    const handle = await this.#open(sha256);
    try {
      await checkedSize(handle, sha256, expected);
      const bytes = await handle.readFile();
      if (expected.verify && createHash('sha256').update(bytes).digest('hex') !== sha256)
        throw corrupt(sha256);
      return bytes;
    } finally {
      await handle.close();
    }
  }

  async stream(sha256: string, expected: ReadCheck = {}): Promise<{ stream: Readable; size: number }> {
    const handle = await this.#open(sha256);
    try {
      const size = await checkedSize(handle, sha256, expected);
      const file = handle.createReadStream({ highWaterMark: pieceBytes });
      if (!expected.verify) return { stream: file, size };
      const stream = Readable.from(verified(file, sha256), { objectMode: false });
      // Destroyed before its first byte was asked for, it never began to read and would leave the file open.
      stream.once('close', () => file.destroy());
      return { stream, size };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async size(sha256: string): Promise<number | undefined> {
    try {
      return (await stat(this.#path(sha256))).size;
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return undefined;
      throw unavailable(error);
    }
  }

  /** Takes the blob aside before it looks at its age: a `put` in the same moment stores a file of its own. */
  async delete(sha256: string, before: number): Promise<boolean> {
    const path = this.#path(sha256);
    const aside = this.#temporary(sha256);
    try {
      if ((await stat(path)).mtimeMs >= before) return false;
      await rename(path, aside);
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return false;
      throw unavailable(error);
    }
    const fresh = (await stat(aside)).mtimeMs >= before;
    if (fresh) await putBack(aside, path);
    await rm(aside);
    return !fresh;
  }

  async *list(): AsyncIterable<BlobRef> {
    for (const shard of shards) {
      for (const rest of await readdir(join(this.#folder, shard))) {
        const sha256 = shard + rest;
        const size = isSha256(sha256) ? await this.size(sha256) : undefined;
        if (size !== undefined) yield { sha256, size };
      }
    }
  }

  copyTo(folder: string): Promise<number> {
    return copyBlobs(this.#folder, folder);
  }

  async probe(): Promise<void> {
    const ingest = await Ingest.begin(this.#temporary(), 1);
    try {
      await ingest.write(Uint8Array.of(1));
    } finally {
      await ingest.abandon();
    }
  }

  async #store(limit: number, fill: (ingest: Ingest) => Promise<void>): Promise<BlobRef> {
    const ingest = await Ingest.begin(this.#temporary(), limit);
    try {
      await fill(ingest);
      const blob = await ingest.finish();
      const path = this.#path(blob.sha256);
      await onDisk(rename(ingest.path, path));
      await onDisk(sync(join(path, '..')));
      return blob;
    } catch (error) {
      await ingest.abandon();
      throw error;
    }
  }

  async #open(sha256: string): Promise<FileHandle> {
    try {
      return await open(this.#path(sha256), 'r');
    } catch (error) {
      if (isErrno(error, 'ENOENT')) throw missing(sha256, error);
      throw unavailable(error);
    }
  }

  #path(sha256: string): string {
    requireSha256(sha256);
    return join(this.#folder, sha256.slice(0, 2), sha256.slice(2));
  }

  #temporary(sha256?: string): string {
    return join(this.#folder, 'tmp', temporaryName(this.#run, randomBytes(8).toString('hex'), sha256));
  }
}

async function checkedSize(handle: FileHandle, sha256: string, { size }: ReadCheck): Promise<number> {
  const stored = (await handle.stat()).size;
  if (size !== undefined && size !== stored) throw corrupt(sha256);
  return stored;
}
