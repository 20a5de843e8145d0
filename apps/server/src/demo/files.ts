import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Contents of a file; undefined where there is none. */
export function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Puts a file there, whole and synced, unless there is one already; false then. Mode 600. */
export function createFile(path: string, contents: string | Uint8Array): boolean {
  return viaTemporary(path, contents, (temporary) => {
    try {
      linkSync(temporary, path);
      return true;
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false;
      throw error;
    } finally {
      rmSync(temporary);
    }
  });
}

/** Replaces a file: before or after, never in between. Mode 600. */
export function replaceFile(path: string, contents: string): void {
  viaTemporary(path, contents, (temporary) => renameSync(temporary, path));
}

function viaTemporary<T>(path: string, contents: string | Uint8Array, place: (temporary: string) => T): T {
  const temporary = join(dirname(path), `.${randomBytes(6).toString('hex')}.tmp`);
  writeFileSync(temporary, contents, { mode: 0o600, flush: true, flag: 'wx' });
  const placed = place(temporary);
  syncFolder(dirname(path));
  return placed;
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
