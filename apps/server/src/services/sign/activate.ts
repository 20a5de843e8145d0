import type { ErrorCode } from '@websign/contract';
import { signingItem } from '@websign/pades';
import { ProviderError, type ProviderErrorCode } from '@websign/providers';
import type { Verdict } from '../../policy/lockout.ts';
import type { Context, SignedIn } from '../context.ts';
import { RequestError } from '../errors.ts';
import { refusal } from '../session.ts';
import type { Asked } from './asked.ts';
import type { Ready } from './prepare.ts';

/** SGN-5's codes, and what else a provider answers. */
const providerCodes: Partial<Record<ProviderErrorCode, ErrorCode>> = {
  account_locked: 'account_locked',
  too_many_items: 'too_many_documents',
  unavailable: 'busy',
  timeout: 'busy',
};
const verdicts: Partial<Record<ProviderErrorCode, Verdict>> = {
  wrong_password: 'wrong_password',
  wrong_otp: 'wrong_otp',
};
const verdictCodes: Record<Exclude<Verdict, 'right'>, ErrorCode> = {
  wrong_password: 'wrong_credentials',
  wrong_otp: 'wrong_otp',
};

const attemptOf = ({ account }: SignedIn, address: string) =>
  ({ username: account.username, origin: 'session', factors: ['password', 'otp'], address }) as const;

/** SGN-4: another's name is not evaluated and counts on the session's account. */
export async function requireOwnName(
  { storage, clock }: Context,
  signer: SignedIn,
  username: string,
  address: string,
): Promise<void> {
  const named = await storage.accounts.findByUsername(username);
  if (named?.id === signer.account.id) return;
  const outcome = await storage.attempts.evaluate(attemptOf(signer, address), async () => ({
    verdict: 'wrong_password',
    value: undefined,
  }));
  throw outcome.kind === 'evaluated' ? new RequestError('wrong_credentials') : refusal(outcome, clock());
}

/** SES-5, before documents are prepared for nothing. */
export async function requireUnlocked({ storage, clock }: Context, signer: SignedIn): Promise<void> {
  const until = await storage.attempts.lockedUntil(attemptOf(signer, ''));
  if (until !== undefined) throw refusal({ kind: 'locked', until }, clock());
}

/** The signature values of all documents for one password and one OTP, in one call (SGN-9). */
export async function activate(
  { storage, keys, clock }: Context,
  signer: SignedIn,
  request: Asked,
  ready: readonly Ready[],
  address: string,
): Promise<Uint8Array[]> {
  const items = ready.map(({ draft }) => signingItem(draft));
  const activation = { account: signer.account.id, password: request.password, otp: request.otp };
  const outcome = await storage.attempts.evaluate(attemptOf(signer, address), async () => {
    try {
      return { verdict: 'right', value: await keys.sign(items, activation) };
    } catch (error) {
      const verdict = error instanceof ProviderError ? verdicts[error.code] : undefined;
      if (verdict) return { verdict, value: [] };
      const code = error instanceof ProviderError ? (providerCodes[error.code] ?? 'internal') : 'internal';
      throw new RequestError(code, {
        cause: error,
        ...(code === 'account_locked' ? { retryAfter: 300 } : {}),
      });
    }
  });
  if (outcome.kind !== 'evaluated') throw refusal(outcome, clock());
  if (outcome.verdict !== 'right') throw new RequestError(verdictCodes[outcome.verdict]);
  return outcome.value;
}
