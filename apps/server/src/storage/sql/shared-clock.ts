import { sql } from 'kysely';
import { every } from '../../lifecycle.ts';
import type { Engine } from './engine.ts';

/**
 * The time that all servers of one database have in common: the database's, carried from one measurement to the next
 * by a clock that nobody sets. A machine whose own clock jumps decides as before.
 */
export interface SharedClock extends StorageClock {
  measure(): Promise<void>;
}

export interface StorageClock {
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds by which this machine's clock is ahead of it. */
  skew(): number;
  stop(): Promise<void>;
}

export interface ClockTools {
  /** The database's time, epoch milliseconds. */
  ask: () => Promise<number>;
  /** Milliseconds since some moment, always forward. */
  steady?: () => number;
  /** This machine's clock. */
  own?: () => number;
  /** Told of measurements that failed; the last one goes on. */
  onError?: (error: Error) => void;
}

const everyMs = 10_000;
/** An answer that took longer says too little: it may be wrong by half of this. */
const slowMs = 2_000;

/** Measures once, then every ten seconds. */
export async function openSharedClock(tools: ClockTools): Promise<SharedClock> {
  const { ask, steady = () => performance.now(), own = Date.now, onError = () => undefined } = tools;
  let base: number | undefined;
  async function measure(): Promise<void> {
    const asked = steady();
    const told = await ask();
    const answered = steady();
    if (base === undefined || answered - asked <= slowMs) base = told - (asked + answered) / 2;
  }
  await measure();
  const measuring = every(everyMs, measure, (error) => {
    if (error instanceof Error) onError(error);
  });
  const now = () => Math.round((base ?? 0) + steady());
  return { now, skew: () => own() - now(), measure, stop: () => measuring.stop() };
}

/** A given clock, for tests; else the one that all servers of this database share. SQLite is one machine's. */
export async function clockOf(
  engine: Engine,
  given: (() => number) | undefined,
  onError: (error: Error) => void,
): Promise<StorageClock> {
  if (given === undefined && engine.kind === 'postgres')
    return openSharedClock({ ask: () => databaseTime(engine), onError });
  return { now: given ?? Date.now, skew: () => 0, stop: async () => undefined };
}

/** PostgreSQL's clock, not the start of a transaction. */
async function databaseTime({ read }: Pick<Engine, 'read'>): Promise<number> {
  const answer = await sql<{
    now: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(read);
  return answer.rows[0]?.now ?? Number.NaN;
}
