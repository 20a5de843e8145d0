import { type ErrorCode, errorCodes } from '@websign/contract';

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
