import { expect, test } from 'vitest';
import { mapBounded } from '../../src/services/bounded.ts';

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
