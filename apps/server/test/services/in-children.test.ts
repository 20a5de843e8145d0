import { expect, test } from 'vitest';
import type { Engine } from '../../src/sandbox/engine.ts';
import { eachInChild, withChildren } from '../../src/services/in-children.ts';

/** Counts the children that were asked for, and gives each a number. */
function counting(copying = false) {
  const children = { opened: 0, ended: 0 };
  const engine = {
    copying: () => copying,
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
  [20, 'anew', 20],
  [21, 'anew', 4],
  [1000, 'anew', 4],
  [100, 'as copies', 100],
  [101, 'as copies', 4],
])(
  '%d documents of one request have, where children start %s, %d of them, each ends, and answers keep their order',
  async (count, how, most) => {
    const { children, engine } = counting(how === 'as copies');
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

/** Says which child works, and which have ended. */
function opening() {
  const children = { opened: 0, ended: [] as number[] };
  const engine = {
    copying: () => false,
    open() {
      children.opened += 1;
      const number = children.opened;
      return { engine: { number } as unknown as Engine, end: () => children.ended.push(number) };
    },
    together: (work: (engine: Engine) => Promise<unknown>) => {
      const { engine: own, end } = engine.open();
      return work(own).finally(end);
    },
  } as unknown as Engine;
  return { children, engine };
}

test('a document has one child in all steps of its request, and none of another document', async () => {
  const { children, engine } = opening();
  const items = ['a', 'b', 'c'].map((id) => ({ id }));
  await withChildren(engine, async (documents) => {
    const first = numberOf({ engine: documents.of('a') });
    const steps = await documents.each(
      { engine },
      items,
      async (own, { id }) => [id, numberOf(own)] as const,
    );
    const again = await documents.each(
      { engine },
      items,
      async (own, { id }) => [id, numberOf(own)] as const,
    );
    expect(again).toEqual(steps);
    expect(new Set(steps.map(([, number]) => number)).size).toBe(3);
    expect(steps[0]).toEqual(['a', first]);
    documents.end('b');
    expect(children).toEqual({ opened: 3, ended: [2] });
  });
  expect(children).toEqual({ opened: 3, ended: [2, 1, 3] });
});

test('of more than twenty documents each has a child of its own at its end alone', async () => {
  const { children, engine } = opening();
  const items = Array.from({ length: 21 }, (_, at) => ({ id: String(at) }));
  await withChildren(engine, async (documents) => {
    await documents.each({ engine }, items, async () => undefined);
    expect([children.opened, children.ended.length]).toEqual([4, 4]);
    expect(numberOf({ engine: documents.of('0') })).toBe(5);
  });
  expect(children.ended.length).toBe(5);
});

test('what a failed document leaves under way gets no child that nobody ends', async () => {
  const { children, engine } = opening();
  const later = Promise.withResolvers<void>();
  let late: Promise<unknown> | undefined;
  const failing = withChildren(engine, async (documents) => {
    late = later.promise.then(() => documents.of('late'));
    throw new Error('away');
  });
  await expect(failing).rejects.toThrow('away');
  later.resolve();
  await late;
  expect(children).toEqual({ opened: 1, ended: [1] });
});
