import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sync } from '../../files.ts';
import type { ListCopies } from '../../storage/index.ts';

/** The offline copies of trusted lists, which are verified anew whenever they are read; each whole or not at all. */
export type Copies = Omit<ListCopies, 'state'>;

const NAME = /^[A-Za-z0-9-]{1,80}$/;
const MOST_BYTES = 32 * 1024 * 1024;

/** Files in a data folder, for one server. */
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
