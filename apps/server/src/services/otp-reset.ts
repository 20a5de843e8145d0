import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { NewJob } from '../storage/index.ts';
import type { Context } from './context.ts';
import { mailJob } from './mail/jobs.ts';
import type { Handler } from './outbox.ts';

/** By which way an account's codes come: of a device, or sent; `phone` in E.164 for SMS, else ''. */
export const otpMethod = z.object({ otpMethod: z.enum(['TOTP', 'EMAIL', 'SMS']), phone: z.string() });
export type OtpMethod = z.infer<typeof otpMethod>;

/** What a waiting reset holds. */
export const otpReset = z.object({
  accountId: z.string(),
  /** The new secret, sealed. */
  totp: z.string(),
  /** SHA-256 of the sealed secret that it replaces, and of no other. */
  replaces: z.string(),
  /** Another way of codes, which begins with the secret. */
  method: otpMethod.optional(),
});

export const otpResetKind = 'otp_reset';
/** One reset of an account waits at a time. */
export const otpResetKey = (accountId: string): string => `otp_reset:${accountId}`;

export const digestOf = (sealed: string): string => createHash('sha256').update(sealed).digest('hex');

/** A new one-time-code secret that takes effect at `effectiveAt` (epoch milliseconds), unless the old one changes first. */
export const otpResetJob = (
  accountId: string,
  secrets: { readonly old: string; readonly new: string },
  effectiveAt: number,
  method?: OtpMethod,
): NewJob => ({
  kind: otpResetKind,
  payload: { accountId, totp: secrets.new, replaces: digestOf(secrets.old), ...(method && { method }) },
  key: otpResetKey(accountId),
  notBefore: effectiveAt,
});

/** Puts new secrets into effect: the row, the audit event and the letter in one transaction with the job's end. */
export const otpResetHandler = ({ storage, clock }: Pick<Context, 'storage' | 'clock'>): Handler => ({
  async work(job) {
    const order = otpReset.safeParse(job.payload).data;
    if (!order) return { kind: 'failed', reason: 'the job is malformed' };
    const { accountId, totp, replaces, method } = order;
    const sealed = await storage.accounts.sealed(accountId);
    if (!sealed) return { kind: 'failed', reason: 'the account is gone' };
    // Resynchronised since, so the old device is there: whoever asked has to decide anew.
    if (digestOf(sealed.totp) !== replaces) {
      const also = {
        job: mailJob({ letter: 'otp_reset_void', accountId, at: clock() }),
        event: { kind: 'otp_reset_void', accountId },
      };
      // Nothing is told where the claim has passed on: the job was sealed anew with its account.
      await storage.outbox.fail(job, 'the secret has changed since', undefined, also);
      return { kind: 'left' };
    }
    const at = clock();
    const letter = mailJob(
      method
        ? { letter: 'otp_method_done', accountId, at, otpMethod: method.otpMethod }
        : { letter: 'otp_reset_done', accountId, at },
    );
    const event = {
      ...{ kind: 'otp_reset', accountId },
      ...(method && { detail: { otpMethod: method.otpMethod } }),
    };
    const done = await storage.accounts.reseal(accountId, sealed.version, { totp }, letter, {
      event,
      settles: job,
      ...(method && { method }),
    });
    // Somebody changed the password in this moment, or took the job away; the latter is found out by the next try.
    return done ? { kind: 'left' } : { kind: 'retry', reason: 'changed in this moment' };
  },
});
