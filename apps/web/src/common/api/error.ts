import { type ErrorAnswer, type ErrorCode, errorCodeNames } from '@websign/contract';

/** What may go wrong with a call: a code of the server's, no answer at all, or one that cannot be read. */
export type CallCode = ErrorCode | 'network' | 'invalid_answer';

interface CallFacts {
  retryAfter?: number;
  signers?: readonly string[];
  cause?: unknown;
}

export class CallError extends Error {
  readonly code: CallCode;
  /** HTTP status, 0 without an answer. */
  readonly status: number;
  /** Seconds until the call may be tried again, where the server told. */
  readonly retryAfter: number | undefined;
  /** Whose signatures a safe copy would leave behind, where that was not confirmed (CPY-2). */
  readonly signers: readonly string[];

  constructor(code: CallCode, status: number, options: CallFacts = {}) {
    super(`${code} (${status})`, { cause: options.cause });
    this.name = 'CallError';
    this.code = code;
    this.status = status;
    this.retryAfter = options.retryAfter;
    this.signers = options.signers ?? [];
  }
}

/** Whether the same call may succeed a little later: no answer came, or the server was busy or out of reach. */
export const canTryAgain = ({ status }: CallError): boolean => status === 0 || status >= 502;

const names: ReadonlySet<unknown> = new Set(errorCodeNames);

export function isErrorCode(value: unknown): value is ErrorCode {
  return names.has(value);
}

/** The names in an answer's `signers`; what is no text is no name. */
function signersOf(body: unknown): string[] {
  const signers: unknown = (body as { signers?: unknown } | null)?.signers;
  return Array.isArray(signers) ? signers.filter((name) => typeof name === 'string') : [];
}

/** Reads an error answer; an answer without a code that we know becomes `invalid_answer`. */
export function readError(status: number, body: unknown, retryAfterHeader: string | null): CallError {
  const error = (body as Partial<ErrorAnswer> | null)?.error;
  const seconds = Number(error?.retryAfter ?? retryAfterHeader ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) && seconds >= 0 ? { retryAfter: seconds } : {};
  if (isErrorCode(error?.code))
    return new CallError(error.code, status, { ...retryAfter, signers: signersOf(body) });
  return new CallError(status === 429 ? 'too_many_requests' : 'invalid_answer', status, retryAfter);
}

/** The code of anything that was thrown; what is not a call's error is a defect of ours: `internal`. */
export function codeOf(error: unknown): CallCode {
  return error instanceof CallError ? error.code : 'internal';
}
