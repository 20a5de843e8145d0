import type { SoftwareKeys } from '@websign/providers';
import type { Config } from './config.ts';
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

/** How each is opened; undefined where it is not configured. */
const openers: Partial<Record<Elsewhere, Open>> = {};

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
