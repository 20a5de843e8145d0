import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sync } from '../files.ts';
import { FileBlobs } from './blobs/files.ts';
import { openBlobs } from './blobs/open.ts';
import { StorageError } from './errors.ts';
import type { StorageConfig } from './index.ts';
import { databaseName, postgresTool } from './postgres-tools.ts';

/** Names in a backup's folder. */
export const BACKUP = { sqlite: 'websign.db', postgres: 'websign.pgdump', blobs: 'blobs' } as const;

/**
 * Puts a backup's documents and then its database where `config` says; answers how many documents. The bytes come
 * first, each checked by its name, so that a restoring which was cut off is begun anew; the database is all there or
 * not at all. Throws StorageError `backup` where there is a database already, or the backup is of the other kind.
 */
export async function restore(config: StorageConfig, folder: string): Promise<{ blobs: number }> {
  const { dataFolder, databaseUrl } = config;
  const wanted = databaseUrl === undefined ? BACKUP.sqlite : BACKUP.postgres;
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new StorageError('backup', 'the backup cannot be read', { cause });
  });
  if (!names.includes(wanted) || !names.includes(BACKUP.blobs))
    throw new StorageError('backup', `the backup holds no ${wanted} with ${BACKUP.blobs}`);
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  if (databaseUrl === undefined && (await readdir(dataFolder)).includes(BACKUP.sqlite))
    throw new StorageError('backup', 'there is a database already: restore into an empty place');
  const blobs = await putBack(config, join(folder, BACKUP.blobs));
  if (databaseUrl === undefined) await putSqliteBack(join(folder, wanted), join(dataFolder, wanted));
  else await putPostgresBack(databaseUrl, join(folder, wanted));
  return { blobs };
}

async function putBack(config: StorageConfig, folder: string): Promise<number> {
  const source = await FileBlobs.open(folder);
  const target = await openBlobs(config, config.clock ?? Date.now);
  try {
    let count = 0;
    for await (const { sha256, size } of source.list()) {
      const there = await target.blobs.size(sha256);
      if (there !== size) {
        const { stream } = await source.stream(sha256, { size });
        const stored = await target.blobs.put(stream);
        if (stored.sha256 !== sha256)
          throw new StorageError('corrupt', `${sha256} in the backup is not what its name says`);
      }
      count += 1;
    }
    return count;
  } finally {
    await target.close();
  }
}

async function putSqliteBack(from: string, to: string): Promise<void> {
  // Whatever its mode in the backup was, and whoever may read the folder; there under its name only when it is whole.
  const beside = `${to}.new`;
  await rm(beside, { force: true });
  await pipeline(
    createReadStream(from),
    createWriteStream(beside, { flags: 'wx', mode: 0o600, flush: true }),
  );
  await rename(beside, to);
  await sync(dirname(to));
}

/** In one transaction; tables that are there already end it. */
const putPostgresBack = (url: string, dump: string): Promise<void> =>
  postgresTool(
    'pg_restore',
    [
      '--single-transaction',
      '--exit-on-error',
      '--no-owner',
      '--no-privileges',
      `--dbname=${databaseName(url)}`,
      dump,
    ],
    url,
  );
