import { fromColumns, isOfEarlierFormat, ProviderError } from '@websign/providers';
import type { Account, Rewrite, SealedSecrets } from '../storage/index.ts';
import type { Context } from './context.ts';
import { digestOf, otpReset, otpResetKey } from './otp-reset.ts';
import { reseal } from './reseal.ts';

/** Writes that may lose against another write to the account's row. */
const tries = 3;

type Tools = Pick<Context, 'storage' | 'keys'>;

/**
 * Seals an account of the earlier format anew, now that its password was found right under `asked`; answers what it is
 * right under then. Where others change the row all the while it stays as it is until the next sign-in.
 */
export async function upgradeRow(
  tools: Tools,
  account: Account,
  asked: SealedSecrets,
  password: string,
): Promise<SealedSecrets> {
  const { storage, keys } = tools;
  const { id } = account;
  let secrets: SealedSecrets | undefined = asked;
  for (let at = 0; at < tries && secrets && isOfEarlierFormat(fromColumns(id, secrets)); at++) {
    const parts = await keys.upgrade({ id, secrets }, password, account.otpMethod).catch(passwordChanged);
    if (parts === undefined) return asked;
    const rewrites = await waitingReset(tools, id, secrets, parts);
    if (await reseal(storage, id, secrets.version, parts, rewrites))
      return { ...parts, version: secrets.version + 1 };
    secrets = await storage.accounts.sealed(id);
  }
  return asked;
}

/** Another password since: what was asked is what a session must not begin under. */
function passwordChanged(error: unknown): undefined {
  if (!(error instanceof ProviderError) || error.code !== 'wrong_password') throw error;
}

/** A new device that waits goes on replacing the present one; one of the earlier format is void, as its row is gone. */
async function waitingReset(
  { storage }: Tools,
  id: string,
  old: SealedSecrets,
  parts: Omit<SealedSecrets, 'version'>,
): Promise<Rewrite[]> {
  const job = await storage.outbox.waiting(otpResetKey(id));
  const order = job && otpReset.safeParse(job.payload).data;
  if (!job || order?.replaces !== digestOf(old.totp)) return [];
  if (isOfEarlierFormat(fromColumns(id, { ...parts, totp: order.totp }))) return [];
  return [{ id: job.id, from: job.payload, to: { ...order, replaces: digestOf(parts.totp) } }];
}
