import { expect, test } from 'vitest';
import type { Context } from '../../src/services/context.ts';
import { recordLock } from '../../src/services/locks.ts';

/** The keys by which the letters of locks at these times are one or several. */
async function keysOf(zone: string, times: readonly string[]): Promise<string[]> {
  const keys: string[] = [];
  for (const time of times) {
    const context = {
      clock: () => Date.parse(time),
      config: { TIME_ZONE: zone },
      storage: {
        accounts: { findByUsername: async () => ({ id: 'a' }) },
        outbox: { addOnce: async (key: string) => keys.push(key) },
      },
    } as unknown as Context;
    await recordLock(
      context,
      { username: 'maria', origin: 'session', address: '192.0.2.1' },
      { kind: 'evaluated', verdict: 'wrong_otp', value: undefined, isLocking: true, isThrottling: false },
    );
  }
  return keys;
}

test('the day of which the first lock is told is one of the service’s zone', async () => {
  const late = '2026-11-21T21:30:00Z';
  const [first, same, next] = await keysOf('Europe/Athens', [
    '2026-11-20T22:30:00Z',
    late,
    '2026-11-21T22:30:00Z',
  ]);
  expect(same).toBe(first);
  expect(next).not.toBe(same);
  expect(new Set(await keysOf('UTC', [late, '2026-11-21T22:30:00Z'])).size).toBe(1);
});
