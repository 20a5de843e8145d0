import type { Readable } from 'node:stream';
import type { Spare } from '../../policy/room.ts';

export interface BlobRef {
  /** Hexadecimal, lower case. */
  readonly sha256: string;
  readonly size: number;
}

export type BlobSource = Uint8Array | AsyncIterable<Uint8Array>;

export interface ReadCheck {
  /** The length that the caller's row names. */
  readonly size?: number;
  /** Hash what is read. */
  readonly verify?: boolean;
}

/** Immutable bytes by their SHA-256. A blob is whole or absent, whatever happens. */
export interface Blobs {
  /**
   * Counts, hashes and stores in one pass; durable when it resolves.
   * Throws StorageError `too_large` at the first byte past `limit`; nothing stays of it, nor when the source
   * throws. A source that is left early is told so (`return`); pass `stream.iterator({ destroyOnReturn: false })`
   * to drain it oneself.
   */
  put(source: BlobSource, limit?: number): Promise<BlobRef>;
  /** The same for what may be refused: throws StorageError `full` where less than the disk's floor would stay free. */
  accept(source: BlobSource, limit?: number): Promise<BlobRef>;
  /** Undefined where there is no disk of ours: of a bucket. */
  spare(): Promise<Spare | undefined>;
  /** The base blob followed by `tail` as a new blob; the base is checked on the way and never held in memory. */
  append(baseSha256: string, tail: BlobSource, limit?: number): Promise<BlobRef>;
  /** Throws StorageError `missing`, or `corrupt` when the length or the hash is not what was asked for. */
  read(sha256: string, expected?: ReadCheck): Promise<Uint8Array>;
  /** The same in pieces; a wrong length throws at once, a wrong hash at once or after the last piece. */
  stream(sha256: string, expected?: ReadCheck): Promise<{ stream: Readable; size: number }>;
  /** Its size, or undefined. */
  size(sha256: string): Promise<number | undefined>;
  /** Deletes unless stored again since `before` (epoch milliseconds); true when it went. */
  delete(sha256: string, before: number): Promise<boolean>;
  /** Every stored blob, in no order. */
  list(): AsyncIterable<BlobRef>;
  /** Copies what the target does not hold yet into the layout of the file store; hard links where it can. */
  copyTo(folder: string): Promise<number>;
  /** Writes, reads and deletes a probe; throws what went wrong. */
  probe(): Promise<void>;
}
