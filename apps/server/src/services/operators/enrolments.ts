import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SealedColumns } from '@websign/providers';
import { z } from 'zod';
import { fold } from '../../storage/index.ts';
import { OperatorError } from './error.ts';

/** A key that was made and waits for its certificate. All of it is sealed but the names. */
export interface Enrolment {
  id: string;
  username: string;
  email: string;
  phone?: string | undefined;
  sealed: SealedColumns;
}

const enrolment = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  phone: z.string().optional(),
  sealed: z.object({ verifier: z.string(), key: z.string(), totp: z.string() }),
});

/** Keys that wait for their certificates, in the data folder of the machine that made them. */
export interface Enrolments {
  /** False where one of that name waits already. */
  keep(waiting: Enrolment): Promise<boolean>;
  find(username: string): Promise<Enrolment | undefined>;
  all(): AsyncIterable<Enrolment>;
  /** Replaces one that waits still. */
  replace(waiting: Enrolment): Promise<void>;
  drop(username: string): Promise<void>;
  /** Where it is, for sentences. */
  fileOf(username: string): string;
}

export function enrolmentsIn(dataFolder: string): Enrolments {
  const folder = join(dataFolder, 'enrolments');
  /** Names are people's: their hash is a safe file name. */
  const fileOf = (username: string) =>
    join(folder, `${createHash('sha256').update(fold(username)).digest('hex')}.json`);
  return {
    fileOf,
    async keep(waiting) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await write(fileOf(waiting.username), waiting);
        return true;
      } catch (error) {
        if (!isCode(error, 'EEXIST')) throw error;
        return false;
      }
    },
    find: (username) => read(fileOf(username)),
    async *all() {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isCode(error, 'ENOENT')) return [];
        throw error;
      });
      for (const name of names.filter((entry) => /^[0-9a-f]{64}\.json$/.test(entry)).sort()) {
        const waiting = await read(join(folder, name));
        if (waiting !== undefined) yield waiting;
      }
    },
    async replace(waiting) {
      const file = fileOf(waiting.username);
      const beside = `${file}.${randomBytes(6).toString('hex')}`;
      await write(beside, waiting);
      if ((await read(file))?.id === waiting.id) await rename(beside, file);
      else await rm(beside);
    },
    drop: (username) => rm(fileOf(username)),
  };
}

async function write(file: string, waiting: Enrolment): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(JSON.stringify(waiting));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function read(file: string): Promise<Enrolment | undefined> {
  try {
    return enrolment.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    if (isCode(cause, 'ENOENT')) return undefined;
    throw new OperatorError('internal', `${file} is damaged.`, { cause });
  }
}

export const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
