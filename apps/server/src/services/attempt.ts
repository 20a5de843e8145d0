import { type ErrorCode, limits } from '@websign/contract';
import { ProviderError, type ProviderErrorCode } from '@websign/providers';
import { isAstray } from '../policy/clock.ts';
import type { Verdict } from '../policy/lockout.ts';
import type { Account, Attempt } from '../storage/index.ts';
import type { Context, SignedIn } from './context.ts';
import { RequestError } from './errors.ts';
import { recordLock } from './locks.ts';
import { isBlocked, refusal, wrong } from './session.ts';

/** SGN-5's codes, and what else a provider answers. */
const providerCodes: Partial<Record<ProviderErrorCode, ErrorCode>> = {
  account_locked: 'account_locked',
  token_locked: 'token_locked',
  too_many_items: 'too_many_documents',
  unavailable: 'busy',
  timeout: 'busy',
};
const verdicts: Partial<Record<ProviderErrorCode, Exclude<Verdict, 'right'>>> = {
  wrong_password: 'wrong_password',
  // Which of the two it was the provider does not say.
  wrong_factor: 'wrong_password',
  wrong_otp: 'wrong_otp',
};

/** What a provider elsewhere answers, told as the provider's own; anything else is its refusal. */
const elsewhereCodes: Partial<Record<ProviderErrorCode, ErrorCode>> = {
  account_locked: 'provider_locked',
  denied: 'provider_declined',
  too_many_items: 'too_many_documents',
  unavailable: 'provider_unavailable',
  timeout: 'provider_unavailable',
};

/** A try at the account of a live session, with both factors. */
export const ownAttempt = ({ account }: SignedIn, address: string): Attempt => ({
  username: account.username,
  origin: 'session',
  factors: ['password', 'otp'],
  address,
});

/**
 * What `work` answers when the keys accept what they were given, counted as SES-5 says. Throws RequestError
 * `wrong_credentials`, `wrong_otp`, `account_locked`, `too_many_requests`, `busy`.
 */
export async function attempted<T>(context: Context, attempt: Attempt, work: () => Promise<T>): Promise<T> {
  const { storage, clock } = context;
  // A clock that is wrong would take codes that are over, and refuse those that are right.
  if (attempt.factors.includes('otp') && isAstray(storage.skew())) {
    throw new RequestError('busy', { retryAfter: 5, cause: new Error('the clock of this server is wrong') });
  }
  const outcome = await storage.attempts.evaluate<{ done: T } | undefined>(attempt, async () => {
    try {
      return { verdict: 'right', value: { done: await work() } };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const verdict = verdicts[error.code];
      if (verdict) return { verdict, value: undefined };
      throw providerProblem(error, attempt);
    }
  });
  if (outcome.kind !== 'evaluated') throw refusal(outcome, clock());
  if (outcome.value) return outcome.value.done;
  await recordLock(context, attempt, outcome);
  const code = outcome.verdict === 'wrong_otp' ? 'wrong_otp' : 'wrong_credentials';
  throw wrong(code, outcome.lockedUntil, clock());
}

/** Strangers are told no more than at a login: there a bound that only accounts have would tell them apart. */
function providerProblem(error: ProviderError, { origin }: Attempt): Error {
  const code = providerCodes[error.code] ?? 'internal';
  if (code === 'account_locked' && origin === 'login') return error;
  return new RequestError(code, {
    cause: error,
    ...(code === 'account_locked' ? { retryAfter: limits.lockMs / 1000 } : {}),
  });
}

/** Whether the account's key lives with a provider of its own, beyond our processes. */
const isElsewhere = ({ provider }: Account) => provider === 'csc' || provider === 'dsa';

/**
 * What a provider elsewhere answers to `work`, for the use case to decide on: its failures as RequestError
 * `provider_locked`, `provider_declined`, `provider_unavailable`, `provider_refused`, `too_many_documents`. What nobody
 * foresaw is kept in the audit as the provider said it. Wrong passwords and codes stay ProviderError where `counted`.
 * No code of ours stands between such a key and an account that was blocked meanwhile: it is asked for nothing, and what
 * it gave is not used (`account_blocked`).
 */
export async function providerAnswer<T>(
  { storage }: Pick<Context, 'storage'>,
  { account }: Pick<SignedIn, 'account'>,
  work: () => Promise<T>,
  counted = false,
): Promise<T> {
  if (!isElsewhere(account)) return work();
  try {
    await requireOpen(storage, account);
    const answer = await work();
    await requireOpen(storage, account);
    return answer;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (counted && verdicts[error.code]) throw error;
    const code = elsewhereCodes[error.code];
    if (code === undefined) {
      const detail = { provider: account.provider, code: error.code, said: error.said ?? null };
      await storage.audit.append({ kind: 'provider_answer', accountId: account.id, detail });
    }
    throw new RequestError(code ?? 'provider_refused', { cause: error });
  }
}

async function requireOpen(storage: Context['storage'], account: Account): Promise<void> {
  if (await isBlocked(storage, account)) throw new RequestError('account_blocked');
}

/** SGN-4: another's name is not evaluated and counts on the session's account. */
export async function requireOwnName(
  context: Context,
  signer: SignedIn,
  username: string,
  address: string,
): Promise<void> {
  const named = await context.storage.accounts.findByUsername(username);
  if (named?.id === signer.account.id) return;
  await attempted(context, ownAttempt(signer, address), async () => {
    throw new ProviderError('wrong_password', 'the name is of another account');
  });
}

/** SES-5, before anything is prepared for nothing. */
export async function requireUnlocked({ storage, clock }: Context, signer: SignedIn): Promise<void> {
  const until = await storage.attempts.lockedUntil(ownAttempt(signer, ''));
  if (until !== undefined) throw refusal({ kind: 'locked', until }, clock());
}
