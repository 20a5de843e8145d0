import { type ErrorCode, errorCodes } from '@websign/contract';
import { StorageError } from '../storage/index.ts';

/** A request that is answered with a code of the contract; the one error that use cases throw on purpose. */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly code: ErrorCode;
  /** Seconds until it makes sense to try again. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, options: { retryAfter?: number | undefined; cause?: unknown } = {}) {
    super(errorCodes[code].message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.retryAfter = options.retryAfter;
  }
}

/** Whole seconds from `now` to `until`, at least 1; both in epoch milliseconds. */
export const secondsUntil = (until: number, now: number): number =>
  Math.max(1, Math.ceil((until - now) / 1000));

/** When it makes sense to try again: room is made by people, or by the next sweep. */
export const retryAfterSeconds: Partial<Record<ErrorCode, number>> = { busy: 5, storage_full: 60 };

/** Any other failure as one of the contract. */
export const failed = (code: ErrorCode, cause: unknown): RequestError =>
  new RequestError(code, { cause, retryAfter: retryAfterSeconds[code] });

/** Of a failure of what stores, or of a job that could not read it: a full disk, a database or a bucket that is away. */
export function storageCode(error: unknown): ErrorCode | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = 'code' in at ? at.code : undefined;
    if (code === 'ENOSPC' || code === 'EDQUOT') return 'storage_full';
    if (!(at instanceof StorageError)) continue;
    if (code === 'full') return 'storage_full';
    return code === 'busy' || code === 'unavailable' ? 'busy' : undefined;
  }
  return undefined;
}
