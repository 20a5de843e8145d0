import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Grounds, hours, minutes } from '../support/storages.ts';

export function sharedWorkContract(grounds: Grounds): void {
  describe('turns', () => {
    it('are taken by one of many, and come again when they are due', async () => {
      const { storage, second, pass } = await grounds.lay();
      const other = await second();
      const ask = () =>
        Promise.all(
          [storage, other].flatMap(({ turns }) => [1, 2, 3].map(() => turns.take('sweep', minutes(5)))),
        );
      const [turn, ...more] = (await ask()).filter((taken) => taken !== undefined);
      expect(more).toEqual([]);
      expect(await other.turns.take('another', minutes(5))).toBeDefined();
      await turn?.done(hours(1));
      pass(minutes(59));
      expect((await ask()).filter(Boolean)).toEqual([]);
      pass(minutes(1));
      expect((await ask()).filter(Boolean)).toHaveLength(1);
    });

    it('pass on when whoever had one died, who then changes nothing', async () => {
      const { storage, second, pass } = await grounds.lay();
      const other = await second();
      const dead = await storage.turns.take('lists', minutes(5));
      pass(minutes(5) - 1);
      expect(await other.turns.take('lists', minutes(5))).toBeUndefined();
      pass(1);
      expect(await other.turns.take('lists', minutes(5))).toBeDefined();
      await dead?.done(0);
      expect(await storage.turns.take('lists', minutes(5))).toBeUndefined();
    });
  });

  describe('copies of trusted lists', () => {
    it('are seen by all, newest only, and outlive the sweep', async () => {
      const { storage, second, pass, now, config } = await grounds.lay();
      const other = await second();
      expect(await storage.listCopies.read('EL')).toBeUndefined();
      const fetchedAt = now();
      await storage.listCopies.write('EL', { bytes: Buffer.from('old'), fetchedAt });
      await storage.listCopies.write('EL', { bytes: Buffer.from('new'), fetchedAt });
      const before = await other.listCopies.state();
      const read = async () => {
        const copy = await other.listCopies.read('EL');
        return copy && { text: Buffer.from(copy.bytes).toString(), fetchedAt: copy.fetchedAt };
      };
      expect(await read()).toEqual({ text: 'new', fetchedAt });
      await other.listCopies.seen('EL', fetchedAt + 1);
      expect(await read()).toEqual({ text: 'new', fetchedAt: fetchedAt + 1 });
      expect(await storage.listCopies.state()).not.toBe(before);
      pass(hours(2));
      for await (const { sha256 } of storage.blobs.list()) {
        const path = join(config.dataFolder, 'blobs', sha256.slice(0, 2), sha256.slice(2));
        await utimes(path, fetchedAt / 1000, fetchedAt / 1000);
      }
      await storage.sweep();
      expect(await read()).toMatchObject({ text: 'new' });
    });
  });
}
