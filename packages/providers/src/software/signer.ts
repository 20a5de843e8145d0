import { createHash } from 'node:crypto';
import { ProviderError } from '../errors.ts';
import type { Signer } from '../signer.ts';
import type { SoftwareKeys } from './keys.ts';
import { MAX_ITEMS } from './protocol.ts';
import type { SealedAccount } from './sealed.ts';
import { type CodeAccounts, otpSource } from './sent-code.ts';

/** What the software signer reads and writes of the accounts' table. */
export interface SignerAccounts extends CodeAccounts {
  sealed(account: string): Promise<SealedAccount | null>;
  /** Signer's certificate first, then its chain; DER. Empty when there is none. */
  chain(account: string): Promise<readonly Uint8Array[]>;
}

/** The provider port over software keys. Closing it closes the signer process. */
export function softwareSigner(
  keys: SoftwareKeys,
  accounts: SignerAccounts,
  now: () => number = Date.now,
): Signer {
  async function certificates(account: string): Promise<Uint8Array[]> {
    const chain = await accounts.chain(account);
    if (chain.length === 0) throw new ProviderError('no_key', 'the account has no certificate');
    return [...chain];
  }

  return {
    maxItemsPerActivation: MAX_ITEMS,
    certificates,
    health: () => keys.ping(),
    close: () => keys.close(),
    async sign(items, { account, password, otp }) {
      if (items.length > MAX_ITEMS)
        throw new ProviderError('too_many_items', `one OTP signs at most ${MAX_ITEMS} documents`);
      const [certificate = new Uint8Array()] = await certificates(account);
      const sealed = await accounts.sealed(account);
      if (sealed === null) throw new ProviderError('no_key', 'there is no such account');
      if (sealed.account !== account) throw new ProviderError('sealed_row', 'the row is of another account');
      const certificateSha256 = createHash('sha256').update(certificate).digest('hex');
      const { sent, consume } = await otpSource(accounts, account);
      const call = { sealed, password, otp, ...sent, now: now(), items, certificateSha256 };
      return keys.sign(call, consume);
    },
  };
}
