import type { ResyncOtpRequest } from '@websign/contract';
import type { SealedSecrets } from '../storage/index.ts';
import { attempted, ownAttempt } from './attempt.ts';
import type { Context, SignedIn } from './context.ts';
import { RequestError } from './errors.ts';
import { mailJob } from './mail/jobs.ts';

/** Writes that may lose against another write to the account's row. */
const tries = 3;

/**
 * Two consecutive codes within ±10 steps tell how far the clock of the signer's device is off. They are used up,
 * and count as a signing's factors do (SES-5). Throws RequestError `wrong_credentials`, `wrong_otp`,
 * `account_locked`, `busy`, and `bad_request` where codes are not of a device.
 */
export async function resyncOtp(
  context: Context,
  signer: SignedIn,
  { password, otp1, otp2 }: ResyncOtpRequest,
  address: string,
): Promise<void> {
  const { storage, keys } = context;
  const { id, otpMethod } = signer.account;
  if (!/totp/i.test(otpMethod)) throw new RequestError('bad_request');
  try {
    await attempted(context, ownAttempt(signer, address), async () => {
      const secrets = await storage.accounts.sealed(id);
      if (!secrets) throw new RequestError('internal', { cause: new Error('the account has no secrets') });
      const { totp } = await keys.resyncOtp({ id, secrets }, { password, otp1, otp2 });
      await keep(context, signer, secrets, totp);
    });
  } catch (error) {
    if (error instanceof RequestError && /^wrong_/.test(error.code))
      await storage.audit.append({ kind: 'otp_resync_refused', accountId: id });
    throw error;
  }
}

/**
 * The codes are spent by now, so that a change of password in between must not undo it: the drift goes onto any
 * version that still has the secret it was measured with.
 */
async function keep({ storage, clock }: Context, { account }: SignedIn, read: SealedSecrets, totp: string) {
  const accountId = account.id;
  const event = { kind: 'otp_resynchronised', accountId };
  const letter = mailJob({ letter: 'otp_resynchronised', accountId, at: clock() });
  let secrets: SealedSecrets | undefined = read;
  for (let at = 0; at < tries && secrets?.totp === read.totp; at++) {
    if (await storage.accounts.reseal(accountId, secrets.version, { totp }, letter, { event })) return;
    secrets = await storage.accounts.sealed(accountId);
  }
  throw new RequestError('busy', { retryAfter: 5 });
}
