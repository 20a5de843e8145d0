import { endingCertificates } from '@websign/server/services/operators/accounts';
import { readArguments, single } from '../arguments.ts';
import { CliError, EXIT } from '../error.ts';
import { withDesk } from '../operator.ts';
import { accountLine } from './account/list.ts';

const OPTIONS = {
  json: { type: 'boolean', default: false },
  days: { type: 'string', default: '30' },
} as const;
const PORTION = 500;

/** Accounts whose certificate ends soon, the soonest first. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const action = single(positionals, 'expiring');
  if (action !== 'expiring') throw new CliError('usage', `"${action}" is nothing that certificates does.`);
  if (!/^\d{1,4}$/.test(values.days))
    throw new CliError('usage', `--days ${values.days} is no number of days.`);
  await withDesk(async (desk) => {
    for (let offset = 0; ; offset += PORTION) {
      const { accounts } = await endingCertificates(desk, Number(values.days), { limit: PORTION, offset });
      for (const account of accounts)
        process.stdout.write(`${values.json ? JSON.stringify(account) : accountLine(account)}\n`);
      if (accounts.length < PORTION) return;
    }
  });
  return EXIT.done;
}
