import type { RetentionTerms } from '../policy/retention.ts';
import type { Accounts } from './face/accounts.ts';
import type { Attempts } from './face/attempts.ts';
import type { Audit } from './face/audit.ts';
import type { Blobs } from './face/blobs.ts';
import type { Documents } from './face/documents.ts';
import type { Outbox } from './face/outbox.ts';
import type { Sessions } from './face/sessions.ts';
import type { Signings } from './face/signings.ts';

export { StorageError, type StorageErrorCode } from './errors.ts';
export type * from './face/accounts.ts';
export type * from './face/attempts.ts';
export type * from './face/audit.ts';
export type * from './face/blobs.ts';
export type * from './face/documents.ts';
export type * from './face/outbox.ts';
export type * from './face/sessions.ts';
export type * from './face/signings.ts';

export interface StorageConfig {
  /** Holds `websign.db` (unless `databaseUrl` is given) and `blobs/`; made with mode 700. */
  readonly dataFolder: string;
  /** `postgres://…`; left out, SQLite in the data folder. */
  readonly databaseUrl?: string;
  /** At least 32 random bytes, the same for all replicas, kept outside the database: keys the lockout's names. */
  readonly nameKey: Uint8Array;
  /** Evaluated failures of one address in five minutes before it is throttled; 100 when left out. */
  readonly addressLimit?: number;
  readonly retention?: RetentionTerms;
  /** Epoch milliseconds; `Date.now` when left out. */
  readonly clock?: () => number;
  /** Failures in the background (a database connection lost while idle), for the log. */
  readonly onError?: (error: Error) => void;
}

export interface Storage {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  readonly documents: Documents;
  readonly signings: Signings;
  readonly audit: Audit;
  readonly outbox: Outbox;
  readonly blobs: Blobs;
  /** Resolves when the database answers and the blob store takes bytes; throws what went wrong. */
  health(): Promise<void>;
  /** A consistent copy into a new folder while everything runs; see docs for restoring. */
  backup(folder: string): Promise<{ blobs: number }>;
  close(): Promise<void>;
}
