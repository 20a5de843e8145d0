import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { ByteSource } from '@websign/server/sandbox/frame';
import { CliError } from './error.ts';

const MIB = 1024 * 1024;
/** The web takes 20 MiB (UP-3). */
const DOCUMENT = 128 * MIB;

/** Bytes of a document that is taken from a folder. */
export const readDocument = (path: string): Promise<Uint8Array> => readRegular(path, DOCUMENT);

/** A PKCS#12 file with a key and its certificates. */
export const readKeyFile = (path: string): Promise<Uint8Array> => readRegular(path, MIB);

/** A table of accounts. */
export const readTableFile = (path: string): Promise<Uint8Array> => readRegular(path, 8 * MIB);

/** A document that is read only when a child takes it: many may wait at once. */
export async function documentSource(path: string): Promise<ByteSource> {
  const handle = await openRegular(path, DOCUMENT);
  try {
    const { size } = await handle.stat();
    return { length: size, read: () => readAnew(path) };
  } finally {
    await handle.close();
  }
}

async function* readAnew(path: string): AsyncGenerator<Uint8Array> {
  const handle = await openRegular(path, DOCUMENT);
  // The stream closes the handle.
  yield* handle.createReadStream({ highWaterMark: MIB });
}

/** The bytes of a regular file of at most `limit` bytes. */
async function readRegular(path: string, limit: number): Promise<Uint8Array> {
  const handle = await openRegular(path, limit);
  try {
    const { size } = await handle.stat();
    const bytes = new Uint8Array(size);
    const { bytesRead } = await handle.read(bytes, 0, size, 0);
    if (bytesRead < size) throw new CliError('failed', `${path} changed while it was read.`);
    return bytes;
  } finally {
    await handle.close();
  }
}

/** A pipe or a device might never end. */
async function openRegular(path: string, limit: number): Promise<FileHandle> {
  // Without O_NONBLOCK a pipe that nobody writes to would hold the opening for ever.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = await handle.stat();
    if (!stat.isFile() && !stat.isDirectory()) throw new CliError('failed', `${path} is no regular file.`);
    if (stat.size > limit) throw new CliError('failed', `${path} is larger than ${limit / MIB} MiB.`);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}
