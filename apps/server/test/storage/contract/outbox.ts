import { describe, expect, it } from 'vitest';
import { type Grounds, minutes } from '../support/storages.ts';

export function outboxContract(grounds: Grounds): void {
  describe('outbox', () => {
    it('gives each job to one worker of many', async () => {
      const { storage, second } = await grounds.lay();
      const other = await second();
      for (let n = 0; n < 60; n += 1) await storage.outbox.add('mail', { n });
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
      await outbox.add('reset', { a: 1 }, now() + 1000);
      expect(await outbox.claim(1, 500)).toEqual([]);
      pass(1000);
      const [first] = await outbox.claim(1, 500);
      expect(first).toMatchObject({ kind: 'reset', payload: { a: 1 }, attempt: 1 });
      pass(500);
      const [second] = await outbox.claim(1, 500);
      if (first === undefined || second === undefined) throw new Error('nothing to claim');
      expect(second.attempt).toBe(2);
      expect(await outbox.complete(first)).toBe(false);
      expect(await outbox.fail(second, 'mail server away', now() + 2000)).toBe(true);
      expect(await outbox.claim(1, 500)).toEqual([]);
      pass(2000);
      const [third] = await outbox.claim(1, 500);
      if (third === undefined) throw new Error('nothing to claim');
      expect(await outbox.complete(third)).toBe(true);
      expect(await outbox.complete(third)).toBe(false);
      await outbox.add('mail', {});
      const [last] = await outbox.claim(1, 500);
      if (last === undefined) throw new Error('nothing to claim');
      expect(await outbox.fail(last, 'no such address')).toBe(true);
      pass(minutes(600));
      expect(await outbox.claim(9, 500)).toEqual([]);
    });
  });
}
