import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { StorageError } from '../errors.ts';
import type { Connections } from '../face/census.ts';

export interface PoolOptions extends pg.PoolConfig {
  /** Requests that may wait for a connection; past them the database counts as busy at once. */
  readonly mostWaiting: number;
  /** Told of connections that were lost while nobody used them. */
  readonly onError: (error: Error) => void;
}

/**
 * A pool whose users wait for a bounded time, whatever the database does: for a connection
 * (`connectionTimeoutMillis`), for an answer (`query_timeout`), and behind a bounded number of others. A connection
 * that failed otherwise than by the database's own word is never used again.
 */
export function boundedPool({ mostWaiting, onError, ...config }: PoolOptions): PostgresPool & {
  connections(): Connections;
} {
  const pool = new pg.Pool(config);
  // Without a listener a connection lost while idle ends the process.
  pool.on('error', onError);
  return {
    options: config,
    async connect() {
      if (pool.waitingCount >= mostWaiting) throw new StorageError('busy', 'too many wait for the database');
      return careful(await pool.connect());
    },
    end: () => pool.end(),
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  };
}

function careful(client: pg.PoolClient): PostgresPoolClient {
  let broken: unknown;
  // Nor may one that is lost between two statements of a transaction: the next statement meets the failure.
  const lost = (error: Error) => {
    broken ??= error;
  };
  client.on('error', lost);
  const query = async (sql: string, parameters: readonly unknown[]) => {
    // A ROLLBACK would wait behind the statement that was not answered.
    if (broken !== undefined) throw broken;
    try {
      return await client.query(sql, [...parameters]);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) broken ??= error;
      throw error;
    }
  };
  return {
    // Cursors are not used: what is long is read by key in portions.
    query: query as unknown as PostgresPoolClient['query'],
    release() {
      client.off('error', lost);
      client.release(broken !== undefined);
    },
  };
}
