import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confinements } from '../../src/sandbox/confinement.ts';
import { openSandbox, type PoolOptions, type Sandbox } from '../../src/sandbox/pool.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const options: PoolOptions = {
  program: folder('./hostile-child.ts'),
  readable: [folder('../../'), folder('../../../../node_modules/')],
  children: 1,
  queue: 4,
  waitMs: 60_000,
  timeoutMs: 5000,
  startMs: 30_000,
  heapMiB: 128,
  dataMiB: 900,
  answer: { json: 8 * 1024 * 1024, attachments: 64 * 1024 * 1024 },
};

describe('sandboxed children', () => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = openSandbox(options);
  });
  afterAll(() => sandbox.close());

  const hostile: [string, RegExp][] = [
    ['loop', /^timeout$/],
    ['sleep', /^timeout$/],
    ['heap', /^(crashed|timeout)$/],
    ['buffers', /^(crashed|timeout|refused: resource_limit|refused: internal)$/],
    ['recursion', /^refused: resource_limit$/],
    ['crash', /^crashed$/],
    ['exit', /^crashed$/],
    ['rejectLater', /^crashed$/],
    ['hugeJson', /^(crashed|timeout)$/],
    ['hugeBytes', /^(crashed|timeout)$/],
    ['manyObjects', /^(crashed|timeout)$/],
    ['refuse', /^refused: encrypted$/],
    ['nobody', /^refused: internal$/],
    ['toString', /^refused: internal$/],
  ];
  test.each(hostile)('a job that does %s costs itself only', async (job, outcome) => {
    await expect(sandbox.run(job, {})).rejects.toThrow(outcome);
    expect(await sandbox.run('echo', { still: 'here' })).toEqual({ still: 'here' });
  });

  test('20 MB cross whole, from memory and from a source', async () => {
    const bytes = Buffer.alloc(20 * 1024 * 1024, 7);
    const source = {
      length: bytes.length,
      async *read() {
        for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
      },
    };
    expect(await sandbox.run('length', { bytes: source })).toBe(bytes.length);
    const back = (await sandbox.run('echo', { deep: [{ bytes }] })) as { deep: [{ bytes: Uint8Array }] };
    expect(Buffer.compare(back.deep[0].bytes, bytes)).toBe(0);
  });

  test('a source that gives less than it said fails that job only', async () => {
    const source = {
      length: 10,
      async *read() {
        yield new Uint8Array(3);
      },
    };
    await expect(sandbox.run('length', { bytes: source })).rejects.toThrow('unreadable');
    expect(await sandbox.run('echo', 1)).toBe(1);
  });

  test('what a library prints does not disturb the answers', async () => {
    expect(await sandbox.run('talk', {})).toBe('said');
    expect(await sandbox.run('echo', 'next')).toBe('next');
  });

  test('a child has an empty environment and can neither read, write nor start anything', async () => {
    expect(await sandbox.run('environment', {})).toEqual([]);
    for (const job of ['readSecret', 'writeFile', 'spawn']) {
      expect(await sandbox.run(job, {})).toBe('ERR_ACCESS_DENIED');
    }
    expect(await sandbox.run('database', {})).toBe('ERR_UNKNOWN_BUILTIN_MODULE');
  });

  test.skipIf(!confinements().network)('a child reaches no network', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    expect(await sandbox.run('dial', { port })).toBe('no way');
    server.close();
  });

  test('past the queue a job is refused as busy, and none that waits is lost', async () => {
    const jobs = Array.from({ length: 8 }, (_, i) =>
      sandbox.run('echo', i).then(
        (value) => value,
        (error: Error) => error.message,
      ),
    );
    const outcomes = await Promise.all(jobs);
    expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(3);
    expect(outcomes.slice(0, 5)).toEqual([0, 1, 2, 3, 4]);
  });

  test('what is begun finds room where new jobs are refused, and comes before those that wait', async () => {
    const done: string[] = [];
    const jobs = ['first', ...Array.from({ length: 4 }, (_, i) => `new ${i}`)].map(async (name) =>
      done.push(String(await sandbox.run('echo', name))),
    );
    await expect(sandbox.run('echo', 'one more')).rejects.toThrow('busy');
    jobs.push(sandbox.run('echo', 'begun', 'begun').then((name) => done.push(String(name))));
    await Promise.all(jobs);
    expect(done).toEqual(['first', 'begun', 'new 0', 'new 1', 'new 2', 'new 3']);
  });
});
