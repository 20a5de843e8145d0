import type { Ddl } from '../engine.ts';

/** Keys may live elsewhere, codes may go to a telephone, and an operator may block an account. */
export const keyProviders = ({ integer }: Ddl): readonly string[] => [
  `ALTER TABLE accounts ADD COLUMN provider TEXT NOT NULL DEFAULT 'software'`,
  `ALTER TABLE accounts ADD COLUMN "keyReferenceJson" TEXT NOT NULL DEFAULT 'null'`,
  `ALTER TABLE accounts ADD COLUMN phone TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE accounts ADD COLUMN "blockedAt" ${integer}`,
];
