import type { Ddl } from '../engine.ts';

/** The uploaded bytes get a term of their own (HIS-2); signed documents sent by e-mail are remembered. */
export const termsAndSends = ({ integer, strict }: Ddl): readonly string[] => [
  `ALTER TABLE documents ADD COLUMN "originalExpiresAt" ${integer} NOT NULL DEFAULT 0`,
  `UPDATE documents SET "originalExpiresAt" = "expiresAt"`,
  `CREATE INDEX documents_original ON documents ("originalExpiresAt") WHERE state <> 'expired'`,

  `CREATE TABLE sends (
    id TEXT PRIMARY KEY, "accountId" TEXT NOT NULL REFERENCES accounts (id),
    "documentId" TEXT NOT NULL REFERENCES documents (id), recipient TEXT NOT NULL, copy ${integer} NOT NULL,
    "createdAt" ${integer} NOT NULL, "settledAt" ${integer},
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'unknown', 'failed'))) ${strict}`,
  `CREATE INDEX sends_account ON sends ("accountId", "createdAt")`,
  `CREATE INDEX sends_document ON sends ("documentId")`,
];
