import { expect, test } from 'vitest';
import type { Engine } from '../../src/sandbox/engine.ts';
import { eachInChild } from '../../src/services/in-children.ts';

/** Counts the children that were asked for, and gives each a number. */
function counting() {
  const children = { opened: 0, ended: 0 };
  const engine = {
    async together(work: (engine: Engine) => Promise<unknown>) {
      children.opened += 1;
      const child = { number: children.opened };
      try {
        return await work(child as unknown as Engine);
      } finally {
        children.ended += 1;
      }
    },
  } as unknown as Engine;
  return { children, engine };
}

const numberOf = ({ engine }: { engine: Engine }) => (engine as unknown as { number: number }).number;

test.each([
  [20, 20],
  [21, 4],
  [1000, 4],
])(
  '%d documents of one request have %d children, each end, and answers keep their order',
  async (count, most) => {
    const { children, engine } = counting();
    const items = Array.from({ length: count }, (_, at) => at);
    const used = new Set<number>();
    const answers = await eachInChild({ engine }, items, async (own, item) => {
      used.add(numberOf(own));
      await new Promise((resolve) => setImmediate(resolve));
      return `answer ${item}`;
    });
    expect(answers).toEqual(items.map((item) => `answer ${item}`));
    expect([children, used.size]).toEqual([{ opened: most, ended: most }, most]);
  },
);

test('what fails for one document fails the request, and every child ends', async () => {
  const { children, engine } = counting();
  const items = Array.from({ length: 50 }, (_, at) => at);
  const failing = eachInChild({ engine }, items, async (_, item) => {
    if (item === 30) throw new Error('away');
    return item;
  });
  await expect(failing).rejects.toThrow('away');
  await expect.poll(() => children.ended).toBe(4);
});
