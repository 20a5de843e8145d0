import { afterEach, describe, expect, test, vi } from 'vitest';
import { openLog } from '../../src/logging.ts';
import { backoffMs } from '../../src/policy/backoff.ts';
import { otpResetHandler, otpResetJob, otpResetKey } from '../../src/services/otp-reset.ts';
import {
  type Handler,
  leaseMs,
  type OutboxWorker,
  startOutbox,
  type Try,
} from '../../src/services/outbox.ts';
import type { OutboxJob, Storage } from '../../src/storage/index.ts';
import { enrol, type Ground, Grounds, hours, minutes } from '../storage/support/storages.ts';

const grounds = new Grounds(async () => undefined);
const workers: OutboxWorker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop(200);
  await grounds.clear();
});
const soon = { timeout: 20_000, interval: 20 };

function startOn(ground: Ground, work: Handler['work'] | Handler, storage: Storage = ground.storage) {
  const handler = typeof work === 'function' ? { work } : work;
  const log = openLog('silent');
  const worker = startOutbox({ storage, log, clock: ground.now }, { test: handler });
  workers.push(worker);
  return worker;
}
const add = (storage: Storage, payload: unknown) => storage.outbox.add({ kind: 'test', payload });
const forever = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

describe('the outbox worker', () => {
  test('does each job once, at once after its commit, however many servers there are', async () => {
    const ground = await grounds.lay();
    const done: unknown[] = [];
    const work = async (job: OutboxJob, { hand }: Try) => {
      if (!(await hand())) return { kind: 'left' } as const;
      done.push(job.payload);
      return { kind: 'done' } as const;
    };
    for (const storage of [ground.storage, await ground.second(), await ground.second()]) {
      startOn(ground, work, storage);
    }
    const jobs = Array.from({ length: 100 }, (_, n) => n);
    await Promise.all(jobs.map((n) => add(ground.storage, n)));
    await vi.waitFor(async () => expect((await ground.storage.outbox.counts()).waiting).toBe(0), soon);
    expect([...done].map(Number).toSorted((a, b) => a - b)).toEqual(jobs);
  });

  test('a job that hangs holds up no other', async () => {
    const ground = await grounds.lay();
    const done: unknown[] = [];
    startOn(ground, async ({ payload }, { signal }) => {
      if (payload === 'slow') await forever(signal);
      done.push(payload);
      return { kind: 'done' };
    });
    await add(ground.storage, 'slow');
    for (let n = 0; n < 10; n += 1) await add(ground.storage, n);
    await vi.waitFor(() => expect(done).toHaveLength(10), soon);
  });

  test('tries again and again, ever more rarely, and never gives up by itself', async () => {
    const ground = await grounds.lay();
    let tries = 0;
    const worker = startOn(ground, async () => {
      tries += 1;
      return { kind: 'retry', reason: 'away' };
    });
    await add(ground.storage, 1);
    for (let n = 1; n <= 15; n += 1) {
      await vi.waitFor(() => expect(tries).toBe(n), soon);
      await vi.waitFor(async () => expect(await ground.storage.outbox.claim(0, 1)).toEqual([]), soon);
      await new Promise((resolve) => setTimeout(resolve, 30));
      ground.pass(backoffMs(n));
      worker.wake();
    }
    expect(await ground.storage.outbox.counts()).toMatchObject({ waiting: 1, givenUp: 0 });
    expect([1, 2, 3, 9, 10, 1_000_000].map(backoffMs)).toEqual([
      10_000,
      20_000,
      40_000,
      2_560_000,
      hours(1),
      hours(1),
    ]);
  });

  test('a handler that throws is tried again before it handed over, and unknown after', async () => {
    const ground = await grounds.lay();
    startOn(ground, async ({ payload }, { hand }) => {
      if (payload === 'after') await hand();
      throw new Error('broken');
    });
    await add(ground.storage, 'before');
    await add(ground.storage, 'after');
    const counts = () => ground.storage.outbox.counts();
    await vi.waitFor(async () => expect(await counts()).toMatchObject({ waiting: 1, unknown: 1 }), soon);
  });

  test('the job of a worker that died after handing over is told once, and done by nobody', async () => {
    const ground = await grounds.lay();
    await add(ground.storage, 'dead');
    const [job] = await ground.storage.outbox.claim(1, leaseMs);
    if (!job) throw new Error('nothing to claim');
    await ground.storage.outbox.hand(job);
    ground.pass(leaseMs);
    const told: unknown[] = [];
    startOn(ground, {
      work: async () => {
        throw new Error('never');
      },
      orphaned: async ({ payload }) => void told.push(payload),
    });
    const counts = () => ground.storage.outbox.counts();
    await vi.waitFor(async () => expect(await counts()).toMatchObject({ unknown: 1 }), soon);
    expect(told).toEqual(['dead']);
  });

  test('a kind of another version waits for that version', async () => {
    const ground = await grounds.lay();
    startOn(ground, async () => ({ kind: 'done' }));
    await ground.storage.outbox.add({ kind: 'of tomorrow', payload: 1 });
    await add(ground.storage, 1);
    await vi.waitFor(
      async () => expect(await ground.storage.outbox.counts()).toMatchObject({ waiting: 1 }),
      soon,
    );
  });

  test('a stop lets work end; what does not is cut off, and that is written down', async () => {
    const ground = await grounds.lay();
    const begun = Promise.withResolvers<void>();
    const worker = startOn(ground, async (_, { hand, signal }) => {
      await hand();
      begun.resolve();
      await forever(signal);
      return { kind: 'unknown', reason: 'cut off' };
    });
    await add(ground.storage, 1);
    await begun.promise;
    await worker.stop(100);
    expect(await ground.storage.outbox.counts()).toMatchObject({ waiting: 0, unknown: 1 });
    await add(ground.storage, 2);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await ground.storage.outbox.counts()).toMatchObject({ waiting: 1 });
  });
});

describe('a new one-time-code secret', () => {
  async function asked() {
    const ground = await grounds.lay();
    const { storage, now } = ground;
    const { id } = await enrol(storage);
    const job = otpResetJob(id, { old: 'sealed totp', new: 'new totp' }, now() + hours(24));
    await storage.outbox.add(job);
    const handler = otpResetHandler({ storage, clock: now });
    const due = async () => {
      const [found] = await storage.outbox.claim(1, minutes(1));
      if (!found) throw new Error('nothing to claim');
      return found;
    };
    const attempt: Try = { hand: async () => true, signal: new AbortController().signal };
    return { ...ground, id, due, work: (found: OutboxJob) => handler.work(found, attempt) };
  }

  test('takes effect after its delay, though the password changed in the meantime; audited and told', async () => {
    const { storage, pass, id, due, work } = await asked();
    expect(await storage.outbox.claim(1, minutes(1))).toEqual([]);
    await storage.accounts.reseal(id, 1, { verifier: 'new', key: 'new' });
    pass(hours(24));
    expect(await work(await due())).toEqual({ kind: 'left' });
    expect(await storage.accounts.sealed(id)).toMatchObject({
      version: 3,
      totp: 'new totp',
      verifier: 'new',
    });
    expect(await storage.outbox.claim(9, 1)).toMatchObject([{ payload: { letter: 'otp_reset_done' } }]);
    expect((await storage.audit.head()).sequence).toBe(1);
  });

  test('is void when the old device was resynchronised', async () => {
    const { storage, pass, id, due, work } = await asked();
    await storage.accounts.reseal(id, 1, { totp: 'drifted' });
    pass(hours(24));
    expect(await work(await due())).toEqual({ kind: 'left' });
    expect(await storage.outbox.kept(9)).toMatchObject([{ reason: 'the secret has changed since' }]);
    expect((await storage.accounts.sealed(id))?.totp).toBe('drifted');
    expect(await storage.outbox.claim(9, 1)).toMatchObject([{ payload: { letter: 'otp_reset_void' } }]);
    expect((await storage.audit.head()).sequence).toBe(1);
  });

  test('that is taken back in the last moment changes nothing', async () => {
    const { storage, pass, id, due, work } = await asked();
    pass(hours(24));
    const found = await due();
    expect(await storage.outbox.drop(otpResetKey(id))).toBe(true);
    expect(await work(found)).toMatchObject({ kind: 'retry' });
    expect(await storage.accounts.sealed(id)).toMatchObject({ version: 1, totp: 'sealed totp' });
  });
});
