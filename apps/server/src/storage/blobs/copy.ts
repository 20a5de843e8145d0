import { constants, copyFile, link, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sync } from '../../files.ts';
import { isErrno } from './errno.ts';

/** The folders in which blobs lie, by the first two digits of their hash. */
export const shards = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));

/**
 * Gives a second folder every blob it lacks, in the same layout; answers how many came. Blobs never change, so a
 * hard link is a copy; across file systems the bytes are copied and synced.
 */
export async function copyBlobs(from: string, to: string): Promise<number> {
  let copied = 0;
  for (const shard of shards) {
    const target = join(to, shard);
    await mkdir(target, { recursive: true, mode: 0o700 });
    const there = new Set(await readdir(target));
    for (const name of await readdir(join(from, shard))) {
      if (!there.has(name) && (await copyBlob(join(from, shard, name), join(target, name)))) copied += 1;
    }
    await sync(target);
  }
  return copied;
}

/** False when retention deleted it just now. */
async function copyBlob(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false;
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].some((code) => isErrno(error, code))) throw error;
  }
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await sync(to);
  return true;
}
