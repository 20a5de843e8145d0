import { describe, expect, it } from 'vitest';
import type { Outbox, OutboxJob } from '../../../src/storage/index.ts';
import { type Grounds, hours, minutes } from '../support/storages.ts';

async function claimed(outbox: Outbox, leaseMs = 500): Promise<OutboxJob> {
  const [job] = await outbox.claim(1, leaseMs);
  if (job === undefined) throw new Error('nothing to claim');
  return job;
}

export function outboxContract(grounds: Grounds): void {
  describe('outbox', () => {
    it('gives each job to one worker of many', async () => {
      const { storage, second } = await grounds.lay();
      const other = await second();
      for (let n = 0; n < 60; n += 1) await storage.outbox.add({ kind: 'mail', payload: { n } });
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, n) => (n % 2 ? storage : other).outbox.claim(5, minutes(1))),
      );
      const ids = claims.flat().map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      let more = await storage.outbox.claim(100, minutes(1));
      expect(ids.length + more.length).toBe(60);
      more = await storage.outbox.claim(100, minutes(1));
      expect(more).toEqual([]);
    });

    it('waits for its time, tries again, gives up, and is done once', async () => {
      const { storage, pass, now } = await grounds.lay();
      const { outbox } = storage;
      await outbox.add({ kind: 'reset', payload: { a: 1 }, notBefore: now() + 1000 });
      expect(await outbox.claim(1, 500)).toEqual([]);
      pass(1000);
      const first = await claimed(outbox);
      expect(first).toMatchObject({ kind: 'reset', payload: { a: 1 }, attempt: 1 });
      pass(500);
      const second = await claimed(outbox);
      expect(second.attempt).toBe(2);
      expect(await outbox.complete(first)).toBe(false);
      expect(await outbox.fail(second, 'mail server away', now() + 2000)).toBe(true);
      expect(await outbox.claim(1, 500)).toEqual([]);
      pass(2000);
      const third = await claimed(outbox);
      expect(await outbox.complete(third)).toBe(true);
      expect(await outbox.complete(third)).toBe(false);
      await outbox.add({ kind: 'mail', payload: {} });
      expect(await outbox.fail(await claimed(outbox), 'no such address')).toBe(true);
      pass(minutes(600));
      expect(await outbox.claim(9, 500)).toEqual([]);
    });

    it('a claim that is renewed passes to nobody', async () => {
      const { storage, pass } = await grounds.lay();
      const { outbox } = storage;
      await outbox.add({ kind: 'mail', payload: null });
      const job = await claimed(outbox);
      for (let n = 0; n < 5; n += 1) {
        pass(400);
        expect(await outbox.renew(job, 500)).toBe(true);
        expect(await outbox.claim(1, 500)).toEqual([]);
      }
      pass(501);
      await claimed(outbox);
      expect(await outbox.renew(job, 500)).toBe(false);
    });

    it('what was handed over is never claimed again: its worker settles it, or its end makes it unknown', async () => {
      const { storage, second, pass } = await grounds.lay();
      const { outbox } = storage;
      const other = (await second()).outbox;
      await outbox.add({ kind: 'mail', payload: { a: 1 } });
      const job = await claimed(outbox);
      expect(await outbox.hand(job)).toBe(true);
      expect(await outbox.hand(job)).toBe(false);
      expect(await other.orphaned(9, 500)).toEqual([]);
      pass(501);
      expect(await other.claim(9, 500)).toEqual([]);
      expect(await other.orphaned(9, 500)).toEqual([job]);
      expect(await storage.outbox.orphaned(9, 500)).toEqual([]);
      pass(501);
      expect(await other.orphaned(9, 500)).toEqual([job]);
      expect(await other.doubt(job, 'the worker ended')).toBe(true);
      pass(501);
      expect(await other.orphaned(9, 500)).toEqual([]);
      expect(await other.counts()).toMatchObject({ waiting: 0, unknown: 1 });
      // The worker lives after all, and its answer has come.
      expect(await outbox.complete(job)).toBe(true);
      expect(await outbox.counts()).toMatchObject({ unknown: 0 });
    });

    it('what was handed over and surely refused waits again; what got no answer does not', async () => {
      const { storage, pass, now } = await grounds.lay();
      const { outbox } = storage;
      await outbox.add({ kind: 'mail', payload: 1, key: 'k' });
      const first = await claimed(outbox);
      await outbox.hand(first);
      // The key is free while the job is in somebody's hands, so that what comes back meets no other.
      await outbox.add({ kind: 'mail', payload: 2, key: 'k', notBefore: now() + hours(9) });
      expect(await outbox.fail(first, '451', now() + 10)).toBe(true);
      pass(10);
      const again = await claimed(outbox);
      expect(again).toMatchObject({ id: first.id, attempt: 2 });
      await outbox.hand(again);
      expect(await outbox.doubt(again, 'silence')).toBe(true);
      pass(hours(5));
      expect(await outbox.claim(9, 500)).toEqual([]);
      expect(await outbox.orphaned(9, 500)).toEqual([]);
    });

    it('a job replaces the waiting one of its key, also from under a worker, and however many come at once', async () => {
      const { storage, second, pass, now } = await grounds.lay();
      const { outbox } = storage;
      const other = (await second()).outbox;
      await outbox.add({ kind: 'mail', payload: 'first', key: 'k' });
      const job = await claimed(outbox);
      await outbox.add({ kind: 'mail', payload: 'second', key: 'k', notBefore: now() + 1000 });
      expect(await outbox.hand(job)).toBe(false);
      expect(await outbox.complete(job)).toBe(false);
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? outbox : other).add({ kind: 'mail', payload: n, key: 'k', notBefore: now() + 2000 }),
        ),
      );
      expect(await outbox.dueAt('k')).toBe(now() + 2000);
      pass(2000);
      expect(await outbox.claim(9, 500)).toHaveLength(1);
    });

    it('a job of a key becomes due at once, or is taken away', async () => {
      const { storage, now } = await grounds.lay();
      const { outbox, audit } = storage;
      await outbox.add({ kind: 'mail', payload: 1, key: 'a', notBefore: now() + hours(1) });
      await outbox.add({ kind: 'mail', payload: 2, key: 'b', notBefore: now() + hours(1) });
      expect(await outbox.hasten('a')).toBe(true);
      expect(await outbox.hasten('none')).toBe(false);
      expect(await outbox.claim(9, 500)).toMatchObject([{ payload: 1 }]);
      const also = { event: { kind: 'dropped' }, job: { kind: 'mail', payload: 3 } };
      expect(await outbox.drop('b', also)).toBe(true);
      expect(await outbox.drop('b', also)).toBe(false);
      expect(await outbox.dueAt('b')).toBeUndefined();
      expect(await outbox.claim(9, 500)).toMatchObject([{ payload: 3 }]);
      expect((await audit.head()).sequence).toBe(1);
    });

    it('counts what waits, since when the oldest does, and what people have to look at', async () => {
      const { storage, pass, now } = await grounds.lay();
      const { outbox } = storage;
      expect(await outbox.counts()).toEqual({ waiting: 0, oldestDueAt: null, givenUp: 0, unknown: 0 });
      const begun = now();
      await outbox.add({ kind: 'mail', payload: 1 });
      await outbox.add({ kind: 'reset', payload: 2, notBefore: now() + hours(24) });
      pass(1000);
      await outbox.fail(await claimed(outbox), 'away', now() + minutes(5));
      expect(await outbox.counts()).toMatchObject({ waiting: 2, oldestDueAt: begun });
      pass(minutes(5));
      await outbox.fail(await claimed(outbox), 'no such address');
      expect(await outbox.counts()).toEqual({ waiting: 1, oldestDueAt: null, givenUp: 1, unknown: 0 });
    });

    it('keeps what nobody works on any more until somebody has seen to it', async () => {
      const { storage } = await grounds.lay();
      const { outbox, audit } = storage;
      await outbox.add({ kind: 'mail', payload: 1 });
      await outbox.fail(await claimed(outbox), '550 no such person');
      const id = await outbox.add({ kind: 'mail', payload: 2 });
      const job = await claimed(outbox);
      await outbox.hand(job);
      await outbox.doubt(job, 'silence');
      const waiting = await outbox.add({ kind: 'mail', payload: 3 });
      expect(await outbox.kept(9)).toMatchObject([
        { payload: 1, state: 'given_up', reason: '550 no such person', attempt: 1 },
        { payload: 2, state: 'unknown', reason: 'silence' },
      ]);
      expect(await outbox.kept(1)).toHaveLength(1);
      expect(await outbox.forget(waiting)).toBe(false);
      expect(await outbox.forget(id, { event: { kind: 'outbox_forgotten' } })).toBe(true);
      expect(await outbox.forget(id, { event: { kind: 'outbox_forgotten' } })).toBe(false);
      expect(await outbox.kept(9)).toMatchObject([{ payload: 1 }]);
      expect((await audit.head()).sequence).toBe(1);
    });

    it('tells of added work after the commit, and only then', async () => {
      const { storage } = await grounds.lay();
      let told = 0;
      const stop = storage.outbox.onAdded(() => {
        told += 1;
      });
      await storage.outbox.add({ kind: 'mail', payload: 1 });
      await expect(storage.outbox.add({ kind: 'mail', payload: () => 1 })).rejects.toThrow();
      expect(told).toBe(1);
      stop();
      await storage.outbox.add({ kind: 'mail', payload: 1 });
      expect(told).toBe(1);
    });
  });
}
