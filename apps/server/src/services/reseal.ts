import { type Rewrite, type SealedSecrets, type Storage, StorageError } from '../storage/index.ts';

/** Writes an account's parts as they were sealed anew; false when the row or a job that waits changed in this moment. */
export async function reseal(
  { accounts }: Pick<Storage, 'accounts'>,
  id: string,
  version: number,
  parts: Omit<SealedSecrets, 'version'>,
  rewrites: readonly Rewrite[],
): Promise<boolean> {
  try {
    return await accounts.reseal(id, version, parts, undefined, { rewrites });
  } catch (error) {
    if (error instanceof StorageError && error.code === 'busy') return false;
    throw error;
  }
}
