import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { timeStampClient } from '@websign/providers';
import type { Config } from '../config.ts';
import { readCertificates } from '../files.ts';
import { openMetrics } from '../http/metrics.ts';
import { type Surroundings, storageOf } from '../secrets.ts';
import { digestStampWith } from '../services/time-stamps.ts';
import { type DatabaseFacts, databaseFacts, type Storage } from '../storage/index.ts';
import { type Place, type Stamped, Unknowable } from './face.ts';

type Tools = Pick<Place, 'engine' | 'ways' | 'log' | 'now'>;

/** What the checks have in common, opened when the first of them asks for it. */
export function openPlace(config: Config, tools: Tools): { place: Place; close(): Promise<void> } {
  const over = new AbortController();
  const database = once(() => factsOf(config, tools.now));
  const storage = once(() => openExisting(config, tools, database));
  const stamps = once(() => askAll(config, tools));
  return {
    place: { config, ...tools, database, storage, stamps, over: over.signal },
    async close() {
      over.abort();
      const opened = await storage.begun()?.catch(() => undefined);
      await opened?.close();
    },
  };
}

function once<T>(begin: () => Promise<T>): { (): Promise<T>; begun(): Promise<T> | undefined } {
  let begun: Promise<T> | undefined;
  const ask = () => {
    begun ??= begin();
    return begun;
  };
  return Object.assign(ask, { begun: () => begun });
}

/** What a server has around it, here without anybody who listens. */
export const surroundingsOf = ({ log, ways, now }: Pick<Place, 'log' | 'ways' | 'now'>): Surroundings => ({
  log,
  clock: now,
  frozen: false,
  http: ways.configured,
  metrics: openMetrics(() => ({ running: 0, waiting: 0, children: 0 }), ''),
  observe: (_, work) => work(),
});

const factsOf = ({ dataFolder, DATABASE_URL }: Config, now: () => number): Promise<DatabaseFacts> =>
  databaseFacts({ dataFolder, ...(DATABASE_URL === '' ? {} : { databaseUrl: DATABASE_URL }) }, now);

/** A database that waits for its migrations is left alone: a server brings it up to date. */
async function openExisting(
  config: Config,
  tools: Tools,
  database: () => Promise<DatabaseFacts>,
): Promise<Storage> {
  if (config.DATABASE_URL === '' && !existsSync(join(config.dataFolder, 'websign.db')))
    throw new Unknowable('there is no database');
  const facts = await database().catch((cause: unknown) => {
    throw new Unknowable('the database does not answer', { cause });
  });
  if (facts.pending > 0) throw new Unknowable('the database is of an earlier version');
  return storageOf(config, surroundingsOf(tools));
}

function askAll(config: Config, tools: Tools): Promise<Stamped[]> {
  if (config.level === 'B-B') return Promise.resolve([]);
  const { TSA_URLS, ARCHIVE_TSA_URLS } = config;
  const of = (setting: Stamped['setting'], urls: readonly string[]) =>
    urls.map((url) => ask(config, tools, setting, url));
  return Promise.all([...of('TSA_URLS', TSA_URLS), ...of('ARCHIVE_TSA_URLS', ARCHIVE_TSA_URLS)]);
}

async function ask(
  config: Config,
  { engine, ways, now }: Tools,
  setting: Stamped['setting'],
  url: string,
): Promise<Stamped> {
  const noted: { genTime?: number; date?: string | undefined } = {};
  const http: typeof ways.configured = {
    ...ways.configured,
    async ask(request) {
      const answer = await ways.configured.ask(request);
      noted.date = answer.headers.date;
      return answer;
    },
  };
  const judge: Pick<typeof engine, 'checkTimeStamp'> = {
    async checkTimeStamp(check) {
      const checked = await engine.checkTimeStamp(check);
      noted.genTime = checked.genTime;
      return checked;
    },
  };
  const began = now();
  const askedAt = () => (began + now()) / 2;
  try {
    const anchors = readCertificates('TSA_CERTIFICATES_FILE', config.TSA_CERTIFICATES_FILE);
    const client = timeStampClient({ servers: [{ url }], timeoutMs: config.TSA_SECONDS * 1000, http });
    await digestStampWith({ client, anchors }, judge, now)(randomBytes(32), 'SHA-256');
    return { setting, url, answer: { genTime: noted.genTime ?? Number.NaN, askedAt: askedAt() } };
  } catch (error) {
    const date = Date.parse(noted.date ?? '');
    const web = Number.isNaN(date) ? {} : { web: { date, askedAt: askedAt() } };
    return { setting, url, error: reasonOf(error), ...web };
  }
}

/** The causes that say most: the innermost. */
function reasonOf(error: unknown): string {
  const causes: Error[] = [];
  for (let at: unknown = error; at instanceof Error && causes.length < 8; ) {
    causes.push(at);
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return causes
    .map(({ message }) => message)
    .filter((text) => text !== '')
    .slice(-2)
    .join(': ');
}
