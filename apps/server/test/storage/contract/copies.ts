import { limits } from '@websign/contract';
import { describe, expect, it } from 'vitest';
import type { NewCopy } from '../../../src/storage/index.ts';
import { all, days, enrol, type Grounds, sha, upload } from '../support/storages.ts';

const leftOut = [{ kind: 'script', page: 2, detail: 'NUL \0' }];
const origin = { id: 'o'.repeat(32), name: 'αίτηση.pdf', sha256: sha('b') };
const copyFor = (accountId: string, part: Partial<NewCopy> = {}): NewCopy => ({
  ...upload(accountId, { name: 'αίτηση_copy.pdf' }),
  origin,
  leftOut,
  ...part,
});

export function copiesContract(grounds: Grounds): void {
  describe('safe copies', () => {
    it('CPY-2, CPY-3 keep what they were made of and what they leave out; other documents were made of nothing', async () => {
      const { storage } = await grounds.lay();
      const { id } = await enrol(storage);
      await storage.documents.create([upload(id)]);
      const made = await storage.documents.createCopy(copyFor(id));
      expect(made).toEqual({ id: expect.stringMatching(/^[\w-]{32}$/u), isNew: true });
      expect(await storage.documents.find(id, made.id)).toMatchObject({ origin, leftOut, state: 'ready' });
      const group = await storage.documents.group(id, '1767322800000');
      expect(group.map((document) => [document.origin, document.leftOut])).toEqual([
        [null, null],
        [origin, leftOut],
      ]);
      const { rows } = await storage.documents.history(id, { page: 1, size: 10 });
      expect(rows.map((row) => row.origin)).toEqual([origin, null]);
      expect(rows[0]).not.toHaveProperty('leftOut');
      expect(rows[0]).not.toHaveProperty('originId');
    });

    it('CPY-3 the audit log names the origin', async () => {
      const { storage } = await grounds.lay();
      const { id } = await enrol(storage);
      const made = await storage.documents.createCopy(copyFor(id));
      expect(await storage.audit.of(made.id, 9)).toMatchObject([
        {
          kind: 'upload',
          accountId: id,
          detail: {
            ...{ sha256: sha('a'), size: 5, state: 'ready' },
            copyOf: { document: origin.id, sha256: origin.sha256 },
          },
        },
      ]);
    });

    it('CPY-4 of the same bytes and origin there is one in an account, of twenty at once through two connections', async () => {
      const { storage, second } = await grounds.lay();
      const other = await second();
      const [{ id }, hers] = [await enrol(storage), await enrol(storage, 'b')];
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, at) => (at % 2 ? other : storage).documents.createCopy(copyFor(id))),
      );
      expect(new Set(made.map((one) => one.id)).size).toBe(1);
      expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect((await storage.audit.head()).sequence).toBe(1);
      const [first] = made;
      expect(await storage.documents.copyOf(id, origin.id, sha('a'))).toBe(first?.id);
      for (const different of [
        copyFor(id, { sha256: sha('c') }),
        copyFor(id, { origin: { ...origin, id: 'p'.repeat(32) } }),
        copyFor(hers.id),
      ])
        expect(await storage.documents.createCopy(different)).toMatchObject({ isNew: true });
      expect(await storage.documents.copyOf(hers.id, 'p'.repeat(32), sha('a'))).toBeUndefined();
    });

    it('CPY-4 one whose term is over is made anew', async () => {
      const { storage, pass } = await grounds.lay();
      const { id } = await enrol(storage);
      const made = await storage.documents.createCopy(copyFor(id));
      pass(days(400));
      expect(await storage.documents.copyOf(id, origin.id, sha('a'))).toBeUndefined();
      const again = await storage.documents.createCopy(copyFor(id));
      expect(again.isNew).toBe(true);
      expect(again.id).not.toBe(made.id);
      await storage.documents.expire(10);
      expect(await storage.documents.copyOf(id, origin.id, sha('a'))).toBe(again.id);
    });

    it('CPY-4 they count as uploads: for the quota, and for what a group holds', async () => {
      const { storage } = await grounds.lay({ quota: { documents: 2, bytes: 1000 } });
      const { id } = await enrol(storage);
      const large = 'x'.repeat(limits.factsPerGroup);
      const tooMuch = storage.documents.createCopy(copyFor(id, { leftOut: large }));
      await expect(tooMuch).rejects.toMatchObject({ code: 'too_many' });
      const half = 'x'.repeat(limits.factsPerGroup / 2);
      await storage.documents.createCopy(copyFor(id, { leftOut: half }));
      const second = copyFor(id, { sha256: sha('c'), leftOut: half });
      await expect(storage.documents.createCopy(second)).rejects.toMatchObject({ code: 'too_many' });
      const made = await storage.documents.createCopy(copyFor(id, { sha256: sha('c') }));
      const third = copyFor(id, { sha256: sha('d') });
      await expect(storage.documents.createCopy(third)).rejects.toMatchObject({ code: 'quota' });
      // One that stands is found, however full it is.
      expect(await storage.documents.createCopy(copyFor(id, { sha256: sha('c') }))).toEqual({
        ...{ id: made.id, isNew: false },
      });
      expect(await all(storage.documents.each(id, {}))).toHaveLength(2);
    });
  });
}
