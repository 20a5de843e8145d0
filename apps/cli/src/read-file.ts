import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { CliError } from './error.ts';

const MIB = 1024 * 1024;

/** Bytes of a document that is taken from a folder; the web takes 20 MiB (UP-3). */
export const readDocument = (path: string): Promise<Uint8Array> => readRegular(path, 128 * MIB);

/** A PKCS#12 file with a key and its certificates. */
export const readKeyFile = (path: string): Promise<Uint8Array> => readRegular(path, MIB);

/** The bytes of a regular file of at most `limit` bytes: a pipe or a device might never end. */
async function readRegular(path: string, limit: number): Promise<Uint8Array> {
  // Without O_NONBLOCK a pipe that nobody writes to would hold the opening for ever.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = await handle.stat();
    if (!stat.isFile() && !stat.isDirectory()) throw new CliError('failed', `${path} is no regular file.`);
    if (stat.size > limit) throw new CliError('failed', `${path} is larger than ${limit / MIB} MiB.`);
    const bytes = new Uint8Array(stat.size);
    const { bytesRead } = await handle.read(bytes, 0, stat.size, 0);
    if (bytesRead < stat.size) throw new CliError('failed', `${path} changed while it was read.`);
    return bytes;
  } finally {
    await handle.close();
  }
}
