import { sql } from 'kysely';
import { passesQuota, type Unsigned } from '../../policy/quota.ts';
import { StorageError } from '../errors.ts';
import type { Engine } from './engine.ts';
import type { Reader, Writer } from './tables.ts';

/** Of one account, from the index of what is unsigned and no other row. */
export async function unsignedOf(
  database: Reader | Writer,
  accountId: string,
  now: number,
): Promise<Unsigned> {
  const { documents, bytes } = await database
    .selectFrom('documents')
    .select(({ fn, ref }) => [
      fn.countAll<number>().as('documents'),
      sql<number>`coalesce(cast(sum(${ref('size')}) as bigint), 0)`.as('bytes'),
    ])
    .where('accountId', '=', accountId)
    // As the index has it, word for word: with a parameter in its place SQLite would not know it again.
    .where(sql<boolean>`versions = 0 and state <> 'expired'`)
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow();
  return { documents: Number(documents), bytes: Number(bytes) };
}

/**
 * Throws StorageError `quota` where an account would have more unsigned documents, or bytes of them, than it may; exact
 * under parallel uploads, within somebody's transaction.
 */
export async function requireQuota(
  engine: Engine,
  writer: Writer,
  rows: readonly { accountId: string; size: number }[],
  { now, quota }: { now: number; quota: Unsigned },
): Promise<void> {
  for (const accountId of new Set(rows.map((row) => row.accountId))) {
    // The account's row keeps other uploads of the same signer waiting, so that the sum is exact.
    await engine.lock(writer.selectFrom('accounts').select('id').where('id', '=', accountId)).execute();
    const own = rows.filter((row) => row.accountId === accountId);
    const more = { documents: own.length, bytes: own.reduce((sum, { size }) => sum + size, 0) };
    if (passesQuota(await unsignedOf(writer, accountId, now), more, quota)) {
      throw new StorageError('quota', 'the account has as much unsigned as it may');
    }
  }
}
