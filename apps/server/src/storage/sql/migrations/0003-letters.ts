import type { Ddl } from '../engine.ts';

/** What letters need: jobs that replace each other, their age, and how a sent document fared. */
export const letters = ({ integer }: Ddl): readonly string[] => [
  `ALTER TABLE outbox ADD COLUMN key TEXT`,
  `ALTER TABLE outbox ADD COLUMN "dueAt" ${integer} NOT NULL DEFAULT 0`,
  `UPDATE outbox SET "dueAt" = "notBefore"`,
  `CREATE UNIQUE INDEX outbox_key ON outbox (key) WHERE state = 'waiting'`,
  `CREATE INDEX outbox_handed ON outbox ("claimedUntil") WHERE state = 'handed'`,

  `CREATE INDEX versions_signing ON versions ("signingId")`,

  `ALTER TABLE sends ADD COLUMN reason TEXT`,
  `ALTER TABLE sends ADD COLUMN "idempotencyKey" TEXT`,
  `CREATE UNIQUE INDEX sends_idempotency ON sends ("accountId", "idempotencyKey")`,
];
