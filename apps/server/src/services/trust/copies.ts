import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sync } from '../../files.ts';

/** A list as it was last fetched. */
export interface Copy {
  bytes: Uint8Array;
  /** Milliseconds since 1970. */
  fetchedAt: number;
}

/** The offline copies of trusted lists: files in the data folder, which are verified anew whenever they are read. */
export interface Copies {
  read(name: string): Promise<Copy | undefined>;
  /** Whole or not at all. */
  write(name: string, copy: Copy): Promise<void>;
  /** The source has the same still. */
  seen(name: string, at: number): Promise<void>;
}

const NAME = /^[A-Za-z0-9-]{1,80}$/;
const MOST_BYTES = 32 * 1024 * 1024;

export function openCopies(folder: string): Copies {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pathOf = (name: string): string => {
    if (!NAME.test(name)) throw new Error(`"${name}" is no name of a copy`);
    return join(folder, `${name}.xml`);
  };
  return {
    async read(name) {
      const path = pathOf(name);
      try {
        const { size, mtimeMs } = await stat(path);
        if (size > MOST_BYTES) return undefined;
        return { bytes: new Uint8Array(await readFile(path)), fetchedAt: mtimeMs };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async write(name, { bytes, fetchedAt }) {
      const path = pathOf(name);
      const temporary = join(folder, `.${name}.${randomBytes(6).toString('hex')}.tmp`);
      try {
        await writeFile(temporary, bytes, { mode: 0o600, flush: true, flag: 'wx' });
        await utimes(temporary, fetchedAt / 1000, fetchedAt / 1000);
        await rename(temporary, path);
        await sync(folder);
      } finally {
        await rm(temporary, { force: true });
      }
    },
    async seen(name, at) {
      await utimes(pathOf(name), at / 1000, at / 1000);
    },
  };
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
