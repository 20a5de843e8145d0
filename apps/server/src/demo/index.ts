import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SoftwareKeys } from '@websign/providers';
import type { DemonstrationServices } from '../http/demo-routes.ts';
import type { Identity } from '../identity.ts';
import type { Logger } from '../logging.ts';
import type { TimeStamps } from '../services/time-stamps.ts';
import type { Storage } from '../storage/index.ts';
import { ensureAccounts } from './accounts.ts';
import { announce, type Terminal } from './announce.ts';
import { openAuthorities } from './authorities.ts';
import { createFile } from './files.ts';
import { openRegister } from './revocations.ts';
import { ensureSamples, readSample } from './samples.ts';
import { openSeal } from './seal.ts';
import { demoServices } from './services.ts';
import { localTimeStampClient } from './time-stamps.ts';

export interface DemonstrationPlace {
  dataFolder: string;
  storage: Storage;
  log: Logger;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Whether that clock is a test's, which the signer process then follows too. */
  frozen?: boolean;
  /** Before so many milliseconds no new device of an account counts; a day when left out. */
  newDeviceAfterMs?: number;
  /** Where the signer process notes which epochs were used; in memory alone when left out. */
  ledgerFile?: string;
  /** Where this server is reached, such as `http://127.0.0.1:8080`: its certificates name it. */
  origin: string;
  /** Where new accounts may be shown; the process's own terminal when left out. */
  terminals?: Terminal[];
}

export interface Demonstration {
  /** The signer process; the caller closes it. */
  keys: SoftwareKeys;
  /** Of the papers that the service makes. */
  seal: Identity;
  /** Stamps in this process. */
  timeStamps: TimeStamps;
  /** What its authorities serve, for HTTP routes and for this process. */
  services: DemonstrationServices;
}

const MASTER_KEY_NOTE = [
  '# The master key of a DEMONSTRATION: it lies beside the data that it protects, so it protects nothing.',
  '# A real installation keeps its master key elsewhere and names it in MASTER_KEY_FILE.',
];

/**
 * Opens the demonstration in a data folder: its certification authority, time-stamp authority and signers. What
 * is missing, after a first start or a start that was cut off, is made; what is there is kept.
 */
export async function openDemonstration(place: DemonstrationPlace): Promise<Demonstration> {
  const { dataFolder, storage, log, clock, origin, frozen = false, newDeviceAfterMs, ledgerFile } = place;
  const folder = join(dataFolder, 'demo');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const masterKey = join(folder, 'master.key');
  createFile(masterKey, [...MASTER_KEY_NOTE, `1:${randomBytes(32).toString('base64')}`, ''].join('\n'));
  const authorities = await openAuthorities(folder, clock(), origin);
  const keys = await SoftwareKeys.open({
    masterKey: { file: masterKey },
    clock: frozen ? 'caller' : 'own',
    ...(newDeviceAfterMs !== undefined && { newDeviceAfterMs }),
    ...(ledgerFile !== undefined && { ledgerFile }),
    onCrash: (err) => log.error({ err }, 'the signer process ended and is started again'),
  });
  try {
    const { accounts, audit } = storage;
    const made = await ensureAccounts(dataFolder, { keys, authorities, accounts, audit, now: clock() });
    await tell(made, place);
    const seal = await openSeal(folder, authorities, clock());
    const register = openRegister(folder);
    const sample = async (name: string) => readSample(folder, name);
    const services = demoServices(authorities, register, sample, clock);
    await ensureSamples(folder, { authorities, register, services, clock, log });
    const client = localTimeStampClient(services.answerTimeStamp);
    return { keys, seal, timeStamps: { client, anchors: [authorities.root.certificate] }, services };
  } catch (error) {
    await keys.close();
    throw error;
  }
}

async function tell(made: Parameters<typeof announce>[0], place: DemonstrationPlace): Promise<void> {
  if (made.length === 0) return;
  const path = join(place.dataFolder, 'demo-accounts.json');
  const shown = await announce(made, path, place.terminals ?? [process.stdout, process.stderr]);
  place.log.info({ path, shown }, 'the demonstration’s accounts were made');
}
