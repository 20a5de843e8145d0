import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasRadosgw, type Radosgw, startRadosgw } from '@websign/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { S3Blobs } from '../../src/storage/blobs/s3.ts';
import { openStorage } from '../../src/storage/index.ts';
import { type Fault, type FaultyProxy, faultyProxy } from './support/faulty-proxy.ts';
import { startWorker } from './support/processes.ts';
import { smallDisk } from './support/small-disk.ts';
import { all, enrol } from './support/storages.ts';

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(!hasRadosgw())(hasRadosgw() ? 'S3 in trouble' : 'skipped: radosgw not installed', () => {
  let server: Radosgw;
  let proxy: FaultyProxy;
  let folder: string;
  let bucket: string;
  let blobs: S3Blobs;

  const optionsOf = (endpoint: string) => {
    const { region, accessKey, secretKey } = server;
    return { endpoint, region, accessKey, secretKey, bucket, idleMs: 1000 };
  };
  beforeAll(async () => {
    server = await startRadosgw();
    proxy = await faultyProxy(server.endpoint);
    folder = await mkdtemp(join(tmpdir(), 'websign-spool-'));
  });
  beforeEach(async () => {
    bucket = await server.createBucket();
    blobs = await S3Blobs.open(optionsOf(proxy.url), folder);
  });
  afterEach(async () => {
    proxy.fault = () => undefined;
    await blobs.close();
    expect(await readdir(folder)).toEqual([]);
  });
  afterAll(async () => {
    await proxy?.close();
    await server?.stop();
    await rm(folder, { recursive: true });
  });

  const stored = async (): Promise<number> => {
    const answer = await server.ask(`/${bucket}?list-type=2`);
    return [...(await answer.text()).matchAll(/<Key>/g)].length;
  };
  /** The fault for the first requests of a method, as many as are said. */
  const first = (count: number, method: string, fault: Fault) => {
    let left = count;
    proxy.fault = (asked) => (asked === method && left-- > 0 ? fault : undefined);
  };

  const bytes = randomBytes(3_000_000);

  it.each<[string, number, string, Fault]>([
    ['says SlowDown', 3, 'PUT', { kind: 'status', status: 503, code: 'SlowDown' }],
    ['fails inside', 3, 'PUT', { kind: 'status', status: 500, code: 'InternalError' }],
    ['cuts uploads', 2, 'PUT', { kind: 'cut_request', after: 1_000_000 }],
    ['loses the answer to an upload', 1, 'PUT', { kind: 'lost_answer' }],
    ['says nothing to an upload', 1, 'PUT', { kind: 'silence' }],
    ['does not list', 2, 'GET', { kind: 'status', status: 502, code: 'BadGateway' }],
    ['breaks lists off', 1, 'GET', { kind: 'cut_answer', after: 100 }],
  ])('UP-9 stores once, whole, when it %s at first', async (_, count, method, fault) => {
    first(count, method, fault);
    expect(await blobs.put(bytes)).toEqual({ sha256: hash(bytes), size: bytes.length });
    expect(await stored()).toBe(1);
    expect(hash(await blobs.read(hash(bytes), { verify: true }))).toBe(hash(bytes));
  });

  it('reads whole when answers break off at first', async () => {
    await blobs.put(bytes);
    let left = 2;
    proxy.fault = (method, path) =>
      method === 'GET' && !path.includes('list-type') && left-- > 0
        ? { kind: 'cut_answer', after: 2_000_000 }
        : undefined;
    expect(hash(await blobs.read(hash(bytes)))).toBe(hash(bytes));
    expect(left).toBeLessThan(0);
  });

  it('waits as long as bytes move, however slowly', { timeout: 30_000 }, async () => {
    proxy.fault = () => ({ kind: 'slow', ms: 20 });
    const began = performance.now();
    await blobs.put(bytes);
    expect(hash(await blobs.read(hash(bytes)))).toBe(hash(bytes));
    // Longer than the silence in which it would count as gone.
    expect(performance.now() - began).toBeGreaterThan(1200);
  });

  it.each<[string, Fault]>([
    ['refuses for good', { kind: 'status', status: 503, code: 'ServiceUnavailable' }],
    ['is silent', { kind: 'silence' }],
    ['cuts everything', { kind: 'cut_request', after: 0 }],
  ])(
    'says so in bounded time when it %s, keeps nothing half, and goes on by itself',
    {
      timeout: 30_000,
    },
    async (_, fault) => {
      const kept = await blobs.put(Buffer.from('kept'));
      proxy.fault = () => fault;
      await expect(blobs.put(bytes)).rejects.toMatchObject({ code: 'unavailable' });
      // The next ones do not wait for it, for a moment.
      const before = proxy.asked;
      await expect(blobs.read(kept.sha256)).rejects.toMatchObject({ code: 'unavailable' });
      expect(proxy.asked).toBe(before);
      proxy.fault = () => undefined;
      expect(await stored()).toBe(1);
      const recovered = () =>
        blobs
          .put(bytes)
          .then(({ size }) => size)
          .catch(() => 0);
      await expect.poll(recovered, { timeout: 10_000, interval: 200 }).toBe(bytes.length);
      expect(Buffer.from(await blobs.read(kept.sha256, { verify: true })).toString()).toBe('kept');
    },
  );

  it('is answered by a wrong server: what is no list is no list', async () => {
    proxy.fault = (_, path) =>
      path.includes('list-type') ? { kind: 'status', status: 200, code: 'Nonsense' } : undefined;
    await expect(blobs.size(hash(bytes))).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('UP-9 a full disk of the spool is told, and leaves nothing', { timeout: 120_000 }, async ({ skip }) => {
    const disk = smallDisk(8);
    if (!disk) return skip('skipped: no file system may be mounted');
    const tight = await S3Blobs.open(optionsOf(server.endpoint), disk.folder);
    try {
      await expect(tight.put(randomBytes(9_000_000))).rejects.toMatchObject({ code: 'full' });
      const { sha256 } = await blobs.put(randomBytes(9_000_000));
      await expect(tight.read(sha256)).rejects.toMatchObject({ code: 'full' });
      await expect(tight.stream(sha256)).rejects.toMatchObject({ code: 'full' });
      expect(await tight.put(bytes)).toEqual({ sha256: hash(bytes), size: bytes.length });
      expect(await stored()).toBe(2);
      expect(await readdir(disk.folder)).toEqual([]);
    } finally {
      await tight.close();
      disk.remove();
    }
  });

  it('UP-9 processes that are killed in mid-upload lose nothing acknowledged and leave nothing half', {
    timeout: 120_000,
  }, async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'websign-killed-'));
    const config = { dataFolder, nameKey: Buffer.alloc(32, 7), s3: optionsOf(server.endpoint) };
    let storage = await openStorage(config);
    const { id } = await enrol(storage);
    await storage.close();
    const facts: Record<string, unknown>[] = [];
    for (let round = 0; round < 4; round++) {
      const workers = Array.from({ length: 2 }, () =>
        startWorker('write', { dataFolder, s3: config.s3, accountId: id }),
      );
      await Promise.all(workers.map(({ speaks }) => speaks));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
      for (const { child } of workers) child.kill('SIGKILL');
      facts.push(...(await Promise.all(workers.map(({ ended }) => ended))).flat());
    }
    storage = await openStorage(config);
    try {
      expect(facts.length).toBeGreaterThan(4);
      for (const { sha256, version, size } of facts) {
        const name = String(version ?? sha256);
        await storage.blobs.read(name, { size: Number(size), verify: true });
      }
      const listed = await all(storage.blobs.list());
      for (const { sha256, size } of listed) await storage.blobs.read(sha256, { size, verify: true });
      expect((await readdir(dataFolder)).filter((name) => name.startsWith('.spool'))).toEqual([]);
      expect((await storage.audit.verify()).ok).toBe(true);
    } finally {
      await storage.close();
      await rm(dataFolder, { recursive: true });
    }
  });
});
