import { fromColumns, type ReferringAccounts, type SignerAccounts } from '@websign/providers';
import type { Storage } from '../storage/index.ts';
import { codeAccounts } from './codes/accounts.ts';

/** The accounts' table as every signer reads and writes it. */
export function signerAccounts({
  accounts,
  codes,
}: Pick<Storage, 'accounts' | 'codes'>): SignerAccounts & ReferringAccounts {
  return {
    async sealed(id) {
      const columns = await accounts.sealed(id);
      return columns ? fromColumns(id, columns) : null;
    },
    chain: async (id) => (await accounts.find(id))?.chain ?? [],
    reference: async (id) => (await accounts.find(id))?.keyReference,
    ...codeAccounts({ accounts, codes }),
  };
}
