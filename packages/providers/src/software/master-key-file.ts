import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { ProviderError } from '../errors.ts';
import { readKeys } from './master-key.ts';

const KEY = 32;

/** The versions that a master key file holds, ascending. Throws ProviderError `unavailable`. */
export const masterKeyVersions = (file: string): number[] =>
  [...readKeys({ file }).keys()].sort((a, b) => a - b);

/**
 * Adds the next version, of 32 random bytes, and answers its number. The file is replaced as a whole, or written anew as
 * `to` where it is a mounted secret that nobody writes here. Throws ProviderError `unavailable`.
 */
export function addMasterKey(file: string, to = file): number {
  const keys = readKeys({ file });
  const next = Math.max(...keys.keys()) + 1;
  keys.set(next, randomBytes(KEY));
  write(file, to, keys);
  return next;
}

/** Takes a version out of the file, not the newest; false when it is not there. As {@link addMasterKey}. */
export function retireMasterKey(file: string, version: number, to = file): boolean {
  const keys = readKeys({ file });
  if (version === Math.max(...keys.keys()))
    throw new ProviderError('unavailable', `version ${version} is the newest of the master key`);
  if (!keys.delete(version)) return false;
  write(file, to, keys);
  return true;
}

function write(file: string, to: string, keys: ReadonlyMap<number, Uint8Array>): void {
  const lines = [...keys].sort(([a], [b]) => a - b);
  const text = Buffer.from(
    lines.map(([version, key]) => `${version}:${Buffer.from(key).toString('base64')}\n`).join(''),
    'latin1',
  );
  try {
    if (to === file) replace(file, text);
    else create(to, text, 0o600);
  } finally {
    text.fill(0);
    for (const key of keys.values()) key.fill(0);
  }
}

/** Beside it, synced, and renamed over it: readers see the old file or the new one. */
function replace(file: string, text: Buffer): void {
  if (lstatSync(file).isSymbolicLink())
    throw new ProviderError(
      'unavailable',
      `${file} is a link, as mounted secrets are: name another file, and put its contents where the secret comes from`,
    );
  const { mode, uid, gid } = statSync(file);
  // Of this name there is one: two commands at once do not both go through.
  const beside = `${file}.new`;
  // A group that read it reads it still; nobody else does.
  create(beside, text, mode & 0o640, { uid, gid });
  try {
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
  syncFolder(dirname(file));
}

function create(path: string, text: Buffer, mode: number, owner?: { uid: number; gid: number }): void {
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    // Run by root for a server of another user: that one reads it as before.
    if (owner !== undefined && process.getuid?.() === 0) fchownSync(descriptor, owner.uid, owner.gid);
    fchmodSync(descriptor, mode);
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function syncFolder(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
