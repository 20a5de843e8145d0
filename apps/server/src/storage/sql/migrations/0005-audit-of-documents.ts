/** What the audit log says of one document is asked for by its evidence sheet. */
export const auditOfDocuments = (): readonly string[] => [
  `CREATE INDEX audit_documents ON audit ("documentId", sequence) WHERE "documentId" IS NOT NULL`,
];
