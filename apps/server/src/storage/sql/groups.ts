import { limits } from '@websign/contract';
import { sql } from 'kysely';
import { canonical } from '../canonical.ts';
import { StorageError } from '../errors.ts';
import type { NewRow } from './document-rows.ts';
import type { Engine } from './engine.ts';
import type { Writer } from './tables.ts';

type Group = Pick<NewRow, 'accountId' | 'groupId'> & { files: number; facts: number };

/**
 * A group is read as a whole, so that it must not grow without end, neither in files nor in what is kept of each.
 * Throws StorageError `too_many`, exact under parallel uploads, within somebody's transaction.
 */
export async function requirePlaces(engine: Engine, writer: Writer, rows: readonly NewRow[]): Promise<void> {
  for (const group of groupsOf(rows)) {
    // The account's row keeps other uploads of the same signer waiting, so that the count is exact.
    const account = writer.selectFrom('accounts').select('id').where('id', '=', group.accountId);
    await engine.lock(account).execute();
    const there = await held(writer, group);
    const full = there.files + group.files > limits.documentsPerGroup;
    if (full || there.facts + group.facts > limits.factsPerGroup) {
      throw new StorageError('too_many', 'the group is full');
    }
  }
}

function groupsOf(rows: readonly NewRow[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { accountId, groupId, ...row } of rows) {
    const key = canonical([accountId, groupId]);
    const { files, facts } = groups.get(key) ?? { files: 0, facts: 0 };
    const { refusalJson, findingsJson, signaturesJson, leftOutJson } = row;
    const own = refusalJson.length + findingsJson.length + signaturesJson.length + leftOutJson.length;
    groups.set(key, { accountId, groupId, files: files + 1, facts: facts + own });
  }
  return [...groups.values()];
}

async function held(writer: Writer, { accountId, groupId }: Group) {
  const { files, facts } = await writer
    .selectFrom('documents')
    .select(({ fn, ref }) => [
      fn.countAll<number>().as('files'),
      sql<number | null>`sum(length(${ref('refusalJson')}) + length(${ref('findingsJson')})
        + length(${ref('signaturesJson')}) + length(${ref('leftOutJson')}))`.as('facts'),
    ])
    .where('accountId', '=', accountId)
    .where('groupId', '=', groupId)
    .executeTakeFirstOrThrow();
  return { files: Number(files), facts: Number(facts ?? 0) };
}
