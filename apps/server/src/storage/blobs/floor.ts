import { statfs } from 'node:fs/promises';
import { isRoom, type Spare } from '../../policy/room.ts';
import { StorageError } from '../errors.ts';
import { onDisk } from './errno.ts';

const gibibyte = 1024 ** 3;

/** Bytes of a file after which it is looked again: a write passes the floor by so much at most. */
const lookEvery = 1024 * 1024;

/** The room that a disk keeps for what must go on: signing what is there, and the database beside it. */
export class DiskFloor {
  readonly #folder: string;
  readonly #bytes: number | undefined;

  /** `bytes` left out: 1 GiB, of a small disk a twentieth. */
  constructor(folder: string, bytes: number | undefined) {
    this.#folder = folder;
    this.#bytes = bytes;
  }

  async spare(): Promise<Spare> {
    const { bavail, blocks, bsize } = await onDisk(statfs(this.#folder));
    const floor = this.#bytes ?? Math.min(gibibyte, Math.floor((blocks * bsize) / 20));
    return { free: bavail * bsize, floor };
  }

  /** Throws StorageError `full` where less is free. */
  async require(): Promise<void> {
    const spare = await this.spare();
    if (!isRoom(spare)) {
      throw new StorageError(
        'full',
        `${megabytes(spare.free)} MB are free on the disk, of ${megabytes(spare.floor)} that stay free`,
      );
    }
  }

  /** The same bytes, as long as enough is free: looked before the first of them and now and then. */
  async *guarded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    await this.require();
    let since = 0;
    for await (const chunk of bytes) {
      since += chunk.length;
      if (since >= lookEvery) {
        await this.require();
        since = 0;
      }
      yield chunk;
    }
  }
}

const megabytes = (bytes: number): number => Math.floor(bytes / 1024 / 1024);
