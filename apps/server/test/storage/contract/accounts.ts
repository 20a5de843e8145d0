import { describe, expect, it } from 'vitest';
import { enrol, type Grounds } from '../support/storages.ts';

export function accountsContract(grounds: Grounds): void {
  describe('accounts', () => {
    it('gives back what was enrolled, and never the sealed parts with it', async () => {
      const { storage, now } = await grounds.lay();
      const account = await enrol(storage);
      expect(account).toMatchObject({
        username: 'Μαρία',
        surname: 'Παπαδοπούλου',
        totpLast: 0,
        createdAt: now(),
      });
      expect(account.chain.map((der) => [...der])).toEqual([
        [48, 1],
        [48, 2],
      ]);
      expect(JSON.stringify(await storage.accounts.list())).not.toContain('sealed');
      expect(await storage.accounts.find(account.id)).toEqual(account);
      expect(await storage.accounts.find('nobody')).toBeUndefined();
    });

    it('finds a Greek name in any case, with and without tonos, in any normal form', async () => {
      const { storage } = await grounds.lay();
      const { id } = await enrol(storage, 'Γιώργος');
      for (const typed of ['ΓΙΩΡΓΟΣ', 'γιωργοσ', 'ΓΙΏΡΓΟΣ', 'Γιώργος'.normalize('NFD')]) {
        expect((await storage.accounts.findByUsername(typed))?.id).toBe(id);
      }
      expect(await storage.accounts.findByUsername('Γιώργο')).toBeUndefined();
    });

    it('refuses a second account of the same folded name', async () => {
      const { storage } = await grounds.lay();
      await enrol(storage, 'Άννα');
      await expect(enrol(storage, 'ΑΝΝΑ')).rejects.toMatchObject({ name: 'StorageError', code: 'exists' });
      expect(await storage.accounts.list()).toHaveLength(1);
    });

    it('PWD-3 knows whose password was given, until a change makes it their own', async () => {
      const { storage, now } = await grounds.lay();
      const { accounts } = storage;
      const old = await enrol(storage, 'Άννα');
      const { id, passwordGivenAt } = await enrol(storage, 'Νίκος', { passwordGiven: true });
      expect([old.passwordGivenAt, passwordGivenAt]).toEqual([null, now()]);
      const session = await storage.sessions.begin(id, 'sealed verifier');
      const given = async () => (await storage.sessions.resume(session?.id ?? ''))?.account.passwordGivenAt;
      await accounts.reseal(id, 1, { totp: 'another' });
      expect(await given()).toBe(now());
      expect(await accounts.reseal(id, 1, { verifier: 'lost' }, undefined, { ownPassword: true })).toBe(
        false,
      );
      expect(await given()).toBe(now());
      await accounts.reseal(id, 2, { verifier: 'own' }, undefined, { ownPassword: true });
      expect(await given()).toBeNull();
      expect((await accounts.find(id))?.passwordGivenAt).toBeNull();
    });

    it('PWD-2 replaces sealed parts together, once for each version', async () => {
      const { storage } = await grounds.lay();
      const { id } = await enrol(storage);
      const { accounts } = storage;
      const changes = await Promise.all(
        Array.from({ length: 20 }, (_, n) => accounts.reseal(id, 1, { verifier: `v${n}`, key: `k${n}` })),
      );
      expect(changes.filter(Boolean)).toHaveLength(1);
      const winner = changes.indexOf(true);
      const sealed = { version: 2, verifier: `v${winner}`, key: `k${winner}`, totp: 'sealed totp' };
      expect(await accounts.sealed(id)).toEqual(sealed);
    });

    it('a change of sealed parts adds its letter and its audit event, and settles the job that asked for it', async () => {
      const { storage, pass } = await grounds.lay();
      const { id } = await enrol(storage);
      const { accounts, outbox, audit } = storage;
      await outbox.add({ kind: 'otp_reset', payload: 1, key: 'reset' });
      const [asked] = await outbox.claim(1, 500);
      if (asked === undefined) throw new Error('nothing to claim');
      const letter = { kind: 'mail', payload: { letter: 1 } };
      const more = { event: { kind: 'otp_reset', accountId: id }, settles: asked };
      expect(await accounts.reseal(id, 9, { totp: 't' }, letter, more)).toBe(false);
      expect(await outbox.counts()).toMatchObject({ waiting: 1 });
      expect(await accounts.reseal(id, 1, { totp: 't' }, letter, more)).toBe(true);
      expect(await accounts.reseal(id, 2, { totp: 'again' }, letter, more)).toBe(false);
      expect((await accounts.sealed(id))?.totp).toBe('t');
      pass(500);
      expect(await outbox.claim(9, 500)).toMatchObject([{ kind: 'mail', payload: { letter: 1 } }]);
      expect((await audit.head()).sequence).toBe(1);
    });

    it('renews a certificate with its key', async () => {
      const { storage } = await grounds.lay();
      const { id } = await enrol(storage);
      const chain = [Uint8Array.of(48, 3)];
      const certificate = {
        certificateSerial: '0C',
        validUntil: 5,
        chain,
        verifier: 'its verifier',
        key: 'renewed',
      };
      expect(await storage.accounts.renew(id, 1, certificate)).toBe(true);
      expect(await storage.accounts.renew(id, 1, certificate)).toBe(false);
      expect(await storage.accounts.find(id)).toMatchObject({ certificateSerial: '0C', validUntil: 5 });
      expect(await storage.accounts.sealed(id)).toMatchObject({ verifier: 'its verifier', key: 'renewed' });
    });

    it('SES-5 accepts a TOTP step once, of 200 tries at once through two connections', async () => {
      const { storage, second } = await grounds.lay();
      const other = await second();
      const { id } = await enrol(storage);
      const tries = Array.from({ length: 200 }, (_, n) =>
        (n % 2 ? storage : other).accounts.consumeTotpStep(id, 58_000_000),
      );
      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
      expect(await storage.accounts.consumeTotpStep(id, 57_999_999)).toBe(false);
      expect(await storage.accounts.consumeTotpStep(id, 58_000_001)).toBe(true);
      expect(await storage.accounts.consumeTotpStep('nobody', 1)).toBe(false);
    });

    it('keeps text that a database cannot hold out of the rows, not out of the product', async () => {
      const { storage } = await grounds.lay();
      const account = await enrol(storage, 'a\0b\ud800');
      expect((await storage.accounts.findByUsername('a\0b\ud800'))?.id).toBe(account.id);
      expect(account.username).toBe('a\ufffdb\ufffd');
    });
  });
}
