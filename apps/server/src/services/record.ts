import type { BlobRef, NewDocument } from '../storage/index.ts';
import { StorageError } from '../storage/index.ts';
import type { Examined } from './admit.ts';
import { RequestError } from './errors.ts';
import { summaryOf } from './history-summary.ts';

/** A file that was examined, as its row begins. */
export function newDocument(
  { name, blob }: { name: string; blob: BlobRef },
  { code, facts, occupancy, findings, pages, error, locked }: Examined,
  { accountId, groupId }: Pick<NewDocument, 'accountId' | 'groupId'>,
): NewDocument {
  return {
    accountId,
    groupId,
    name,
    size: blob.size,
    sha256: blob.sha256,
    state: code !== null ? 'refused' : locked ? 'locked' : 'ready',
    pages,
    ...(code === null ? {} : { refusal: { code, error } }),
    findings,
    signatures: facts,
    occupancy: code === null ? occupancy : null,
    summary: summaryOf({ code, findings, signatures: facts.signatures }),
  };
}

/** What `recording` comes to; a full group and a full quota are what the person is told. */
export async function withinBounds<T>(recording: Promise<T>): Promise<T> {
  try {
    return await recording;
  } catch (cause) {
    if (cause instanceof StorageError && cause.code === 'too_many')
      throw new RequestError('too_many_files', { cause });
    if (cause instanceof StorageError && cause.code === 'quota')
      throw new RequestError('quota_reached', { cause });
    throw cause;
  }
}
