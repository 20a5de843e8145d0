import { keyProvider, limits } from '@websign/contract';
import { z } from 'zod';

const time = z.iso.datetime();
const maybe = time.nullable();
const count = z.number().int();

export const shownAccount = z.object({
  id: z.string(),
  username: z.string(),
  surname: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  subjectSerial: z.string(),
  certificateSerial: z.string(),
  validUntil: time,
  provider: keyProvider,
  otpMethod: z.string(),
  createdAt: time,
  blockedAt: maybe,
  passwordGivenAt: maybe,
  lockedUntil: maybe,
});
export const shownAccountInFull = shownAccount.extend({
  loginLockedUntil: maybe,
  lastSignIn: maybe,
  otpResetAt: maybe,
  sessions: count,
});
export const accountsAnswer = z.object({ accounts: z.array(shownAccount), total: count });
export const sessionsAnswer = z.object({
  sessions: z.array(
    z.object({ username: z.string(), accountId: z.string(), since: time, usedAt: time, endsAt: time }),
  ),
  total: count,
});
export const queueAnswer = z.object({
  waiting: count,
  oldestDueAt: maybe,
  givenUp: count,
  unknown: count,
  jobs: z.array(
    z.object({
      id: count,
      kind: z.string(),
      state: z.enum(['given_up', 'unknown']),
      reason: z.string().nullable(),
      attempt: count,
      due: time,
      letter: z.string().nullable(),
      accountId: z.string().nullable(),
    }),
  ),
});
export const loadAnswer = z.object({ running: count, waiting: count });
export const endedAnswer = z.object({ ended: count });
export const resetAnswer = z.object({
  effectiveAt: time,
  /** Where the new secret is, on the machine that answered. */
  file: z.string(),
});
export const importAnswer = z.object({
  rows: z.array(
    z.object({
      line: count,
      username: z.string(),
      outcome: z.enum(['requested', 'waiting', 'added', 'exists', 'refused']),
      /** On the machine that answered. */
      file: z.string().optional(),
      reason: z.string().optional(),
    }),
  ),
});
export const operatorsError = z.object({
  error: z.object({ code: z.string(), message: z.string(), requestId: z.string() }),
});

const whole = (min: number, max: number, fallback: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);
export const page = z.object({ limit: whole(1, 500, 100), offset: whole(0, 100_000_000, 0) });
export const accountsQuery = page.extend({
  q: z.string().max(limits.searchLength).default(''),
  provider: keyProvider.optional(),
  blocked: z.enum(['true', 'false']).optional(),
});
export const sessionsQuery = page.extend({ username: z.string().max(limits.usernameLength).optional() });
export const endingQuery = page.extend({ days: whole(0, 3650, limits.certificateWarningDays) });
export const accountPath = z.object({ username: z.string().min(1).max(limits.usernameLength) });
export const jobPath = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });
