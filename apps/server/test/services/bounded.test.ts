import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inPortions, mapBounded } from '../../src/services/bounded.ts';

test('portions hold everything in its order, are no more than asked for, and differ little', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer(), { maxLength: 300 }),
      fc.integer({ min: 1, max: 120 }),
      (items, most) => {
        const portions = inPortions(items, most);
        expect(portions.flat()).toEqual(items);
        expect(portions.length).toBeLessThanOrEqual(most);
        expect(portions.every(({ length }) => length > 0)).toBe(true);
        if (items.length <= most) expect(portions.length).toBe(items.length);
      },
    ),
  );
});

test('so many calls are under way at once, and answers keep their order', async () => {
  let running = 0;
  let most = 0;
  const answers = await mapBounded([5, 4, 3, 2, 1], 2, async (item, at) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, item));
    running -= 1;
    return `${at}: ${item}`;
  });
  expect(most).toBe(2);
  expect(answers).toEqual(['0: 5', '1: 4', '2: 3', '3: 2', '4: 1']);
});
