import { randomBytes } from 'node:crypto';
import { StorageError } from '../errors.ts';
import type { Engine } from './engine.ts';

/** What every repository stands on. */
export interface Context {
  readonly engine: Engine;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Told after a commit that added work for the outbox. */
  readonly jobAdded: () => void;
}

/** 192 random bits in base64url: ids that nobody guesses. */
export const newId = (): string => randomBytes(24).toString('base64url');

/** Rows for one INSERT at a time: databases bound the parameters of a statement. */
export const chunks = <T>(rows: readonly T[], size = 100): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, n) => rows.slice(n * size, (n + 1) * size));

/** A stored JSON column. Throws StorageError `corrupt`. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new StorageError('corrupt', 'a stored value is not JSON', { cause });
  }
}

/** A stored JSON list of strings. */
export function strings(text: string): string[] {
  const value = parsed(text);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw new StorageError('corrupt', 'a stored value is not a list of strings');
}
