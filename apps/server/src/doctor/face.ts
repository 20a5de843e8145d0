import type { Config } from '../config.ts';
import type { Logger } from '../logging.ts';
import type { Ways } from '../outbound.ts';
import type { Engine } from '../sandbox/engine.ts';
import type { DatabaseFacts, Storage } from '../storage/index.ts';

export type State = 'ok' | 'warning' | 'problem';

/** What was found, and what to do about it; in plain words, without a secret. */
export interface Said {
  state: State;
  found: string;
  act?: string;
}

export interface Finding extends Said {
  check: string;
}

/** What the checks have to look with. */
export interface Place {
  config: Config;
  engine: Engine;
  ways: Ways;
  log: Logger;
  /** Asked of the database as it is. Throws StorageError. */
  database(): Promise<DatabaseFacts>;
  /** The storage, opened once and never migrated; throws {@link Unknowable} where that cannot be. */
  storage(): Promise<Storage>;
  /** What the time-stamp authorities answered, asked once. */
  stamps(): Promise<Stamped[]>;
  /** This machine's clock, epoch milliseconds. */
  now(): number;
  /** Aborts when nobody waits for the checks any more. */
  over: AbortSignal;
}

/** One time-stamp authority's answer to one question. */
export interface Stamped {
  setting: 'TSA_URLS' | 'ARCHIVE_TSA_URLS';
  url: string;
  /** The time that its token proves, and this machine's in the middle of asking; epoch milliseconds. */
  answer?: { genTime: number; askedAt: number };
  /** What its web server says the time is, where its token was not accepted. */
  web?: { date: number; askedAt: number };
  /** Why there is no token that is accepted. */
  error?: string;
}

export interface Check {
  name: string;
  /** Rejects for what it did not reckon with, which is a problem then. */
  look(place: Place): Promise<Said[]>;
}

/** What cannot be looked at because something else is wrong, which another check tells. */
export class Unknowable extends Error {
  override name = 'Unknowable';
}

export const ok = (found: string): Said => ({ state: 'ok', found });
export const warning = (found: string, act: string): Said => ({ state: 'warning', found, act });
export const problem = (found: string, act: string): Said => ({ state: 'problem', found, act });

export const dayMs = 24 * 60 * 60_000;
/** `2026-11-22 14:05 UTC` */
export const moment = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
