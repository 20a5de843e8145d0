export type CliErrorCode =
  /** The command line is wrong; exit code 2. */
  | 'usage'
  /** What was asked could not be done; exit code 1. */
  | 'failed';

/** A sentence for the person who typed the command. */
export class CliError extends Error {
  override name = 'CliError';
  readonly code: CliErrorCode;

  constructor(code: CliErrorCode, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.code = code;
  }
}

/** 0: everything was done. 1: something was not. 2: the command line is wrong. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;
