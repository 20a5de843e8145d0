import { describe, expect, test } from 'vitest';
import { Circuit } from '../src/http/circuit.ts';
import { ShortCache } from '../src/revocation/cache.ts';
import { turns } from '../src/revocation/turns.ts';

describe('servers that failed', () => {
  test('rest longer with each failure after a rest, ten minutes at most, until one answers', () => {
    let now = 0;
    const circuit = new Circuit(() => now);
    const rests: number[] = [];
    for (let round = 0; round < 8; round++) {
      circuit.failed('a');
      circuit.failed('a'); // of a request that ran beside it
      const begun = now;
      while (!circuit.closed('a')) now += 1000;
      rests.push((now - begun) / 1000);
    }
    expect(rests).toEqual([15, 30, 60, 120, 240, 480, 600, 600]);
    circuit.succeeded('a');
    circuit.failed('a');
    now += 15_000;
    expect(circuit.closed('a')).toBe(true);
  });

  test('a thousand are remembered', () => {
    const circuit = new Circuit(() => 0);
    for (let server = 0; server <= 1000; server++) circuit.failed(String(server));
    expect([circuit.closed('0'), circuit.closed('1'), circuit.closed('1000')]).toEqual([true, false, false]);
  });
});

describe('answers that are kept', () => {
  test('go after their time, and the oldest go where there is no room', () => {
    let now = 0;
    const cache = new ShortCache(() => now, 100);
    cache.put('a', new Uint8Array(60), 1000);
    cache.put('b', new Uint8Array(40), 1000);
    expect(cache.get('a')).toHaveLength(60);
    cache.put('c', new Uint8Array(30), 2000);
    expect(cache.get('a')).toBeUndefined();
    expect(cache.get('b')).toHaveLength(40);
    now = 1000;
    expect(cache.get('b')).toBeUndefined();
    expect(cache.get('c')).toHaveLength(30);
    cache.put('d', new Uint8Array(101), 1000);
    expect(cache.get('d')).toBeUndefined();
    cache.put('c', new Uint8Array(100), 1000);
    expect(cache.get('c')).toHaveLength(100);
  });
});

test('so many run at once, and one that fails lets the next go on', async () => {
  const inTurn = turns({ atOnce: 3, each: 3 });
  let running = 0;
  let most = 0;
  const works = Array.from({ length: 20 }, (_, at) =>
    inTurn('one', async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      if (at % 4 === 0) throw new Error('failed');
    }),
  );
  const outcomes = await Promise.allSettled(works);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(5);
  expect(most).toBe(3);
});
