import { ProviderError } from '../errors.ts';
import { sayingOf } from '../said.ts';
import type { SignerErrorCode } from '../signer.ts';

/** An answer that is not the one asked for. */
export interface Refused {
  method: string;
  status: number;
  error?: string | undefined;
  description?: string | undefined;
}

/** What the API's own error codes mean (v2 §10.2, §11; v1 §10). */
const BY_ERROR: Readonly<Record<string, SignerErrorCode>> = {
  invalid_pin: 'wrong_password',
  invalid_otp: 'wrong_otp',
  access_denied: 'denied',
  temporarily_unavailable: 'unavailable',
};

/**
 * Most refusals are `invalid_request` with a sentence; these sentences stand in the API's tables. Services word them a
 * little differently, and add to them.
 */
const BY_DESCRIPTION: readonly [RegExp, SignerErrorCode][] = [
  [/\bthe (pin|password) is invalid\b/i, 'wrong_password'],
  [/\bthe (otp|code) is invalid\b/i, 'wrong_otp'],
  [/\bsignatures is too high\b/i, 'too_many_items'],
  [/\bis disabled\b|\binvalid parameter credentialid\b/i, 'no_key'],
  [/\b(sad|handle|token|code) (is |has )?expired\b/i, 'timeout'],
];

/** Said with any of the errors (v1 §11, v2 §11.6). */
const LOCKED = /\b(locked|blocked)\b/i;

/** v2 says of PIN and code alike that the data are wrong; where the sentence names one of them, it is that one. */
function wrongFactor(description: string): SignerErrorCode {
  const pin = /\b(pin|password)\b/i.test(description);
  const otp = /\b(otp|code|totp)\b/i.test(description);
  if (pin && !otp) return 'wrong_password';
  if (otp && !pin) return 'wrong_otp';
  return 'wrong_factor';
}

function codeOf({ status, error = '', description = '' }: Refused): SignerErrorCode {
  if (LOCKED.test(description)) return 'account_locked';
  if (error === 'invalid_authentication_data') return wrongFactor(description);
  const named = Object.hasOwn(BY_ERROR, error) ? BY_ERROR[error] : undefined;
  const told = named ?? BY_DESCRIPTION.find(([words]) => words.test(description))?.[1];
  if (told !== undefined) return told;
  return status === 429 || status >= 500 ? 'unavailable' : 'provider_error';
}

/** What a refusal comes to; `secrets` are blotted out of what is kept of it. */
export function refusalOf(refused: Refused, secrets: readonly string[]): ProviderError {
  const { method, status, error, description } = refused;
  const said = sayingOf({ method, status, error, error_description: description }, secrets);
  return new ProviderError(codeOf(refused), `the signing service answered ${method} with HTTP ${status}`, {
    said,
  });
}

/** For an answer that is not of the shape that the API prescribes. */
export const malformed = (method: string, cause?: unknown): ProviderError =>
  new ProviderError('provider_error', `the signing service's answer to ${method} is not of its shape`, {
    said: sayingOf({ method, error: 'malformed' }, []),
    cause,
  });
