import type { KeyActivation, KeyProvider, SigningPassword } from '@websign/contract';
import { type Certificate, type SignatureAlgorithm, type SigningItem, usualAlgorithm } from '@websign/pki';
import {
  type CscJourney,
  type CscSigner,
  cscReference,
  fromColumns,
  ProviderError,
  type Signer,
  type SoftwareKeys,
  softwareSigner,
  toColumns,
} from '@websign/providers';
import type { Factor, Origin } from '../policy/lockout.ts';
import type { Account, CodeChallenge, SealedSecrets, Storage } from '../storage/index.ts';
import { codeMethodOf } from './codes/destination.ts';
import { signerAccounts } from './signer-accounts.ts';

/** An account's sealed parts as they were read; what is made of them is written only onto that version. */
export interface Sealed {
  id: string;
  secrets: SealedSecrets;
}

/** Where keys live beside the signer process. */
export type Elsewhere = Exclude<KeyProvider, 'software'>;

export interface Provider {
  signer: Signer;
  activation: KeyActivation;
  /** Its own page, where a person activates a key for exactly these items; needed for `redirect`. */
  page?: Pick<CscSigner, 'authorizationUrl' | 'exchange' | 'signWith'>;
}

/** What makes passwords' verifiers, one-time-code secrets and keys. */
export type SecretsMaker = Pick<SoftwareKeys, 'enrol' | 'enrolAccess' | 'bindCertificate' | 'resetOtp'>;

/** The signers' secrets, as the use cases see them. Throws ProviderError, `unavailable` for a provider that is not configured. */
export interface Keys {
  /** How many documents one code signs. */
  maxDocumentsPerOtp(account: Account): number;
  /** In which order `sign` looks at what it is given; where that is not known, a wrong code tells nothing else. */
  factors(account: Account): readonly Factor[];
  /** What activates the account's key. */
  activation(account: Account): KeyActivation;
  /** Whose password activates it. */
  signingPassword(account: Account): SigningPassword;
  /** Signer's certificate first, then its chain; DER. */
  certificates(account: Account): Promise<Uint8Array[]>;
  /** What the account's key signs with. */
  algorithm(account: Account, certificate: Certificate): Promise<SignatureAlgorithm>;
  /** Signature values in the order of `items`, as {@link Signer.sign}. */
  sign(
    account: Account,
    items: SigningItem[],
    given: { password: string; otp: string },
  ): Promise<Uint8Array[]>;
  /** The provider's own page for exactly these items. */
  authorizationUrl(
    account: Account,
    items: SigningItem[],
    journey: Omit<CscJourney, 'accountId'>,
  ): Promise<string>;
  /** Signature values of those items, for the code that the page gave; asked once. */
  signAuthorized(
    account: Account,
    items: SigningItem[],
    given: { code: string; codeVerifier: string; redirectUri: string },
  ): Promise<Uint8Array[]>;
  /** Has the account's provider send a code of its own; false where it sends none. */
  requestOtp(account: Account): Promise<boolean>;
  /** The code of a challenge: to be sent to the signer at once, and kept nowhere. */
  sentCode(account: Sealed, challenge: CodeChallenge): Promise<string>;
  /** Each provider that is configured: resolves, or throws ProviderError. */
  health(): { provider: KeyProvider; state: Promise<void> }[];
  close(): Promise<void>;
  /** Under which session ids are stored: the first for new ones. */
  sessionKeys(): Promise<Uint8Array[]>;
  /** What makes new secrets, for operators. */
  readonly maker: SecretsMaker;
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
  /** All parts in the present format, of an account of the earlier one. Throws ProviderError `wrong_password`. */
  upgrade(account: Sealed, password: string, otpMethod: string): Promise<Omit<SealedSecrets, 'version'>>;
  /**
   * The TOTP secret with the drift of a device that showed these two codes one after the other; the later code's
   * step is taken. Throws ProviderError `wrong_password`, `wrong_otp`.
   */
  resyncOtp(
    account: Sealed,
    given: { password: string; otp1: string; otp2: string },
  ): Promise<Pick<SealedSecrets, 'totp'>>;
}

/** Hashes that the address of a provider's page carries; more are another visit. */
const pageItems = 100;

/** Whether the person's own PIN opens the token; what names no key does not keep anybody from signing in. */
const isUnderOwnPin = ({ provider, keyReference: key }: Account): boolean =>
  provider === 'pkcs11' && typeof key === 'object' && key !== null && 'pin' in key && key.pin === 'person';

const scopeOf = (origin: Origin) => (origin === 'login' ? 'anonymous' : 'session');

/** The accounts' passwords and codes with the signer process, their keys there or with the `providers` named. */
export function openKeys(
  keys: SoftwareKeys,
  storage: Pick<Storage, 'accounts' | 'codes'>,
  clock: () => number,
  providers: Partial<Record<Elsewhere, Provider>> = {},
): Keys {
  const rows = signerAccounts(storage);
  const own: Provider = { signer: softwareSigner(keys, rows, clock), activation: 'codes' };
  const all: Partial<Record<KeyProvider, Provider>> = { ...providers, software: own };
  const of = ({ provider }: Account): Provider => {
    const found = all[provider];
    if (found === undefined) throw new ProviderError('unavailable', `no ${provider} provider is configured`);
    return found;
  };
  const pageOf = (account: Account) => {
    const { page } = of(account);
    if (page === undefined)
      throw new ProviderError('unavailable', `${account.provider} has no page of its own`);
    return page;
  };
  const each = Object.entries(all) as [KeyProvider, Provider][];
  return {
    // People whose provider is away from the configuration still sign in, to read and to verify.
    maxDocumentsPerOtp({ provider, keyReference }) {
      const { signer, activation } = all[provider] ?? {};
      const own = cscReference.partial().safeParse(keyReference).data?.multisign;
      const most = signer?.maxItemsPerActivation ?? 1;
      return Math.min(most, own ?? most, activation === 'redirect' ? pageItems : most);
    },
    factors: (account) =>
      account.provider === 'csc' || isUnderOwnPin(account) ? ['otp', 'password'] : ['password', 'otp'],
    activation: ({ provider }) => all[provider]?.activation ?? 'codes',
    signingPassword: (account) =>
      isUnderOwnPin(account)
        ? 'pin'
        : account.provider === 'csc' || account.provider === 'dsa'
          ? 'provider'
          : 'websign',
    certificates: async (account) => of(account).signer.certificates(account.id),
    algorithm: async (account, certificate) =>
      (await of(account).signer.algorithm?.(account.id, certificate)) ?? usualAlgorithm(certificate),
    sign: async (account, items, given) => of(account).signer.sign(items, { account: account.id, ...given }),
    authorizationUrl: async (account, items, journey) =>
      pageOf(account).authorizationUrl(account.id, items, journey),
    async signAuthorized(account, items, given) {
      const page = pageOf(account);
      return page.signWith(account.id, items, await page.exchange(given));
    },
    requestOtp: async (account) => (await of(account).signer.requestOtp?.(account.id)) ?? false,
    sentCode: ({ id, secrets }, challenge) => keys.sentCode(fromColumns(id, secrets), challenge, clock()),
    health: () => each.map(([provider, { signer }]) => ({ provider, state: signer.health() })),
    async close() {
      for (const [, { signer }] of each) await signer.close();
    },
    sessionKeys: () => keys.sessionKeys(),
    maker: keys,
    verifyPassword(account, password, origin) {
      const row = account === undefined ? null : fromColumns(account.id, account.secrets);
      return keys.verifyPassword(row, password, scopeOf(origin), clock());
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
    upgrade: async ({ id, secrets }, password, otpMethod) =>
      toColumns(await keys.upgrade(fromColumns(id, secrets), password, codeMethodOf(otpMethod))),
    async resyncOtp({ id, secrets }, given) {
      const call = { sealed: fromColumns(id, secrets), ...given, now: clock() };
      return { totp: toColumns(await keys.resyncOtp(call, rows.consumeStep)).totp };
    },
  };
}
