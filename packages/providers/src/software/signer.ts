import { createHash } from 'node:crypto';
import { type CertifiedAccounts, certificatesOf, type SealedAccounts, sealedOf } from '../account-rows.ts';
import { ProviderError } from '../errors.ts';
import type { Signer } from '../signer.ts';
import type { SoftwareKeys } from './keys.ts';
import { MAX_ITEMS } from './protocol.ts';
import { type CodeAccounts, otpSource } from './sent-code.ts';

/** What the software signer reads and writes of the accounts' table. */
export interface SignerAccounts extends CodeAccounts, CertifiedAccounts, SealedAccounts {}

/** The provider port over software keys. Closing it closes the signer process. */
export function softwareSigner(
  keys: SoftwareKeys,
  accounts: SignerAccounts,
  now: () => number = Date.now,
): Signer {
  const certificates = (account: string) => certificatesOf(accounts, account);

  return {
    maxItemsPerActivation: MAX_ITEMS,
    certificates,
    health: () => keys.ping(),
    close: () => keys.close(),
    async sign(items, { account, password, otp }) {
      if (items.length > MAX_ITEMS)
        throw new ProviderError('too_many_items', `one OTP signs at most ${MAX_ITEMS} documents`);
      const [certificate = new Uint8Array()] = await certificates(account);
      const sealed = await sealedOf(accounts, account);
      const certificateSha256 = createHash('sha256').update(certificate).digest('hex');
      const { sent, consume } = await otpSource(accounts, account);
      const call = { sealed, password, otp, ...sent, now: now(), items, certificateSha256 };
      return keys.sign(call, consume);
    },
  };
}
