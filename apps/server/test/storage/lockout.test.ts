import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  admit,
  type Counters,
  lockedUntil,
  lockoutLimits,
  noFailures,
  type Origin,
  settle,
  type Try,
  type Verdict,
} from '../../src/policy/lockout.ts';
import { termEnds } from '../../src/policy/retention.ts';
import { addressGroup, admitAddress, quietAddress, settleAddress } from '../../src/policy/throttle.ts';

const { tries, lockMs, leaseMs } = lockoutLimits;

/** Many attempts in any interleaving: begin one, end one with a verdict, let time pass. */
const step = fc.oneof(
  fc.record({ do: fc.constant('begin' as const), origin: fc.constantFrom<Origin>('login', 'session') }),
  fc.record({
    do: fc.constant('end' as const),
    which: fc.nat(9),
    verdict: fc.constantFrom<Verdict | undefined>('wrong_password', 'wrong_otp', 'right', undefined),
  }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 1000, leaseMs, lockMs) }),
);

const attemptOf = (origin: Origin): Try => ({
  origin,
  factors: origin === 'login' ? ['password'] : ['password', 'otp'],
});

interface Open {
  readonly id: string;
  readonly attempt: Try;
}

describe('SES-5 lockout', () => {
  it('never holds more than five failures and evaluations, nor evaluates under a lock', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        let counters: Counters = noFailures;
        let now = 1;
        const open: Open[] = [];
        for (const [index, one] of steps.entries()) {
          if (one.do === 'wait') now += one.ms;
          if (one.do === 'begin') {
            const attempt = attemptOf(one.origin);
            const locked = lockedUntil(counters, one.origin, now);
            const admission = admit(counters, attempt, { id: `${index}`, at: now });
            expect(admission.kind === 'locked').toBe(locked !== undefined);
            if (admission.kind !== 'evaluate') continue;
            counters = admission.counters;
            open.push({ id: `${index}`, attempt });
            for (const name of ['login', 'session', 'otp'] as const) {
              const { failed, pending } = counters[name];
              if (name === one.origin) expect(failed + pending.length).toBeLessThanOrEqual(tries);
            }
          }
          if (one.do === 'end') {
            const [ended] = open.splice(one.which % Math.max(1, open.length), 1);
            if (!ended) continue;
            const verdict =
              ended.attempt.origin === 'login' && one.verdict === 'wrong_otp' ? 'right' : one.verdict;
            const before = lockedUntil(counters, 'login', now);
            counters = settle(counters, ended.attempt, { id: ended.id, now }, verdict);
            // Nothing that ends lifts a lock.
            if (before !== undefined)
              expect(lockedUntil(counters, 'login', now)).toBeGreaterThanOrEqual(before);
          }
        }
        // Whatever happened, time opens everything again.
        now += leaseMs + lockMs;
        for (const origin of ['login', 'session'] as const) {
          expect(lockedUntil(counters, origin, now)).toBeUndefined();
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('an evaluation that a crash swallowed has failed', () => {
    let counters = noFailures;
    for (let n = 0; n < tries; n += 1) {
      const admission = admit(counters, attemptOf('login'), { id: `${n}`, at: 1000 });
      if (admission.kind !== 'evaluate') throw new Error(admission.kind);
      counters = admission.counters;
    }
    const next = (at: number) => admit(counters, attemptOf('login'), { id: 'x', at });
    expect(next(1000 + leaseMs - 1)).toEqual({ kind: 'busy' });
    expect(next(1000 + leaseMs)).toEqual({ kind: 'locked', until: 1000 + leaseMs + lockMs });
    // Its late outcome neither counts twice nor lifts the lock.
    for (const verdict of ['wrong_password', 'right'] as const) {
      const settled = settle(counters, attemptOf('login'), { id: '0', now: 1000 + leaseMs }, verdict);
      expect(lockedUntil(settled, 'login', 1000 + leaseMs)).toBe(1000 + leaseMs + lockMs);
    }
    expect(next(1000 + leaseMs + lockMs).kind).toBe('evaluate');
  });
});

describe('SES-5 throttle', () => {
  it('holds exactly the configured failures in any five minutes', () => {
    const limits = { failures: 3, windowMs: 1000, leaseMs: 100 };
    const waits = fc.array(fc.record({ ms: fc.nat(400), failed: fc.boolean() }), { maxLength: 60 });
    fc.assert(
      fc.property(waits, (steps) => {
        let state = quietAddress;
        let now = 1;
        const failures: number[] = [];
        for (const [index, { ms, failed }] of steps.entries()) {
          now += ms;
          const recent = failures.filter((at) => at + limits.windowMs > now);
          const admission = admitAddress(state, { id: `${index}`, at: now }, limits);
          expect(admission.kind).toBe(recent.length >= limits.failures ? 'throttled' : 'evaluate');
          if (admission.kind === 'throttled')
            expect(admission.until).toBe((recent.at(-3) ?? 0) + limits.windowMs);
          if (admission.kind !== 'evaluate') continue;
          state = settleAddress(admission.state, { id: `${index}`, now }, failed, limits);
          if (failed) failures.push(now);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('SES-5 one address', () => {
  it('is an IPv4 address or an IPv6 /64, however it is written', () => {
    const same = [
      ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:192.0.2.1', '192.0.2.1:4711', '[::ffff:192.0.2.1]:80'],
      ['2001:db8:0:1::1', '2001:DB8:0:1:ffff::', '2001:0db8:0000:0001:1:2:3:4', '2001:db8:0:1::9%eth0'],
      ['::1', '0:0:0:0:0:0:0:1', '::2'],
      ['fe80::1', 'fe80:0:0::5:6:7:8', '[fe80::9%eth0]:4711', '[fe80::1]'],
    ];
    const groups = same.map((spellings) => new Set(spellings.map(addressGroup)));
    expect(groups.map(({ size }) => size)).toEqual([1, 1, 1, 1]);
    expect(new Set(groups.flatMap((group) => [...group])).size).toBe(4);
    expect(addressGroup('2001:db8:0:2::1')).not.toBe(addressGroup('2001:db8:0:1::1'));
    for (const odd of ['', 'unknown', '::::', 'a'.repeat(99)])
      expect(typeof addressGroup(odd)).toBe('string');
  });
});

describe('HIS-2 retention', () => {
  it('counts from the upload or the last signature', () => {
    const terms = { original: 1, signed: 3 };
    expect([termEnds('original', 10, terms), termEnds('signed', 10, terms)]).toEqual([11, 13]);
  });
});
