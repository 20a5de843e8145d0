import type { TrustAnchor } from '@websign/pki';

/** On what a validation rests. */
export interface Grounds {
  /** For signers and their time-stamps alike. */
  anchors: readonly TrustAnchor[];
  /** Moment of the validation, milliseconds since 1970. */
  at: number;
  /**
   * Milliseconds by which revocation data may be older than the moment for which they are asked, where they name no
   * nextUpdate (EN 319 102-1 §5.2.5).
   */
  freshnessMs: number;
  /**
   * Sources are asked where the newest answer was issued before this moment, too, milliseconds since 1970: for data
   * that are to last longer than a time-stamp does.
   */
  newerThan?: number;
}
