export interface AuditEvent {
  /** `login`, `upload`, `sign`, … */
  readonly kind: string;
  readonly accountId?: string;
  readonly documentId?: string;
  /** Plain data without secrets; part of the hash. */
  readonly detail?: unknown;
}

/** What anybody can make happen, and so is counted: rows for each would swell the chain, for which all others wait. */
export interface AuditCount {
  readonly kind: string;
  readonly accountId?: string;
  /** One of a closed set. */
  readonly code?: string;
}

export interface AuditRow {
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly at: number;
  readonly kind: string;
  readonly accountId: string | null;
  readonly documentId: string | null;
  readonly detail: unknown;
  /** Hash of the row before; 64 zeros for the first. */
  readonly previous: string;
  /** SHA-256 over `previous`, a line feed and the canonical JSON of the row; hexadecimal. */
  readonly hash: string;
}

export interface AuditHead {
  readonly sequence: number;
  readonly hash: string;
}

/** What breaks the chain at a row. */
export type AuditFlaw = 'gap' | 'broken_link' | 'wrong_hash';

export type AuditVerdict =
  | { readonly ok: true; readonly head: AuditHead }
  | {
      readonly ok: false;
      readonly sequence: number;
      readonly reason: AuditFlaw | 'anchor_missing' | 'anchor_differs';
    };

/** Append-only and hash-chained; the database itself refuses changes. */
export interface Audit {
  append(event: AuditEvent): Promise<AuditRow>;
  /**
   * Counts, in the database at once. Of five minutes one row of the log tells, of each kind, account and code, with
   * `{ count, from, until, code? }` as its detail; it is there with the next sweep.
   */
  count(...counts: AuditCount[]): Promise<void>;
  /** Makes rows of the minutes that are over; answers how many. */
  sweep(): Promise<number>;
  head(): Promise<AuditHead>;
  /** What concerns one document, oldest first, at most `limit` entries. */
  of(documentId: string, limit: number): Promise<AuditRow[]>;
  /** The account's last event of that kind. */
  last(accountId: string, kind: string): Promise<AuditRow | undefined>;
  /** Walks the whole chain in bounded portions; with an anchor kept elsewhere, a cut end shows too. */
  verify(anchor?: AuditHead): Promise<AuditVerdict>;
  /** Oldest first, in bounded portions. */
  export(from?: number): AsyncIterable<AuditRow>;
}
