import type { Box } from '../boxes.ts';

/** What changed after a signature, mildest first; `other` is whatever no rule or no signature permits. */
export type ChangeLevel = 'none' | 'lta' | 'form-filling' | 'annotations' | 'other';

/** One change that a later revision made. */
export interface LaterChange {
  /** The revision that made it, counted from 1. */
  revision: number;
  level: Exclude<ChangeLevel, 'none'>;
  /** The rule that explains it, or `unexplained`; closed, see rules. */
  rule: string;
  /** Why it is not permitted; absent where it is. */
  reason?: string;
  /** Object number; absent for the trailer. */
  object?: number;
  /** The entry that differs, or what the object is: `/Contents`, `/Annots`. */
  what: string;
  /** Fully qualified name of the field that it is of. */
  field?: string;
  /** Counted from 1, where it can be seen. */
  page?: number;
  /** In default user space of that page. */
  rect?: Box;
}

/** Everything that changed after what one signature covers, judged step by step (ISO 32000-2 §12.8.2.2). */
export interface LaterChanges {
  /** The sharpest of all changes. */
  level: ChangeLevel;
  /** At most 200; `truncated` tells that there were more. */
  changes: LaterChange[];
  truncated: boolean;
}
