import { describe, expect, it } from 'vitest';
import { all, days, enrol, type Ground, type Grounds, minutes, sha, upload } from '../support/storages.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);

async function stored({ storage }: Ground, accountId: string, content: string, name = 'a.pdf') {
  const { sha256, size } = await storage.blobs.put(bytes(content));
  const [document] = await storage.documents.create([upload(accountId, { sha256, size, name })]);
  if (document === undefined) throw new Error('nothing was created');
  return document;
}

export function documentsContract(grounds: Grounds): void {
  describe('documents', () => {
    it('UP-6, HIS-2 keeps accepted and refused files of one upload in their order', async () => {
      const { storage, now } = await grounds.lay();
      const { id: accountId } = await enrol(storage);
      const findings = [{ kind: 'script', verdict: 'refuse', excerpt: 'NUL \0 lone \ud800' }];
      const made = await storage.documents.create([
        upload(accountId, { name: 'πρώτο.pdf' }),
        upload(accountId, {
          name: 'δεύτερο.pdf',
          state: 'refused',
          refusal: { code: 'security_issues' },
          findings,
        }),
        upload(accountId, { name: 'τρίτο.pdf', state: 'locked' }),
      ]);
      expect(new Set(made.map(({ id }) => id)).size).toBe(3);
      expect(made[0]?.id).toMatch(/^[\w-]{32}$/u);
      expect(made[1]).toMatchObject({
        state: 'refused',
        findings,
        createdAt: now(),
        signedAt: null,
        versions: 0,
      });
      expect(await storage.documents.group(accountId, '1767322800000')).toEqual(made);
      expect(await storage.documents.find(accountId, made[1]?.id ?? '')).toEqual(made[1]);
      expect((await storage.audit.head()).sequence).toBe(3);
    });

    it('UP-4 shows nobody else’s', async () => {
      const { storage } = await grounds.lay();
      const [mine, hers] = [await enrol(storage, 'a'), await enrol(storage, 'b')];
      const [document] = await storage.documents.create([upload(mine.id)]);
      expect(await storage.documents.find(hers.id, document?.id ?? '')).toBeUndefined();
      expect(await storage.documents.group(hers.id, '1767322800000')).toEqual([]);
      expect((await storage.documents.history(hers.id, { page: 1, size: 10 })).total).toBe(0);
      expect(await storage.signings.versions(hers.id, document?.id ?? '')).toEqual([]);
    });

    it('writes all of an upload or nothing', async () => {
      const { storage } = await grounds.lay();
      const { id } = await enrol(storage);
      const broken = storage.documents.create([upload(id), upload('nobody')]);
      await expect(broken).rejects.toMatchObject({ name: 'StorageError' });
      expect((await storage.documents.history(id, { page: 1, size: 10 })).total).toBe(0);
      expect((await storage.audit.head()).sequence).toBe(0);
    });

    it('HIS-2 pages the history newest first', async () => {
      const { storage } = await grounds.lay();
      const { id } = await enrol(storage);
      const files = Array.from({ length: 450 }, (_, n) => upload(id, { name: `${n}.pdf` }));
      await storage.documents.create(files);
      const page = await storage.documents.history(id, { page: 3, size: 10 });
      expect(page.total).toBe(450);
      expect(page.rows.map(({ name }) => name)).toEqual(
        [429, 428, 427, 426, 425, 424, 423, 422, 421, 420].map((n) => `${n}.pdf`),
      );
      expect((await storage.documents.history(id, { page: 99, size: 10 })).rows).toEqual([]);
      const each = await all(storage.documents.each(id, {}));
      expect(each.map(({ name }) => name)).toEqual(files.map(({ name }) => name).reverse());
      for (const bad of [
        { page: 0, size: 10 },
        { page: 1, size: 0 },
        { page: 1, size: 501 },
        { page: 1.5, size: 10 },
      ]) {
        await expect(storage.documents.history(id, bad)).rejects.toMatchObject({ code: 'invalid' });
      }
    });

    it('HIS-2 searches Greek names and checksums, wildcards taken literally', async () => {
      const { storage } = await grounds.lay();
      const { id } = await enrol(storage);
      await storage.documents.create([
        upload(id, { name: 'Σύμβαση Έργου.pdf', sha256: sha('b') }),
        upload(id, { name: '100%_τελικός\\.pdf', sha256: sha('c') }),
        upload(id, { name: 'ΟΔΟΣ.pdf', sha256: sha('d') }),
      ]);
      const found = async (search: string) => {
        const { rows, total } = await storage.documents.history(id, { page: 1, size: 10, search });
        expect(rows).toHaveLength(total);
        return rows.map(({ name }) => name);
      };
      expect(await found('ΣΥΜΒΑΣΗ')).toEqual(['Σύμβαση Έργου.pdf']);
      expect(await found('εργου')).toEqual(['Σύμβαση Έργου.pdf']);
      expect(await found('οδός')).toEqual(['ΟΔΟΣ.pdf']);
      expect(await found('0%_')).toEqual(['100%_τελικός\\.pdf']);
      expect(await found('%')).toEqual(['100%_τελικός\\.pdf']);
      expect(await found('κοσ\\')).toEqual(['100%_τελικός\\.pdf']);
      expect(await found('CCCCCCCC')).toEqual(['100%_τελικός\\.pdf']);
      expect(await found("'; DROP TABLE documents; --")).toEqual([]);
      expect(await found('  ')).toHaveLength(3);
    });

    it('HIS-2 after retention the row stays, and a blob goes with its last owner', async () => {
      const ground = await grounds.lay();
      const { storage, pass } = ground;
      const [mine, hers] = [await enrol(storage, 'a'), await enrol(storage, 'b')];
      const early = await stored(ground, mine.id, 'shared');
      pass(days(1));
      const late = await stored(ground, hers.id, 'shared');
      const own = await stored(ground, mine.id, 'own');
      pass(days(6) + minutes(61));
      expect(await storage.documents.expire(10)).toBe(1);
      expect((await storage.documents.find(mine.id, early.id))?.state).toBe('expired');
      expect((await storage.documents.find(hers.id, late.id))?.state).toBe('ready');
      expect(await storage.blobs.size(late.sha256)).toBe(6);
      pass(days(1));
      await storage.sweep();
      expect((await storage.documents.find(mine.id, own.id))?.state).toBe('expired');
      expect(await storage.blobs.size(own.sha256)).toBeUndefined();
      expect(await storage.blobs.size(late.sha256)).toBeUndefined();
      expect((await storage.audit.verify()).ok).toBe(true);
    });
  });
}
