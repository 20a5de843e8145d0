import {
  fromColumns,
  type Signer,
  type SignerAccounts,
  type SoftwareKeys,
  softwareSigner,
} from '@websign/providers';
import type { Accounts } from '../storage/index.ts';

/** The signers' secrets, as the use cases see them. */
export interface Keys extends Pick<Signer, 'certificates' | 'sign' | 'close'> {
  readonly maxDocumentsPerOtp: number;
  /** Without an account the same work is done and the answer is false. */
  verifyPassword(
    accountId: string | undefined,
    password: string,
    origin: 'login' | 'session',
  ): Promise<boolean>;
}

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
    async verifyPassword(id, password, origin) {
      const sealed = id === undefined ? null : await rows.sealed(id);
      return keys.verifyPassword(sealed, password, origin === 'login' ? 'anonymous' : 'session');
    },
  };
}
