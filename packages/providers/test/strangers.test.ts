import type { Missing } from '@websign/pki';
import { describe, expect, test } from 'vitest';
import { type MaterialClientOptions, materialClient, type Outbound, ProviderError } from '../src/index.ts';
import { turns } from '../src/revocation/turns.ts';

const authority = (path: string): Missing => ({
  kind: 'crl',
  url: `http://ca.example/${path}`,
  isAnchored: true,
});
const stranger = (url: string): Missing => ({ kind: 'crl', url });

/** A way out on which URLs that hold `silent` never answer until they are given up, and those that hold `busy` cannot. */
function outside() {
  const asked: string[] = [];
  const http: Outbound = {
    ask({ url, signal }) {
      asked.push(url);
      if (url.includes('busy')) return Promise.reject(new ProviderError('http_busy', '503'));
      if (url.includes('silent'))
        return new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(new ProviderError('http_timeout', 'away')));
        });
      return Promise.resolve({ status: 200, contentType: '', headers: {}, body: Buffer.from(url) });
    },
    close: () => Promise.resolve(),
  };
  const open = (options: MaterialClientOptions = {}) =>
    materialClient({ http, clock: () => 0, retries: 0, ...options });
  return { asked, open };
}

describe('whose failures count', () => {
  test('what strangers’ certificates name lets no server rest, by no scheme, path or number', async () => {
    const { open } = outside();
    const client = open();
    const names: Missing[] = [
      stranger('https://ca.example/busy.crl'),
      ...[1, 2, 3, 4].map((n) => stranger(`http://ca.example/busy/${n}`)),
      ...[1, 2, 3, 4].map((n): Missing => ({ kind: 'issuer', url: `http://ca.example/busy/${n}` })),
      { kind: 'ocsp', url: 'http://ca.example/busy', request: new Uint8Array(1), isAnchored: false },
    ];
    await client.fetch(names);
    const ocsp: Missing = {
      kind: 'ocsp',
      url: 'http://ca.example/',
      request: new Uint8Array(2),
      isAnchored: true,
    };
    const material = await client.fetch([authority('a.crl'), ocsp]);
    expect([material.crls.length, material.ocsps.length]).toEqual([1, 1]);
    const issuer: Missing = { kind: 'issuer', url: 'http://ca.example/ca.cer' };
    expect((await client.fetch([issuer])).certificates).toHaveLength(1);
  });

  test('what failed of them is not asked again for a while, alone', async () => {
    const { open, asked } = outside();
    const client = open();
    await client.fetch([stranger('http://ca.example/busy.crl')]);
    await client.fetch([stranger('http://ca.example/busy.crl'), stranger('http://ca.example/other.crl')]);
    expect(asked).toEqual(['http://ca.example/busy.crl', 'http://ca.example/other.crl']);
    await client.fetch([authority('busy.crl')]);
    expect(asked).toHaveLength(3);
  });

  test('a server whose authority’s URL failed rests, whatever strangers make fail or go well since', async () => {
    const { open, asked } = outside();
    const client = open();
    await client.fetch([authority('busy.crl')]);
    for (let n = 0; n < 1100; n += 50) {
      const many = Array.from({ length: 50 }, (_, i) => stranger(`http://other.example/busy/${n + i}`));
      await client.fetch(many);
    }
    const before = asked.length;
    await client.fetch([authority('a.crl'), stranger('http://ca.example/b.crl')]);
    expect(asked.length).toBe(before);
  });
});

describe('turns', () => {
  test('silent servers that strangers name hold up nothing that an authority does', async () => {
    const { open } = outside();
    const client = open();
    const gone = new AbortController();
    const slow = ['a', 'b', 'c', 'd'].map((owner) =>
      client.fetch(
        Array.from({ length: 20 }, (_, n) => stranger(`http://silent.example/${owner}${n}`)),
        { owner, signal: gone.signal },
      ),
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect((await client.fetch([authority('a.crl')], { owner: 'e' })).crls).toHaveLength(1);
    gone.abort();
    for (const { crls } of await Promise.all(slow)) expect(crls).toEqual([]);
  });

  test('four calls of one owner leave turns to others', async () => {
    const { open } = outside();
    const client = open();
    const gone = new AbortController();
    const silent = (call: number) =>
      Array.from({ length: 20 }, (_, n) => stranger(`http://silent.example/${call} ${n}`));
    const slow = [1, 2, 3, 4].map((call) => client.fetch(silent(call), { owner: 'a', signal: gone.signal }));
    await new Promise((resolve) => setImmediate(resolve));
    const { crls } = await client.fetch([stranger('http://quick.example/a.crl')], { owner: 'b' });
    expect(crls).toHaveLength(1);
    gone.abort();
    await Promise.all(slow);
  });

  test('nobody waits for another’s turn where both want the same', async () => {
    const { open } = outside();
    const client = open({ atOnce: 2 });
    const gone = new AbortController();
    const wanted = authority('a.crl');
    // Its turn comes after the silent ones of the same owner.
    const slow = client.fetch([authority('silent/1'), authority('silent/2'), wanted], {
      owner: 'a',
      signal: gone.signal,
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect((await client.fetch([wanted], { owner: 'b' })).crls).toHaveLength(1);
    gone.abort();
    await slow;
  });

  test('whoever has gone waits no longer, and keeps nobody from a turn', async () => {
    const inTurn = turns({ atOnce: 1, each: 1 });
    const gone = new AbortController();
    let end = (): void => undefined;
    const first = inTurn('a', () => new Promise<void>((resolve) => (end = resolve)));
    const second = inTurn('b', async () => 'never', gone.signal);
    const third = inTurn('c', async () => 'third');
    gone.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    end();
    await first;
    expect(await third).toBe('third');
  });

  test('of those who wait owners come one after the other, whatever each has asked for', async () => {
    const inTurn = turns({ atOnce: 1, each: 1 });
    const order: string[] = [];
    const work = (owner: string) => inTurn(owner, async () => void order.push(owner));
    await Promise.all([...'aaaabbc'].map(work));
    expect(order.join('')).toBe('aabcaba');
  });

  test('one owner never has all of them', async () => {
    const { open, asked } = outside();
    const client = open();
    const gone = new AbortController();
    const calls = [1, 2, 3, 4].map((call) =>
      client.fetch(
        Array.from({ length: 20 }, (_, n) => stranger(`http://silent.example/${call} ${n}`)),
        { owner: 'a', signal: gone.signal },
      ),
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toHaveLength(8);
    gone.abort();
    await Promise.all(calls);
  });
});
