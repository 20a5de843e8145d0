import { type PkiPorts, parseCertificate } from '@websign/pki';
import { certificatesOf, type ReferringAccounts, sealedOf } from '../account-rows.ts';
import { ProviderError } from '../errors.ts';
import { requireItems, requireValues } from '../remote-values.ts';
import type { Signer } from '../signer.ts';
import type { SoftwareKeys } from '../software/keys.ts';
import { otpSource } from '../software/sent-code.ts';
import type { SignerAccounts } from '../software/signer.ts';
import type { Pkcs11Keys } from './keys.ts';
import { MAX_ITEMS } from './protocol.ts';
import { parseKeyReference } from './reference.ts';

export interface Pkcs11SignerParts {
  keys: Pkcs11Keys;
  /** The signer process: passwords and codes are checked there. */
  software: SoftwareKeys;
  accounts: SignerAccounts & ReferringAccounts;
  verify: PkiPorts['verify'];
  now?: () => number;
}

/**
 * The provider port over an HSM. With the service's PIN, password and code are WebSign's own and are checked before the
 * HSM hears of anything. With a person's PIN the code is looked at first, then the token is asked, then the code is
 * spent: docs/adr/0021-keys-in-an-hsm.md says why. Closing it ends the HSM process, not the signer process.
 */
export function pkcs11Signer(parts: Pkcs11SignerParts): Signer {
  const { keys, software, accounts, verify, now = Date.now } = parts;

  const certificates = (account: string) => certificatesOf(accounts, account);

  return {
    maxItemsPerActivation: MAX_ITEMS,
    certificates,
    health: () => keys.health(),
    close: () => keys.close(),
    async sign(items, { account, password, otp }) {
      if (items.length > MAX_ITEMS)
        throw new ProviderError('too_many_items', `one OTP signs at most ${MAX_ITEMS} documents`);
      const [certificate = new Uint8Array()] = await certificates(account);
      const holder = parseCertificate(certificate);
      requireItems(holder, items);
      const sealed = await sealedOf(accounts, account);
      const reference = parseKeyReference(await accounts.reference(account));
      const { sent, consume } = await otpSource(accounts, account);
      const code = { otp, ...sent, now: now() };
      // What is signed is what the signer process answers here, not what was asked.
      const authorize = (secret: string | null) =>
        software.authorize({ sealed, password: secret, ...code, items, certificate }, consume);
      const withPersonsPin = async () => {
        await software.checkOtp({ sealed, ...code });
        return keys.signAsPerson(reference, password, () => authorize(null));
      };
      const withServicePin = async () => {
        await keys.health(); // An HSM that is away costs nobody a code.
        return keys.sign(reference, await authorize(password));
      };
      const values = await (reference.pin === 'person' ? withPersonsPin() : withServicePin());
      await requireValues(holder, items, values, verify);
      return values;
    },
  };
}
