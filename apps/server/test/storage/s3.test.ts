import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasRadosgw, KMS_KEY_ID, type Radosgw, startRadosgw } from '@websign/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FileBlobs } from '../../src/storage/blobs/files.ts';
import { S3Blobs } from '../../src/storage/blobs/s3.ts';
import type { S3Options } from '../../src/storage/blobs/s3-options.ts';
import { type Blobs, openStorage } from '../../src/storage/index.ts';
import { restore } from '../../src/storage/restore.ts';
import { blobsContract } from './contract/blobs.ts';
import { all, days, enrol, Grounds, hours, upload } from './support/storages.ts';

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(!hasRadosgw())(hasRadosgw() ? 'S3 blobs' : 'skipped: radosgw not installed', () => {
  let server: Radosgw;
  let folder: string;
  const buckets = new Map<Blobs, string>();
  const opened: S3Blobs[] = [];
  const grounds = new Grounds(async () => undefined);

  beforeAll(async () => {
    server = await startRadosgw();
    folder = await mkdtemp(join(tmpdir(), 'websign-spool-'));
  });
  afterEach(async () => {
    for (const blobs of opened.splice(0)) await blobs.close();
    await grounds.clear();
    // Of a spool no name is ever left.
    expect(await readdir(folder)).toEqual([]);
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true });
  });

  const optionsOf = (bucket: string, extra: Partial<S3Options> = {}): S3Options => {
    const { endpoint, region, accessKey, secretKey } = server;
    return { endpoint, region, accessKey, secretKey, bucket, ...extra };
  };
  const openAt = async (bucket: string, extra: Partial<S3Options> = {}) => {
    const blobs = await S3Blobs.open(optionsOf(bucket, extra), folder);
    opened.push(blobs);
    buckets.set(blobs, bucket);
    return blobs;
  };
  const open = async (extra: Partial<S3Options> = {}) => openAt(await server.createBucket(), extra);
  const keys = async (blobs: Blobs): Promise<string[]> => {
    const answer = await server.ask(`/${buckets.get(blobs)}?list-type=2`);
    return [...(await answer.text()).matchAll(/<Key>([^<]+)</g)].map(([, key = '']) => key);
  };
  const damage = async (blobs: Blobs, sha256: string, bytes: Uint8Array) => {
    const key = (await keys(blobs)).find((one) => one.includes(sha256));
    const { status } = await server.ask(`/${buckets.get(blobs)}/${key}`, {
      method: 'PUT',
      body: new Uint8Array(bytes),
    });
    expect(status).toBe(200);
  };

  blobsContract(open, damage, async (blobs) => (await keys(blobs)).length);

  it('HIS-2 keeps what one replica stores while another deletes it, however they meet', async () => {
    const [one, two] = [await open(), await openAt(await server.createBucket())];
    const replicas = [one, await openAt(buckets.get(one) ?? '')];
    const bytes = randomBytes(30_000);
    let held = 0;
    for (let round = 0; round < 20; round++) {
      await one.put(bytes);
      const before = Date.now() + 1;
      const started = new Promise((resolve) => setTimeout(resolve, 2));
      const sweeping = replicas.map(async (blobs) => {
        for (let again = 0; again < 3; again++) await blobs.delete(hash(bytes), before);
      });
      // Stored anew past `before`, while the sweeps delete what was stored before it.
      await started;
      await Promise.all([...sweeping, ...replicas.map((blobs) => blobs.put(bytes))]);
      if (hash(await one.read(hash(bytes), { verify: true })) === hash(bytes)) held++;
    }
    expect(held).toBe(20);
    expect(await keys(one)).toHaveLength(1);
    expect(await all(two.list())).toEqual([]);
  });

  it('reads on while others store the same anew', async () => {
    const blobs = await open();
    const bytes = randomBytes(100_000);
    await blobs.put(bytes);
    let storing = true;
    const writer = (async () => {
      for (let n = 0; n < 30; n++) await blobs.put(bytes);
      storing = false;
    })();
    while (storing) expect(hash(await blobs.read(hash(bytes), { verify: true }))).toBe(hash(bytes));
    await writer;
  });

  it('lists page by page, and keeps to its prefix', async () => {
    const bucket = await server.createBucket();
    const [mine, others] = [await openAt(bucket, { prefix: 'a/' }), await openAt(bucket, { prefix: 'b/' })];
    const refs = [];
    for (let n = 0; n < 40; n++) {
      refs.push(
        ...(await Promise.all(Array.from({ length: 26 }, (_, m) => mine.put(Buffer.from(`${n}.${m}`))))),
      );
    }
    await others.put(Buffer.from('other'));
    const listed = await all(mine.list());
    expect(listed).toHaveLength(1040);
    expect(new Set(listed.map(({ sha256 }) => sha256))).toEqual(new Set(refs.map(({ sha256 }) => sha256)));
    expect(await all(others.list())).toHaveLength(1);
  });

  it('copies down what a folder lacks, as the file store has it', async () => {
    const blobs = await open();
    const target = await mkdtemp(join(tmpdir(), 'websign-copy-'));
    try {
      const contents = Array.from({ length: 20 }, (_, n) => randomBytes(1000 * n));
      for (const bytes of contents) await blobs.put(bytes);
      expect(await blobs.copyTo(target)).toBe(20);
      const { sha256, size } = await blobs.put(Buffer.from('one more'));
      expect(await blobs.copyTo(target)).toBe(1);
      const copy = await FileBlobs.open(target);
      expect(Buffer.from(await copy.read(sha256, { size, verify: true })).toString()).toBe('one more');
      expect(await all(copy.list())).toHaveLength(21);
    } finally {
      await rm(target, { recursive: true });
    }
  });

  it('asks for encryption as configured', async () => {
    const blobs = await open({ encryption: 'aws:kms', kmsKey: KMS_KEY_ID });
    const { sha256 } = await blobs.put(Buffer.from('sealed'));
    expect(Buffer.from(await blobs.read(sha256, { verify: true })).toString()).toBe('sealed');
    const [key] = await keys(blobs);
    const answer = await server.ask(`/${buckets.get(blobs)}/${key}`, { method: 'HEAD' });
    expect(answer.headers.get('x-amz-server-side-encryption')).toBe('aws:kms');
    expect(answer.headers.get('x-amz-server-side-encryption-aws-kms-key-id')).toBe(KMS_KEY_ID);
    await expect(open({ encryption: 'AES256' })).resolves.toBeDefined();
  });

  it.each([
    ['no bucket', { bucket: 'websign-absent' }, /no bucket "websign-absent".*S3_BUCKET/],
    ['an unknown key', { accessKey: 'UNKNOWN' }, /does not know the key in S3_ACCESS_KEY_FILE/],
    ['a wrong secret', { secretKey: 'geheim' }, /secret in S3_SECRET_KEY_FILE does not belong/],
    ['no server', { endpoint: 'http://127.0.0.1:1' }, /127\.0\.0\.1:1 does not answer/],
  ] as const)('says what to do where there is %s', async (_, wrong, sentence) => {
    const opening = S3Blobs.open(optionsOf(server.bucket, wrong), folder);
    await expect(opening).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(sentence),
    });
  });

  it('says that the clock is wrong', async () => {
    const wall = () => Date.now() - 20 * 60_000;
    await expect(S3Blobs.open(optionsOf(server.bucket), folder, { wall })).rejects.toThrow(/clock.*NTP/);
  });

  it('asks at the host that has the name of the bucket, over a proxy', async () => {
    // The name leads nowhere: the proxy is the one that knows the server.
    const { port: gateway, hostname } = new URL(server.endpoint);
    const proxy = createServer((asked, answer) => {
      const { pathname, search } = new URL(asked.url ?? '');
      const { method = 'GET', headers } = asked;
      const onward = request(
        { hostname, port: gateway, path: pathname + search, method, headers },
        (given) => {
          answer.writeHead(given.statusCode ?? 500, given.headers);
          given.pipe(answer);
        },
      );
      asked.pipe(onward);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const { port } = proxy.address() as AddressInfo;
    const way = { endpoint: 'http://s3.test', pathStyle: false, proxy: `http://127.0.0.1:${port}` };
    const blobs = await openAt(await server.createBucket(), way);
    const { sha256 } = await blobs.put(Buffer.from('by name'));
    expect(await keys(blobs)).toEqual([expect.stringContaining(sha256)]);
    expect(Buffer.from(await blobs.read(sha256, { verify: true })).toString()).toBe('by name');
    proxy.close();
  });

  it('a bucket has no floor', async () => {
    const blobs = await openAt(await server.createBucket(), {});
    expect(await blobs.spare()).toBeUndefined();
    expect((await blobs.accept(Buffer.from('an upload'))).size).toBe(9);
  });

  it('HIS-2 documents leave the bucket with their term, and what a crash cut off an hour after', async () => {
    const { storage, pass } = await grounds.lay({ s3: optionsOf(await server.createBucket()) });
    const { id } = await enrol(storage);
    const kept = await storage.blobs.put(Buffer.from('kept'));
    await storage.documents.create([upload(id, kept)]);
    await storage.blobs.put(Buffer.from('cut off'));
    await storage.sweep();
    expect(await all(storage.blobs.list())).toHaveLength(2);
    pass(hours(2));
    await storage.sweep();
    expect(await all(storage.blobs.list())).toEqual([kept]);
    pass(days(40));
    await storage.sweep();
    expect(await all(storage.blobs.list())).toEqual([]);
  });

  it('is backed up into a folder, and restored into another bucket', async () => {
    const { storage, config } = await grounds.lay({ s3: optionsOf(await server.createBucket()) });
    const { id } = await enrol(storage);
    const blob = await storage.blobs.put(randomBytes(50_000));
    const [document] = await storage.documents.create([upload(id, blob)]);
    const backup = join(config.dataFolder, 'backup');
    expect(await storage.backup(backup)).toEqual({ blobs: 1 });
    const again = {
      ...config,
      dataFolder: join(config.dataFolder, 'again'),
      s3: optionsOf(await server.createBucket()),
    };
    expect(await restore(again, backup)).toEqual({ blobs: 1 });
    const restored = await openStorage(again);
    try {
      expect(await restored.documents.find(id, document?.id ?? '')).toEqual(document);
      expect(hash(await restored.blobs.read(blob.sha256, { size: blob.size }))).toBe(blob.sha256);
    } finally {
      await restored.close();
    }
  });

  it('sweeps the probes that crashes left behind', async () => {
    const early = await S3Blobs.open(optionsOf(server.bucket), folder);
    await early.close();
    const old = `probes/${String(Date.now() - 2 * 3_600_000).padStart(15, '0')}-${'a'.repeat(16)}`;
    const fresh = `probes/${String(Date.now()).padStart(15, '0')}-${'b'.repeat(16)}`;
    for (const key of [old, fresh])
      await server.ask(`/${server.bucket}/${key}`, { method: 'PUT', body: '1' });
    const blobs = await openAt(server.bucket);
    expect(await keys(blobs)).toEqual([fresh]);
  });
});
