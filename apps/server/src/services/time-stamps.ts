import type { TimeStampClient } from '@websign/providers';

/** The configured time-stamp authorities. */
export interface TimeStamps {
  client: TimeStampClient;
  /** DER certificates that time-stamps must chain to. */
  anchors: readonly Uint8Array[];
}
