import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Unsigned, unsignedQuota } from '../policy/quota.ts';
import { type RetentionTerms, retentionTerms } from '../policy/retention.ts';
import { throttleLimits } from '../policy/throttle.ts';
import type { Observe } from '../telemetry/observe.ts';
import { backup } from './backup.ts';
import { type OpenedBlobs, openBlobs } from './blobs/open.ts';
import type { S3Options } from './blobs/s3-options.ts';
import type { Accounts } from './face/accounts.ts';
import type { Attempts } from './face/attempts.ts';
import type { Audit } from './face/audit.ts';
import type { Authorizations } from './face/authorizations.ts';
import type { Blobs } from './face/blobs.ts';
import type { Census } from './face/census.ts';
import type { Codes } from './face/codes.ts';
import type { Documents } from './face/documents.ts';
import type { ListCopies } from './face/list-copies.ts';
import type { Outbox } from './face/outbox.ts';
import type { PreferenceStore } from './face/preferences.ts';
import type { Roster } from './face/roster.ts';
import type { Sends } from './face/sends.ts';
import type { Sessions } from './face/sessions.ts';
import type { Signings } from './face/signings.ts';
import type { Turns } from './face/turns.ts';
import { SqlAccounts } from './sql/accounts.ts';
import { SqlAttempts } from './sql/attempts.ts';
import { SqlAudit } from './sql/audit.ts';
import { SqlAuthorizations } from './sql/authorizations.ts';
import { SqlCensus } from './sql/census.ts';
import { SqlCodes } from './sql/codes.ts';
import type { Context } from './sql/context.ts';
import { SqlDocuments } from './sql/documents.ts';
import { type Engine, postgresEngine, sqliteEngine } from './sql/engine.ts';
import { deleteOrphans } from './sql/expire.ts';
import { SqlListCopies } from './sql/list-copies.ts';
import { migrate } from './sql/migrate.ts';
import { SqlOutbox } from './sql/outbox.ts';
import { SqlPreferences } from './sql/preferences.ts';
import { SqlRoster } from './sql/roster.ts';
import { SqlSends } from './sql/sends.ts';
import { SqlSessions } from './sql/sessions.ts';
import { clockOf, type StorageClock } from './sql/shared-clock.ts';
import { SqlSignings } from './sql/signings.ts';
import { SqlTurns } from './sql/turns.ts';

export { auditFlaw } from './audit-chain.ts';
export { openUnnamed } from './blobs/unnamed.ts';
export { canonical } from './canonical.ts';
export { type DatabaseFacts, databaseFacts } from './database-facts.ts';
export { StorageError, type StorageErrorCode } from './errors.ts';
export type * from './face/accounts.ts';
export type * from './face/attempts.ts';
export type * from './face/audit.ts';
export * from './face/authorizations.ts';
export type * from './face/blobs.ts';
export type * from './face/census.ts';
export * from './face/codes.ts';
export type * from './face/documents.ts';
export type * from './face/list-copies.ts';
export type * from './face/outbox.ts';
export type * from './face/preferences.ts';
export type * from './face/roster.ts';
export type * from './face/sends.ts';
export type * from './face/sessions.ts';
export type * from './face/signings.ts';
export type * from './face/turns.ts';
export { fold } from './fold.ts';

export interface StorageConfig {
  /** Holds `websign.db` (unless `databaseUrl` is given) and `blobs/`; made with mode 700. */
  readonly dataFolder: string;
  /** `postgres://…`; left out, SQLite in the data folder. */
  readonly databaseUrl?: string;
  /** The bucket that blobs lie in; left out, files in the data folder. */
  readonly s3?: S3Options;
  /** Of the disk of blobs that are files, kept free of uploads; 1 GiB or a twentieth, the smaller, when left out. */
  readonly floorBytes?: number;
  /** At least 32 random bytes, the same for all replicas, kept outside the database: keys the lockout's names. */
  readonly nameKey: Uint8Array;
  /** Evaluated failures of one address in five minutes before it is throttled; 100 when left out. */
  readonly addressLimit?: number;
  readonly retention?: RetentionTerms;
  /** Of unsigned documents of one account; 5000 and 2 GiB when left out. */
  readonly quota?: Unsigned;
  /** Epoch milliseconds. Left out, PostgreSQL's own time, which all servers share; of SQLite the machine's. */
  readonly clock?: () => number;
  /** Failures in the background (a database connection lost while idle), for the log; else a process warning. */
  readonly onError?: (error: Error) => void;
  /** Told of each transaction. */
  readonly observe?: Observe;
}

export interface Storage {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  readonly documents: Documents;
  readonly signings: Signings;
  readonly audit: Audit;
  readonly authorizations: Authorizations;
  readonly codes: Codes;
  readonly outbox: Outbox;
  readonly preferences: PreferenceStore;
  readonly roster: Roster;
  readonly sends: Sends;
  readonly blobs: Blobs;
  readonly census: Census;
  readonly listCopies: ListCopies;
  readonly turns: Turns;
  /** The time by which all of the above decides, epoch milliseconds. */
  clock(): number;
  /** Milliseconds by which this machine's clock is ahead of it; 0 where there is no other. */
  skew(): number;
  /** Resolves when the database answers and the blob store takes bytes; throws what went wrong. */
  health(): Promise<void>;
  /**
   * A consistent copy into an empty folder while everything runs: `blobs/` and `websign.db`, a data folder as it
   * is; of PostgreSQL `websign.pgdump`, made by the installed `pg_dump`. Throws StorageError `backup`.
   */
  backup(folder: string): Promise<{ blobs: number }>;
  /** What should be done every hour: ends terms, sessions and old counts, deletes blobs without an owner. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** Opens, migrates and sweeps; several processes may open the same storage. Throws StorageError. */
export async function openStorage(config: StorageConfig): Promise<Storage> {
  const { dataFolder, databaseUrl } = config;
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const sqliteFile = join(dataFolder, 'websign.db');
  const onError = config.onError ?? ((error: Error) => process.emitWarning(error));
  const engine = observed(
    databaseUrl === undefined ? sqliteEngine(sqliteFile) : postgresEngine(databaseUrl, onError),
    config.observe,
  );
  let clock: StorageClock | undefined;
  let opened: OpenedBlobs | undefined;
  try {
    clock = await clockOf(engine, config.clock, onError);
    await migrated(engine, databaseUrl, clock.now(), onError);
    opened = await openBlobs(config, clock.now);
    const source = {
      blobs: opened.blobs,
      sqliteFile: databaseUrl ? undefined : sqliteFile,
      postgresUrl: databaseUrl,
    };
    return assemble(engine, opened, clock, config, (folder) => backup(source, folder));
  } catch (error) {
    await opened?.close();
    await clock?.stop();
    await engine.close();
    throw error;
  }
}

const observed = (engine: Engine, observe: Observe | undefined): Engine =>
  observe === undefined
    ? engine
    : {
        ...engine,
        write: (work) => observe({ step: 'database', kind: 'transaction' }, () => engine.write(work)),
        single: (statement) =>
          observe({ step: 'database', kind: 'transaction' }, () => engine.single(statement)),
      };

/** Over a connection of its own that waits: for another server that migrates, and for large tables. */
async function migrated(
  engine: Engine,
  databaseUrl: string | undefined,
  now: number,
  onError: (error: Error) => void,
): Promise<void> {
  if (databaseUrl === undefined) return migrate(engine, now);
  const patient = postgresEngine(databaseUrl, onError, true);
  try {
    await migrate(patient, now);
  } finally {
    await patient.close();
  }
}

function assemble(
  engine: Engine,
  { blobs, close }: OpenedBlobs,
  clock: StorageClock,
  config: StorageConfig,
  copy: Storage['backup'],
): Storage {
  const added = new Set<() => void>();
  const context: Context = {
    engine,
    clock: clock.now,
    jobAdded: () => {
      for (const listener of added) listener();
    },
  };
  const listen = (listener: () => void) => {
    added.add(listener);
    return () => void added.delete(listener);
  };
  const terms = config.retention ?? retentionTerms;
  const addressLimit = config.addressLimit ?? throttleLimits.failures;
  const storage = {
    accounts: new SqlAccounts(context),
    sessions: new SqlSessions(context),
    attempts: new SqlAttempts(context, config.nameKey, addressLimit),
    documents: new SqlDocuments(context, blobs, terms, config.quota ?? unsignedQuota),
    signings: new SqlSignings(context, terms),
    audit: new SqlAudit(context),
    authorizations: new SqlAuthorizations(context),
    codes: new SqlCodes(context),
    outbox: new SqlOutbox(context, listen),
    preferences: new SqlPreferences(context),
    roster: new SqlRoster(context),
    sends: new SqlSends(context),
    blobs,
    census: new SqlCensus(context),
    listCopies: new SqlListCopies(context, blobs),
    turns: new SqlTurns(context),
  };
  return {
    ...storage,
    clock: clock.now,
    skew: clock.skew,
    health: async () => {
      await engine.read.selectFrom('migrations').select('number').limit(1).execute();
      await blobs.probe();
    },
    backup: copy,
    sweep: () => sweep(storage, context),
    close: async () => {
      await close();
      await clock.stop();
      await engine.close();
    },
  };
}

const portion = 200;

async function sweep(
  storage: Pick<
    Storage,
    'documents' | 'sessions' | 'attempts' | 'outbox' | 'signings' | 'authorizations' | 'blobs'
  >,
  context: Context,
): Promise<void> {
  while ((await storage.documents.expire(portion)) === portion);
  await storage.sessions.sweep();
  await storage.attempts.sweep();
  await storage.outbox.sweep();
  await storage.signings.sweep();
  await storage.authorizations.sweep();
  await deleteOrphans(context, storage.blobs);
}
