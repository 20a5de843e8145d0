import { StorageError } from '../errors.ts';

/** Whether a system call failed with this code. */
export const isErrno = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** The folder's own failures (full, gone, read-only) as ours. */
export const unavailable = (cause: unknown): StorageError =>
  cause instanceof StorageError
    ? cause
    : new StorageError('unavailable', 'the blob folder does not answer', { cause });

export async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw unavailable(error);
  }
}
