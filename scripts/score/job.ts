/** One file to inspect and judge. */
export interface Job {
  file: string;
}

/**
 * What became of it. `ms` is processor time, so that a busy machine scores as an idle one; `rss` is the highest
 * resident set while it was worked on, in bytes.
 */
export interface Outcome {
  kind: 'accept' | 'warn' | 'refuse' | 'crashed';
  ms: number;
  rss: number;
  /** The engine's code where the file could not be inspected, the kinds of findings that warn or refuse otherwise. */
  why: string[];
  /** Every refusal comes from code or an action. */
  code: boolean;
  text?: string;
}
