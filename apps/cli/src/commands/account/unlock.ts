import { readArguments, single } from '../../arguments.ts';
import { EXIT } from '../../error.ts';
import { accountNamed, withStorage } from '../../storage.ts';

/** Clears the counts of failed attempts of one account (SES-5). */
export async function unlock(args: string[]): Promise<number> {
  const username = single(readArguments(args, {}).positionals, 'USERNAME');
  await withStorage(async (storage) => {
    const { id } = await accountNamed(storage, username);
    await storage.attempts.unlock(username);
    await storage.audit.append({ kind: 'account_unlocked', accountId: id });
  });
  process.stdout.write(`${username} may try again.\n`);
  return EXIT.done;
}
