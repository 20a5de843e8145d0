import type { Reader, Writer } from './tables.ts';

interface Wanted {
  accountId: string;
  originId: string;
  sha256: string;
  now: number;
}

/** The id of the safe copy of these bytes that stands in an account; what is no longer kept is made anew. */
export async function standingCopy(
  database: Reader | Writer,
  { accountId, originId, sha256, now }: Wanted,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('documents')
    .select('id')
    .where('originId', '=', originId)
    .where('accountId', '=', accountId)
    .where('sha256', '=', sha256)
    .where('state', '<>', 'expired')
    .where('expiresAt', '>', now)
    .orderBy('sequence')
    .executeTakeFirst();
  return row?.id;
}
