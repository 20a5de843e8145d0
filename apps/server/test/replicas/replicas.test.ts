import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorAnswer, GroupAnswer } from '@websign/contract';
import { isInstalled, judged } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Person } from '../http/harness.ts';
import { type Place, startPlace } from './support/place.ts';
import { freePorts, hasProxy, proxies, type ReverseProxy, startProxy } from './support/proxy.ts';
import { Replica } from './support/replica.ts';
import { VirtualSigner } from './support/signer.ts';

const busy = 20;
const loadMs = 25_000;
/** However long a slow machine takes to them. */
const leastKills = 5;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Caddy where nginx is not, so that one of them is enough. */
const proxyName = proxies.find(hasProxy);
const title = proxyName ? `three replicas behind ${proxyName}` : 'skipped: neither nginx nor caddy installed';

let place: Place;
let proxy: ReverseProxy;
let replicas: Replica[] = [];

describe.skipIf(proxyName === undefined)(title, () => {
  beforeAll(async () => {
    place = await startPlace(busy + 3);
    const ports = await freePorts(3);
    replicas = ports.map((port) => new Replica(place, port));
    // All at once: one of them migrates nothing, all wait for the one that looks.
    await Promise.all(replicas.map((replica) => replica.start()));
    proxy = await startProxy(proxyName ?? 'nginx', ports);
  }, 180_000);
  afterAll(async () => {
    await proxy?.stop();
    await Promise.all(replicas.map((replica) => replica.stop()));
    await place?.remove();
  }, 120_000);
  const signer = (at: number) =>
    new VirtualSigner(proxy.url, place.accounts[at] ?? { username: '', password: '', totpSecret: '' });

  test('SES-5: of parallel tries over all of them exactly five passwords are evaluated', async () => {
    const { username = '' } = place.accounts[busy] ?? {};
    const tries = Array.from({ length: 30 }, () =>
      new Person(proxy.url, { username, password: '', totpSecret: '' }).post('/api/login', {
        ...{ username, password: 'wrong' },
      }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 423)).toHaveLength(25);
  });

  test('a code is accepted once, whichever of them is asked', async () => {
    const maria = signer(busy + 1);
    await maria.signIn();
    const ids = await Promise.all([1, 2, 3].map(() => maria.upload()));
    const otp = await maria.code();
    const answers = await Promise.all(
      replicas.map(({ url }, at) => {
        const there = new Person(url, maria.person.account);
        there.sessionId = maria.person.sessionId;
        return there.sign<ErrorAnswer>({ documents: [ids[at] ?? ''], otp });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('the addresses that are counted are people’s, and no session id stands in the proxy’s log', async () => {
    const maria = signer(busy + 1);
    await maria.signIn();
    const { sessionId } = maria.person;
    expect((await maria.person.get(`/api/ping?sessionId=${sessionId}`)).status).toBe(204);
    await expect.poll(() => proxy.logged().includes('/api/ping') || proxyName === 'caddy').toBe(true);
    expect(proxy.logged()).not.toContain(sessionId);
  });

  test('SGN-8 signs under load while they are killed and started again, loses nothing and doubles nothing', {
    timeout: 400_000,
  }, async () => {
    const people = Array.from({ length: busy }, (_, at) => signer(at));
    await Promise.all(people.map((one) => one.signIn()));
    const ended = new AbortController();
    const working = people.map((one) => one.work(ended.signal));
    const killed = await killAtRandom(loadMs);
    ended.abort();
    await Promise.all(working);
    const ledger = people.map((one) => one.ledger);
    const sum = (of: 'signed' | 'uploaded' | 'unknown') =>
      ledger.reduce((total, one) => total + one[of].size, 0);
    console.info({ killed, uploaded: sum('uploaded'), signed: sum('signed'), unknown: sum('unknown') });
    expect(ledger.flatMap(({ odd }) => odd)).toEqual([]);
    expect(sum('signed')).toBeGreaterThan(busy);
    for (const one of people) await judge(one);
    await judgeStorage(people);
    await judgeLetters();
  });
});

/** Kills one after the other, never all at once, at any moment; answers how many. */
async function killAtRandom(ms: number): Promise<number> {
  const until = performance.now() + ms;
  let count = 0;
  for (; performance.now() < until || count < leastKills; count++) {
    await sleep(500 + Math.random() * 2500);
    const victim = replicas[Math.floor(Math.random() * replicas.length)];
    await victim?.kill();
    await victim?.start();
  }
  return count;
}

/** What one signer was told is so, and nothing is half; every file is whole, signed at most once, and verifies. */
async function judge({ person, ledger }: VirtualSigner): Promise<void> {
  const { body, status } = await person.get<GroupAnswer>('/api/groups/1');
  expect(status).toBe(200);
  const there = new Map(body.documents.map((document) => [document.id, document]));
  for (const id of ledger.uploaded) expect(there.has(id)).toBe(true);
  for (const id of ledger.signed) expect(there.get(id)?.state).toBe('signed');
  for (const { id, checksum, state, signatures } of body.documents) {
    expect(signatures).toHaveLength(state === 'signed' ? 1 : 0);
    const bytes = await person.file(id);
    expect(sha256(bytes)).toBe(checksum);
    if (state === 'signed') expect(ledger.signed.has(id) || ledger.unknown.has(id)).toBe(true);
  }
  const [some = ''] = ledger.signed;
  if (!isInstalled('pdfsig')) return;
  const { text } = judged('pdfsig', [], await person.file(some));
  expect(text).toContain('Signature is Valid');
  expect(text).toContain('Total document signed');
}

/** One version for each signed document, an audit event for each version, one chain, and every blob as it was stored. */
async function judgeStorage(people: readonly VirtualSigner[]): Promise<void> {
  const storage = await place.storage();
  try {
    const told = people.reduce((sum, { ledger }) => sum + ledger.signed.size, 0);
    let versions = 0;
    for (const { id } of await storage.accounts.list()) {
      for await (const document of storage.documents.each(id, {})) {
        const made = await storage.signings.versions(id, document.id);
        expect(made.length).toBe(document.signedAt === null ? 0 : 1);
        versions += made.length;
        for (const { sha256: blob, size } of made) await storage.blobs.read(blob, { size, verify: true });
      }
    }
    expect(versions).toBeGreaterThanOrEqual(told);
    const events = new Map<string, number>();
    for await (const { kind } of storage.audit.export()) events.set(kind, (events.get(kind) ?? 0) + 1);
    expect(events.get('sign')).toBe(versions);
    expect(await storage.audit.verify()).toMatchObject({ ok: true });
  } finally {
    await storage.close();
  }
}

/** Every letter leaves once; of one whose server died in the middle of it that is not known, and it is kept. */
async function judgeLetters(): Promise<void> {
  const storage = await place.storage();
  try {
    await expect
      .poll(async () => (await storage.outbox.counts()).waiting, { timeout: 100_000, interval: 500 })
      .toBe(0);
    const ids = place.mail.letters.map(({ text }) => /^message-id: *(.+)$/im.exec(text)?.[1]);
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(ids.length);
    const { givenUp, unknown } = await storage.outbox.counts();
    expect(givenUp).toBe(0);
    expect(ids.length + unknown).toBeGreaterThan(busy);
  } finally {
    await storage.close();
  }
}
