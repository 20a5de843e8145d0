/** One file to copy. */
export interface CopyJob {
  file: string;
  /** Where the copy goes. */
  out: string;
}

/** Whether a file can be signed as it is: `accepted`, or what refuses it. */
export type Direct = 'accepted' | string[];

/** What became of it. `rss` is the highest resident set of the process so far, in bytes. */
export type CopyOutcome = { ms: number; rss: number } & (
  | {
      kind: 'copied';
      direct: Direct;
      /** Of the copy. */
      copy: Direct;
      /** Kinds of what the copy warns of. */
      warns: string[];
      /** Kinds of what was left out. */
      leftOut: string[];
      /** Whether a copy of the copy is the same. */
      isStable: boolean;
    }
  | { kind: 'refused'; direct: Direct; code: string; text: string }
  | { kind: 'crashed'; text: string }
);
