import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { SealedColumns } from '@websign/providers';
import type { Settings } from '@websign/server/config';
import { fold } from '@websign/server/storage/index';
import { z } from 'zod';
import { CliError } from '../../error.ts';

/** A key that was made and waits for its certificate. All of it is sealed but the names. */
export interface Enrolment {
  id: string;
  username: string;
  email: string;
  sealed: SealedColumns;
}

const enrolment = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  sealed: z.object({ verifier: z.string(), key: z.string(), totp: z.string() }),
});

const folder = ({ WEBSIGN_DATA }: Settings) => join(resolve(WEBSIGN_DATA), 'enrolments');
/** Names are people's: their hash is a safe file name. */
const fileOf = (settings: Settings, username: string) =>
  join(folder(settings), `${createHash('sha256').update(fold(username)).digest('hex')}.json`);

/** Keeps it; refuses where one of that name waits already. */
export async function keepEnrolment(settings: Settings, waiting: Enrolment): Promise<void> {
  await mkdir(folder(settings), { recursive: true, mode: 0o700 });
  const file = fileOf(settings, waiting.username);
  try {
    await writeFile(file, JSON.stringify(waiting), { mode: 0o600, flag: 'wx', flush: true });
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
    const sentence = `A key of ${waiting.username} waits for its certificate already; remove ${file} to give it up.`;
    throw new CliError('failed', sentence, { cause });
  }
}

export async function readEnrolment(settings: Settings, username: string): Promise<Enrolment> {
  let text: string;
  try {
    text = await readFile(fileOf(settings, username), 'utf8');
  } catch (cause) {
    const sentence = `No key of ${username} waits for a certificate; account add ${username} --request FILE makes one.`;
    throw new CliError('failed', sentence, { cause });
  }
  return enrolment.parse(JSON.parse(text));
}

export const dropEnrolment = (settings: Settings, username: string): Promise<void> =>
  rm(fileOf(settings, username));
