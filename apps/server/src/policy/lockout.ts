import { limits } from '@websign/contract';

/** Where an attempt comes from: strangers and logins, or a live session of the account. */
export type Origin = 'login' | 'session';
export type Factor = 'password' | 'otp';
/** `wrong_otp` says that the password was right, unless the OTP was looked at first. */
export type Verdict = 'right' | 'wrong_password' | 'wrong_otp';

export interface LockoutLimits {
  /** Failures that lock. */
  readonly tries: number;
  readonly lockMs: number;
  /** An evaluation silent for this long (a crash) counts as failed. */
  readonly leaseMs: number;
}

export const lockoutLimits: LockoutLimits = {
  tries: limits.failures,
  lockMs: limits.lockMs,
  leaseMs: 60_000,
};

/** An evaluation under way. */
export interface Reservation {
  readonly id: string;
  readonly at: number;
}

export interface Counter {
  readonly failed: number;
  /** 0 when not locked; epoch milliseconds. */
  readonly lockedUntil: number;
  readonly pending: readonly Reservation[];
}

/**
 * SES-5: `login` counts wrong passwords of every origin and locks strangers out; `session` counts those of live
 * sessions, `otp` wrong codes, and their locks meet everybody. So strangers cannot lock a signer out of work.
 */
export interface Counters {
  readonly login: Counter;
  readonly session: Counter;
  readonly otp: Counter;
}

type Name = keyof Counters;

export interface Try {
  readonly origin: Origin;
  /** In the order in which they are looked at. */
  readonly factors: readonly Factor[];
}

export type Admission =
  | { readonly kind: 'evaluate'; readonly counters: Counters }
  | { readonly kind: 'locked'; readonly until: number }
  /** What is left is under evaluation: ask again. */
  | { readonly kind: 'busy' };

const clear: Counter = { failed: 0, lockedUntil: 0, pending: [] };
export const noFailures: Counters = { login: clear, session: clear, otp: clear };

const blocking = (origin: Origin): readonly Name[] =>
  origin === 'login' ? ['login', 'session', 'otp'] : ['session', 'otp'];

const reserved = ({ origin, factors }: Try): readonly Name[] =>
  factors.includes('otp') ? [origin, 'otp'] : [origin];

function fail(counter: Counter, times: number, at: number, limits: LockoutLimits): Counter {
  if (times === 0 || counter.lockedUntil > 0) return counter;
  const failed = counter.failed + times;
  return { ...counter, failed, lockedUntil: failed >= limits.tries ? at + limits.lockMs : 0 };
}

/** The counter as time has left it: silent evaluations have failed, a lock that is over starts from nothing. */
function aged(counter: Counter, now: number, limits: LockoutLimits): Counter {
  const pending = counter.pending.filter(({ at }) => at + limits.leaseMs > now);
  const silent = counter.pending.filter(({ at }) => at + limits.leaseMs <= now);
  const last = Math.max(0, ...silent.map(({ at }) => at));
  const counted = fail({ ...counter, pending }, silent.length, last + limits.leaseMs, limits);
  return counted.lockedUntil > 0 && counted.lockedUntil <= now ? { ...clear, pending } : counted;
}

const each = (counters: Counters, change: (counter: Counter, name: Name) => Counter): Counters => ({
  login: change(counters.login, 'login'),
  session: change(counters.session, 'session'),
  otp: change(counters.otp, 'otp'),
});

/** The end of the lock that meets such a try, or undefined. */
export function lockedUntil(counters: Counters, origin: Origin, now: number, limits = lockoutLimits) {
  const until = blocking(origin).map((name) => aged(counters[name], now, limits).lockedUntil);
  const last = Math.max(...until);
  return last > now ? last : undefined;
}

/** Decides whether a try may be evaluated, and reserves its place among the five. */
export function admit(
  stored: Counters,
  attempt: Try,
  { id, at }: Reservation,
  limits = lockoutLimits,
): Admission {
  const until = lockedUntil(stored, attempt.origin, at, limits);
  if (until !== undefined) return { kind: 'locked', until };
  const counters = each(stored, (counter) => aged(counter, at, limits));
  const names = reserved(attempt);
  if (names.some((name) => counters[name].failed + counters[name].pending.length >= limits.tries)) {
    return { kind: 'busy' };
  }
  return {
    kind: 'evaluate',
    counters: each(counters, (counter, name) =>
      names.includes(name) ? { ...counter, pending: [...counter.pending, { id, at }] } : counter,
    ),
  };
}

/** A right factor clears its own counts and never lifts a lock in force. */
const cleared = (counter: Counter): Counter =>
  counter.lockedUntil > 0 ? counter : { ...counter, failed: 0 };

function settleCounter(counter: Counter, name: Name, attempt: Try, verdict: Verdict, add: () => Counter) {
  if (name === 'otp') {
    if (!attempt.factors.includes('otp') || verdict === 'wrong_password') return counter;
    return verdict === 'right' ? cleared(counter) : add();
  }
  // A wrong OTP that was looked at first says nothing of the password.
  if (verdict === 'wrong_otp' && attempt.factors[0] === 'otp') return counter;
  if (verdict !== 'wrong_password') return cleared(counter);
  return name === 'login' || attempt.origin === 'session' ? add() : counter;
}

/** The counts after an evaluation; `verdict` undefined gives the reservation back uncounted. */
export function settle(
  stored: Counters,
  attempt: Try,
  { id, now }: { readonly id: string; readonly now: number },
  verdict: Verdict | undefined,
  limits = lockoutLimits,
): Counters {
  return each(stored, (before, name) => {
    const counter = aged(before, now, limits);
    const held = counter.pending.some((reservation) => reservation.id === id);
    const rest = { ...counter, pending: counter.pending.filter((reservation) => reservation.id !== id) };
    // A reservation that outlived its lease has been counted as failed already.
    const late = reserved(attempt).includes(name) && !held;
    if (verdict === undefined) return rest;
    return settleCounter(rest, name, attempt, verdict, () => (late ? rest : fail(rest, 1, now, limits)));
  });
}
