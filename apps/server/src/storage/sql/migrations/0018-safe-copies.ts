/** What a document is a safe copy of, and what it leaves out; copies are found by their origin. */
export const safeCopies = (): readonly string[] => [
  `ALTER TABLE documents ADD COLUMN "originId" TEXT`,
  `ALTER TABLE documents ADD COLUMN "originName" TEXT`,
  `ALTER TABLE documents ADD COLUMN "originSha256" TEXT`,
  `ALTER TABLE documents ADD COLUMN "leftOutJson" TEXT NOT NULL DEFAULT 'null'`,
  `CREATE INDEX documents_copies ON documents ("originId") WHERE "originId" IS NOT NULL`,
];
