import { fromColumns, type TotpDevice, toColumns } from '@websign/providers';
import { codeMethodOf, isPhone } from '../codes/destination.ts';
import { mailJob } from '../mail/jobs.ts';
import { type OtpMethod, otpResetJob } from '../otp-reset.ts';
import { OperatorError } from './error.ts';
import { type OtpMaker, otpIssuer } from './reset-otp.ts';
import { accountOf, type OperatorTools } from './tools.ts';

/** Throws OperatorError `bad_request` for a way that leads nowhere. */
export function requireWay({ otpMethod, phone }: OtpMethod): void {
  if (otpMethod === 'SMS' ? isPhone(phone) : phone === '') return;
  throw new OperatorError(
    'bad_request',
    otpMethod === 'SMS'
      ? 'SMS needs a telephone number with its country, such as +306912345678.'
      : 'A telephone number is for SMS only.',
  );
}

/**
 * Another way of one-time codes, with a secret of its own: whoever has the old device knows nothing of it. Like a new
 * device it takes effect after the delay, is told to the signer by e-mail at once, and can be taken back until then.
 * `totp` is the new device of `TOTP`. Audited. Throws OperatorError `not_found`, `bad_request`, and `conflict` where the
 * key's provider asks for codes of its own.
 */
export async function beginOtpChange(
  tools: OperatorTools & { readonly keys: OtpMaker },
  username: string,
  method: OtpMethod,
): Promise<{ totp: TotpDevice; effectiveAt: number }> {
  const { storage, keys, by } = tools;
  requireWay(method);
  const account = await accountOf(tools, username);
  const { id: accountId, otpMethod: now } = account;
  if (now === 'PROVIDER' || now === 'NONE')
    throw new OperatorError('conflict', `The codes of ${username} are its provider's own.`);
  const secrets = await storage.accounts.sealed(accountId);
  if (secrets === undefined) throw new OperatorError('not_found', `${username} has no secrets.`);
  const { otpMethod } = method;
  const at = tools.clock();
  const names = { label: account.username, issuer: otpIssuer };
  const sealed = fromColumns(accountId, secrets);
  const made = await keys.resetOtp({ sealed, ...names, method: codeMethodOf(otpMethod), now: at });
  const effectiveAt = made.sealed.totp.notBefore;
  const change = { old: secrets.totp, new: toColumns(made.sealed).totp };
  await storage.outbox.add(otpResetJob(accountId, change, effectiveAt, method), {
    job: mailJob({ letter: 'otp_method_begun', accountId, at, effectiveAt, otpMethod }),
    event: { kind: 'otp_method_begun', accountId, detail: { by, otpMethod, effectiveAt } },
  });
  return { totp: made.totp, effectiveAt };
}
