import type { Ddl } from '../engine.ts';

/** What is counted for the audit log before it becomes a row of it: of nobody's account the id is empty, as is no code. */
export const auditCounts = ({ integer, strict }: Ddl): readonly string[] => [
  `CREATE TABLE "auditCounts" (
    kind TEXT NOT NULL, "accountId" TEXT NOT NULL, code TEXT NOT NULL, "begunAt" ${integer} NOT NULL,
    count ${integer} NOT NULL, PRIMARY KEY (kind, "accountId", code, "begunAt")) ${strict}`,
];
