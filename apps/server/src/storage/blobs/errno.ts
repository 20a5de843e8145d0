import { StorageError } from '../errors.ts';

/** Whether a system call failed with this code. */
export const isErrno = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Whether a write found no room: on the disk, or in what a user may have of it. */
export const isFull = (error: unknown): boolean => isErrno(error, 'ENOSPC') || isErrno(error, 'EDQUOT');

/** The folder's own failures (full, gone, read-only) as ours. */
export function unavailable(cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause;
  if (isFull(cause)) return new StorageError('full', 'the disk of the blob folder is full', { cause });
  return new StorageError('unavailable', 'the blob folder does not answer', { cause });
}

export async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw unavailable(error);
  }
}
