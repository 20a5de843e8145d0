import { nodePorts } from '@websign/ports';
import { cscClient, cscSigner, dsaClient, dsaSigner, type SoftwareKeys } from '@websign/providers';
import type { Config } from './config.ts';
import { readConfigured } from './files.ts';
import type { Surroundings } from './secrets.ts';
import type { Elsewhere, Provider } from './services/keys.ts';
import type { Storage } from './storage/index.ts';

/** What a provider of keys is made from. */
export interface ProviderSurroundings extends Surroundings {
  storage: Storage;
  /** The signer process, for codes of our own. */
  software: SoftwareKeys;
}

type Open = (config: Config, surroundings: ProviderSurroundings) => Promise<Provider | undefined>;

/** Keys at a remote signing service; it says itself which version of the API it speaks. */
async function openCsc(
  { CSC_URL: url, CSC_CLIENT_ID: clientId, CSC_CLIENT_SECRET_FILE, CSC_ACTIVATION, CSC_SECONDS }: Config,
  { http, clock, storage: { accounts } }: ProviderSurroundings,
): Promise<Provider | undefined> {
  if (url === '') return undefined;
  const clientSecret = readConfigured('CSC_CLIENT_SECRET_FILE', CSC_CLIENT_SECRET_FILE)
    .toString('utf8')
    .trim();
  const { verify } = nodePorts();
  const timeoutMs = CSC_SECONDS * 1000;
  const signer = cscSigner(cscClient({ url, clientId, clientSecret, http, verify, timeoutMs, clock }), {
    chain: async (id) => (await accounts.find(id))?.chain ?? [],
    reference: async (id) => (await accounts.find(id))?.keyReference,
  });
  return { signer, activation: CSC_ACTIVATION, page: signer };
}

/** Keys at a provider of the Greek state's protocol; the certificates were taken when the account was added. */
async function openDsa(
  { DSA_URL: url, DSA_SECONDS }: Config,
  { http, storage: { accounts } }: ProviderSurroundings,
): Promise<Provider | undefined> {
  if (url === '') return undefined;
  const signer = dsaSigner({
    client: dsaClient({ url, http, timeoutMs: DSA_SECONDS * 1000 }),
    accounts: {
      chain: async (id) => (await accounts.find(id))?.chain ?? [],
      reference: async (id) => (await accounts.find(id))?.keyReference,
    },
    verify: nodePorts().verify,
  });
  return { signer, activation: 'codes' };
}

/** How each is opened; undefined where it is not configured. */
const openers: Partial<Record<Elsewhere, Open>> = { csc: openCsc, dsa: openDsa };

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
