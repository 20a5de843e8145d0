import { z } from 'zod';
import { limits } from './limits.ts';

export const credentials = z.object({
  username: z.string().min(1).max(limits.usernameLength),
  password: z.string().min(1).max(limits.passwordMaxLength),
});
export type Credentials = z.infer<typeof credentials>;

/** Where a signer's key lives: with WebSign's own signer process, on an HSM, or with a remote provider. */
export const keyProvider = z.enum(['software', 'pkcs11', 'csc', 'dsa']);
export type KeyProvider = z.infer<typeof keyProvider>;
/** What activates it: password and code in the sign box, or the provider's own page. */
export const keyActivation = z.enum(['codes', 'redirect']);
export type KeyActivation = z.infer<typeof keyActivation>;
/** Whose password that is: WebSign's own, the remote provider's, or the PIN of the person's own token. */
export const signingPassword = z.enum(['websign', 'provider', 'pin']);
export type SigningPassword = z.infer<typeof signingPassword>;

/** SES-2. `ValidUntil` is ISO 8601 with zone. */
export const signer = z.object({
  Surname: z.string(),
  Name: z.string(),
  Email: z.string(),
  SubjectSerial: z.string(),
  Serial: z.string(),
  ValidUntil: z.string(),
  /** `TOTP`, `EMAIL`, `SMS`; `PROVIDER`: the provider's own code; `NONE`: the provider's own page asks. */
  OTPMethod: z.string(),
  /** Whether a code is sent when it is asked for (`POST /api/request_otp`). */
  SendsCodes: z.boolean(),
  /** Where it is sent, masked; '' where none is, or where the provider alone knows. */
  CodeTo: z.string(),
  SessionId: z.object({ String: z.string() }),
  Username: z.string(),
  MaxDocumentsPerOtp: z.number().int(),
  KeyProvider: keyProvider,
  Activation: keyActivation,
  SigningPassword: signingPassword,
  /** Whether an operator gave the password: it has to be changed before anything else (`password_change_required`). */
  PasswordChangeRequired: z.boolean(),
});
export type Signer = z.infer<typeof signer>;
export const loginAnswer = z.object({ signer });
export type LoginAnswer = z.infer<typeof loginAnswer>;

/** Public facts the browser needs before anybody signs in. */
export const appConfig = z.object({
  demo: z.boolean(),
  faqUrl: z.string(),
  manualUrl: z.string(),
  securityManualUrl: z.string(),
  ministry: z.string(),
  ministryUrl: z.string(),
  implementer: z.string(),
  implementerUrl: z.string(),
  /** Whom people tell of barriers: an e-mail address, a URL or a telephone number; '' where none is set. */
  accessibilityContact: z.string(),
  uploadUrl: z.string(),
  /** IANA name of the zone in which signing times are written. */
  timeZone: z.string(),
  /** How long an uploaded file and a signed one are kept (HIS-2). */
  keepOriginalHours: z.number().int(),
  keepSignedDays: z.number().int(),
  /** Whether evidence sheets are to be had as PDF: under the service's seal. */
  evidenceSheets: z.boolean(),
  /** What the remote signature provider is called; '' where it has no name of its own. */
  providerName: z.string(),
  version: z.string(),
});
export type AppConfig = z.infer<typeof appConfig>;
