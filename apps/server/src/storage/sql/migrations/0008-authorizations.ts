import type { Ddl } from '../engine.ts';

/** Sign requests whose signers are away at the provider's own page. */
export const authorizations = ({ integer, strict }: Ddl): readonly string[] => [
  `CREATE TABLE authorizations (
    "signingId" TEXT PRIMARY KEY, "accountId" TEXT NOT NULL REFERENCES accounts (id),
    "stateSha256" TEXT NOT NULL, "codeVerifier" TEXT NOT NULL,
    "preparedSha256" TEXT NOT NULL, "preparedSize" ${integer} NOT NULL,
    "createdAt" ${integer} NOT NULL, "expiresAt" ${integer} NOT NULL) ${strict}`,
  `CREATE INDEX authorizations_account ON authorizations ("accountId", "createdAt")`,
  `CREATE INDEX authorizations_end ON authorizations ("expiresAt")`,
];
