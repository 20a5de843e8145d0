import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { sync } from '../files.ts';
import { StorageError } from './errors.ts';
import type { Blobs } from './face/blobs.ts';
import { postgresTool } from './postgres-tools.ts';
import { BACKUP } from './restore.ts';

export interface BackupSource {
  readonly blobs: Blobs;
  /** Exactly one of the two. */
  readonly sqliteFile: string | undefined;
  readonly postgresUrl: string | undefined;
}

/** Tables of the moment: who signed out after a backup is not signed in again by restoring it. */
const MOMENTARY = ['sessions', 'codes', 'authorizations'] as const;

/**
 * A consistent copy while everything runs. Blobs are copied before and after the database, so every blob that
 * the copied rows name is there: what is older than the first pass was copied by it, what is younger is too
 * young to be deleted before the second.
 */
export async function backup(source: BackupSource, folder: string): Promise<{ blobs: number }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new StorageError('backup', 'the backup folder is not empty');
  const target = join(folder, BACKUP.blobs);
  let blobs = await source.blobs.copyTo(target);
  const database = join(folder, source.sqliteFile === undefined ? BACKUP.postgres : BACKUP.sqlite);
  // Both ways write into it as it is: in a folder that others may read, they read it never.
  await writeFile(database, '', { flag: 'wx', mode: 0o600 });
  if (source.sqliteFile !== undefined) await copySqlite(source.sqliteFile, database);
  if (source.postgresUrl !== undefined) await dump(source.postgresUrl, database);
  blobs += await source.blobs.copyTo(target);
  return { blobs };
}

/** In a thread of its own: `VACUUM INTO` is one long synchronous call. */
async function copySqlite(from: string, to: string): Promise<void> {
  const work = `
    const { workerData } = require('node:worker_threads');
    const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(workerData.from, { readOnly: true, timeout: 60000 });
    database.prepare('VACUUM INTO ?').run(workerData.to);
    database.close();`;
  try {
    // Rejects with what the thread threw.
    await once(new Worker(work, { eval: true, workerData: { from, to } }), 'exit');
  } catch (cause) {
    throw new StorageError('backup', 'the database could not be copied', { cause });
  }
  const copy = new DatabaseSync(to);
  const intact = copy.prepare('PRAGMA quick_check').get()?.quick_check === 'ok';
  copy.exec(['PRAGMA secure_delete = ON', ...MOMENTARY.map((table) => `DELETE FROM ${table}`)].join(';'));
  copy.close();
  await sync(to);
  if (!intact) throw new StorageError('backup', 'the copied database is damaged');
}

async function dump(url: string, to: string): Promise<void> {
  const without = MOMENTARY.map((table) => `--exclude-table-data=${table}`);
  await postgresTool('pg_dump', ['--format=custom', '--no-owner', ...without, `--file=${to}`], url);
  await sync(to);
}
