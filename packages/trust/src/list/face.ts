import type { NamedAnchor } from '@websign/pki';

export type ListKind = 'lotl' | 'national';

/** What is asked of a list. */
export interface ListExpectation {
  kind: ListKind;
  /** ISO 3166-1 alpha-2 as the list of lists has it; undefined where any may be. */
  territory?: string;
  /** DER certificates of those who may sign it. */
  signers: readonly Uint8Array[];
}

/** A verified trusted list, as plain data. */
export interface TrustedList {
  kind: ListKind;
  territory: string;
  operator: string;
  sequence: number;
  /** Milliseconds since 1970. */
  issued: number;
  /** Absent where the list is closed: no newer one will come. */
  nextUpdate?: number;
  /** Lower-case hex SHA-256 of the signer's certificate. */
  signer: string;
  /** Lists that this one points to. */
  pointers: ListPointer[];
  /** Of a list of lists: addresses of the pivots by which its signers changed, newest first (Decision (EU) 2015/1505). */
  pivots: string[];
  anchors: NamedAnchor[];
  /** Entries that are in the list and not among the anchors. */
  leftOut: { reason: LeftOutReason; count: number }[];
}

export interface ListPointer {
  kind: ListKind;
  territory: string;
  location: string;
  signers: Uint8Array[];
}

export const LEFT_OUT_REASONS = [
  /** A type of service on which no signature or time-stamp rests. */
  'service_type',
  /** An entry that is not as TS 119 612 has it: one of them does not spoil a country's list. */
  'malformed',
  /** No certificate among its digital identities. */
  'no_certificate',
  'certificate_malformed',
  /** A critical extension that is not known. */
  'critical_extension',
  /** TakenOverBy: the service passed to another provider, whose own entry counts. Told; the entry itself stays. */
  'taken_over',
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];
