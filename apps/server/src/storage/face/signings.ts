import type { NewJob } from './outbox.ts';

/** A signed version of a document. */
export interface Version {
  readonly documentId: string;
  /** From 1. */
  readonly number: number;
  readonly baseSha256: string;
  readonly sha256: string;
  readonly size: number;
  readonly signedAt: number;
  readonly certificateSerial: string;
  /** `B-B`, `B-T`, `B-LT`, `B-LTA`. */
  readonly level: string;
  /** The sign request that made it; null when none was kept. */
  readonly signingId: string | null;
  /** The services' own plain data: reason, title, visible, evidence … */
  readonly detail: unknown;
}

export interface SignedDocument extends Omit<Version, 'number'> {
  /** `locked` when the signature lets no more follow (SGN-6). */
  readonly state: 'signed' | 'locked';
  /** The document's signatures after this one. */
  readonly signatures: unknown;
}

/** A signed document to which validation data or time-stamps were added: nothing was signed anew. */
export interface RaisedDocument
  extends Pick<SignedDocument, 'documentId' | 'baseSha256' | 'sha256' | 'size' | 'level' | 'signatures'> {
  /** The version whose signature reached the level. */
  readonly number: number;
}

/** `changed`: the base is no longer the document as it stands; nothing of it was written. */
export type RecordOutcome = 'recorded' | 'changed' | 'not_found' | 'locked' | 'expired';

export type SigningState = 'running' | 'done' | 'interrupted';

/** One sign request: progress for `GET /api/signings/{id}`, and the stored answer for its Idempotency-Key. */
export interface Signing {
  readonly id: string;
  readonly accountId: string;
  readonly state: SigningState;
  readonly documents: readonly string[];
  /** The services' own plain data, replaced by every `progress` call. */
  readonly progress: unknown;
  /** The stored answer once `done`. */
  readonly answer: unknown;
  readonly createdAt: number;
}

export interface NewSigning {
  readonly accountId: string;
  readonly documents: readonly string[];
  readonly idempotency?: {
    readonly key: string;
    /** A digest of what was asked, secrets excluded: the same key for something else is refused. */
    readonly request: string;
  };
}

export type BeginOutcome =
  /**
   * Also when a crash interrupted the same request: then `progress` is what it had come to, and a document whose
   * `versions` hold this `signingId` is signed already.
   */
  | { readonly kind: 'started'; readonly signing: Signing }
  /** The key was used for the same request: its record, running or done. */
  | { readonly kind: 'known'; readonly signing: Signing }
  /** The key was used for another request. */
  | { readonly kind: 'mismatch' };

/** A document that a sign request signed. */
export interface SignedName {
  readonly name: string;
  readonly signedAt: number;
  readonly certificateSerial: string;
}

export interface Signings {
  begin(signing: NewSigning): Promise<BeginOutcome>;
  /** Also keeps the record alive: one that is silent for a minute counts as interrupted. */
  progress(id: string, progress: unknown): Promise<void>;
  /** Nobody works on it until `until`, when it counts as interrupted unless `progress` or `finish` came before. */
  rest(id: string, progress: unknown, until: number): Promise<void>;
  /**
   * `refused`: the account of a request in which nothing was signed. Of those an account keeps the last few: who has a
   * session can ask for without end what is refused.
   */
  finish(id: string, answer: unknown, refused?: string): Promise<void>;
  /** Undefined also when it belongs to somebody else. */
  find(accountId: string, id: string): Promise<Signing | undefined>;
  /**
   * Versions, document states and audit events of one sign request in one transaction, an outcome for each.
   * A document whose current checksum is not `baseSha256` any more is `changed` and left alone. `jobs` are added
   * with them when one at least is recorded.
   */
  record(
    accountId: string,
    documents: readonly SignedDocument[],
    ...jobs: readonly NewJob[]
  ): Promise<RecordOutcome[]>;
  /**
   * The document as it stands after it was raised, with its audit event and `jobs` in one transaction. The newest
   * version then is these bytes; what it was before has no owner any more.
   */
  raise(accountId: string, raised: RaisedDocument, ...jobs: readonly NewJob[]): Promise<RecordOutcome>;
  /** Oldest first; empty when the document belongs to somebody else. */
  versions(accountId: string, documentId: string): Promise<Version[]>;
  /** What a sign request signed: the first `limit` by name in the order of upload, and how many in all. */
  signedIn(
    accountId: string,
    signingId: string,
    limit: number,
  ): Promise<{ documents: SignedName[]; total: number }>;
  /** Deletes records older than a day; answers how many. */
  sweep(): Promise<number>;
}
