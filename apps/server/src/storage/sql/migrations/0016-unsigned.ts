/** What one account has unsigned is counted and summed in this index alone, whatever others have. */
export const unsigned = (): readonly string[] => [
  `CREATE INDEX documents_unsigned ON documents ("accountId", "expiresAt", size)
    WHERE versions = 0 AND state <> 'expired'`,
];
