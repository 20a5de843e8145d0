import { nodePorts } from '@websign/ports';
import {
  bridgeInstalled,
  type CscClient,
  cscClient,
  cscSigner,
  type DsaClient,
  dsaClient,
  dsaSigner,
  openPkcs11,
  type Pkcs11Keys,
  ProviderError,
  pkcs11Signer,
  type SoftwareKeys,
} from '@websign/providers';
import { type Config, ConfigError, type Settings } from './config.ts';
import { readConfigured } from './files.ts';
import { PATIENCE_MS, reached, type Watch } from './key-processes.ts';
import type { Surroundings } from './secrets.ts';
import type { Elsewhere, Provider } from './services/keys.ts';
import { signerAccounts } from './services/signer-accounts.ts';
import type { Storage } from './storage/index.ts';

/** What a provider of keys is made from. */
export interface ProviderSurroundings extends Surroundings {
  storage: Storage;
  /** The signer process, for codes of our own. */
  software: SoftwareKeys;
}

type Open = (config: Config, surroundings: ProviderSurroundings) => Promise<Provider | undefined>;

type CscSettings = Pick<Settings, 'CSC_URL' | 'CSC_CLIENT_ID' | 'CSC_CLIENT_SECRET_FILE' | 'CSC_SECONDS'>;

/** The remote signing service that the configuration names; it says itself which version of the API it speaks. */
export function configuredCsc(
  { CSC_URL: url, CSC_CLIENT_ID: clientId, CSC_CLIENT_SECRET_FILE, CSC_SECONDS }: CscSettings,
  { http, clock }: Pick<Surroundings, 'http' | 'clock'>,
): CscClient | undefined {
  if (url === '') return undefined;
  const clientSecret = readConfigured('CSC_CLIENT_SECRET_FILE', CSC_CLIENT_SECRET_FILE)
    .toString('utf8')
    .trim();
  const { verify } = nodePorts();
  const timeoutMs = CSC_SECONDS * 1000;
  return cscClient({ url, clientId, clientSecret, http, verify, timeoutMs, clock });
}

/** Keys there. */
async function openCsc(config: Config, surroundings: ProviderSurroundings): Promise<Provider | undefined> {
  const client = configuredCsc(config, surroundings);
  if (client === undefined) return undefined;
  const signer = cscSigner(client, signerAccounts(surroundings.storage));
  return { signer, activation: config.CSC_ACTIVATION, page: signer };
}

/** The provider of the Greek state's protocol that the configuration names. */
export function configuredDsa(
  { DSA_URL: url, DSA_SECONDS }: Pick<Settings, 'DSA_URL' | 'DSA_SECONDS'>,
  { http }: Pick<Surroundings, 'http'>,
): DsaClient | undefined {
  return url === '' ? undefined : dsaClient({ url, http, timeoutMs: DSA_SECONDS * 1000 });
}

/** Keys there; the certificates were taken when the account was added. */
async function openDsa(config: Config, surroundings: ProviderSurroundings): Promise<Provider | undefined> {
  const client = configuredDsa(config, surroundings);
  if (client === undefined) return undefined;
  const signer = dsaSigner({
    client,
    accounts: signerAccounts(surroundings.storage),
    verify: nodePorts().verify,
  });
  return { signer, activation: 'codes' };
}

type Pkcs11Settings = Pick<
  Settings,
  | 'HSM_SOCKET'
  | 'PKCS11_MODULE'
  | 'PKCS11_TOKEN'
  | 'PKCS11_PIN_FILE'
  | 'PKCS11_SESSIONS'
  | 'PKCS11_ENVIRONMENT'
>;

/**
 * The HSM that the configuration names. Throws ConfigError with what to do where its module cannot be loaded, or nobody
 * answers at HSM_SOCKET.
 */
export async function configuredPkcs11(
  {
    HSM_SOCKET: socket,
    PKCS11_MODULE: module,
    PKCS11_TOKEN: token,
    PKCS11_PIN_FILE: pinFile,
    PKCS11_SESSIONS: sessions,
    PKCS11_ENVIRONMENT: environment,
  }: Pkcs11Settings,
  { patienceMs = 0, ...watch }: Watch = {},
): Promise<Pkcs11Keys | undefined> {
  if (socket !== '') return reached('HSM_SOCKET', 'hsm', openPkcs11({ socket, patienceMs, ...watch }));
  if (module === '') return undefined;
  if (token !== '') readConfigured('PKCS11_PIN_FILE', pinFile).fill(0);
  try {
    return await openPkcs11({ module, token, pinFile, sessions, environment, ...watch });
  } catch (cause) {
    if (!(cause instanceof ProviderError)) throw cause;
    if (!bridgeInstalled()) throw new ConfigError(cause.message, { cause });
    throw new ConfigError(`PKCS11_MODULE names ${module}, which cannot be loaded.`, { cause });
  }
}

/** Keys there; passwords and codes are the signer process's, but for PINs of persons' own tokens. */
async function openHsm(
  config: Config,
  { log, storage, software, clock }: ProviderSurroundings,
): Promise<Provider | undefined> {
  const what = config.HSM_SOCKET === '' ? 'ended and is started again' : 'is away and is tried again';
  const keys = await configuredPkcs11(config, {
    patienceMs: PATIENCE_MS,
    onCrash: (err) => log.error({ err }, `the HSM process ${what}`),
  });
  if (keys === undefined) return undefined;
  const signer = pkcs11Signer({
    keys,
    software,
    accounts: signerAccounts(storage),
    verify: nodePorts().verify,
    now: clock,
  });
  return { signer, activation: 'codes' };
}

/** How each is opened; undefined where it is not configured. */
const openers: Partial<Record<Elsewhere, Open>> = {
  pkcs11: openHsm,
  csc: openCsc,
  dsa: openDsa,
};

/** The providers of keys that the configuration names, beside the signer process. */
export async function openProviders(
  config: Config,
  surroundings: ProviderSurroundings,
): Promise<Partial<Record<Elsewhere, Provider>>> {
  const opened: Partial<Record<Elsewhere, Provider>> = {};
  try {
    for (const [name, open] of Object.entries(openers) as [Elsewhere, Open][]) {
      const provider = await open(config, surroundings);
      if (provider !== undefined) opened[name] = provider;
    }
  } catch (error) {
    for (const { signer } of Object.values(opened)) await signer.close();
    throw error;
  }
  return opened;
}
