import type { Ddl } from '../engine.ts';

/** What several servers do for each other: turns at work that one does for all, and the copies of trusted lists. */
export const sharedWork = ({ integer, strict }: Ddl): readonly string[] => [
  `CREATE TABLE turns (
    name TEXT PRIMARY KEY, "dueAt" ${integer} NOT NULL,
    holder TEXT NOT NULL, "leaseUntil" ${integer} NOT NULL) ${strict}`,
  `CREATE TABLE "listCopies" (
    name TEXT PRIMARY KEY, sha256 TEXT NOT NULL, size ${integer} NOT NULL,
    "fetchedAt" ${integer} NOT NULL) ${strict}`,
  `CREATE INDEX list_copies_blob ON "listCopies" (sha256)`,
];
