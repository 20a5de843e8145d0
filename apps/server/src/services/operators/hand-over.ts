import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes what a person is to be handed, once: a file of mode 600 in a folder of mode 700, on the disk when this resolves.
 * Nothing is overwritten. Answers its path.
 */
export async function leave(folder: string, name: string, text: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return path;
}

/** A username as a part of a file name. */
export const nameInFile = (username: string): string =>
  username.replace(/[^\p{L}\p{N}_-]+/gu, '_').slice(0, 64);
