import type { Ddl } from '../engine.ts';

/**
 * What binds a session's row to its account and its times. Servers of before neither write it nor find sessions by
 * keyed hashes, nor open accounts that were sealed anew (docs/adr/0032), so that they are not to run beside.
 */
export const boundSessions = (_: Ddl): readonly string[] => [
  `ALTER TABLE sessions ADD COLUMN bound TEXT NOT NULL DEFAULT ''`,
];
