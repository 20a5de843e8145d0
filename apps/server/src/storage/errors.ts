export type StorageErrorCode =
  /** A unique value is taken. */
  | 'exists'
  /** A limit in bytes was passed. */
  | 'too_large'
  /** A limit in rows was passed. */
  | 'too_many'
  /** An account would have more unsigned documents than it may. */
  | 'quota'
  /** A blob is not there. */
  | 'missing'
  /** Stored bytes or rows are not what was stored. */
  | 'corrupt'
  /** Waited too long for others. */
  | 'busy'
  /** The database, the disk or the bucket does not answer. */
  | 'unavailable'
  /** The disk or the database has no room left. */
  | 'full'
  /** The database was migrated by a newer or another version. */
  | 'migration'
  /** A backup could not be made. */
  | 'backup'
  /** An argument cannot be stored. */
  | 'invalid';

/** All that storage throws on purpose; messages hold no secrets and no contents. */
export class StorageError extends Error {
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageError';
    this.code = code;
  }
}
