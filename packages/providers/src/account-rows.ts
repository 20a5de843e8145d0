import { ProviderError } from './errors.ts';
import type { SealedAccount } from './software/sealed.ts';

/** Where signers read the accounts' certificates. */
export interface CertifiedAccounts {
  /** Signer's certificate first, then its chain; DER. Empty when there is none. */
  chain(account: string): Promise<readonly Uint8Array[]>;
}

/** Where signers of keys elsewhere read what finds an account's key there. */
export interface ReferringAccounts extends CertifiedAccounts {
  /** The key reference, as the provider understands it; undefined where there is no such account. */
  reference(account: string): Promise<unknown>;
}

/** As {@link Signer.certificates}. */
export async function certificatesOf(accounts: CertifiedAccounts, account: string): Promise<Uint8Array[]> {
  const chain = await accounts.chain(account);
  if (chain.length === 0) throw new ProviderError('no_key', 'the account has no certificate');
  return [...chain];
}

/** Where the signers that look at our own passwords and codes read the accounts' sealed parts. */
export interface SealedAccounts {
  sealed(account: string): Promise<SealedAccount | null>;
}

/** Throws ProviderError `no_key`, `sealed_row`. */
export async function sealedOf(accounts: SealedAccounts, account: string): Promise<SealedAccount> {
  const sealed = await accounts.sealed(account);
  if (sealed === null) throw new ProviderError('no_key', 'there is no such account');
  if (sealed.account !== account) throw new ProviderError('sealed_row', 'the row is of another account');
  return sealed;
}
