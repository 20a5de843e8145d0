import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { confinements } from '../../src/sandbox/confinement.ts';
import { openSandbox, type PoolOptions, type Sandbox } from '../../src/sandbox/pool.ts';
import { canCopy } from '../../src/sandbox/template.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const options: PoolOptions = {
  program: folder('./hostile-child.ts'),
  readable: [folder('../../'), folder('../../../../node_modules/')],
  slots: 1,
  slotsEach: 1,
  warmChildren: 1,
  heldChildren: 1,
  queue: 4,
  queueEach: 4,
  waitMs: 60_000,
  timeoutMs: 5000,
  patience: 1,
  startMs: 30_000,
  heapMiB: 128,
  dataMiB: 900,
  answer: { json: 8 * 1024 * 1024, attachments: 64 * 1024 * 1024 },
};

const copied = canCopy();
const kinds: [string, boolean][] = [
  ['that start anew', false],
  ...(copied ? [['that are copies', true] as [string, boolean]] : []),
];

describe.each(kinds)('sandboxed children %s', (_, copies) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = openSandbox({ ...options, ...(copies && { copiesFrom: 0 }) });
    if (!copies) return;
    await vi.waitFor(() => expect(sandbox.copying()).toBe(true), { timeout: 30_000 });
    // Those that started before it was ready are not copies.
    for (let inARow = 0; inARow < 4; ) inARow = (await sandbox.run('isCopy', {})) ? inARow + 1 : 0;
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
});

describe.each(kinds)('the time of a job in children %s', (_, copies) => {
  const opened = async (more: Partial<PoolOptions>) => {
    const sandbox = openSandbox({ ...options, ...(copies && { copiesFrom: 0 }), timeoutMs: 300, ...more });
    onTestFinished(() => sandbox.close());
    if (!copies) return sandbox;
    await vi.waitFor(() => expect(sandbox.copying()).toBe(true), { timeout: 30_000 });
    while (!(await sandbox.run('isCopy', {})));
    return sandbox;
  };

  test('is of the processor: who waits for it is not ended, who takes it is', async () => {
    // By the clock nothing would end before the test does.
    const sandbox = await opened({ patience: 10_000 });
    expect(await sandbox.run('nap', { ms: 1000 })).toBe('rested');
    await expect(sandbox.run('loop', {})).rejects.toThrow(/^timeout$/);
    expect(await sandbox.run('toil', { ms: 60 })).toBe('done');
  });

  test('is that of each job, whatever those before it took', async () => {
    const sandbox = await opened({ patience: 10_000 });
    const lease = sandbox.open();
    for (let job = 0; job < 4; job += 1) expect(await lease.run('toil', { ms: 150 })).toBe('done');
    lease.end();
  });

  test('ends by the clock, too, some time later', async () => {
    const sandbox = await opened({ patience: 2 });
    await expect(sandbox.run('nap', { ms: 60_000 })).rejects.toThrow(/^timeout$/);
  });

  test('CPY-4: is many times as long for jobs that are more work than reading', async () => {
    const sandbox = await opened({ patience: 10_000, timesAsLong: new Map([['toil', 10]]) });
    expect(await sandbox.run('toil', { ms: 900 })).toBe('done');
    await expect(sandbox.run('loop', {})).rejects.toThrow(/^timeout$/);
  });
});

test('a child that is lost is told of and replaced at once; one whose caller has gone is replaced alone', async () => {
  const told: string[] = [];
  const sandbox = openSandbox({ ...options, timeoutMs: 300, onEnd: (complaint) => told.push(complaint) });
  for (const job of ['loop', 'crash']) await expect(sandbox.run(job, {})).rejects.toThrow(/timeout|crashed/);
  await expect.poll(() => [told.length, sandbox.load().children]).toEqual([2, 1]);
  const gone = new AbortController();
  const running = sandbox.run('sleep', {}, { turn: 'new', owner: 'a', signal: gone.signal });
  await expect.poll(() => sandbox.load().running).toBe(1);
  gone.abort();
  await expect(running).rejects.toThrow('aborted');
  expect(await sandbox.run('remember', {})).toBe(1);
  expect(told).toHaveLength(2);
  await sandbox.close();
});

/** Kills every child that runs now, as a system does that is short of memory. */
function killChildren(): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
      if (parent === process.pid && command.includes('hostile-child')) process.kill(Number(pid), 'SIGKILL');
    } catch (error) {
      // It ended while we looked.
      if (!/ENOENT|ESRCH/.test(String(error))) throw error;
    }
  }
}

/** Bytes in the midst of which the child that is to take them is killed, so many times. */
function deadly(kills: number) {
  let reads = 0;
  return {
    length: 10,
    async *read() {
      reads += 1;
      yield new Uint8Array(4);
      if (reads <= kills) {
        killChildren();
        // Until what the system kept between us and the child has ended, too.
        await sleep(1000);
      }
      yield new Uint8Array(6);
    },
    reads: () => reads,
  };
}

test('a job whose child somebody else killed is done again by another, and not for ever', async () => {
  const sandbox = openSandbox(options);
  const own = sandbox.open();
  const [once, always] = [deadly(1), deadly(Infinity)];
  expect(await own.run('length', { bytes: once })).toBe(10);
  // The child that waited ready was killed with it, which is noticed in time or not.
  expect([2, 3]).toContain(once.reads());
  await expect(own.run('length', { bytes: always })).rejects.toThrow(/^crashed$/);
  expect(always.reads()).toBe(4);
  expect(await own.run('echo', 'still here')).toBe('still here');
  own.end();
  await sandbox.close();
});

describe('a child for each document', () => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = openSandbox(options);
  });
  afterAll(() => sandbox.close());

  test('what one document left in its child, no other finds', async () => {
    expect(await sandbox.run('remember', {})).toBe(1);
    expect(await sandbox.run('remember', {})).toBe(1);
    const own = sandbox.open();
    const other = sandbox.open();
    expect([await own.run('remember', {}), await own.run('remember', {})]).toEqual([1, 2]);
    expect(await other.run('remember', {})).toBe(1);
    expect(await own.run('remember', {})).toBe(3);
    own.end();
    other.end();
    await expect(own.run('remember', {})).rejects.toThrow('closed');
  });

  test('a refused document keeps its child, a lost child is replaced, and both cost nobody else', async () => {
    const own = sandbox.open();
    expect(await own.run('remember', {})).toBe(1);
    await expect(own.run('refuse', {})).rejects.toThrow('refused: encrypted');
    expect(await own.run('remember', {})).toBe(2);
    await expect(own.run('crash', {})).rejects.toThrow('crashed');
    expect(await own.run('remember', {})).toBe(1);
    await expect(own.run('exitLater', {})).resolves.toBe('soon');
    await expect.poll(() => own.run('remember', {}).catch(() => 0), { interval: 50 }).toBe(1);
    own.end();
  });

  test('past the children that may wait for their documents, the next job of one starts in a new child', async () => {
    const leases = [sandbox.open(), sandbox.open()];
    for (const lease of leases) expect(await lease.run('remember', {})).toBe(1);
    expect(await Promise.all(leases.map((lease) => lease.run('remember', {})))).toEqual([2, 1]);
    expect(sandbox.load().children).toBeLessThanOrEqual(options.warmChildren + 1 + options.heldChildren);
    for (const lease of leases) lease.end();
  });

  test('whose caller has gone leaves the queue, and its child ends at once', async () => {
    const gone = new AbortController();
    const place = { turn: 'new', owner: 'a', signal: gone.signal } as const;
    const outcomes = Promise.allSettled([sandbox.run('loop', {}, place), sandbox.run('echo', 1, place)]);
    await expect.poll(() => sandbox.load()).toMatchObject({ running: 1, waiting: 1 });
    gone.abort();
    expect((await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([
      gone.signal.reason,
      gone.signal.reason,
    ]);
    await expect(sandbox.run('echo', 1, place)).rejects.toThrow('aborted');
    expect(await sandbox.run('echo', 2)).toBe(2);
    expect(sandbox.load()).toMatchObject({ running: 0, waiting: 0 });
  });

  test('where none starts, whoever waits is told so in time', async () => {
    const broken = openSandbox({ ...options, program: folder('./no-such-child.ts'), waitMs: 700 });
    await expect(broken.run('echo', 1)).rejects.toThrow('busy');
    expect(broken.load()).toMatchObject({ running: 0, waiting: 0 });
    await broken.close();
    await expect(broken.run('echo', 1)).rejects.toThrow('closed');
  });
});
