import type { Ddl } from '../engine.ts';

/** What each signer signed with last: a row an account. */
export const preferences = ({ integer, strict }: Ddl): readonly string[] => [
  `CREATE TABLE preferences (
    "accountId" TEXT PRIMARY KEY REFERENCES accounts (id),
    "valueJson" TEXT NOT NULL, "savedAt" ${integer} NOT NULL) ${strict}`,
];
