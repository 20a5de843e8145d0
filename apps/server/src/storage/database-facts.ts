import { join } from 'node:path';
import { sql } from 'kysely';
import { type Engine, postgresEngine, sqliteEngine } from './sql/engine.ts';
import { migrations } from './sql/migrate.ts';

export interface DatabaseFacts {
  /** Such as `PostgreSQL 15.8`. */
  version: string;
  /** Migrations of this version that were not made yet, and such as only a newer version knows. */
  pending: number;
  newer: number;
  /** Milliseconds by which this machine's clock is ahead of the database's; 0 on the same machine. */
  aheadMs: number;
}

/** Asks the database, and changes nothing in it. Throws StorageError. */
export async function databaseFacts(
  { dataFolder, databaseUrl: url }: { dataFolder: string; databaseUrl?: string },
  now: () => number,
): Promise<DatabaseFacts> {
  const engine =
    url === undefined ? sqliteEngine(join(dataFolder, 'websign.db')) : postgresEngine(url, () => undefined);
  try {
    return await ask(engine, now);
  } finally {
    await engine.close();
  }
}

async function ask(engine: Engine, clock: () => number): Promise<DatabaseFacts> {
  const postgres = engine.kind === 'postgres';
  const asked = clock();
  const { rows } = postgres
    ? await sql<{ version: string; now: number }>`select current_setting('server_version') as version,
        (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(engine.read)
    : await sql<{ version: string; now: number }>`select sqlite_version() as version, 0 as now`.execute(
        engine.read,
      );
  const middle = (asked + clock()) / 2;
  const applied = await appliedMigrations(engine);
  const { version = 'unknown', now = Number.NaN } = rows[0] ?? {};
  return {
    version: `${postgres ? 'PostgreSQL' : 'SQLite'} ${version}`,
    pending: migrations.filter(({ name }) => !applied.includes(name)).length,
    newer: applied.filter((name) => !migrations.some((known) => known.name === name)).length,
    aheadMs: postgres ? middle - now : 0,
  };
}

/** A database in which nothing is has none. */
async function appliedMigrations(engine: Engine): Promise<string[]> {
  const there =
    engine.kind === 'postgres'
      ? await sql`select 1 from information_schema.tables where table_name = 'migrations' and table_schema = current_schema()`.execute(
          engine.read,
        )
      : await sql`select 1 from sqlite_master where name = 'migrations'`.execute(engine.read);
  if (there.rows.length === 0) return [];
  return (await engine.read.selectFrom('migrations').select('name').execute()).map(({ name }) => name);
}
