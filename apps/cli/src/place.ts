import { constants } from 'node:fs';
import { link, mkdir, open, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { CliError } from './error.ts';

/** `αίτηση.pdf` in `folder` becomes `folder/αίτηση_signed.pdf`. */
export const outputName = (file: string, folder: string, what: 'signed' | 'extended' | 'copy'): string =>
  join(folder, `${basename(file, extname(file))}_${what}.pdf`);

/** Writes a file that is whole or absent, and never overwrites one. */
export async function writeNew(path: string, folder: string, parts: readonly Uint8Array[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `.${basename(path)}.${process.pid}.part`);
  const file = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, 0o600);
  try {
    await file.writev(parts);
    await file.chmod(0o644);
    await file.sync();
    await link(temporary, path);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') {
      throw new CliError('failed', `${path} exists already`, { cause });
    }
    throw cause;
  } finally {
    await file.close();
    await rm(temporary, { force: true });
  }
}
