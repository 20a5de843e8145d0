import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../src/policy/lockout.ts';
import type { Attempt, Storage } from '../../../src/storage/index.ts';
import { type Grounds, minutes } from '../support/storages.ts';

const login: Attempt = { username: 'Μαρία', origin: 'login', factors: ['password'], address: '192.0.2.1' };
const signing: Attempt = { ...login, origin: 'session', factors: ['password', 'otp'] };

/** What an attempt comes to: its kind, or its verdict when it was evaluated. */
async function go({ attempts }: Storage, attempt: Attempt, verdict: Verdict): Promise<string> {
  const outcome = await attempts.evaluate(attempt, async () => ({ verdict, value: undefined }));
  return outcome.kind === 'evaluated' ? outcome.verdict : outcome.kind;
}

async function times(count: number, storage: Storage, attempt: Attempt, verdict: Verdict): Promise<void> {
  for (let n = 0; n < count; n += 1) expect(await go(storage, attempt, verdict)).toBe(verdict);
}

export function attemptsContract(grounds: Grounds): void {
  describe('attempts', () => {
    it('SES-5 evaluates exactly five of 200 parallel wrong passwords, through two connections', async () => {
      const { storage, second } = await grounds.lay();
      const other = await second();
      let evaluated = 0;
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          (n % 2 ? storage : other).attempts.evaluate(login, async () => {
            evaluated += 1;
            await sleep(20);
            return { verdict: 'wrong_password', value: undefined };
          }),
        ),
      );
      expect(evaluated).toBe(5);
      expect(outcomes.filter(({ kind }) => kind === 'locked')).toHaveLength(195);
    });

    it('SES-5 the same of 100 in live sessions, whose rows are written without being locked first', async () => {
      const { storage, second } = await grounds.lay();
      const other = await second();
      await times(1, storage, signing, 'right');
      let evaluated = 0;
      const outcomes = await Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          (n % 2 ? storage : other).attempts.evaluate(signing, async () => {
            evaluated += 1;
            await sleep(n % 7);
            return { verdict: 'wrong_otp', value: undefined };
          }),
        ),
      );
      expect(evaluated).toBe(5);
      expect(outcomes.filter(({ kind }) => kind === 'locked')).toHaveLength(95);
    });

    it('lets any number of right passwords through at once', async () => {
      const { storage } = await grounds.lay();
      const outcomes = await Promise.all(Array.from({ length: 40 }, () => go(storage, signing, 'right')));
      expect(new Set(outcomes)).toEqual(new Set(['right']));
    });

    it('SES-5 refuses the sixth even when right, and opens after five minutes', async () => {
      const { storage, pass, now } = await grounds.lay();
      await times(5, storage, login, 'wrong_password');
      const until = now() + minutes(5);
      expect(await storage.attempts.evaluate(login, () => Promise.reject(new Error('evaluated')))).toEqual({
        kind: 'locked',
        until,
      });
      expect(await storage.attempts.lockedUntil(login)).toBe(until);
      pass(minutes(5) - 1);
      expect(await go(storage, login, 'right')).toBe('locked');
      pass(1);
      expect(await go(storage, login, 'right')).toBe('right');
      await times(4, storage, login, 'wrong_password');
    });

    it('SES-5 a right password clears the first count only, an accepted OTP only the second', async () => {
      const { storage } = await grounds.lay();
      await times(4, storage, signing, 'wrong_otp');
      await times(4, storage, login, 'wrong_password');
      await times(1, storage, login, 'right');
      await times(4, storage, login, 'wrong_password');
      await times(1, storage, signing, 'wrong_otp');
      expect(await go(storage, signing, 'right')).toBe('locked');
      expect(await go(storage, login, 'right')).toBe('locked');
    });

    it('SES-5 a wrong OTP that was looked at first clears no wrong passwords', async () => {
      const { storage } = await grounds.lay();
      const otpFirst = { ...signing, factors: ['otp', 'password'] } as const;
      await times(4, storage, otpFirst, 'wrong_password');
      await times(1, storage, otpFirst, 'wrong_otp');
      await times(1, storage, otpFirst, 'wrong_password');
      expect(await go(storage, otpFirst, 'right')).toBe('locked');
    });

    it('SES-5 an accepted OTP clears the second count', async () => {
      const { storage } = await grounds.lay();
      await times(4, storage, signing, 'wrong_otp');
      await times(1, storage, signing, 'right');
      await times(4, storage, signing, 'wrong_otp');
      expect(await go(storage, signing, 'right')).toBe('right');
    });

    it('SES-5 strangers never lock a signer out of work', async () => {
      const { storage } = await grounds.lay();
      await times(5, storage, login, 'wrong_password');
      expect(await go(storage, login, 'right')).toBe('locked');
      expect(await go(storage, signing, 'right')).toBe('right');
      expect(await go(storage, login, 'right')).toBe('locked');
    });

    it('SES-5 failures in a session lock the account for everybody', async () => {
      const { storage } = await grounds.lay();
      await times(5, storage, signing, 'wrong_password');
      expect(await go(storage, signing, 'right')).toBe('locked');
      expect(await go(storage, login, 'right')).toBe('locked');
    });

    it('SES-5 counts a name that nobody has, in any spelling, the same', async () => {
      const { storage } = await grounds.lay();
      for (const username of ['Ξένος', 'ΞΕΝΟΣ', 'ξενοσ', 'ξένος', 'Ξενος']) {
        await times(1, storage, { ...login, username }, 'wrong_password');
      }
      expect(await go(storage, { ...login, username: 'ΞΈΝΟΣ' }, 'right')).toBe('locked');
      expect(await go(storage, login, 'right')).toBe('right');
    });

    it('an evaluation that breaks is nobody’s failure', async () => {
      const { storage } = await grounds.lay();
      for (let n = 0; n < 20; n += 1) {
        const broken = storage.attempts.evaluate(login, () => Promise.reject(new Error('signer away')));
        await expect(broken).rejects.toThrow('signer away');
      }
      expect(await go(storage, login, 'right')).toBe('right');
    });

    it('SES-5 an address gets 429 after 100 evaluated failures in 5 minutes; live sessions go on', async () => {
      const { storage, pass, now } = await grounds.lay();
      for (let n = 0; n < 100; n += 1) {
        await times(
          1,
          storage,
          { ...login, username: `name ${n % 25}` },
          n % 5 === 4 ? 'right' : 'wrong_password',
        );
        pass(10);
      }
      for (let n = 0; n < 20; n += 1)
        await times(1, storage, { ...login, username: `x${n}` }, 'wrong_password');
      const outcome = await storage.attempts.evaluate(login, () => Promise.reject(new Error('evaluated')));
      expect(outcome).toMatchObject({ kind: 'throttled' });
      expect(outcome.kind === 'throttled' && outcome.until).toBe(now() - 1000 + minutes(5));
      expect(await go(storage, { ...login, address: '192.0.2.2' }, 'right')).toBe('right');
      expect(await go(storage, signing, 'right')).toBe('right');
      pass(minutes(5));
      expect(await go(storage, login, 'right')).toBe('right');
    });

    it('SES-5 the bound of an address is exact under parallel attempts, and configurable', async () => {
      const { storage } = await grounds.lay({ addressLimit: 10 });
      const outcomes = await Promise.all(
        Array.from({ length: 60 }, (_, n) => go(storage, { ...login, username: `u${n}` }, 'wrong_password')),
      );
      expect(outcomes.filter((outcome) => outcome === 'wrong_password')).toHaveLength(10);
      expect(outcomes.filter((outcome) => outcome === 'throttled')).toHaveLength(50);
    });

    it('SES-5 of one address a hundred wait to be looked at, and whoever comes then is throttled for a moment', async () => {
      const { storage, now } = await grounds.lay();
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      const slow = Array.from({ length: 5 }, () =>
        storage.attempts.evaluate(login, async () => {
          await ended;
          return { verdict: 'right', value: undefined };
        }),
      );
      const waiting = Array.from({ length: 96 }, () => go(storage, login, 'right'));
      const told = await storage.attempts.evaluate(login, () => Promise.reject(new Error('evaluated')));
      expect(told).toEqual({ kind: 'throttled', until: now() + 5000 });
      // A live session of the same account waits for none of them.
      expect(await go(storage, signing, 'right')).toBe('right');
      end();
      await Promise.all(slow);
      expect(await Promise.all(waiting.slice(0, 95))).toEqual(Array.from({ length: 95 }, () => 'right'));
      expect(await waiting[95]).toBe('throttled');
    });

    it('SES-5 strangers who fill every place to wait in keep no live session from being evaluated', async () => {
      const { storage } = await grounds.lay();
      const ended = Promise.withResolvers<void>();
      const stranger = (n: number): Attempt => ({
        ...login,
        username: `name ${n % 4}`,
        address: `192.0.2.${n % 200}`,
      });
      const held = Array.from({ length: 20 }, (_, n) =>
        storage.attempts.evaluate(stranger(n), async () => {
          await ended.promise;
          return { verdict: 'right', value: undefined };
        }),
      );
      const waiting = Array.from({ length: 380 }, (_, n) => go(storage, stranger(n), 'right'));
      expect(await go(storage, stranger(400), 'right')).toBe('throttled');
      expect(await go(storage, { ...signing, username: 'name 0' }, 'right')).toBe('right');
      expect(await go(storage, signing, 'right')).toBe('right');
      ended.resolve();
      await Promise.all(held);
      expect(new Set(await Promise.all(waiting))).toEqual(new Set(['right']));
    });

    it('tells of the very failure that locks an account, and of the one that keeps an address out', async () => {
      const { storage } = await grounds.lay({ addressLimit: 7 });
      const told: unknown[] = [];
      for (const username of ['a', 'a', 'a', 'a', 'a', 'b', 'b']) {
        const attempt = { ...login, username };
        const outcome = await storage.attempts.evaluate(attempt, async () => ({
          verdict: 'wrong_password',
          value: undefined,
        }));
        if (outcome.kind === 'evaluated') told.push([outcome.isLocking, outcome.isThrottling]);
      }
      const [none, locks, throttles] = [
        [false, false],
        [true, false],
        [false, true],
      ];
      expect(told).toEqual([none, none, none, none, locks, none, throttles]);
    });

    it('unlocks by hand, and forgets counts after a day', async () => {
      const { storage, pass } = await grounds.lay();
      await times(5, storage, signing, 'wrong_otp');
      await storage.attempts.unlock('ΜΑΡΙΑ');
      await times(4, storage, signing, 'wrong_otp');
      pass(minutes(24 * 60 + 1));
      expect(await storage.attempts.sweep()).toBe(2);
      await times(4, storage, signing, 'wrong_otp');
    });
  });
}
