import { type CodeMethod, cscReference } from '@websign/providers';
import type { Account } from '../../storage/index.ts';

/** How one-time codes are sent (the account's `otpMethod`). */
export type SentMethod = 'EMAIL' | 'SMS';

export const isSentMethod = (method: string): method is SentMethod => method === 'EMAIL' || method === 'SMS';

/** What is sealed of an account's `otpMethod`. */
export const codeMethodOf = (method: string): CodeMethod => (isSentMethod(method) ? 'sent' : 'device');

/** E.164: a plus sign, no leading zero, 15 digits at most. */
export const isPhone = (text: string): boolean => /^\+[1-9]\d{6,14}$/.test(text);

/** Whether a code is sent when it is asked for: by us, or by a provider that said so when the account was added. */
export function sendsCodes({ otpMethod, provider, keyReference }: Account): boolean {
  if (isSentMethod(otpMethod)) return true;
  if (otpMethod !== 'PROVIDER' || provider !== 'csc') return false;
  return cscReference.safeParse(keyReference).data?.sendsCodes === true;
}

type Reachable = Pick<Account, 'otpMethod' | 'email' | 'phone'>;

/** Where codes go, so that its owner knows it and nobody else learns it; '' where none are sent. */
export function maskedDestination({ otpMethod, email, phone }: Reachable): string {
  if (otpMethod === 'SMS') return phone === '' ? '' : `•••• ${phone.slice(-4)}`;
  if (otpMethod !== 'EMAIL') return '';
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(1, at))}…${email.slice(at)}`;
}
