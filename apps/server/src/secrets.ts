import { SoftwareKeys, timeStampClient } from '@websign/providers';
import { type Config, ConfigError } from './config.ts';
import { nameKey, readCertificates, readConfigured } from './files.ts';
import type { Logger } from './logging.ts';
import { type Keys, softwareKeys } from './services/keys.ts';
import type { TimeStamps } from './services/time-stamps.ts';
import { openStorage, type Storage } from './storage/index.ts';

/** What differs between production and demonstration: where rows, keys and time-stamps come from. */
export interface Secrets {
  storage: Storage;
  keys: Keys;
  timeStamps: TimeStamps | undefined;
  /** DER certificates of the demonstration's own that are trusted. */
  roots?: readonly Uint8Array[];
  /** The demonstration's own authority, to be served on this machine. */
  answerTimeStamp?: (request: Uint8Array) => Promise<Uint8Array>;
}

export interface Surroundings {
  log: Logger;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Whether that clock is a test's, which the signer process then follows too. */
  frozen: boolean;
}

const hourMs = 60 * 60 * 1000;

/** The storage that the configuration names. */
export const storageOf = (
  config: Config,
  { log, clock }: Pick<Surroundings, 'log' | 'clock'>,
): Promise<Storage> =>
  openStorage({
    dataFolder: config.dataFolder,
    ...(config.DATABASE_URL === '' ? {} : { databaseUrl: config.DATABASE_URL }),
    nameKey: nameKey(config.NAME_KEY_FILE, config.dataFolder),
    addressLimit: config.ADDRESS_FAILURES,
    retention: {
      original: config.KEEP_ORIGINAL_HOURS * hourMs,
      signed: config.KEEP_SIGNED_DAYS * 24 * hourMs,
    },
    clock,
    onError: (err) => log.error({ err }, 'storage'),
  });

/** Production: the software signer under the configured master key, the configured time-stamp authorities. */
export async function openProduction(config: Config, surroundings: Surroundings): Promise<Secrets> {
  const { log, clock, frozen } = surroundings;
  readConfigured('MASTER_KEY_FILE', config.MASTER_KEY_FILE);
  const timeStamps = config.SIGNATURE_LEVEL === 'B-T' ? configuredTimeStamps(config) : undefined;
  const storage = await storageOf(config, surroundings);
  try {
    if ((await storage.accounts.list()).length === 0) {
      throw new ConfigError('There are no accounts; add one with ./websign account add.');
    }
    const process = await SoftwareKeys.open({
      masterKey: { file: config.MASTER_KEY_FILE },
      clock: frozen ? 'caller' : 'own',
      onCrash: (err) => log.error({ err }, 'the signer process ended and is started again'),
    });
    return { storage, timeStamps, keys: softwareKeys(process, storage.accounts, clock) };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

const configuredTimeStamps = (config: Config): TimeStamps => ({
  client: timeStampClient({ servers: config.TSA_URLS.map((url) => ({ url })) }),
  anchors: readCertificates('TSA_CERTIFICATES_FILE', config.TSA_CERTIFICATES_FILE),
});

/** The demonstration, which is loaded only here. */
export async function openDemo(config: Config, surroundings: Surroundings): Promise<Secrets> {
  const demo = await import('./demo/index.ts');
  const storage = await storageOf(config, surroundings);
  try {
    const { dataFolder } = config;
    const opened = await demo.openDemonstration({ dataFolder, storage, ...surroundings });
    const { timeStamps, answerTimeStamp } = opened;
    const keys = softwareKeys(opened.keys, storage.accounts, surroundings.clock);
    return { storage, timeStamps, roots: timeStamps.anchors, answerTimeStamp, keys };
  } catch (error) {
    await storage.close();
    throw error;
  }
}
