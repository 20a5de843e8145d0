import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isRoom } from '../policy/room.ts';
import { type Check, ok, problem, Unknowable, warning } from './face.ts';

/** Whether it answers, and is of this version. */
export const database: Check = {
  name: 'database',
  async look({ config, database: ask }) {
    if (config.DATABASE_URL === '' && !existsSync(join(config.dataFolder, 'websign.db')))
      return [
        problem(
          `${config.dataFolder} holds no database`,
          'Set WEBSIGN_DATA or DATABASE_URL to where the accounts are, or begin with ./websign account add.',
        ),
      ];
    const facts = await ask().catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    if (facts instanceof Error)
      return [
        problem(
          `the database does not answer: ${whyOf(facts)}`,
          config.DATABASE_URL === ''
            ? 'Look whether the file belongs to the user of the service, and whether its disk is well.'
            : 'Look whether PostgreSQL runs, whether this machine may reach it, and at name and password in DATABASE_URL.',
        ),
      ];
    const { version, pending, newer } = facts;
    if (pending > 0)
      return [
        warning(
          `${version}; ${pending} migrations of this version were not made`,
          'A server of this version makes them at its start; make a backup first.',
        ),
      ];
    if (newer > 0)
      return [
        warning(
          `${version}; ${newer} migrations are of a newer version than this one`,
          'Bring this machine up to the version of the others.',
        ),
      ];
    return [ok(`${version} answers, and is up to date`)];
  },
};

/** The driver's own words, without the password that no driver tells. */
function whyOf(error: Error): string {
  const { cause } = error;
  return cause instanceof Error && cause.message !== ''
    ? `${error.message}: ${cause.message}`
    : error.message;
}

const megabytes = (bytes: number): number => Math.floor(bytes / 1024 / 1024);

/** Bytes are written, read and deleted. */
export const blobs: Check = {
  name: 'documents',
  async look({ storage, config }) {
    const place =
      config.S3_BUCKET === '' ? `${join(config.dataFolder, 'blobs')}` : `bucket ${config.S3_BUCKET}`;
    const opened = await storage().catch((error: unknown) => {
      if (error instanceof Unknowable) throw error;
      return error instanceof Error ? error : new Error(String(error));
    });
    try {
      if (opened instanceof Error) throw opened;
      await opened.blobs.probe();
    } catch (error) {
      const act =
        config.S3_BUCKET === ''
          ? 'Look whether the folder belongs to the user of the service, and whether its disk is full.'
          : 'Look at S3_ENDPOINT, S3_REGION, the keys and the rights of the bucket: objects are put, got, listed and deleted.';
      return [
        problem(
          `${place} does not take bytes: ${error instanceof Error ? whyOf(error) : String(error)}`,
          act,
        ),
      ];
    }
    const spare = await opened.blobs.spare();
    if (spare !== undefined && !isRoom(spare))
      return [
        problem(
          `uploads are refused: ${megabytes(spare.free)} MB are free on the disk of ${place}, of ${megabytes(spare.floor)} that stay free`,
          'Enlarge the disk, or shorten KEEP_ORIGINAL_HOURS and KEEP_SIGNED_DAYS; DISK_FLOOR_MB says what stays free.',
        ),
      ];
    return [ok(`${place} takes bytes, gives them back and deletes them`)];
  },
};
