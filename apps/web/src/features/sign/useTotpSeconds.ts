import { useNow } from '../../common/ui/clock.ts';

const periodMs = 30_000;

/** Whether the words of the OTP method speak of time-based codes (RFC 6238). */
export function isTotp(method: string): boolean {
  return /totp/i.test(method);
}

/** Seconds until the code on the phone changes. */
export function useTotpSeconds(): number {
  const now = useNow(1000);
  return Math.ceil((periodMs - (now % periodMs)) / 1000);
}
