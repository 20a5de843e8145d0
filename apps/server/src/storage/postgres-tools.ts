import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { StorageError } from './errors.ts';

/**
 * Runs one of PostgreSQL's own programs, which the operator installs, against a database. Its address goes through the
 * environment, not the process list. Throws StorageError `backup`.
 */
export async function postgresTool(
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  url: string,
): Promise<void> {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...libpqVariables(url) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const complaint = text(child.stderr);
  try {
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new StorageError('backup', `${program} failed: ${(await complaint).slice(0, 500)}`);
  } catch (cause) {
    if (cause instanceof StorageError) throw cause;
    throw new StorageError('backup', `${program} could not be started: install the PostgreSQL client`, {
      cause,
    });
  }
}

/** The name of the database in a `postgres://` address. */
export const databaseName = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

/** The parts of a `postgres://` address under the names that libpq reads. */
function libpqVariables(url: string): Record<string, string> {
  const { hostname, port, username, password, searchParams } = new URL(url);
  const named = {
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: databaseName(url),
    PGSSLMODE: searchParams.get('sslmode') ?? '',
    PGSSLROOTCERT: searchParams.get('sslrootcert') ?? '',
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''));
}
