import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** How a file is called until it loses its name: `.spool-PID-RANDOM`. */
export const unnamedPattern = /^\.spool-(\d+)-[0-9a-f]{16}$/u;

/** A file without a name, to be written and read by its owner: with its handle all of it is gone, even after a crash. */
export async function openUnnamed(folder: string): Promise<{ handle: FileHandle; path: string }> {
  const path = join(folder, `.spool-${process.pid}-${randomBytes(8).toString('hex')}`);
  const handle = await open(path, 'wx+', 0o600);
  try {
    // Another's sweep may have been quicker.
    await rm(path, { force: true });
  } catch (error) {
    await handle.close();
    throw error;
  }
  return { handle, path };
}
