import type { Ddl } from '../engine.ts';

/** One-time codes that are sent: what each account's present one is made from, and how many were asked for. */
export const codes = ({ integer, strict }: Ddl): readonly string[] => [
  `CREATE TABLE codes (
    "accountId" TEXT PRIMARY KEY REFERENCES accounts (id),
    challenge TEXT NOT NULL, "expiresAt" ${integer} NOT NULL, spent ${integer} NOT NULL,
    "pauseUntil" ${integer} NOT NULL, "dayUntil" ${integer} NOT NULL, "dayCount" ${integer} NOT NULL) ${strict}`,
];
