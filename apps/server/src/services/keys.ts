import {
  fromColumns,
  ProviderError,
  type Signer,
  type SignerAccounts,
  type SoftwareKeys,
  softwareSigner,
  toColumns,
} from '@websign/providers';
import type { Origin } from '../policy/lockout.ts';
import type { Accounts, SealedSecrets } from '../storage/index.ts';

/** An account's sealed parts as they were read; what is made of them is written only onto that version. */
export interface Sealed {
  id: string;
  secrets: SealedSecrets;
}

/** The signers' secrets, as the use cases see them. */
export interface Keys extends Pick<Signer, 'certificates' | 'sign' | 'close'> {
  readonly maxDocumentsPerOtp: number;
  /** Without an account the same work is done and the answer is false. */
  verifyPassword(account: Sealed | undefined, password: string, origin: Origin): Promise<boolean>;
  /**
   * The parts that a new password changes: the verifier, and the key under the new password. Writes nothing.
   * Without an account the same work is done as for a wrong password. Throws ProviderError `wrong_password`.
   */
  changePassword(
    account: Sealed | undefined,
    passwords: { old: string; next: string },
    origin: Origin,
  ): Promise<Pick<SealedSecrets, 'verifier' | 'key'>>;
  /**
   * The TOTP secret with the drift of a device that showed these two codes one after the other; the later code's
   * step is taken. Throws ProviderError `wrong_password`, `wrong_otp`.
   */
  resyncOtp(
    account: Sealed,
    given: { password: string; otp1: string; otp2: string },
  ): Promise<Pick<SealedSecrets, 'totp'>>;
}

const scopeOf = (origin: Origin) => (origin === 'login' ? 'anonymous' : 'session');

/** Software keys over the accounts' table. */
export function softwareKeys(keys: SoftwareKeys, accounts: Accounts, clock: () => number): Keys {
  const rows: SignerAccounts = {
    async sealed(id) {
      const columns = await accounts.sealed(id);
      return columns ? fromColumns(id, columns) : null;
    },
    chain: async (id) => (await accounts.find(id))?.chain ?? [],
    consumeStep: (id, step) => accounts.consumeTotpStep(id, step),
  };
  const signer = softwareSigner(keys, rows, clock);
  return {
    maxDocumentsPerOtp: signer.maxItemsPerActivation,
    certificates: (account) => signer.certificates(account),
    sign: (items, activation) => signer.sign(items, activation),
    close: () => signer.close(),
    verifyPassword(account, password, origin) {
      const row = account === undefined ? null : fromColumns(account.id, account.secrets);
      return keys.verifyPassword(row, password, scopeOf(origin));
    },
    async changePassword(account, { old, next }, origin) {
      if (account === undefined) {
        await keys.verifyPassword(null, old, scopeOf(origin));
        throw new ProviderError('wrong_password', 'there is no such account');
      }
      const row = fromColumns(account.id, account.secrets);
      const { verifier, key } = toColumns(await keys.changePassword(row, old, next, scopeOf(origin)));
      return { verifier, key };
    },
    async resyncOtp({ id, secrets }, given) {
      const call = { sealed: fromColumns(id, secrets), ...given, now: clock() };
      return { totp: toColumns(await keys.resyncOtp(call, rows.consumeStep)).totp };
    },
  };
}
