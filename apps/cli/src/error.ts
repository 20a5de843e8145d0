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

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'it may not be opened',
  EPERM: 'it may not be opened',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  EEXIST: 'it exists already',
  ENOSPC: 'the disk is full',
};

/** What an error says to people: the system's own words for files are not theirs. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const known = 'code' in error && typeof error.code === 'string' ? FILE_ERRORS[error.code] : undefined;
  if (known === undefined) return error.message;
  return 'path' in error && typeof error.path === 'string' ? `${error.path}: ${known}.` : `${known}.`;
}
