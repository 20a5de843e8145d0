import { expect, test } from 'vitest';
import { Lines } from '../../src/storage/sql/lines.ts';

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

test('only the first of a line looks, now and then or when something changed; then the next', async () => {
  const lines = new Lines({ each: 10, all: 20, lookMs: 60_000 });
  const looks: number[] = [];
  const ready = new Set<number>();
  const stand = (n: number) =>
    lines.stand('a', async () => {
      looks.push(n);
      return ready.has(n) ? n : undefined;
    });
  const all = Promise.all([0, 1, 2].map(stand));
  await soon();
  expect(looks).toEqual([0]);
  lines.stir(['b', 'a']);
  await soon();
  expect(looks).toEqual([0, 0]);
  for (const n of [0, 1]) ready.add(n);
  lines.stir(['a']);
  await soon();
  expect(looks).toEqual([0, 0, 0, 1, 2]);
  ready.add(2);
  lines.stir(['a']);
  expect(await all).toEqual([0, 1, 2]);
});

test('what another process changed is seen after a while', async () => {
  const lines = new Lines({ each: 1, all: 1, lookMs: 1 });
  let left = 3;
  expect(await lines.stand('a', async () => (left-- > 0 ? undefined : 'seen'))).toBe('seen');
});

test('so many stand in a line, and in all lines; one more is refused at once', async () => {
  const lines = new Lines({ each: 2, all: 3, lookMs: 60_000 });
  let open = false;
  const stand = (key: string) => lines.stand(key, async () => (open ? key : undefined));
  const standing = ['a', 'a', 'b'].map(stand);
  expect(await stand('a')).toBe('full');
  expect(await stand('b')).toBe('full');
  open = true;
  lines.stir(['a', 'b']);
  expect(await Promise.all(standing)).toEqual(['a', 'a', 'b']);
  expect(await stand('a')).toBe('a');
});

test('a look that breaks lets the next come', async () => {
  const lines = new Lines({ each: 2, all: 2, lookMs: 60_000 });
  const broken = lines.stand('a', () => Promise.reject(new Error('away')));
  const next = lines.stand('a', async () => 'next');
  await expect(broken).rejects.toThrow('away');
  expect(await next).toBe('next');
});
