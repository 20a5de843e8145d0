import { type Certificate, type PkiPorts, parseCertificate } from '@websign/pki';
import { z } from 'zod';
import { certificatesOf, type ReferringAccounts } from '../account-rows.ts';
import { ProviderError } from '../errors.ts';
import { requireItems, requireValues } from '../remote-values.ts';
import type { Signer } from '../signer.ts';
import type { DsaClient } from './client.ts';

/** What is kept with an account about its key at the provider. */
export const dsaReference = z.object({
  /** The person's name at the provider. */
  username: z.string().min(1).max(256),
});
export type DsaReference = z.infer<typeof dsaReference>;

export interface DsaSignerOptions {
  client: DsaClient;
  accounts: ReferringAccounts;
  verify: PkiPorts['verify'];
}

/** UTF-8 bytes of a password or a code: longer ones are nobody's. */
const MAX_SECRET = 1024;

/** The provider port over keys at a Greek state provider: one buffer and one code a call. */
export function dsaSigner({ client, accounts, verify }: DsaSignerOptions): Signer {
  const certificates = (account: string) => certificatesOf(accounts, account);

  return {
    maxItemsPerActivation: 1,
    certificates,
    algorithm: async (_account, certificate) => requirePkcs1(certificate),
    health: () => client.health(),
    close: async () => undefined,
    async sign(items, { account, password, otp }) {
      const [own = new Uint8Array()] = await certificates(account);
      const reference = dsaReference.safeParse(await accounts.reference(account));
      if (!reference.success) throw new ProviderError('no_key', 'the account has no name at the provider');
      const certificate = parseCertificate(own);
      requireItems(certificate, items);
      const [item, ...more] = items;
      if (item === undefined || more.length > 0)
        throw new ProviderError('too_many_items', 'one code signs one document');
      if (item.signatureAlgorithm !== requirePkcs1(certificate))
        throw new ProviderError('bad_request', 'the provider makes PKCS#1 v1.5 values over SHA-256 only');
      requireSecrets(password, otp);
      const { username } = reference.data;
      const value = await client.signDigest({ username, password, otp, digest: item.digest });
      await requireValues(certificate, items, [value], verify);
      return [value];
    },
  };
}

function requirePkcs1({ publicKey }: Certificate): 'rsa-pkcs1-sha256' {
  if (publicKey.kind === 'rsa') return 'rsa-pkcs1-sha256';
  throw new ProviderError('bad_request', 'the provider signs with RSA keys only');
}

/** What cannot be right is not asked: it would count against the person at the provider. */
function requireSecrets(password: string, otp: string): void {
  const [passwordBytes, otpBytes] = [password, otp].map((secret) => Buffer.byteLength(secret, 'utf8'));
  if (!passwordBytes || passwordBytes > MAX_SECRET)
    throw new ProviderError('wrong_password', 'a password has 1 to 1024 bytes');
  if (!otpBytes || otpBytes > MAX_SECRET) throw new ProviderError('wrong_otp', 'a code has 1 to 1024 bytes');
}
