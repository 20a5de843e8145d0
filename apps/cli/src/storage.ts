import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bucketOf } from '@websign/server/bucket';
import { readSettings, type Settings } from '@websign/server/config';
import { nameKey } from '@websign/server/files';
import { openStorage, type Storage, type StorageConfig } from '@websign/server/storage/index';
import { CliError } from './error.ts';

/**
 * Gives `work` the storage that the environment names. Only `account add` may begin a new one: any other
 * command on an empty folder has the wrong folder.
 */
export async function withStorage<T>(
  work: (storage: Storage, settings: Settings) => Promise<T>,
  options: { mayBegin?: boolean } = {},
): Promise<T> {
  const settings = readSettings(process.env);
  const dataFolder = resolve(settings.WEBSIGN_DATA);
  const empty = settings.DATABASE_URL === '' && !existsSync(join(dataFolder, 'websign.db'));
  if (empty && options.mayBegin !== true) {
    throw new CliError('failed', `${dataFolder} holds no WebSign data; set WEBSIGN_DATA or DATABASE_URL.`);
  }
  const storage = await openStorage(configuredStorage(settings));
  try {
    return await work(storage, settings);
  } finally {
    await storage.close();
  }
}

/** Where the environment says that everything lies. */
export function configuredStorage(settings: Settings = readSettings(process.env)): StorageConfig {
  const dataFolder = resolve(settings.WEBSIGN_DATA);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  return {
    dataFolder,
    ...(settings.DATABASE_URL === '' ? {} : { databaseUrl: settings.DATABASE_URL }),
    ...bucketOf(settings),
    nameKey: nameKey(settings.NAME_KEY_FILE, dataFolder, settings.DATABASE_URL),
  };
}
