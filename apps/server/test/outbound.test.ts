import type { Missing } from '@websign/pki';
import { type Outbound, ProviderError } from '@websign/providers';
import pino from 'pino';
import { expect, test } from 'vitest';
import { openMaterial } from '../src/outbound.ts';
import type { Engine } from '../src/sandbox/engine.ts';
import { chargeTo } from '../src/services/context.ts';

const lists = (name: string, count: number): Missing[] =>
  Array.from({ length: count }, (_, n) => ({
    kind: 'crl',
    url: `http://ca.example/${name}/${n}.crl`,
    isAnchored: true,
  }));

/** Ways out on which an URL that holds `busy` cannot answer, and one that holds `silent` never does. */
function material() {
  const closed: number[] = [];
  let opened = 0;
  const openStrangers = (): Outbound => {
    const number = ++opened;
    return {
      ask({ url, signal }) {
        if (url.includes('busy')) return Promise.reject(new ProviderError('http_busy', '503'));
        if (!url.includes('silent'))
          return Promise.resolve({ status: 200, contentType: '', headers: {}, body: Buffer.from(url) });
        return new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(new ProviderError('http_timeout', 'away')));
        });
      },
      close: async () => void closed.push(number),
    };
  };
  const told = { log: pino({ level: 'silent' }), clock: () => 0, failed: () => undefined };
  const opens = openMaterial({ configured: openStrangers(), openStrangers }, { REVOCATION_SECONDS: 1 }, told);
  return { ...opens, closed };
}

const engine = { at: () => engine } as Pick<Engine, 'at'> as Engine;

test('what failed while somebody verified is asked for all the same by who signs', async () => {
  const { authorities, close, closed } = material();
  const context = { engine, material: authorities };
  const verifying = chargeTo(context, { id: 'a' }, { turn: 'verification' });
  await verifying.material.fetch(lists('busy', 1));
  expect((await verifying.material.fetch(lists('quick', 1))).crls).toEqual([]);
  for (const turn of ['new', 'begun'] as const) {
    const { crls } = await chargeTo(context, { id: 'a' }, { turn }).material.fetch(lists(turn, 1));
    expect(crls).toHaveLength(1);
  }
  expect((await authorities.fetch(lists('before', 1))).crls).toHaveLength(1);
  await close();
  expect(closed).toEqual([2, 3]);
});

test('verifications that wait for silent authorities take no turn from signing, nor one person’s all of them', async () => {
  const { authorities, close } = material();
  const context = { engine, material: authorities };
  const gone = new AbortController();
  const of = (id: string) => chargeTo(context, { id }, { turn: 'verification' }).material;
  const hang = (id: string, call: number) =>
    of(id).fetch(lists(`silent/${id}${call}`, 20), { signal: gone.signal });
  const slow = [1, 2, 3, 4].map((call) => hang('a', call));
  await new Promise((resolve) => setImmediate(resolve));
  expect((await of('b').fetch(lists('b', 1))).crls).toHaveLength(1);
  slow.push(...[1, 2, 3, 4].map((call) => hang('c', call)));
  await new Promise((resolve) => setImmediate(resolve));
  const signing = chargeTo(context, { id: 'a' }).material;
  expect((await signing.fetch(lists('sign', 1))).crls).toHaveLength(1);
  gone.abort();
  for (const { crls } of await Promise.all(slow)) expect(crls).toEqual([]);
  await close();
});
