import { z } from 'zod';
import { limits } from './limits.ts';
import { checksum, documentId } from './scalars.ts';
import { keyActivation, keyProvider } from './session.ts';

const password = z.string().min(1).max(limits.passwordMaxLength);

/** A certificate of the signer's chain. Times are ISO 8601 with zone. */
export const certificateSummary = z.object({
  /** What people call its holder: the common name, else the organisation. */
  name: z.string(),
  issuerName: z.string(),
  /** RFC 4514, as the issuer's. */
  subject: z.string(),
  issuer: z.string(),
  /** Upper-case hexadecimal. */
  serial: z.string(),
  validFrom: z.string(),
  validUntil: z.string(),
  /** SHA-256 of the DER, lower-case hexadecimal. */
  sha256: checksum,
  role: z.enum(['signer', 'intermediate', 'root']),
});
export type CertificateSummary = z.infer<typeof certificateSummary>;

/** CRT-1. */
export const certificatesAnswer = z.object({
  fullName: z.string(),
  username: z.string(),
  email: z.string(),
  subjectSerial: z.string(),
  serial: z.string(),
  validFrom: z.string(),
  validUntil: z.string(),
  /** `expiring`: within `limits.certificateWarningDays` of the end. */
  status: z.enum(['valid', 'expiring', 'expired', 'not_yet_valid']),
  /** Whole days until the end; 0 once it is over. */
  daysLeft: z.number().int(),
  otpMethod: z.string(),
  /** Where the key lives, and what activates it. */
  keyProvider,
  activation: keyActivation,
  /** The signer's certificate first. */
  chain: z.array(certificateSummary),
});
export type CertificatesAnswer = z.infer<typeof certificatesAnswer>;

/**
 * PWD-1, PWD-2: `username` is needed without a session only. An empty new password breaks the rules like any other.
 */
export const changePasswordRequest = z.object({
  username: z.string().min(1).max(limits.usernameLength).optional(),
  oldPassword: password,
  newPassword: z.string().max(limits.passwordMaxLength),
  confirmPassword: z.string().max(limits.passwordMaxLength),
});
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>;
export const changePasswordAnswer = z.object({ message: z.literal('password updated') });

const otp = z.string().min(1).max(32);
/** Whether a one-time code is on its way. */
export const requestOtpAnswer = z.object({
  /** `false` where none is ever sent: the signer's own device, or the provider's page, gives the code. */
  sent: z.boolean(),
  /** Where to, masked; '' where the provider sends it, or nobody does. */
  to: z.string(),
  /** Seconds for which it holds; 0 where none was sent. */
  validFor: z.number().int(),
  /** Seconds until the next may be asked for; 0 where none was sent. */
  retryAfter: z.number().int(),
});
export type RequestOtpAnswer = z.infer<typeof requestOtpAnswer>;

export const resyncOtpRequest = z.object({ password, otp1: otp, otp2: otp });
export type ResyncOtpRequest = z.infer<typeof resyncOtpRequest>;

/** A signed document to one recipient; `copy`: one more to the signer. */
export const sendRequest = z.object({
  document: documentId,
  to: z.string().min(3).max(limits.addressLength),
  copy: z.boolean().default(false),
});
export type SendRequest = z.input<typeof sendRequest>;
