import { useNow } from './ui/clock.ts';

/** How long a time-based code is shown (RFC 6238 §5.2), in milliseconds. */
export const totpPeriodMs = 30_000;

/** Whether the words of the OTP method speak of time-based codes. */
export function isTotp(method: string): boolean {
  return /totp/i.test(method);
}

/** By which way codes are sent that do not come from the person's own device. */
export type SentBy = 'email' | 'sms' | 'provider';

const senders: Readonly<Record<string, SentBy>> = { EMAIL: 'email', SMS: 'sms', PROVIDER: 'provider' };

/** Undefined where no code is sent, or none that may be asked for here. */
export const sentBy = (method: string): SentBy | undefined => senders[method];

/** A code as it is sent: devices show it in two groups. */
export const plainCode = (typed: string): string => typed.replaceAll(/\s/g, '');

/** Seconds until the code on the phone changes. */
export function useTotpSeconds(): number {
  const now = useNow(1000);
  return Math.ceil((totpPeriodMs - (now % totpPeriodMs)) / 1000);
}
