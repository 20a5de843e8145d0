import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProviderError, parseSealedAccount } from '../src/index.ts';
import { Attempts } from '../src/software/attempts.ts';
import { PasswordHasher } from '../src/software/password.ts';
import { additionalData, decrypt, encrypt } from '../src/software/seal.ts';
import { StepLedger } from '../src/software/step-ledger.ts';
import { codeOf } from './contract.ts';

const password = Buffer.from('Correct-Horse-9');

describe('argon2', () => {
  test('past the queue’s bound the answer is unavailable; people at work come before strangers', async () => {
    const hasher = new PasswordHasher(1, 3);
    const { verifier } = await hasher.stretch(password);
    const order: string[] = [];
    const ask = (turn: 'session' | 'anonymous', name: string) =>
      codeOf(hasher.check(verifier, password, turn).then(() => order.push(name)));
    const strangers = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ask('anonymous', name));
    const signers = ['s1', 's2'].map((name) => ask('session', name));
    expect(await Promise.all(strangers)).toEqual(['done', 'done', 'done', 'done', 'unavailable']);
    expect(await Promise.all(signers)).toEqual(['done', 'done']);
    expect(order).toEqual(['a1', 's1', 's2', 'a2', 'a3', 'a4']);
  });

  test('one of the login page has every fourth turn', async () => {
    const hasher = new PasswordHasher(1, 4);
    const { verifier } = await hasher.stretch(password);
    const order: string[] = [];
    const ask = (turn: 'session' | 'anonymous', name: string) =>
      hasher.check(verifier, password, turn).then(() => order.push(name));
    const first = [ask('session', 'first'), ask('anonymous', 'a1'), ask('anonymous', 'a2')];
    const sessions = ['s1', 's2', 's3', 's4'].map((name) => ask('session', name));
    expect(await codeOf(ask('session', 'one more'))).toBe('unavailable');
    await Promise.all([...first, ...sessions]);
    expect(order).toEqual(['first', 's1', 's2', 's3', 'a1', 's4', 'a2']);
  });

  test('a password that waits too long is refused and leaves no place behind', async () => {
    const hasher = new PasswordHasher(1, 4, 1);
    const { verifier } = await hasher.stretch(password);
    const running = hasher.check(verifier, password, 'session');
    const late = codeOf(hasher.check(verifier, password, 'session'));
    expect(await late).toBe('unavailable');
    expect(await running).toBeDefined();
    expect(await hasher.check(verifier, password, 'session')).toBeDefined();
  });

  test('a record that asks for absurd memory is refused before any is taken', async () => {
    const hasher = new PasswordHasher(1, 1);
    const record = Buffer.alloc(60, 0xff);
    expect(await codeOf(hasher.check(record, password, 'session'))).toBe('sealed_row');
    expect(await codeOf(hasher.check(record.subarray(0, 10), password, 'session'))).toBe('sealed_row');
    expect(await codeOf(hasher.checkEarlier(record, password, 'session'))).toBe('sealed_row');
    const wrapped = hasher.unwrapEarlier(password, record.subarray(0, 10), Buffer.alloc(0));
    expect(await codeOf(wrapped)).toBe('sealed_row');
  });
});

describe('attempts', () => {
  test('failures expire with the window, a right one clears them, sweeping forgets nothing that counts', async () => {
    let now = 0;
    const attempts = new Attempts(3, 1000, () => now);
    const attempt = (right: boolean) => codeOf(attempts.evaluate('a', async () => right));
    for (let at = 0; at < 2; at += 1) await attempt(false);
    await attempt(true);
    for (let at = 0; at < 3; at += 1) expect(await attempt(false)).toBe('done');
    attempts.sweep();
    expect(await attempt(true)).toBe('account_locked');
    now = 999;
    expect(await attempt(true)).toBe('account_locked');
    now = 1000;
    expect(await attempt(true)).toBe('done');
  });

  test('an evaluation that breaks is no failure and frees its place', async () => {
    const attempts = new Attempts(1, 1000, () => 0);
    const broken = attempts.evaluate('a', () => Promise.reject(new ProviderError('unavailable', 'x')));
    expect(await codeOf(broken)).toBe('unavailable');
    expect(await codeOf(attempts.evaluate('a', async () => true))).toBe('done');
  });
});

test('a step is taken once and never backwards, by device', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ device: fc.constantFrom('a', 'b'), step: fc.nat(20) })), (takes) => {
      const ledger = new StepLedger();
      const taken = { a: [-1], b: [-1] } as Record<string, number[]>;
      for (const { device, step } of takes) {
        const list = taken[device] ?? [];
        const right = step > Math.max(...list);
        expect(ledger.take(device, step)).toBe(right);
        if (right) list.push(step);
      }
    }),
  );
});

describe('sealing', () => {
  const key = Buffer.alloc(32, 3);

  test('what was sealed opens; any flipped bit, and any other context, does not', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.array(fc.string(), { maxLength: 4 }),
        fc.nat(),
        (secret, context, bit) => {
          const sealed = encrypt(key, secret, additionalData(context));
          expect([...decrypt(key, sealed, additionalData(context))]).toEqual([...secret]);
          expect(() => decrypt(key, sealed, additionalData([...context, '']))).toThrow(ProviderError);
          const at = bit % (sealed.length * 8);
          sealed[at >> 3] = (sealed[at >> 3] ?? 0) ^ (1 << (at & 7));
          expect(() => decrypt(key, sealed, additionalData(context))).toThrow(ProviderError);
        },
      ),
    );
  });

  test('no two lists of fields give the same additional data', () => {
    const fields = fc.array(fc.string({ maxLength: 3 }), { maxLength: 3 });
    fc.assert(
      fc.property(fields, fields, (left, right) => {
        const same = JSON.stringify(left) === JSON.stringify(right);
        expect(additionalData(left).equals(additionalData(right))).toBe(same);
      }),
    );
  });

  test('whatever a database gives back is read or refused with sealed_row', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        try {
          parseSealedAccount(value);
        } catch (error) {
          expect(error).toMatchObject({ code: 'sealed_row' });
        }
      }),
    );
  });
});
