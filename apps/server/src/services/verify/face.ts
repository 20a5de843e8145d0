import type { ErrorCode } from '@websign/contract';
import type { Validated } from '../validation/validate.ts';

/** What came of one file. */
export interface VerifiedFile {
  name: string;
  size: number;
  sha256: string;
  /** A verdict, or why there is none. */
  outcome: Validated | { code: ErrorCode };
}

export interface Verification {
  /** Epoch milliseconds. */
  at: number;
  files: VerifiedFile[];
}
