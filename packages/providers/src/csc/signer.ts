import { type Certificate, type SigningItem, usualAlgorithm } from '@websign/pki';
import { certificatesOf, type ReferringAccounts } from '../account-rows.ts';
import { ProviderError } from '../errors.ts';
import { makes } from './algorithms.ts';
import type { CscClient, CscSigner, CscSigning } from './face.ts';
import { type CscReference, cscReference } from './reference.ts';

/** Most documents of one request; a credential may allow fewer, which it says itself. */
const MAX_ITEMS = 1000;

/** The provider port over a remote signing service. Closing it ends calls that wait for a person elsewhere. */
export function cscSigner(client: CscClient, accounts: ReferringAccounts): CscSigner {
  const certificates = (account: string) => certificatesOf(accounts, account);

  async function referenceOf(account: string): Promise<CscReference> {
    const reference = cscReference.safeParse(await accounts.reference(account));
    if (!reference.success)
      throw new ProviderError('no_key', 'the account names no key of the signing service');
    return reference.data;
  }

  async function signingOf(account: string, items: SigningItem[]): Promise<CscSigning> {
    const { credentialID, multisign = MAX_ITEMS } = await referenceOf(account);
    const most = Math.min(multisign, MAX_ITEMS);
    if (items.length > most)
      throw new ProviderError('too_many_items', `one activation of the key signs at most ${most}`);
    const [certificate = new Uint8Array()] = await certificates(account);
    return { credentialID, certificate, items };
  }

  return {
    maxItemsPerActivation: MAX_ITEMS,
    certificates,
    async algorithm(account, certificate: Certificate) {
      const { algorithm, credentialID } = await referenceOf(account);
      if (algorithm !== undefined) return algorithm;
      const usual = usualAlgorithm(certificate);
      if (!usual.startsWith('rsa-pss-')) return usual;
      const { keyAlgorithms } = await client.credential(credentialID);
      return makes(usual, keyAlgorithms) ? usual : usualAlgorithm(certificate, { pkcs1: true });
    },
    async sign(items, { account, password, otp }) {
      return client.sign(await signingOf(account, items), { password, otp });
    },
    async requestOtp(account) {
      const { credentialID } = await referenceOf(account);
      return client.requestCode(credentialID);
    },
    async authorizationUrl(account, items, journey) {
      const { accountId } = await referenceOf(account);
      const signing = await signingOf(account, items);
      return client.authorizationUrl(signing, accountId === undefined ? journey : { ...journey, accountId });
    },
    exchange: (given) => client.exchange(given),
    async signWith(account, items, activation) {
      return client.signWith(await signingOf(account, items), activation);
    },
    health: () => client.health(),
    async close() {
      client.close();
    },
  };
}
