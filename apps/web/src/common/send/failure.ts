import { type CallCode, CallError } from '../api/error.ts';

/** Why a document was not sent by e-mail, as far as the dialog tells cases apart. */
export type SendFailure =
  | { why: 'address' }
  /** `until`: when it may be tried again, in milliseconds, where the server told. */
  | { why: 'limit'; until: number | undefined }
  /** No answer, or none that can be read: it may have been taken. */
  | { why: 'unanswered' }
  /** Nothing that is typed here can mend it. */
  | { why: 'final'; code: CallCode }
  | { why: 'other'; code: CallCode };

const FINAL: ReadonlySet<CallCode> = new Set(['expired', 'not_signed', 'not_found']);

export function sendFailureOf(error: unknown, now: number): SendFailure {
  if (!(error instanceof CallError)) return { why: 'other', code: 'internal' };
  const { code, retryAfter } = error;
  if (code === 'address_invalid') return { why: 'address' };
  if (code === 'daily_limit')
    return { why: 'limit', until: retryAfter === undefined ? undefined : now + retryAfter * 1000 };
  if (code === 'network' || code === 'invalid_answer') return { why: 'unanswered' };
  return FINAL.has(code) ? { why: 'final', code } : { why: 'other', code };
}
