import { describe, expect, it } from 'vitest';
import { all, enrol, type Grounds, hours, upload } from '../support/storages.ts';

const limit = { most: 20, windowMs: hours(24) };
const recipient = 'nikos@example.gr';

async function ground(grounds: Grounds) {
  const laid = await grounds.lay();
  const account = await enrol(laid.storage);
  const [document] = await laid.storage.documents.create([upload(account.id)]);
  if (document === undefined) throw new Error('nothing was created');
  const send = { accountId: account.id, documentId: document.id, recipient, copy: false };
  return { ...laid, account, document, send };
}

const letters = (id: string) => [{ kind: 'mail', payload: { send: id } }];

export function sendsContract(grounds: Grounds): void {
  describe('sends', () => {
    it('a send, its letters and its audit event are there together; the audit log never holds the address', async () => {
      const { storage, send, account, document, now } = await ground(grounds);
      const asked = await storage.sends.ask({ ...send, copy: true }, limit, letters);
      if (asked.kind !== 'added') throw new Error(asked.kind);
      const kept = { state: 'waiting', createdAt: now(), settledAt: null, reason: null };
      expect(await storage.sends.of(account.id, document.id)).toEqual([
        { ...send, id: asked.id, copy: true, ...kept },
      ]);
      expect(await storage.sends.of('another', document.id)).toEqual([]);
      expect(await storage.outbox.claim(9, 500)).toMatchObject([{ payload: { send: asked.id } }]);
      const rows = await all(storage.audit.export());
      expect(rows.at(-1)).toMatchObject({ kind: 'send', accountId: account.id, documentId: document.id });
      expect(JSON.stringify(rows)).not.toContain('nikos');
    });

    it('20 a day and no more, of 60 that come at once through two connections; the window rolls', async () => {
      const { storage, second, send, pass, now } = await ground(grounds);
      const other = await second();
      const begun = now();
      const asked = await Promise.all(
        Array.from({ length: 60 }, (_, n) => (n % 2 ? storage : other).sends.ask(send, limit, letters)),
      );
      expect(asked.filter(({ kind }) => kind === 'added')).toHaveLength(20);
      expect(asked.filter(({ kind }) => kind === 'limit')).toHaveLength(40);
      expect(await storage.outbox.claim(100, 500)).toHaveLength(20);
      expect(await storage.sends.ask(send, limit, letters)).toEqual({
        kind: 'limit',
        until: begun + hours(24),
      });
      pass(hours(24));
      expect(await storage.sends.ask(send, limit, letters)).toMatchObject({ kind: 'added' });
    });

    it('one key is one send, however many come at once, and counts once; for another letter it is refused', async () => {
      const { storage, send, account, document } = await ground(grounds);
      const keyed = { ...send, idempotencyKey: 'once' };
      const asked = await Promise.all(
        Array.from({ length: 10 }, () => storage.sends.ask(keyed, limit, letters)),
      );
      expect(asked.filter(({ kind }) => kind === 'added')).toHaveLength(1);
      expect(new Set(asked.map((one) => 'id' in one && one.id)).size).toBe(1);
      const others = { ...keyed, recipient: 'eleni@example.gr' };
      expect(await storage.sends.ask(others, limit, letters)).toEqual({ kind: 'mismatch' });
      expect(await storage.sends.of(account.id, document.id)).toHaveLength(1);
    });

    it('is settled once; only an answer that comes late changes unknown', async () => {
      const { storage, send, now, pass } = await ground(grounds);
      const { sends } = storage;
      const asked = await sends.ask(send, limit, letters);
      if (asked.kind !== 'added') throw new Error(asked.kind);
      pass(5);
      expect(await sends.settle(asked.id, 'unknown', 'silence')).toBe(true);
      expect(await sends.find(asked.id)).toMatchObject({
        state: 'unknown',
        reason: 'silence',
        settledAt: now(),
      });
      expect(await sends.settle(asked.id, 'sent')).toBe(true);
      expect(await sends.settle(asked.id, 'unknown')).toBe(false);
      expect(await sends.settle(asked.id, 'failed')).toBe(false);
      expect(await sends.find(asked.id)).toMatchObject({ state: 'sent', reason: null });
      expect(await sends.find('none')).toBeUndefined();
    });
  });
}
