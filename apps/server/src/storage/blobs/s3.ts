import { Readable } from 'node:stream';
import { StorageError } from '../errors.ts';
import type { BlobRef, BlobSource, Blobs, ReadCheck } from '../face/blobs.ts';
import { corrupt, missing, pieces, requireSha256 } from './bytes.ts';
import { Ingest } from './ingest.ts';
import { S3Client } from './s3-client.ts';
import { copyDown } from './s3-copy.ts';
import { type Copy, S3Keys } from './s3-keys.ts';
import type { S3Options } from './s3-options.ts';

/** A probe this old is one that a crash left behind. */
const oldProbeMs = 60 * 60 * 1000;
/** A copy may be replaced by a newer one between its listing and its reading, each time anew. */
const readingRounds = 5;

/** Epoch milliseconds; `Date.now` where left out. */
export interface S3Clocks {
  /** Dates what is stored, for all replicas alike. */
  readonly now?: () => number;
  /** This machine's own, which requests are signed with. */
  readonly wall?: () => number;
}

/**
 * Blobs as objects of one bucket (ADR 24). What comes lies in a file without a name until its hash is known, and what
 * goes out until it is whole: no slow reader holds a connection to the bucket.
 */
export class S3Blobs implements Blobs {
  readonly #client: S3Client;
  readonly #keys: S3Keys;
  readonly #spools: string;
  readonly #now: () => number;

  private constructor(options: S3Options, spools: string, { now = Date.now, wall = Date.now }: S3Clocks) {
    this.#client = new S3Client(options, wall);
    this.#keys = new S3Keys(options.prefix ?? '');
    this.#spools = spools;
    this.#now = now;
  }

  /**
   * `spools` is a folder in which nobody else may read. Tries the bucket, and sweeps the probes that crashes left behind.
   * Throws StorageError `unavailable` with a sentence that names the setting to look at.
   */
  static async open(options: S3Options, spools: string, clocks: S3Clocks = {}): Promise<S3Blobs> {
    const blobs = new S3Blobs(options, spools, clocks);
    try {
      await blobs.probe();
      await blobs.#sweepProbes();
    } catch (error) {
      await blobs.close();
      throw error;
    }
    return blobs;
  }

  put(source: BlobSource, limit = Number.MAX_SAFE_INTEGER): Promise<BlobRef> {
    return this.#store(Ingest.spool(this.#spools, limit), source);
  }

  /** A bucket has no floor. */
  accept(source: BlobSource, limit?: number): Promise<BlobRef> {
    return this.put(source, limit);
  }

  async spare(): Promise<undefined> {
    return undefined;
  }

  append(baseSha256: string, tail: BlobSource, limit = Number.MAX_SAFE_INTEGER): Promise<BlobRef> {
    return this.#store(this.#fetch(baseSha256, { verify: true }, limit), tail);
  }

  async read(sha256: string, expected: ReadCheck = {}): Promise<Uint8Array> {
    const spool = await this.#fetch(sha256, expected);
    try {
      const chunks: Uint8Array[] = [];
      for await (const piece of spool.pieces()) chunks.push(piece);
      return Buffer.concat(chunks);
    } finally {
      await spool.abandon();
    }
  }

  async stream(sha256: string, expected: ReadCheck = {}): Promise<{ stream: Readable; size: number }> {
    const spool = await this.#fetch(sha256, expected);
    const stream = Readable.from(spool.pieces(), { objectMode: false });
    stream.once('close', () => {
      spool.abandon().catch((error: unknown) => process.emitWarning(String(error)));
    });
    return { stream, size: spool.soFar().size };
  }

  async size(sha256: string): Promise<number | undefined> {
    return (await this.#copies(sha256)).at(-1)?.size;
  }

  async delete(sha256: string, before: number): Promise<boolean> {
    const copies = await this.#copies(sha256);
    const old = copies.filter(({ storedAt }) => storedAt < before);
    for (const { key } of old) await this.#client.delete(key);
    return old.length > 0 && old.length === copies.length;
  }

  async *list(): AsyncIterable<BlobRef> {
    let last: Copy | undefined;
    for await (const object of this.#client.list(this.#keys.under())) {
      const copy = this.#keys.copyOf(object);
      if (!copy) continue;
      if (last && last.sha256 !== copy.sha256) yield { sha256: last.sha256, size: last.size };
      last = copy;
    }
    if (last) yield { sha256: last.sha256, size: last.size };
  }

  copyTo(folder: string): Promise<number> {
    return copyDown(this, folder);
  }

  async probe(): Promise<void> {
    const key = this.#keys.probe(this.#now());
    const spool = await Ingest.spool(this.#spools, 1);
    try {
      await spool.write(Uint8Array.of(1));
      await this.#client.put(key, spool.soFar(), () => spool.pieces());
      const back = await this.#client.get(key, 1, async (bytes) => {
        const chunks: Uint8Array[] = [];
        for await (const chunk of bytes) chunks.push(chunk);
        return Buffer.concat(chunks).equals(Uint8Array.of(1));
      });
      if (back !== true) throw new StorageError('unavailable', 'S3: what was just stored is not there');
      await this.#client.delete(key);
    } finally {
      await spool.abandon();
    }
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  /** What was read before, then the source, in a spool; then under a key of its own. */
  async #store(begun: Promise<Ingest>, source: BlobSource): Promise<BlobRef> {
    const spool = await begun;
    try {
      for await (const bytes of pieces(source)) await spool.write(bytes);
      const blob = spool.soFar();
      const key = this.#keys.copy(blob.sha256, this.#now());
      await this.#client.put(key, blob, () => spool.pieces());
      await this.#leaveNewest(blob.sha256);
      return blob;
    } finally {
      await spool.abandon();
    }
  }

  /**
   * Of several copies the newest is enough: it is whole, and younger than all others. Where the bucket does not answer
   * they stay, and go with the blob: it is stored, and that is what was asked.
   */
  async #leaveNewest(sha256: string): Promise<void> {
    try {
      const older = (await this.#copies(sha256)).slice(0, -1);
      for (const { key } of older) await this.#client.delete(key);
    } catch (error) {
      if (!(error instanceof StorageError && error.code === 'unavailable')) throw error;
    }
  }

  /** In the order of their storing. */
  async #copies(sha256: string): Promise<Copy[]> {
    requireSha256(sha256);
    const copies: Copy[] = [];
    for await (const object of this.#client.list(this.#keys.under(sha256))) {
      const copy = this.#keys.copyOf(object);
      if (copy) copies.push(copy);
    }
    return copies;
  }

  /** The blob in a spool that takes `limit` bytes. */
  async #fetch(sha256: string, expected: ReadCheck, limit = Number.MAX_SAFE_INTEGER): Promise<Ingest> {
    for (let round = 1; round <= readingRounds; round++) {
      const copy = (await this.#copies(sha256)).at(-1);
      if (!copy) break;
      if (expected.size !== undefined && expected.size !== copy.size) throw corrupt(sha256);
      const spool = await this.#client.get(copy.key, copy.size, (bytes) => this.#spooled(bytes, copy, limit));
      if (!spool) continue;
      if (expected.verify && spool.soFar().sha256 !== sha256) {
        await spool.abandon();
        throw corrupt(sha256);
      }
      return spool;
    }
    throw missing(sha256);
  }

  async #spooled(bytes: AsyncIterable<Uint8Array>, { size }: Copy, limit: number): Promise<Ingest> {
    const spool = await Ingest.spool(this.#spools, limit);
    try {
      for await (const piece of bytes) await spool.write(piece);
      if (spool.soFar().size !== size) throw new StorageError('unavailable', 'S3: an object came in part');
      return spool;
    } catch (error) {
      await spool.abandon();
      throw error;
    }
  }

  async #sweepProbes(): Promise<void> {
    const before = this.#now() - oldProbeMs;
    for await (const { key } of this.#client.list(this.#keys.probes)) {
      const at = this.#keys.probedAt(key);
      if (at !== undefined && at < before) await this.#client.delete(key);
    }
  }
}
