import type { NamedAnchor } from '@websign/pki';
import type { HttpErrorCode } from '@websign/providers';
import type { LeftOutReason, TrustErrorCode } from '@websign/trust';

/** Why a list could not be taken from its source; closed. */
export type ListProblem =
  | TrustErrorCode
  | HttpErrorCode
  /** There is no copy of it. */
  | 'no_copy'
  /** The source has an older list than the one that is held. */
  | 'list_older'
  /** Issued after now. */
  | 'list_from_future'
  /** So long after its NextUpdate that it no longer counts. */
  | 'list_expired'
  /** A parser child failed, or was too busy. */
  | 'sandbox'
  | 'internal';

/** How it stands with one list. */
export interface ListReport {
  kind: 'lotl' | 'national';
  territory: string;
  url: string;
  /** `fresh`: within NextUpdate; `stale`: after it, and still in use; `missing`: not in use. */
  state: 'fresh' | 'stale' | 'missing';
  operator?: string;
  sequence?: number;
  /** Milliseconds since 1970. */
  issued?: number;
  nextUpdate?: number;
  /** When its source last had it. */
  fetchedAt?: number;
  /** Certificates that are trusted by its word. */
  anchors: number;
  leftOut: { reason: LeftOutReason; count: number }[];
  /** Of the last try. */
  problem?: ListProblem;
}

/** The trusted lists of an installation. */
export interface TrustedLists {
  anchors(): readonly NamedAnchor[];
  reports(): readonly ListReport[];
  /** Takes the copies of the data folder; nothing is fetched. */
  load(): Promise<void>;
  /** Fetches all lists; a source that is away leaves what is held. Never throws for a list. */
  refresh(signal?: AbortSignal): Promise<void>;
}
