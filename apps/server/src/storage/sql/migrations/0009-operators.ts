import type { Ddl } from '../engine.ts';

/** What operators look for: names in any case, certificates by their end, the last of an account's events; and what was done once. */
export const operators = ({ integer, strict }: Ddl): readonly string[] => [
  `ALTER TABLE accounts ADD COLUMN "nameFolded" TEXT NOT NULL DEFAULT ''`,
  `CREATE INDEX accounts_end ON accounts ("validUntil", id)`,
  `CREATE INDEX audit_accounts ON audit ("accountId", kind, sequence) WHERE "accountId" IS NOT NULL`,
  `CREATE TABLE notices (key TEXT PRIMARY KEY, at ${integer} NOT NULL) ${strict}`,
  `CREATE INDEX notices_at ON notices (at)`,
];
