import type { Ddl } from '../engine.ts';

/**
 * What lists of the history show is a column of its own, and one index holds all that they search; the uploaded
 * bytes of a signed document leave before the document does (HIS-2).
 */
export const history = ({ integer }: Ddl): readonly string[] => [
  `ALTER TABLE documents ADD COLUMN "summaryJson" TEXT NOT NULL DEFAULT 'null'`,
  `ALTER TABLE documents ADD COLUMN "originalGone" ${integer} NOT NULL DEFAULT 0`,
  `DROP INDEX documents_original`,
  `CREATE INDEX documents_original ON documents ("originalExpiresAt")
    WHERE state <> 'expired' AND "originalGone" = 0 AND versions > 0`,
  `DROP INDEX documents_history`,
  `CREATE INDEX documents_history
    ON documents ("accountId", sequence, "signedAt", "nameFolded", sha256, "currentSha256")`,
  `CREATE INDEX documents_signed ON documents ("accountId", sequence) WHERE "signedAt" IS NOT NULL`,
];
