/** One signature to try. */
export interface Job {
  file: string;
  visible: boolean;
  /** Where the signed file goes. */
  out: string;
}

/** What became of it. `rss` is the highest resident set of the process so far, in bytes. */
export type Outcome =
  | { kind: 'signed'; ms: number; rss: number }
  | { kind: 'refused'; ms: number; rss: number; code: string; text: string }
  | { kind: 'crashed'; ms: number; rss: number; text: string };
