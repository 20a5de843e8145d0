import { describe, expect, it } from 'vitest';
import type { SignedDocument, Storage } from '../../../src/storage/index.ts';
import { days, enrol, type Grounds, minutes, sha, upload } from '../support/storages.ts';

async function document(storage: Storage, accountId: string, part: Parameters<typeof upload>[1] = {}) {
  const [made] = await storage.documents.create([upload(accountId, part)]);
  if (made === undefined) throw new Error('nothing was created');
  return made;
}

function signed(documentId: string, base: string, result: string, part: Partial<SignedDocument> = {}) {
  return {
    ...{ documentId, baseSha256: base, sha256: result, size: 9, signedAt: 1_767_000_000_000 },
    ...{ certificateSerial: '0A1B', level: 'B-T', signingId: null, detail: { reason: 'Έγκριση' } },
    ...{ state: 'signed' as const, signatures: [{ field: 'Signature1' }] },
    ...part,
  };
}

export function signingsContract(grounds: Grounds): void {
  describe('signings', () => {
    it('records version, state, history and audit together', async () => {
      const { storage, now } = await grounds.lay();
      const { id: accountId } = await enrol(storage);
      const { id } = await document(storage, accountId);
      const outcomes = await storage.signings.record(accountId, [
        signed(id, sha('a'), sha('b')),
        signed(id, sha('b'), sha('c'), { state: 'locked' }),
        signed(id, sha('c'), sha('d')),
        signed('nobody', sha('a'), sha('d')),
      ]);
      expect(outcomes).toEqual(['recorded', 'recorded', 'locked', 'not_found']);
      expect(await storage.documents.find(accountId, id)).toMatchObject({
        ...{ state: 'locked', versions: 2, sha256: sha('a'), currentSha256: sha('c'), currentSize: 9 },
        ...{
          signedAt: 1_767_000_000_000,
          expiresAt: now() + days(30),
          signatures: [{ field: 'Signature1' }],
        },
      });
      expect(await storage.signings.versions(accountId, id)).toMatchObject([
        { number: 1, baseSha256: sha('a'), sha256: sha('b'), level: 'B-T', detail: { reason: 'Έγκριση' } },
        { number: 2, baseSha256: sha('b'), sha256: sha('c') },
      ]);
      const { rows, total } = await storage.documents.history(accountId, { page: 1, size: 9, signed: true });
      expect([total, rows[0]?.id]).toEqual([1, id]);
      expect((await storage.documents.history(accountId, { page: 1, size: 9, signed: false })).total).toBe(0);
      expect(await storage.audit.verify()).toMatchObject({ ok: true, head: { sequence: 3 } });
    });

    it('a job comes with what is recorded, and what one request signed is told in the order of upload', async () => {
      const { storage } = await grounds.lay();
      const { id: accountId } = await enrol(storage);
      const names = ['β.pdf', 'α.pdf', 'γ.pdf'];
      const files = await storage.documents.create(names.map((name) => upload(accountId, { name })));
      const job = { kind: 'mail', payload: 1, key: 'signed:s1' };
      for (const { id } of [...files].reverse()) {
        const made = signed(id, sha('a'), sha('b'), { signingId: 's1' });
        expect(await storage.signings.record(accountId, [made], job)).toEqual(['recorded']);
        expect(await storage.signings.record(accountId, [made], { ...job, key: 'other' })).toEqual([
          'changed',
        ]);
      }
      expect(await storage.outbox.claim(9, 500)).toHaveLength(1);
      const told = await storage.signings.signedIn(accountId, 's1', 2);
      expect(told).toMatchObject({ total: 3, documents: [{ name: 'β.pdf' }, { name: 'α.pdf' }] });
      expect(await storage.signings.signedIn('another', 's1', 2)).toEqual({ total: 0, documents: [] });
    });

    it('SGN-10 a raised document is newer bytes of its newest version, with its audit event and jobs', async () => {
      const { storage } = await grounds.lay();
      const { id: accountId } = await enrol(storage);
      const { id } = await document(storage, accountId);
      await storage.signings.record(accountId, [
        signed(id, sha('a'), sha('b')),
        signed(id, sha('b'), sha('c')),
      ]);
      const raised = {
        ...{ documentId: id, baseSha256: sha('c'), sha256: sha('d'), size: 11, number: 1, level: 'B-LT' },
        signatures: [{ field: 'Signature1', level: 'B-LT' }],
      };
      expect(await storage.signings.raise(accountId, { ...raised, baseSha256: sha('b') })).toBe('changed');
      expect(await storage.signings.raise('nobody', raised)).toBe('not_found');
      expect(await storage.signings.raise(accountId, raised, { kind: 'raise', payload: 1 })).toBe('recorded');
      expect(await storage.signings.raise(accountId, raised)).toBe('changed');
      expect(await storage.documents.find(accountId, id)).toMatchObject({
        ...{ state: 'signed', versions: 2, currentSha256: sha('d'), currentSize: 11 },
        signatures: raised.signatures,
      });
      expect(await storage.signings.versions(accountId, id)).toMatchObject([
        { number: 1, sha256: sha('b'), level: 'B-LT' },
        { number: 2, sha256: sha('d'), size: 11, level: 'B-T' },
      ]);
      const last = (await storage.audit.of(id, 10)).at(-1);
      expect(last).toMatchObject({ kind: 'raise', detail: { number: 1, level: 'B-LT', sha256: sha('d') } });
      expect((await storage.outbox.counts()).waiting).toBe(1);
    });

    it('SGN-2 of parallel signings of one base, one is recorded and the others hear `changed`', async () => {
      const { storage, second } = await grounds.lay();
      const other = await second();
      const { id: accountId } = await enrol(storage);
      const files = await storage.documents.create(
        ['1', '2', '3'].map((name) => upload(accountId, { name })),
      );
      const ids = files.map(({ id }) => id);
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_, n) => {
          const order = n % 3 ? ids : ids.toReversed();
          const result = n.toString(16).padStart(64, '0');
          const wanted = order.map((id) => signed(id, sha('a'), result));
          return (n % 2 ? storage : other).signings.record(accountId, wanted);
        }),
      );
      expect(outcomes.flat().filter((outcome) => outcome === 'recorded')).toHaveLength(3);
      expect(outcomes.flat().filter((outcome) => outcome === 'changed')).toHaveLength(117);
      for (const id of ids) expect(await storage.signings.versions(accountId, id)).toHaveLength(1);
      expect(await storage.audit.verify()).toMatchObject({ ok: true, head: { sequence: 6 } });
    });

    it('signs nobody else’s, no refused and no expired document', async () => {
      const { storage, pass } = await grounds.lay();
      const [mine, hers] = [await enrol(storage, 'a'), await enrol(storage, 'b')];
      const ready = await document(storage, mine.id);
      const refused = await document(storage, mine.id, { state: 'refused' });
      const record = (account: string, id: string) =>
        storage.signings.record(account, [signed(id, sha('a'), sha('b'))]);
      expect(await record(hers.id, ready.id)).toEqual(['not_found']);
      expect(await record(mine.id, refused.id)).toEqual(['not_found']);
      pass(days(8));
      await storage.documents.expire(10);
      expect(await record(mine.id, ready.id)).toEqual(['expired']);
    });

    it('keeps one record for an idempotency key, and its answer', async () => {
      const { storage, second } = await grounds.lay();
      const other = await second();
      const { id: accountId } = await enrol(storage);
      const wish = { accountId, documents: ['d1'], idempotency: { key: 'κλειδί', request: 'digest' } };
      const begun = await Promise.all(
        Array.from({ length: 30 }, (_, n) => (n % 2 ? storage : other).signings.begin(wish)),
      );
      const [started] = begun.filter(({ kind }) => kind === 'started');
      expect(begun.filter(({ kind }) => kind === 'known')).toHaveLength(29);
      if (started?.kind !== 'started') throw new Error('nobody started');
      const { id } = started.signing;
      await storage.signings.progress(id, { done: 1 });
      expect(await storage.signings.find(accountId, id)).toMatchObject({
        state: 'running',
        progress: { done: 1 },
      });
      await storage.signings.finish(id, { status: 200, body: { documents: [] } });
      await storage.signings.progress(id, { done: 99 });
      const again = await storage.signings.begin(wish);
      const answer = { status: 200, body: { documents: [] } };
      expect(again).toMatchObject({
        kind: 'known',
        signing: { id, state: 'done', answer, progress: { done: 1 } },
      });
      const changed = { ...wish, idempotency: { key: 'κλειδί', request: 'another' } };
      expect(await storage.signings.begin(changed)).toEqual({ kind: 'mismatch' });
    });

    it('of requests in which nothing was signed an account keeps the last fifty', async () => {
      const { storage } = await grounds.lay();
      const [mine, hers] = [await enrol(storage, 'a'), await enrol(storage, 'b')];
      const end = async (accountId: string, isRefused: boolean) => {
        const begun = await storage.signings.begin({ accountId, documents: ['x'] });
        if (begun.kind !== 'started') throw new Error('not started');
        const { id } = begun.signing;
        await storage.signings.finish(id, 'answer', isRefused ? accountId : undefined);
        return id;
      };
      const others = [await end(mine.id, false), await end(hers.id, true)];
      const refused: string[] = [];
      for (let n = 0; n < 52; n++) refused.push(await end(mine.id, true));
      const found = await Promise.all(refused.map((id) => storage.signings.find(mine.id, id)));
      expect(found.map((signing) => signing !== undefined)).toEqual(refused.map((_, at) => at >= 2));
      expect(await storage.signings.find(mine.id, others[0] ?? '')).toBeDefined();
      expect(await storage.signings.find(hers.id, others[1] ?? '')).toBeDefined();
    });

    it('keys belong to their account; requests without a key never meet', async () => {
      const { storage } = await grounds.lay();
      const [mine, hers] = [await enrol(storage, 'a'), await enrol(storage, 'b')];
      const idempotency = { key: 'k', request: 'r' };
      for (const accountId of [mine.id, hers.id]) {
        expect((await storage.signings.begin({ accountId, documents: [], idempotency })).kind).toBe(
          'started',
        );
      }
      const one = await storage.signings.begin({ accountId: mine.id, documents: ['x'] });
      const two = await storage.signings.begin({ accountId: mine.id, documents: ['x'] });
      expect([one.kind, two.kind]).toEqual(['started', 'started']);
      const id = one.kind === 'started' ? one.signing.id : '';
      expect(await storage.signings.find(hers.id, id)).toBeUndefined();
    });

    it('a request that a crash cut off is taken over once, with what it had come to', async () => {
      const { storage, pass } = await grounds.lay();
      const { id: accountId } = await enrol(storage);
      const { id: documentId } = await document(storage, accountId);
      const wish = { accountId, documents: [documentId], idempotency: { key: 'k', request: 'r' } };
      const begun = await storage.signings.begin(wish);
      const signingId = begun.kind === 'started' ? begun.signing.id : '';
      await storage.signings.progress(signingId, { at: 'embedding' });
      await storage.signings.record(accountId, [signed(documentId, sha('a'), sha('b'), { signingId })]);
      pass(minutes(1));
      expect((await storage.signings.find(accountId, signingId))?.state).toBe('interrupted');
      expect(await storage.signings.begin(wish)).toMatchObject({
        ...{ kind: 'started', signing: { id: signingId, state: 'running', progress: { at: 'embedding' } } },
      });
      expect((await storage.signings.begin(wish)).kind).toBe('known');
      expect(await storage.signings.versions(accountId, documentId)).toMatchObject([{ signingId }]);
      pass(days(2));
      expect(await storage.signings.sweep()).toBe(1);
    });
  });
}
