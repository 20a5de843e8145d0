import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openSharedClock } from '../../src/storage/sql/shared-clock.ts';

/** A machine whose clock is set at will, beside a database and a clock that nobody sets. */
async function machine(answerMs = 0) {
  const state = { passed: 1000, own: 5_000_000, database: 9_000_000, away: false, answerMs };
  const pass = (ms: number) => {
    state.passed += ms;
    state.own += ms;
    state.database += ms;
  };
  const clock = await openSharedClock({
    ask: async () => {
      if (state.away) throw new Error('away');
      pass(state.answerMs / 2);
      const told = state.database;
      pass(state.answerMs / 2);
      return told;
    },
    steady: () => state.passed,
    own: () => state.own,
  });
  return { state, pass, clock };
}

describe('the time that servers share', () => {
  test('is the database’s, however the machine’s clock jumps', async () => {
    const { state, pass, clock } = await machine();
    expect(clock.now()).toBe(9_000_000);
    for (const jump of [3_600_000, -7_200_000]) {
      state.own += jump;
      pass(500);
      expect(clock.now()).toBe(state.database);
    }
    expect(clock.skew()).toBe(state.own - state.database);
    await clock.stop();
  });

  test('goes on while the database is away, and follows it afterwards', async () => {
    const { state, pass, clock } = await machine();
    state.away = true;
    await expect(clock.measure()).rejects.toThrow('away');
    pass(30_000);
    expect(clock.now()).toBe(state.database);
    state.away = false;
    state.database += 400;
    await clock.measure();
    expect(clock.now()).toBe(state.database);
    await clock.stop();
  });

  test('is wrong by half of an answer’s time at most, and a slow answer is not taken for a better one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(2000), fc.nat(60_000), async (first, second) => {
        const { state, clock } = await machine(first);
        state.answerMs = second;
        await clock.measure();
        expect(Math.abs(clock.now() - state.database)).toBeLessThanOrEqual(1001);
        await clock.stop();
      }),
    );
  });
});
