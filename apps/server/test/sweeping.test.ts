import { expect, test } from 'vitest';
import type { Context } from '../src/services/context.ts';
import type { Transport } from '../src/services/mail/letter.ts';
import { startSweeping } from '../src/sweeping.ts';

test('a part of the sweep that fails is told, keeps no other from its turn, and is tried again', async () => {
  const tries = { counts: 0, turns: 0 };
  const told: unknown[] = [];
  const context = {
    log: { error: ({ err }: { err: unknown }) => void told.push(err) },
    storage: {
      audit: {
        sweep: () => {
          tries.counts += 1;
          return Promise.reject(new Error('the chain is away'));
        },
      },
      turns: {
        take: async () => {
          tries.turns += 1;
        },
      },
    },
  } as unknown as Context;
  const sweeping = startSweeping(context, {} as Transport, 5);
  await expect.poll(() => Math.min(tries.counts, tries.turns), { timeout: 20_000 }).toBeGreaterThan(1);
  await sweeping.stop();
  expect(told).toHaveLength(tries.counts);
  expect(told[0]).toEqual(new Error('the chain is away'));
  const { turns } = tries;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(tries.turns).toBe(turns);
});
