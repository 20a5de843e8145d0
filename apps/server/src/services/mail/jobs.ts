import { z } from 'zod';
import type { NewJob } from '../../storage/index.ts';

/** Epoch milliseconds of what the letter tells. */
const at = z.number().int();
const accountId = z.string();
const otpMethod = z.enum(['TOTP', 'EMAIL', 'SMS']);

/** What a letter is about; who gets it and what it says is found when it is written. */
export const letterOrder = z.discriminatedUnion('letter', [
  /** PWD-2. */
  z.object({ letter: z.literal('password_changed'), accountId, at }),
  z.object({ letter: z.literal('otp_resynchronised'), accountId, at }),
  /** SES-5: somebody in a live session failed five times. */
  z.object({ letter: z.literal('account_locked'), accountId, at }),
  /** A new one-time-code secret was made; it takes effect at `effectiveAt`. */
  z.object({ letter: z.literal('otp_reset_begun'), accountId, at, effectiveAt: at }),
  z.object({ letter: z.literal('otp_reset_cancelled'), accountId, at }),
  z.object({ letter: z.literal('otp_reset_done'), accountId, at }),
  /** The old device was resynchronised before the new secret took effect, so it never will. */
  z.object({ letter: z.literal('otp_reset_void'), accountId, at }),
  /** Codes come by another way from `effectiveAt` on. */
  z.object({ letter: z.literal('otp_method_begun'), accountId, at, effectiveAt: at, otpMethod }),
  z.object({ letter: z.literal('otp_method_done'), accountId, at, otpMethod }),
  /** The signer's certificate ends soon; of no other than the one named. */
  z.object({ letter: z.literal('certificate_ending'), accountId, at, serial: z.string(), validUntil: at }),
  /** To the operators: the signers' certificates that end soon, and the service's own. */
  z.object({
    letter: z.literal('certificates_digest'),
    at,
    own: z.array(z.object({ name: z.string(), validUntil: at })),
  }),
  /** All that one sign request signed. */
  z.object({ letter: z.literal('signed'), accountId, at, signingId: z.string() }),
  /** A signed document as it stood then: to the recipient, or (`to: 'signer'`) the copy to oneself. */
  z.object({
    letter: z.literal('document'),
    accountId,
    at,
    sendId: z.string(),
    sha256: z.string(),
    to: z.enum(['recipient', 'signer']),
  }),
]);
export type LetterOrder = z.infer<typeof letterOrder>;

export const mailKind = 'mail';

/** The key of a sign request's one note, which waits for the request's end. */
export const signedKey = (signingId: string): string => `signed:${signingId}`;

/** Without news from a sign request for this long, its note tells what it had come to. */
const signedQuietMs = 2 * 60_000;

/** The note about all that a sign request signs: each further document replaces it, put off anew. */
export const signedJob = (accountId: string, signingId: string, at: number): NewJob =>
  mailJob(
    { letter: 'signed', accountId, at, signingId },
    { key: signedKey(signingId), notBefore: at + signedQuietMs },
  );

/**
 * A letter for the outbox, to be added in the transaction of the fact that it tells:
 * `accounts.reseal(id, version, parts, mailJob({ letter: 'password_changed', accountId: id, at: clock() }))`.
 */
export const mailJob = (order: LetterOrder, when: Pick<NewJob, 'key' | 'notBefore'> = {}): NewJob => ({
  kind: mailKind,
  payload: order,
  ...when,
});
