import { listAccounts, type ShownAccount } from '@websign/server/services/operators/accounts';
import { none, readArguments } from '../../arguments.ts';
import { EXIT } from '../../error.ts';
import { withDesk } from '../../operator.ts';

const OPTIONS = { json: { type: 'boolean', default: false }, search: { type: 'string' } } as const;
const PORTION = 500;

/** Prints every account, or those that a search finds; nothing secret of it. */
export async function list(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  none(positionals);
  await withDesk(async (desk) => {
    const query = values.search === undefined ? {} : { q: values.search };
    for (let offset = 0; ; offset += PORTION) {
      const { accounts } = await listAccounts(desk, { ...query, limit: PORTION, offset });
      for (const account of accounts)
        process.stdout.write(`${values.json ? JSON.stringify(account) : accountLine(account)}\n`);
      if (accounts.length < PORTION) return;
    }
  });
  return EXIT.done;
}

/** One account on one line. */
export function accountLine({
  username,
  surname,
  name,
  provider,
  validUntil,
  lockedUntil,
  blockedAt,
  passwordGivenAt,
}: ShownAccount): string {
  const parts = [username, `${surname} ${name}`, `certificate until ${validUntil}`];
  if (provider !== 'software') parts.push(`key at ${provider}`);
  if (lockedUntil !== null) parts.push(`locked until ${lockedUntil}`);
  if (blockedAt !== null) parts.push(`blocked since ${blockedAt}`);
  if (passwordGivenAt !== null) parts.push('first password not changed yet');
  return parts.join('\t');
}
