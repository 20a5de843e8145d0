/** Where something stands on a document's pages, so that a signature is placed beside it. */
export const occupancy = (): readonly string[] => [
  `ALTER TABLE documents ADD COLUMN "occupancyJson" TEXT NOT NULL DEFAULT 'null'`,
];
