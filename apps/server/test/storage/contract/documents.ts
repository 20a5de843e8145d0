import { limits } from '@websign/contract';
import { describe, expect, it } from 'vitest';
import {
  all,
  days,
  enrol,
  type Ground,
  type Grounds,
  hours,
  minutes,
  sha,
  upload,
} from '../support/storages.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);

async function stored({ storage }: Ground, accountId: string, content: string, name = 'a.pdf') {
  const { sha256, size } = await storage.blobs.put(bytes(content));
  const [document] = await storage.documents.create([upload(accountId, { sha256, size, name })]);
  if (document === undefined) throw new Error('nothing was created');
  return document;
}

/** Signs a stored document in appearance: `tail` is appended to its base. */
async function signedBlob(
  { storage, now }: Ground,
  accountId: string,
  documentId: string,
  baseSha256: string,
  tail: string,
): Promise<string> {
  const { sha256, size } = await storage.blobs.append(baseSha256, bytes(tail));
  const version = { documentId, baseSha256, sha256, size, signedAt: now() };
  const made = { certificateSerial: '0A', level: 'B-T', signingId: null, detail: null };
  const after = { state: 'signed', signatures: [] } as const;
  const outcomes = await storage.signings.record(accountId, [{ ...version, ...made, ...after }]);
  expect(outcomes).toEqual(['recorded']);
  return sha256;
}

export function documentsContract(grounds: Grounds): void {
  describe('documents', () => {
    it('what is kept of the signatures is replaced only while the bytes are those that it is about', async () => {
      const { storage } = await grounds.lay();
      const { id: accountId } = await enrol(storage);
      const [made] = await storage.documents.create([upload(accountId)]);
      const { id = '', currentSha256 = '' } = made ?? {};
      expect(await storage.documents.noteSignatures(id, sha('f'), { raising: [] })).toBe(false);
      expect(await storage.documents.noteSignatures(id, currentSha256, { raising: [] })).toBe(true);
      expect(await storage.documents.find(accountId, id)).toMatchObject({ signatures: { raising: [] } });
    });

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

    it('HIS-2 lists show the summary of the checks and read no large columns', async () => {
      const { storage } = await grounds.lay();
      const { id } = await enrol(storage);
      const summary = { security: 'passed', checks: { info: 2 } };
      const [made] = await storage.documents.create([upload(id, { summary }), upload(id)]);
      expect(made?.summary).toEqual(summary);
      const { rows } = await storage.documents.history(id, { page: 1, size: 10 });
      expect(rows.map((row) => row.summary)).toEqual([null, summary]);
      for (const column of ['refusal', 'findings', 'signatures']) expect(rows[0]).not.toHaveProperty(column);
      expect((await all(storage.documents.each(id, {}))).toReversed()[0]).toEqual(rows[1]);
    });

    it('SGN-12 where something stands on the pages is told by itself, to its owner alone, and forgotten with the document', async () => {
      const ground = await grounds.lay();
      const { storage, pass } = ground;
      const [{ id }, other] = [await enrol(storage), await enrol(storage, 'other')];
      const occupancy = [{ page: 1, taken: 'gA==' }];
      const [made, without] = await storage.documents.create([upload(id, { occupancy }), upload(id)]);
      expect(await storage.documents.occupancy(id, made?.id ?? '')).toEqual(occupancy);
      expect(await storage.documents.occupancy(id, without?.id ?? '')).toBeNull();
      expect(await storage.documents.occupancy(id, 'nothing')).toBeNull();
      expect(await storage.documents.occupancy(other.id, made?.id ?? '')).toBeNull();
      expect(await storage.documents.find(id, made?.id ?? '')).toEqual(made);
      expect(made).not.toHaveProperty('occupancyJson');
      pass(hours(25));
      await storage.documents.expire(10);
      expect(await storage.documents.occupancy(id, made?.id ?? '')).toBeNull();
    });

    it('HIS-2 after retention the row stays, and a blob goes with its last owner', async () => {
      const ground = await grounds.lay();
      const { storage, pass } = ground;
      const [mine, hers] = [await enrol(storage, 'a'), await enrol(storage, 'b')];
      const early = await stored(ground, mine.id, 'shared');
      pass(hours(12));
      const late = await stored(ground, hers.id, 'shared');
      const own = await stored(ground, mine.id, 'own');
      pass(hours(12) + minutes(61));
      expect(await storage.documents.expire(10)).toBe(1);
      expect((await storage.documents.find(mine.id, early.id))?.state).toBe('expired');
      expect((await storage.documents.find(hers.id, late.id))?.state).toBe('ready');
      expect(await storage.blobs.size(late.sha256)).toBe(6);
      pass(hours(12));
      await storage.sweep();
      expect((await storage.documents.find(mine.id, own.id))?.state).toBe('expired');
      expect(await storage.blobs.size(own.sha256)).toBeUndefined();
      expect(await storage.blobs.size(late.sha256)).toBeUndefined();
      expect((await storage.audit.verify()).ok).toBe(true);
    });

    it('HIS-2 a term that is over is told before any sweep', async () => {
      const ground = await grounds.lay();
      const { storage, pass } = ground;
      const { id } = await enrol(storage);
      const made = await stored(ground, id, 'short');
      pass(hours(24) - 1);
      expect((await storage.documents.find(id, made.id))?.state).toBe('ready');
      pass(1);
      expect((await storage.documents.find(id, made.id))?.state).toBe('expired');
      expect((await storage.documents.group(id, made.groupId))[0]?.state).toBe('expired');
      const { rows, total } = await storage.documents.history(id, { page: 1, size: 9 });
      expect([total, rows[0]?.state]).toEqual([1, 'expired']);
      expect(await storage.blobs.size(made.sha256)).toBe(5);
    });

    it('HIS-2 the upload of a signed document leaves alone, the signed versions with the last term', async () => {
      const ground = await grounds.lay();
      const { storage, pass, now } = ground;
      const { id } = await enrol(storage);
      const made = await stored(ground, id, 'base');
      const first = await signedBlob(ground, id, made.id, made.sha256, ' one');
      expect(await storage.documents.find(id, made.id)).toMatchObject({
        ...{ originalExpiresAt: made.createdAt + hours(24), expiresAt: now() + days(30) },
      });
      pass(hours(24) + minutes(61));
      expect(await storage.documents.expire(10)).toBe(1);
      expect(await storage.documents.expire(10)).toBe(0);
      expect(await storage.blobs.size(made.sha256)).toBeUndefined();
      expect(await storage.blobs.size(first)).toBe(8);
      const second = await signedBlob(ground, id, made.id, first, ' two');
      pass(days(30) - 1);
      expect(await storage.documents.expire(10)).toBe(0);
      expect((await storage.documents.find(id, made.id))?.state).toBe('signed');
      pass(1);
      expect((await storage.documents.find(id, made.id))?.state).toBe('expired');
      await storage.sweep();
      for (const gone of [first, second]) expect(await storage.blobs.size(gone)).toBeUndefined();
      expect((await storage.documents.history(id, { page: 1, size: 9, signed: true })).total).toBe(1);
      expect((await storage.audit.verify()).ok).toBe(true);
    });

    it('HIS-2 an upload stays while an unsigned document, or a signed version, is the same bytes', async () => {
      const ground = await grounds.lay();
      const { storage, pass } = ground;
      const { id } = await enrol(storage);
      const made = await stored(ground, id, 'same');
      const result = await signedBlob(ground, id, made.id, made.sha256, ' signed');
      pass(hours(23));
      const again = await stored(ground, id, 'same');
      const ofResult = await stored(ground, id, 'same signed');
      expect(ofResult.sha256).toBe(result);
      pass(hours(1) + minutes(61));
      expect(await storage.documents.expire(10)).toBe(1);
      expect(await storage.blobs.size(again.sha256)).toBe(4);
      pass(hours(23));
      await storage.sweep();
      expect(await storage.blobs.size(again.sha256)).toBeUndefined();
      expect(await storage.blobs.size(result)).toBe(11);
    });

    it('UP-4 a group takes so many files and no more, exactly, under parallel uploads of one signer', async () => {
      const { storage } = await grounds.lay();
      const { id } = await enrol(storage);
      const { id: other } = await enrol(storage, 'other');
      const files = Array.from({ length: limits.documentsPerGroup / 4 }, (_, n) =>
        upload(id, { name: `${n}` }),
      );
      const made = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(() => storage.documents.create(files)));
      const refused = made.filter(({ status }) => status === 'rejected');
      expect(refused).toMatchObject([{ reason: { code: 'too_many' } }, { reason: { code: 'too_many' } }]);
      const { groupId } = upload(id);
      expect(await storage.documents.group(id, groupId)).toHaveLength(limits.documentsPerGroup);
      await expect(storage.documents.create([upload(id)])).rejects.toMatchObject({ code: 'too_many' });
      // Others' groups of the same number, and the signer's other groups, are not met.
      await storage.documents.create([upload(other), upload(other, { groupId: '2' })]);
      await storage.documents.create([upload(id, { groupId: '2' })]);
    });

    it('UP-4 a group takes so much about its files and no more: it is listed as a whole', async () => {
      const { storage } = await grounds.lay();
      const { id } = await enrol(storage);
      const million = { pageSizes: 'x'.repeat(1024 * 1024) };
      const thick = (count: number) =>
        Array.from({ length: count }, () => upload(id, { signatures: million }));
      await expect(storage.documents.create(thick(16))).rejects.toMatchObject({ code: 'too_many' });
      await storage.documents.create(thick(15));
      await expect(storage.documents.create(thick(1))).rejects.toMatchObject({ code: 'too_many' });
      await storage.documents.create([upload(id), upload(id, { groupId: '2', signatures: million })]);
    });

    it('HIS-2 an upload never outlasts its document', async () => {
      const retention = { original: days(40), signed: days(30) };
      const ground = await grounds.lay({ retention });
      const { storage, pass, now } = ground;
      const { id } = await enrol(storage);
      const made = await stored(ground, id, 'base');
      const result = await signedBlob(ground, id, made.id, made.sha256, ' one');
      const found = await storage.documents.find(id, made.id);
      expect(found?.originalExpiresAt).toBe(now() + days(30));
      pass(days(30) + minutes(61));
      await storage.sweep();
      for (const gone of [made.sha256, result]) expect(await storage.blobs.size(gone)).toBeUndefined();
    });

    it('HIS-2 terms end in portions', async () => {
      const ground = await grounds.lay();
      const { storage, pass } = ground;
      const { id } = await enrol(storage);
      for (const content of ['a', 'b', 'c']) await stored(ground, id, content);
      for (const content of ['d', 'e']) {
        const made = await stored(ground, id, content);
        await signedBlob(ground, id, made.id, made.sha256, content);
      }
      pass(hours(25));
      const ended = [];
      for (let count = 2; count === 2; ended.push(count)) count = await storage.documents.expire(2);
      expect(ended).toEqual([2, 2, 1]);
    });
  });
}
