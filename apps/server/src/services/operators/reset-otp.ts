import {
  fromColumns,
  type ResetCall,
  type SealedAccount,
  type TotpDevice,
  toColumns,
} from '@websign/providers';
import { mailJob } from '../mail/jobs.ts';
import { otpResetJob, otpResetKey } from '../otp-reset.ts';
import { OperatorError } from './error.ts';
import { accountOf, type OperatorTools } from './tools.ts';

/** What makes new secrets, and seals into them from when on they count. */
export interface OtpMaker {
  resetOtp(call: ResetCall): Promise<{ sealed: SealedAccount; totp: TotpDevice }>;
}

/** How the entry is called in an authenticator app. */
export const otpIssuer = 'WebSign';

/**
 * A new one-time-code secret, which a server puts into effect after the delay; the signer is told by e-mail at once, so
 * that one that nobody asked for can be cancelled. Audited. Throws OperatorError `not_found`,
 * and `conflict` where the codes are not of a device of ours.
 */
export async function beginOtpReset(
  tools: OperatorTools & { readonly keys: OtpMaker },
  username: string,
): Promise<{ totp: TotpDevice; effectiveAt: number }> {
  const { storage, keys, by } = tools;
  const account = await accountOf(tools, username);
  const { id } = account;
  if (account.otpMethod !== 'TOTP') {
    throw new OperatorError(
      'conflict',
      `The codes of ${username} come from elsewhere (${account.otpMethod}).`,
    );
  }
  const secrets = await storage.accounts.sealed(id);
  if (secrets === undefined) throw new OperatorError('not_found', `${username} has no secrets.`);
  const at = tools.clock();
  const names = { label: account.username, issuer: otpIssuer };
  const sealed = fromColumns(id, secrets);
  const made = await keys.resetOtp({ sealed, ...names, method: 'device', now: at });
  const effectiveAt = made.sealed.totp.notBefore;
  const { totp } = toColumns(made.sealed);
  await storage.outbox.add(otpResetJob(id, { old: secrets.totp, new: totp }, effectiveAt), {
    job: mailJob({ letter: 'otp_reset_begun', accountId: id, at, effectiveAt }),
    event: { kind: 'otp_reset_begun', accountId: id, detail: { by, effectiveAt } },
  });
  return { totp: made.totp, effectiveAt };
}

/** Takes it back while it waits; the signer is told. Throws OperatorError `not_found`, `conflict`. */
export async function cancelOtpReset(tools: OperatorTools, username: string): Promise<void> {
  const { storage, by, clock } = tools;
  const { id } = await accountOf(tools, username);
  const dropped = await storage.outbox.drop(otpResetKey(id), {
    job: mailJob({ letter: 'otp_reset_cancelled', accountId: id, at: clock() }),
    event: { kind: 'otp_reset_cancelled', accountId: id, detail: { by } },
  });
  if (!dropped) throw new OperatorError('conflict', `No new OTP secret of ${username} waits to take effect.`);
}
