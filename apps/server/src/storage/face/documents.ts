import type { Unsigned } from '../../policy/quota.ts';

export type DocumentState = 'ready' | 'refused' | 'signed' | 'locked' | 'expired';

/** The document that another is a safe copy of, as it was uploaded (CPY-2). */
export interface Origin {
  readonly id: string;
  readonly name: string;
  readonly sha256: string;
}

/** One uploaded file, or a safe copy of one (HIS-2). Times are epoch milliseconds; JSON columns are the services' own plain data. */
export interface StoredDocument {
  /** 192 random bits in base64url. */
  readonly id: string;
  readonly accountId: string;
  readonly groupId: string;
  readonly name: string;
  /** Of the uploaded file. */
  readonly size: number;
  readonly sha256: string;
  /** Of the file as it now stands: the last signed version, else the upload. */
  readonly currentSize: number;
  readonly currentSha256: string;
  /** `expired` from the moment its term ends, whether or not it was swept. */
  readonly state: DocumentState;
  readonly pages: number;
  /** The refusal's code and text; null when accepted. */
  readonly refusal: unknown;
  readonly findings: unknown;
  readonly signatures: unknown;
  /** What lists show of the checks at upload; null where nothing was kept. */
  readonly summary: unknown;
  /** Number of versions signed here. */
  readonly versions: number;
  readonly createdAt: number;
  /** Of the last version; null before the first. */
  readonly signedAt: number | null;
  /** When the document as it stands leaves, and with it all that is left of it. */
  readonly expiresAt: number;
  /** When the uploaded bytes leave; never after `expiresAt`. */
  readonly originalExpiresAt: number;
  /** Null of what is no safe copy. */
  readonly origin: Origin | null;
  /** What a safe copy leaves out of its origin. */
  readonly leftOut: unknown;
}

export interface NewDocument {
  readonly accountId: string;
  readonly groupId: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly state: 'ready' | 'locked' | 'refused';
  readonly pages: number;
  readonly refusal?: unknown;
  readonly findings: unknown;
  readonly signatures: unknown;
  readonly summary?: unknown;
  /** Where something stands on its pages. */
  readonly occupancy?: unknown;
}

export interface NewCopy extends NewDocument {
  readonly origin: Origin;
  readonly leftOut: unknown;
}

/** A document without what only its detail shows: these columns may be large. */
export type HistoryEntry = Omit<StoredDocument, 'refusal' | 'findings' | 'signatures' | 'leftOut'>;

export interface HistoryQuery {
  /** From 1. */
  readonly page: number;
  /** Rows a page, 1 to 500. */
  readonly size: number;
  /** Found anywhere in the file name, without regard to case, accents and final sigma; or a checksum's beginning. */
  readonly search?: string;
  readonly signed?: boolean;
}

export interface Documents {
  /**
   * All rows and an audit event for each in one transaction; answers in the same order. Throws StorageError
   * `too_many`, and creates none, when a group would pass `limits.documentsPerGroup` or `limits.factsPerGroup`, and
   * `quota` when an account would have more unsigned than it may; both exact under parallel uploads.
   */
  create(documents: readonly NewDocument[]): Promise<StoredDocument[]>;
  /**
   * The same for a safe copy; its audit event names the origin. Where one of the same bytes and the same origin stands
   * already in the account, its id is answered and nothing is created, exact under parallel requests.
   */
  createCopy(copy: NewCopy): Promise<{ id: string; isNew: boolean }>;
  /** The id of the copy of these bytes that stands in the account, its term not over. */
  copyOf(accountId: string, originId: string, sha256: string): Promise<string | undefined>;
  /** What the account has unsigned: whatever was uploaded, refused files too, until its term ends. */
  unsigned(accountId: string): Promise<Unsigned>;
  /** Undefined also when it belongs to somebody else (UP-4). */
  find(accountId: string, id: string): Promise<StoredDocument | undefined>;
  /**
   * Where something stands on the pages of the uploaded file, as it was created; null where nothing is kept of it, and
   * of a document that belongs to somebody else.
   */
  occupancy(accountId: string, id: string): Promise<unknown>;
  /**
   * Replaces what the services keep of a document's signatures. False, and nothing is written, where its bytes are no
   * longer those of `currentSha256`.
   */
  noteSignatures(id: string, currentSha256: string, signatures: unknown): Promise<boolean>;
  /** In the order of upload. */
  group(accountId: string, groupId: string): Promise<StoredDocument[]>;
  /** Newest first; `total` counts what matches on all pages. */
  history(accountId: string, query: HistoryQuery): Promise<{ rows: HistoryEntry[]; total: number }>;
  /** All that matches, newest first, read in bounded portions (CSV). */
  each(accountId: string, query: Omit<HistoryQuery, 'page' | 'size'>): AsyncIterable<HistoryEntry>;
  /**
   * Ends at most `limit` terms, of documents and of the uploads of signed ones, and deletes the blobs that nobody
   * else still holds. Answers how many terms it ended; call again while it answers `limit`.
   */
  expire(limit: number): Promise<number>;
}
