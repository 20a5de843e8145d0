import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sync } from '../../files.ts';
import { StorageError } from '../errors.ts';
import type { Blobs } from '../face/blobs.ts';
import { shards } from './copy.ts';
import { onDisk } from './errno.ts';
import { Ingest } from './ingest.ts';

/** Blobs that come down at once. */
const atOnce = 8;

/** Gives a folder, laid out as the file store's, every blob that it lacks; answers how many came. */
export async function copyDown(from: Pick<Blobs, 'list' | 'stream'>, to: string): Promise<number> {
  const there = new Set<string>();
  for (const shard of shards) {
    await mkdir(join(to, shard), { recursive: true, mode: 0o700 });
    for (const name of await readdir(join(to, shard))) there.add(shard + name);
  }
  let copied = 0;
  const list = from.list()[Symbol.asyncIterator]();
  const copySome = async () => {
    for (let next = await list.next(); !next.done; next = await list.next()) {
      if (!there.has(next.value.sha256) && (await copyOne(from, next.value.sha256, to))) copied += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, copySome));
  for (const shard of shards) await sync(join(to, shard));
  return copied;
}

/** False when retention deleted it just now. */
async function copyOne(from: Pick<Blobs, 'stream'>, sha256: string, to: string): Promise<boolean> {
  const path = join(to, sha256.slice(0, 2), sha256.slice(2));
  const ingest = await Ingest.begin(join(to, `.${sha256}`), Number.MAX_SAFE_INTEGER);
  try {
    const { stream } = await from.stream(sha256, { verify: true });
    for await (const bytes of stream) await ingest.write(bytes);
    await ingest.finish();
    await onDisk(rename(ingest.path, path));
    return true;
  } catch (error) {
    await ingest.abandon();
    if (error instanceof StorageError && error.code === 'missing') return false;
    throw error;
  }
}
