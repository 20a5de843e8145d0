import {
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type SelectQueryBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import pg from 'pg';
import { StorageError, type StorageErrorCode } from '../errors.ts';
import type { Connections } from '../face/census.ts';
import { TranslatedDriver } from './driver.ts';
import { boundedPool } from './pool.ts';
import { openSqlite, SqliteReader, SqliteWriter, sqliteCode } from './sqlite.ts';
import type { Reader, Tables, Writer } from './tables.ts';

/** Column types and clauses of migrations. */
export interface Ddl {
  readonly integer: string;
  readonly identity: string;
  /** After a table's closing bracket. */
  readonly strict: string;
  /** Statements that make the database refuse changes and deletions in a table. */
  appendOnly(table: string): readonly string[];
}

/** Everything in which the two databases differ. */
export interface Engine {
  readonly kind: 'sqlite' | 'postgres';
  readonly ddl: Ddl;
  readonly read: Reader;
  /** One transaction; `work` may run again when the database asks for it, so it touches nothing else. */
  write<T>(work: (writer: Writer) => Promise<T>): Promise<T>;
  /** One statement that writes, a transaction by itself: no round trips for its beginning and end. */
  single<T>(statement: (database: Reader) => Promise<T>): Promise<T>;
  /** Keeps the rows that `query` reads from others until the transaction ends. */
  lock<T extends keyof Tables, O>(
    query: SelectQueryBuilder<Tables, T, O>,
    options?: { skipLocked: boolean },
  ): SelectQueryBuilder<Tables, T, O>;
  /** One transaction at a time goes past, for each name, until its end. */
  exclusive(writer: Writer, name: 'audit' | 'migrations'): Promise<void>;
  /** Those to the database; left out where there is no pool. */
  connections?(): Connections;
  close(): Promise<void>;
}

const waitMs = 20_000;

export function sqliteEngine(file: string): Engine {
  const dialect = (driver: Driver) => ({
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new TranslatedDriver(driver, sqliteError),
    createIntrospector: (database: Kysely<unknown>) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  });
  const writer = new Kysely<Tables>({ dialect: dialect(new SqliteWriter(opened(file, false), waitMs)) });
  const read = new Kysely<Tables>({ dialect: dialect(new SqliteReader(opened(file, true))) });
  return {
    kind: 'sqlite',
    ddl: sqliteDdl,
    read,
    write: (work) => writer.transaction().execute(work),
    // Only a transaction waits for other processes.
    single: (statement) => writer.transaction().execute(statement),
    // BEGIN IMMEDIATE has let nobody else in.
    lock: (query) => query,
    exclusive: async () => undefined,
    close: async () => {
      await read.destroy();
      await writer.destroy();
    },
  };
}

function opened(file: string, readOnly: boolean) {
  try {
    return openSqlite(file, readOnly);
  } catch (error) {
    throw sqliteError(error);
  }
}

/** Milliseconds; a hanging database keeps nobody waiting longer than for a connection and one answer. */
const postgresWaits = { connection: 10_000, statement: 15_000, answer: 20_000, inTransaction: 60_000 };

/** `patient`: statements may take as long as they need, for migrations. */
export function postgresEngine(url: string, onError: (error: Error) => void, patient = false): Engine {
  const { connection, statement, answer, inTransaction } = postgresWaits;
  const pool = boundedPool({
    connectionString: url,
    max: patient ? 1 : 10,
    mostWaiting: 1000,
    connectionTimeoutMillis: connection,
    ...(!patient && { statement_timeout: statement, query_timeout: answer }),
    idle_in_transaction_session_timeout: inTransaction,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'websign',
    types: { getTypeParser },
    onError: (error) => onError(postgresError(error)),
  });
  const read = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new TranslatedDriver(new PostgresDriver({ pool }), postgresError),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return {
    kind: 'postgres',
    ddl: postgresDdl,
    read,
    write: (work) => again(() => read.transaction().execute(work)),
    single: (statement) => again(() => statement(read)),
    lock: (query, options) => (options?.skipLocked ? query.forUpdate().skipLocked() : query.forUpdate()),
    exclusive: async (writer, name) => {
      await sql`select pg_advisory_xact_lock(${advisory[name]})`.execute(writer);
    },
    connections: () => pool.connections(),
    close: () => read.destroy(),
  };
}

/** 64-bit keys that nobody else in the database is likely to use. */
const advisory = { audit: 8_391_145_001, migrations: 8_391_145_002 } as const;

/** Counts and times are bigint columns; all of ours fit a double exactly. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid !== pg.types.builtins.INT8) return pg.types.getTypeParser(oid, format);
  return (value: string): number => {
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new StorageError('corrupt', 'an integer column is out of range');
    return number;
  };
}

async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof StorageError ? sqlState(error.cause) : '';
      if (tries >= 5 || (code !== '40001' && code !== '40P01')) throw error;
    }
  }
}

const sqliteDdl: Ddl = {
  integer: 'INTEGER',
  identity: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  strict: 'STRICT',
  appendOnly: (table) =>
    ['UPDATE', 'DELETE'].map(
      (change) => `CREATE TRIGGER ${table}_no_${change.toLowerCase()} BEFORE ${change} ON ${table}
        BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END`,
    ),
};

const postgresDdl: Ddl = {
  integer: 'BIGINT',
  identity: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  strict: '',
  appendOnly: (table) => [
    `CREATE FUNCTION ${table}_append_only() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION '${table} is append-only'; END $$`,
    `CREATE TRIGGER ${table}_no_change BEFORE UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION ${table}_append_only()`,
    `CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION ${table}_append_only()`,
  ],
};

function sqliteError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const code = sqliteCode(error);
  const codes: Record<number, StorageErrorCode> = {
    5: 'busy',
    6: 'busy',
    11: 'corrupt',
    13: 'full',
    26: 'corrupt',
  };
  const unique = code === 1555 || code === 2067;
  return failure(unique ? 'exists' : (codes[code & 0xff] ?? 'unavailable'), `SQLite ${code}`, error);
}

function postgresError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const state = sqlState(error);
  const codes: Record<string, StorageErrorCode> = {
    '23505': 'exists',
    '40001': 'busy',
    '40P01': 'busy',
    '55P03': 'busy',
    '57014': 'busy',
    '53100': 'full',
    XX001: 'corrupt',
    XX002: 'corrupt',
  };
  return failure(codes[state] ?? 'unavailable', `PostgreSQL ${state || 'connection'}`, error);
}

const failure = (code: StorageErrorCode, what: string, cause: unknown): StorageError =>
  new StorageError(code, `the database refused: ${what} (${code})`, { cause });

function sqlState(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
