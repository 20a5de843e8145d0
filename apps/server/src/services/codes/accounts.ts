import type { CodeAccounts } from '@websign/providers';
import type { Storage } from '../../storage/index.ts';
import { isSentMethod } from './destination.ts';

/** What the signer process asks of an account's codes: those of a device, or the one that was sent. */
export function codeAccounts({ accounts, codes }: Pick<Storage, 'accounts' | 'codes'>): CodeAccounts {
  return {
    consumeStep: (id, step) => accounts.consumeTotpStep(id, step),
    async sent(id) {
      const account = await accounts.find(id);
      if (account === undefined || !isSentMethod(account.otpMethod)) return undefined;
      return (await codes.current(id)) ?? null;
    },
    spendSent: (id, challenge) => codes.spend(id, challenge),
  };
}
