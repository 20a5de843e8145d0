import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError } from './config.ts';
import { operatorsPolicy, PolicyError } from './policy/admission/operator.ts';
import { type Policy, standardPolicy } from './policy/admission/table.ts';

const nameKeyBytes = 32;

/** A configured file; a sentence that names the setting where it cannot be read. */
export function readConfigured(setting: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new ConfigError(`${setting} names ${path}, which cannot be read.`, { cause });
  }
}

/** DER certificates of a PEM file. */
export function readCertificates(setting: string, path: string): Uint8Array[] {
  const text = readConfigured(setting, path).toString('latin1');
  const blocks = [...text.matchAll(/-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/g)];
  if (blocks.length === 0) throw new ConfigError(`${setting} names ${path}, which holds no PEM certificate.`);
  return blocks.map(([, base64 = '']) => new Uint8Array(Buffer.from(base64, 'base64')));
}

/**
 * The lockout's key: configured, or made once in the data folder, whole or not at all. With a database that servers
 * share (`databaseUrl`) each would make its own, and count for itself: there it must be configured.
 */
export function nameKey(configured: string, dataFolder: string, databaseUrl = ''): Uint8Array {
  if (configured === '' && databaseUrl !== '') {
    throw new ConfigError(
      'Set NAME_KEY_FILE: with DATABASE_URL, the file with at least 32 random bytes that is the same for all servers of that database.',
    );
  }
  const path = configured === '' ? join(dataFolder, 'name.key') : configured;
  if (configured === '') makeKey(path);
  const key = readConfigured('NAME_KEY_FILE', path);
  if (key.length < nameKeyBytes) throw new ConfigError(`NAME_KEY_FILE names ${path}, which is too short.`);
  return new Uint8Array(key);
}

/** The admission policy, with the operator's changes where a file of them is configured. */
export function admissionPolicy(configured: string): Policy {
  if (configured === '') return standardPolicy;
  const setting = 'ADMISSION_POLICY_FILE';
  const text = readConfigured(setting, configured).toString('utf8');
  try {
    return operatorsPolicy(text);
  } catch (cause) {
    if (!(cause instanceof PolicyError)) throw cause;
    throw new ConfigError(`${setting} names ${configured}, which ${cause.message}.`, { cause });
  }
}

/** A file is on the disk when this resolves. A new name outlives a power cut only when its folder is synced too. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function makeKey(path: string): void {
  const temporary = join(dirname(path), `.name.key.${process.pid}.${randomBytes(4).toString('hex')}`);
  writeFileSync(temporary, randomBytes(nameKeyBytes), { mode: 0o600, flush: true });
  try {
    linkSync(temporary, path);
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!exists) throw error;
  } finally {
    rmSync(temporary);
  }
}
