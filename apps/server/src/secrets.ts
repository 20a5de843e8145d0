import { PkiError } from '@websign/pki';
import { type Outbound, timeStampClient } from '@websign/providers';
import { bucketOf } from './bucket.ts';
import { complaint } from './complaint.ts';
import { type Config, ConfigError } from './config.ts';
import { nameKey, readCertificates, readConfigured } from './files.ts';
import type { DemonstrationServices } from './http/demo-routes.ts';
import type { Metrics } from './http/metrics.ts';
import { type Identity, openIdentity } from './identity.ts';
import { configuredSigner, PATIENCE_MS } from './key-processes.ts';
import type { Logger } from './logging.ts';
import { openProviders, type ProviderSurroundings } from './providers.ts';
import { type Keys, openKeys } from './services/keys.ts';
import type { TimeStamps } from './services/time-stamps.ts';
import { openStorage, type Storage } from './storage/index.ts';
import type { Observe } from './telemetry/observe.ts';

/** What differs between production and demonstration: where rows, keys and time-stamps come from. */
export interface Secrets {
  storage: Storage;
  keys: Keys;
  timeStamps: TimeStamps | undefined;
  /** For time-stamps that are to last: over validation data (B-LTA). */
  archive: TimeStamps | undefined;
  /** Under which the service puts its own papers; undefined where none is configured. */
  seal: Identity | undefined;
  /** DER certificates of the demonstration's own that are trusted. */
  roots?: readonly Uint8Array[];
  /** The demonstration's own authorities, to be served on this machine. */
  demonstration?: DemonstrationServices;
}

export interface Surroundings {
  log: Logger;
  /** Epoch milliseconds: the clock of this process. */
  clock: () => number;
  /** Whether that clock is a test's, which the signer process then follows too. */
  frozen: boolean;
  /** The way to servers that the configuration names. */
  http: Outbound;
  metrics: Pick<Metrics, 'signerEnds' | 'timeStampFailed'>;
  observe: Observe;
}

const hourMs = 60 * 60 * 1000;

/** The storage that the configuration names. */
export const storageOf = (
  config: Config,
  { log, clock, frozen, observe }: Pick<Surroundings, 'log' | 'clock' | 'frozen' | 'observe'>,
): Promise<Storage> =>
  openStorage({
    dataFolder: config.dataFolder,
    ...(config.DATABASE_URL === '' ? {} : { databaseUrl: config.DATABASE_URL }),
    ...bucketOf(config),
    nameKey: nameKey(config.NAME_KEY_FILE, config.dataFolder, config.DATABASE_URL),
    addressLimit: config.ADDRESS_FAILURES,
    quota: config.quota,
    ...(config.DISK_FLOOR_MB !== '' && { floorBytes: config.DISK_FLOOR_MB * 1024 * 1024 }),
    retention: {
      original: config.KEEP_ORIGINAL_HOURS * hourMs,
      signed: config.KEEP_SIGNED_DAYS * 24 * hourMs,
    },
    ...(frozen && { clock }),
    onError: complaint(log, 'storage').failed,
    observe,
  });

/** Production: the software signer under the configured master key, the configured time-stamp authorities. */
export async function openProduction(config: Config, surroundings: Surroundings): Promise<Secrets> {
  const { log, frozen, metrics } = surroundings;
  const { SIGNER_SOCKET: socket } = config;
  if (socket === '') readConfigured('MASTER_KEY_FILE', config.MASTER_KEY_FILE);
  const { level, TSA_URLS, ARCHIVE_TSA_URLS } = config;
  const timeStamps = level === 'B-B' ? undefined : authoritiesAt(TSA_URLS, config, surroundings);
  const archive =
    ARCHIVE_TSA_URLS.length === 0 ? timeStamps : authoritiesAt(ARCHIVE_TSA_URLS, config, surroundings);
  const seal = configuredSeal(config);
  const storage = await storageOf(config, surroundings);
  try {
    if ((await storage.accounts.list()).length === 0) {
      const sentence = 'There are no accounts; add one with ./websign account add.';
      // In a cluster the first account is added from a server that runs.
      if (config.DATABASE_URL === '') throw new ConfigError(sentence);
      log.warn(sentence);
    }
    const onCrash = (err: Error) => {
      metrics.signerEnds.inc();
      const what = socket === '' ? 'ended and is started again' : 'is away and is tried again';
      log.error({ err }, `the signer process ${what}`);
    };
    const process = await configuredSigner(
      config,
      { patienceMs: PATIENCE_MS, onCrash },
      { clock: frozen ? 'caller' : 'own', ledgerFile: config.ledgerFile },
    );
    const keys = await configuredKeys(config, { ...surroundings, storage, software: process });
    return { storage, timeStamps, archive, seal, keys };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

async function configuredKeys(config: Config, surroundings: ProviderSurroundings): Promise<Keys> {
  const { software, storage } = surroundings;
  try {
    return openKeys(software, storage, storage.clock, await openProviders(config, surroundings));
  } catch (error) {
    await software.close();
    throw error;
  }
}

const authoritiesAt = (
  urls: readonly string[],
  config: Config,
  { http, metrics }: Pick<Surroundings, 'http' | 'metrics'>,
): TimeStamps => ({
  client: timeStampClient({
    servers: urls.map((url) => ({ url })),
    timeoutMs: config.TSA_SECONDS * 1000,
    http,
    onFailure: ({ authority, code }) => metrics.timeStampFailed(authority, code),
  }),
  anchors: readCertificates('TSA_CERTIFICATES_FILE', config.TSA_CERTIFICATES_FILE),
});

/** The service's own key, held by this process: it signs what the service makes and nothing of people's. */
export function configuredSeal({
  SEAL_P12_FILE: file,
  SEAL_PASSWORD_FILE,
}: Pick<Config, 'SEAL_P12_FILE' | 'SEAL_PASSWORD_FILE'>): Identity | undefined {
  if (file === '') return undefined;
  const [password = ''] = readConfigured('SEAL_PASSWORD_FILE', SEAL_PASSWORD_FILE)
    .toString('utf8')
    .split(/\r?\n/);
  try {
    return openIdentity(file, readConfigured('SEAL_P12_FILE', file), password);
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    throw new ConfigError(`SEAL_P12_FILE names ${file}, which SEAL_PASSWORD_FILE does not open.`, { cause });
  }
}

/** The demonstration, which is loaded only here. */
export async function openDemo(config: Config, surroundings: Surroundings): Promise<Secrets> {
  const demo = await import('./demo/index.ts');
  const storage = await storageOf(config, surroundings);
  try {
    const { dataFolder, PORT, ledgerFile } = config;
    const newDeviceAfterMs = config.RESET_OTP_DELAY_HOURS * hourMs;
    // A port that changes with each start is not named: the process answers for its paths whatever the port.
    const origin = `http://127.0.0.1${PORT === 0 ? '' : `:${PORT}`}`;
    const opened = await demo.openDemonstration({
      ...{ dataFolder, storage, origin, newDeviceAfterMs, ledgerFile },
      ...surroundings,
    });
    const { seal, services } = opened;
    const timeStamps = config.level === 'B-B' ? undefined : opened.timeStamps;
    const keys = openKeys(opened.keys, storage, storage.clock);
    const roots = opened.timeStamps.anchors;
    return { storage, timeStamps, archive: timeStamps, seal, roots, demonstration: services, keys };
  } catch (error) {
    await storage.close();
    throw error;
  }
}
