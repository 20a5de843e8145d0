import { join } from 'node:path';
import { outboundHttp } from '@websign/providers';
import { afterEach, expect, test } from 'vitest';
import { openLog } from '../../../src/logging.ts';
import { openLists } from '../../../src/services/trust/lists.ts';
import { openTrust, type Trust } from '../../../src/services/trust/trust.ts';
import { openStorage, type Storage } from '../../../src/storage/index.ts';
import { commission, DAY, listsHome } from './lists-home.ts';

const settings = { TRUST_FOLDER: '', TSA_CERTIFICATES_FILE: '', TRUSTED_LISTS_HOURS: 6 };
const cleaning: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean();
});

/** A server with nothing of its own but its way to the storage that all share. */
async function server(home: Awaited<ReturnType<typeof listsHome>>): Promise<[Trust, Storage]> {
  const storage = await openStorage({
    ...{ dataFolder: join(home.folder, 'shared'), nameKey: Buffer.alloc(32, 7), clock: () => home.state.now },
  });
  const http = outboundHttp({ addresses: 'any' });
  const log = openLog('info', { write: (line) => void home.logged.push(line) });
  const lists = openLists({
    ...{ url: `${home.origin}/lotl.xml`, signers: [commission.certificate], engine: home.engine, http, log },
    ...{ copies: storage.listCopies, clock: () => home.state.now, graceMs: 14 * DAY },
  });
  const trust = openTrust(settings, { own: [], lists, shared: storage }, log);
  cleaning.push(async () => {
    await trust.stop();
    await storage.close();
    await http.close();
  });
  return [trust, storage];
}

const fresh = (trust: Trust) =>
  expect
    .poll(() => trust.reports().map(({ state }) => state), { timeout: 20_000 })
    .toEqual(['fresh', 'fresh', 'fresh']);

test('of several servers one fetches the trusted lists, and all verify and use what it left', async () => {
  const home = await listsHome();
  cleaning.push(() => home.close());
  home.reset();
  const [first, storage] = await server(home);
  await fresh(first);
  const asked = home.asked.length;
  expect(asked).toBe(3);
  const [second] = await server(home);
  await fresh(second);
  expect(home.asked).toHaveLength(asked);
  // Another that died while it fetched is waited for no longer than its lease.
  home.state.now += 7 * 60 * 60_000;
  expect(await storage.turns.take('trusted-lists', 1000)).toBeDefined();
  expect(await storage.turns.take('trusted-lists', 1000)).toBeUndefined();
  home.state.now += 1000;
  const [third] = await server(home);
  await expect.poll(() => home.asked.length, { timeout: 20_000 }).toBe(2 * asked);
  await fresh(third);
}, 120_000);
