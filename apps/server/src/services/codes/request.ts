import { limits, type RequestOtpAnswer } from '@websign/contract';
import { ProviderError } from '@websign/providers';
import type { CodeChallenge } from '../../storage/index.ts';
import { requireUnlocked } from '../attempt.ts';
import type { Context, SignedIn } from '../context.ts';
import { RequestError, secondsUntil } from '../errors.ts';
import { isSentMethod, maskedDestination } from './destination.ts';
import type { CodeDelivery } from './messenger.ts';

/** What an account is answered whose codes nobody sends. */
const nothingSent: RequestOtpAnswer = { sent: false, to: '', validFor: 0, retryAfter: 0 };

/**
 * Sends the signer a one-time code where the account's method sends one; the one before is void. Where the code comes
 * from a device or a page of the provider's, nothing is done and nothing counts. Throws RequestError `account_locked`,
 * `too_many_requests`, `code_not_sent`, `busy`.
 */
export async function requestOtp(context: Context, signer: SignedIn): Promise<RequestOtpAnswer> {
  const { account } = signer;
  const { storage, clock } = context;
  if (!isSentMethod(account.otpMethod) && account.otpMethod !== 'PROVIDER') return nothingSent;
  await requireUnlocked(context, signer);
  const begun = await storage.codes.begin(account.id);
  if (begun.kind === 'limit')
    throw new RequestError('too_many_requests', { retryAfter: secondsUntil(begun.until, clock()) });
  const delivery = await handedOver(context, signer, begun);
  const detail = { method: account.otpMethod };
  if (delivery.kind === 'not_sent') {
    await storage.codes.withdraw(account.id, begun.challenge);
    context.log.warn({ ...detail, reason: delivery.reason }, 'a one-time code was not sent');
    await storage.audit.append({ kind: 'otp_not_sent', accountId: account.id, detail });
    throw new RequestError('code_not_sent');
  }
  await storage.audit.append({ kind: 'otp_sent', accountId: account.id, detail });
  return {
    sent: true,
    to: maskedDestination(account),
    validFor: limits.codeMs / 1000,
    retryAfter: limits.codePauseMs / 1000,
  };
}

/** What failed before anything was sent need not be waited for. */
async function handedOver(context: Context, signer: SignedIn, begun: CodeChallenge): Promise<CodeDelivery> {
  try {
    return await delivered(context, signer, begun);
  } catch (error) {
    if (error instanceof ProviderError) return { kind: 'not_sent', reason: error.code };
    await context.storage.codes.withdraw(signer.account.id, begun.challenge);
    throw error;
  }
}

/** The code lives here, and in the message, and nowhere else. */
async function delivered(
  { storage, keys, messengers, clock }: Context,
  { account }: SignedIn,
  begun: CodeChallenge,
): Promise<CodeDelivery> {
  if (!isSentMethod(account.otpMethod)) {
    const sent = await keys.requestOtp(account);
    return sent ? { kind: 'sent' } : { kind: 'not_sent', reason: 'the provider sends none' };
  }
  const send = messengers[account.otpMethod];
  if (send === undefined) return { kind: 'not_sent', reason: `${account.otpMethod} is not configured` };
  const secrets = await storage.accounts.sealed(account.id);
  if (!secrets) throw new RequestError('internal', { cause: new Error('the account has no secrets') });
  const { challenge, expiresAt } = begun;
  const code = await keys.sentCode({ id: account.id, secrets }, { challenge, expiresAt });
  return send({ account, code, sentAt: clock(), expiresAt });
}
