import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { StorageError } from '../errors.ts';

const statementsKept = 256;
const sqliteBusy = 5;

/** Opens the file with mode 600 and every commit synced; `readOnly` connections never wait for writers (WAL). */
export function openSqlite(file: string, readOnly: boolean): DatabaseSync {
  if (!readOnly) closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { readOnly, timeout: 10_000 });
  if (!readOnly) {
    const { journal_mode: mode } = database.prepare('PRAGMA journal_mode = WAL').get() ?? {};
    // A file system without shared memory keeps another journal, and then readers and writers block each other.
    if (mode !== 'wal')
      throw new StorageError('unavailable', 'the data folder cannot hold a database (no WAL)');
    database.exec('PRAGMA synchronous = FULL');
    database.exec('PRAGMA foreign_keys = ON');
    database.exec('PRAGMA journal_size_limit = 67108864');
    // Waiting inside SQLite would stop the event loop: `begin` waits outside.
    database.exec('PRAGMA busy_timeout = 0');
  }
  return database;
}

class SqliteConnection implements DatabaseConnection {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; reads: boolean }>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, reads } = this.#prepare(sql);
    const values = parameters.map(input);
    // The compiler of queries knows the row's type; the database only gives records.
    if (reads) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  }

  // biome-ignore lint/correctness/useYield: the interface wants a generator; portions are read by key instead
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not used: read by key in portions');
  }

  #prepare(sql: string): { statement: StatementSync; reads: boolean } {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.database.prepare(sql);
    const prepared = { statement, reads: statement.columns().length > 0 };
    const [oldest] = this.#statements.keys();
    if (this.#statements.size >= statementsKept && oldest !== undefined) this.#statements.delete(oldest);
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

function input(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite takes no ${typeof value}`);
}

/** One connection for all who write in this process, each transaction after the other (`BEGIN IMMEDIATE`). */
export class SqliteWriter implements Driver {
  readonly #connection: SqliteConnection;
  readonly #waitMs: number;
  #last: Promise<void> = Promise.resolve();
  #release: () => void = () => undefined;

  constructor(database: DatabaseSync, waitMs: number) {
    this.#connection = new SqliteConnection(database);
    this.#waitMs = waitMs;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    this.#release = resolve;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  /** Deferred transactions fail at their first write under other processes; these wait for their turn. */
  async beginTransaction(): Promise<void> {
    const until = performance.now() + this.#waitMs;
    while (!this.#begun(performance.now() > until)) await sleep(1 + Math.random() * 6);
  }

  #begun(last: boolean): boolean {
    try {
      this.#connection.database.exec('BEGIN IMMEDIATE');
      return true;
    } catch (error) {
      if (last || !isBusy(error)) throw error;
      return false;
    }
  }

  async commitTransaction(): Promise<void> {
    this.#connection.database.exec('COMMIT');
  }

  async rollbackTransaction(): Promise<void> {
    // A full disk may have rolled back already.
    if (this.#connection.database.isTransaction) this.#connection.database.exec('ROLLBACK');
  }

  async destroy(): Promise<void> {
    await this.#last;
    this.#connection.database.close();
  }
}

/** A connection that cannot write, for whoever reads; each statement sees the last commit. */
export class SqliteReader implements Driver {
  readonly #connection: SqliteConnection;

  constructor(database: DatabaseSync) {
    this.#connection = new SqliteConnection(database);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    throw new Error('transactions are for the writer');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#connection.database.close();
  }
}

const isBusy = (error: unknown): boolean => (sqliteCode(error) & 0xff) === sqliteBusy;

/** SQLite's extended result code, or 0. */
export function sqliteCode(error: unknown): number {
  if (!(error instanceof Error) || !('errcode' in error)) return 0;
  return typeof error.errcode === 'number' ? error.errcode : 0;
}
