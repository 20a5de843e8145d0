import { describe, expect, it } from 'vitest';
import { enrol, type Grounds } from '../support/storages.ts';

const value = { visible: true, title: 'Διευθύντρια', reason: 'Έγκριση', place: { page: 'last', dx: 36.5 } };

export function preferencesContract(grounds: Grounds): void {
  describe('preferences', () => {
    it('SGN-11 one value an account: the last that was saved, for every server, and nobody else’s', async () => {
      const { storage, second } = await grounds.lay();
      const maria = await enrol(storage);
      const nikos = await enrol(storage, 'Νίκος');
      const other = await second();
      expect(await storage.preferences.find(maria.id)).toBeUndefined();
      await storage.preferences.save(maria.id, { visible: false });
      await other.preferences.save(maria.id, value);
      expect(await storage.preferences.find(maria.id)).toEqual(value);
      expect(await storage.preferences.find(nikos.id)).toBeUndefined();
    });

    it('SGN-11 forgotten is gone, as often as it is asked for, and can be saved anew', async () => {
      const { storage } = await grounds.lay();
      const maria = await enrol(storage);
      const nikos = await enrol(storage, 'Νίκος');
      for (const { id } of [maria, nikos]) await storage.preferences.save(id, value);
      await storage.preferences.forget(maria.id);
      await storage.preferences.forget(maria.id);
      expect(await storage.preferences.find(maria.id)).toBeUndefined();
      expect(await storage.preferences.find(nikos.id)).toEqual(value);
      await storage.preferences.save(maria.id, value);
      expect(await storage.preferences.find(maria.id)).toEqual(value);
    });

    it('many at once through two connections leave one of them whole', async () => {
      const { storage, second } = await grounds.lay();
      const { id } = await enrol(storage);
      const other = await second();
      const titles = Array.from({ length: 20 }, (_, n) => `title ${n}`);
      await Promise.all(
        titles.map((title, n) => (n % 2 ? storage : other).preferences.save(id, { ...value, title })),
      );
      const left = (await storage.preferences.find(id)) as typeof value;
      expect(titles).toContain(left.title);
      expect(left).toEqual({ ...value, title: left.title });
    });

    it('of an account that is not there nothing is kept', async () => {
      const { storage } = await grounds.lay();
      await expect(storage.preferences.save('nobody', value)).rejects.toMatchObject({ name: 'StorageError' });
      expect(await storage.preferences.find('nobody')).toBeUndefined();
    });
  });
}
