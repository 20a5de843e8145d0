import { z } from 'zod';
import { ProviderError } from '../errors.ts';
import { sayingOf } from '../said.ts';
import type { SignerErrorCode } from '../signer.ts';

/** What a call was made with; blotted out of whatever the provider says. */
export interface DsaCredentials {
  username: string;
  password: string;
}

const word = z.union([z.string(), z.number()]).nullish();
const base64 = z
  .base64()
  .min(4)
  .max(64 * 1024);
/** Of a chain: the signer, its issuers, and some to spare. */
const MAX_CERTIFICATES = 10;

export const certificatesAnswer = z.union([
  z.object({ Success: z.literal(true), Certificates: z.array(base64).min(1).max(MAX_CERTIFICATES) }),
  z.object({ Success: z.literal(false), Message: word }),
]);
export const signBufferAnswer = z.union([
  z.object({ Success: z.literal(true), Data: z.object({ Signature: base64 }) }),
  z.object({
    Success: z.literal(false),
    ErrData: z.object({ Message: word, Module: word, Code: word, InnerCode: word }),
  }),
]);

/** The body of an answer as `shape` says; ProviderError `provider_error` for anything else. */
export function readAnswer<T>(shape: z.ZodType<T>, body: Uint8Array): T {
  try {
    return shape.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)));
  } catch {
    // The body may repeat what was sent, and so may the parser's words.
    throw new ProviderError('provider_error', 'the provider’s answer is not of the agreed form');
  }
}

/** The protocol's ways to fail that have a meaning for the person. */
const MEANINGS: readonly [RegExp, SignerErrorCode][] = [
  [/failed to logon/i, 'wrong_password'],
  [/the user is locked/i, 'account_locked'],
  [/0x900201e0/i, 'wrong_otp'],
];

/** What the provider answered instead of doing it; of an unknown kind its own words are kept for the audit. */
export function problemOf(
  fields: Readonly<Record<string, unknown>>,
  secrets: readonly string[],
): ProviderError {
  const texts = [fields.Message, fields.Code, fields.InnerCode].map((value) => String(value ?? ''));
  const code = MEANINGS.find(([shape]) => texts.some((text) => shape.test(text)))?.[1] ?? 'provider_error';
  const said = sayingOf(fields, secrets);
  return new ProviderError(code, 'the provider did not do it', { said });
}
