import { limits } from '@websign/contract';

const dayMs = 24 * 60 * 60_000;

/** Days before a certificate's end at which its holder is warned, the first warning first (CRT-1). */
export const warningDays = [limits.certificateWarningDays, 14, 7, 1] as const;

/** From when on warnings are due at all. */
export const warnedAhead = limits.certificateWarningDays * dayMs;

/**
 * The warning that is due at `now` for a certificate that ends at `end` (both epoch milliseconds): the latest one, so that
 * a service that was away gives one and not all that it missed. Undefined long before the end, and behind it.
 */
export function warningDue(end: number, now: number): number | undefined {
  if (end <= now) return undefined;
  return warningDays.findLast((days) => end - now <= days * dayMs);
}
