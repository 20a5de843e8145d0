import { statfs } from 'node:fs/promises';
import { PkiError, parseCertificate } from '@websign/pki';
import { Gauge, type Registry } from 'prom-client';
import { isRoom } from '../policy/room.ts';
import type { Context } from '../services/context.ts';
import type { Keys } from '../services/keys.ts';
import type { CensusCounts, Connections, Storage } from '../storage/index.ts';

/** Numbers of the database are told again for this long: it need not count for every scrape. */
const keptMs = 30_000;
/** A provider of keys may take this long to say how it is. */
const healthMs = 5_000;

export interface Watched {
  storage: Pick<Storage, 'census' | 'blobs'>;
  keys: Pick<Keys, 'health'>;
  dataFolder: string;
  /** When certificates of this service end, epoch milliseconds, by what they are of. */
  certificates: Readonly<Record<string, number>>;
  /** Epoch milliseconds. */
  clock(): number;
}

/** When the seal ends, and the first of the certificates that time-stamps chain to. */
export function certificateEnds({
  seal,
  timeStamps,
  archive,
}: Pick<Context, 'seal' | 'timeStamps' | 'archive'>): Record<string, number> {
  const anchors = [timeStamps, archive].flatMap((authorities) => authorities?.anchors ?? []);
  const ends = anchors.map(endOf).filter((end) => !Number.isNaN(end));
  return {
    ...(seal === undefined ? {} : { seal: seal.certificate.validity.notAfter }),
    ...(ends.length === 0 ? {} : { time_stamp: Math.min(...ends) }),
  };
}

/** NaN where it is no certificate: the time-stamps that rest on it say so. */
function endOf(der: Uint8Array): number {
  try {
    return parseCertificate(der).validity.notAfter;
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    return Number.NaN;
  }
}

/** What is watched of the storage, the disk and certificates; what does not answer is NaN, and the rest is told. */
export function watchPlace(registry: Registry, watched: Watched): void {
  const { storage, keys, dataFolder, certificates, clock } = watched;
  const count = kept(() => storage.census.count().catch(() => undefined));
  watchSessions(registry, count);
  watchConnections(registry, () => storage.census.connections());
  watchDisk(registry, dataFolder);
  watchRoom(registry, storage);
  watchKeys(registry, keys);
  new Gauge({
    name: 'websign_certificate_end_seconds',
    help: "Seconds until the first certificate ends: of the seal, of the time-stamp authorities' roots, of signers",
    labelNames: ['of'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [of, end] of Object.entries(certificates)) this.set({ of }, (end - clock()) / 1000);
      const next = (await count())?.nextCertificateEnd;
      if (next !== null && next !== undefined) this.set({ of: 'signer' }, (next - clock()) / 1000);
    },
  });
}

function watchSessions(registry: Registry, count: () => Promise<CensusCounts | undefined>): void {
  new Gauge({
    name: 'websign_sessions',
    help: 'Sessions that are live, of all servers of this database',
    registers: [registry],
    async collect() {
      this.set((await count())?.sessions ?? Number.NaN);
    },
  });
}

function watchConnections(registry: Registry, connections: () => Connections | undefined): void {
  new Gauge({
    name: 'websign_database_connections',
    help: 'Connections to the database that are used and idle, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, value] of Object.entries(connections() ?? {})) this.set({ state }, value);
    },
  });
}

function watchDisk(registry: Registry, folder: string): void {
  new Gauge({
    name: 'websign_disk_bytes',
    help: 'The disk of the data folder: free to this user, and in all',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const disk = await statfs(folder).catch(() => undefined);
      this.set({ state: 'free' }, disk === undefined ? Number.NaN : disk.bavail * disk.bsize);
      this.set({ state: 'all' }, disk === undefined ? Number.NaN : disk.blocks * disk.bsize);
    },
  });
}

function watchRoom(registry: Registry, storage: Pick<Storage, 'blobs'>): void {
  new Gauge({
    name: 'websign_uploads_open',
    help: 'Whether uploads are taken: 1, or 0 where no more of the disk is free than has to stay free',
    registers: [registry],
    async collect() {
      const open = await storage.blobs.spare().then(isRoom, () => undefined);
      this.set(open === undefined ? Number.NaN : Number(open));
    },
  });
}

/** Where keys live: whether each could sign now. One that takes long could not. */
function watchKeys(registry: Registry, keys: Pick<Keys, 'health'>): void {
  const states = kept(() =>
    Promise.all(keys.health().map(async ({ provider, state }) => ({ provider, up: await inTime(state) }))),
  );
  new Gauge({
    name: 'websign_keys_up',
    help: 'Whether the keys of each provider could sign: 1, or 0',
    labelNames: ['provider'],
    registers: [registry],
    async collect() {
      for (const { provider, up } of await states()) this.set({ provider }, up ? 1 : 0);
    },
  });
}

async function inTime(state: Promise<void>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), healthMs);
  const well = state.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([well, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The last answer for a while; gauges of one scrape ask once. */
function kept<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (last === undefined || now - last.at > keptMs) last = { at: now, answer: ask() };
    return last.answer;
  };
}
