import { describe, expect, it } from 'vitest';
import type { Account, Storage } from '../../../src/storage/index.ts';
import { days, enrol, type Grounds, minutes } from '../support/storages.ts';

const event = { kind: 'account_blocked', detail: { by: 'anna' } };

async function begun(storage: Storage, { id }: Account) {
  const secrets = await storage.accounts.sealed(id);
  return storage.sessions.begin(id, secrets?.verifier ?? '');
}

/** What operators see and do, over all accounts. */
export function operatorsContract(grounds: Grounds): void {
  describe('roster', () => {
    it('pages accounts by username, finds names in either order and any case, and tells how many there are', async () => {
      const { storage } = await grounds.lay();
      for (const name of ['Γιώργος', 'άννα', 'Βασίλης']) await enrol(storage, name);
      const { roster } = storage;
      const first = await roster.page({ limit: 2, offset: 0 });
      expect(first.accounts.map(({ username }) => username)).toEqual(['άννα', 'Βασίλης']);
      expect(first.total).toBe(3);
      const next = await roster.page({ limit: 2, offset: 2 });
      expect(next.accounts.map(({ username }) => username)).toEqual(['Γιώργος']);
      for (const q of ['ΓΙΩΡΓ', 'γιωργος'])
        expect((await roster.page({ q, limit: 9, offset: 0 })).accounts).toHaveLength(1);
      for (const q of ['Μαρία παπαδοπουλου', 'ΠΑΠΑΔΟΠΟΎΛΟΥ μαρια', 'maria@EXAMPLE', 'tinel-1234'])
        expect((await roster.page({ q, limit: 9, offset: 0 })).total).toBe(3);
      for (const q of ['%', '_', '\\', 'nobody'])
        expect((await roster.page({ q, limit: 9, offset: 0 })).total).toBe(0);
      expect((await roster.page({ provider: 'csc', limit: 9, offset: 0 })).total).toBe(0);
      expect(JSON.stringify(first)).not.toContain('sealed');
      expect(await roster.count()).toBe(3);
    });

    it('names the accounts whose certificate ends within a time, the soonest first', async () => {
      const { storage, now } = await grounds.lay();
      const ends = { a: days(3), b: days(1), c: days(9), d: -1 };
      for (const [name, after] of Object.entries(ends)) {
        const { id } = await enrol(storage, name);
        const certificate = { certificateSerial: '01', validUntil: now() + after, chain: [] };
        await storage.accounts.renew(id, 1, { ...certificate, verifier: 'v', key: 'k' });
      }
      const range = { from: now(), to: now() + days(3) };
      const names = async (page: { limit: number; offset: number }) => {
        const { accounts, total } = await storage.roster.ending(range, page);
        return [accounts.map(({ username }) => username), total];
      };
      expect(await names({ limit: 9, offset: 0 })).toEqual([['b', 'a'], 2]);
      expect(await names({ limit: 1, offset: 1 })).toEqual([['a'], 2]);
    });

    it('walks all sealed parts in the order of ids', async () => {
      const { storage } = await grounds.lay();
      const ids = [];
      for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push((await enrol(storage, name)).id);
      const met: string[] = [];
      for (let after = ''; ; after = met.at(-1) ?? '') {
        const rows = await storage.roster.sealedAfter(after, 2);
        if (rows.length === 0) break;
        met.push(...rows.map(({ id }) => id));
        for (const { secrets } of rows) expect(secrets).toMatchObject({ version: 1, key: 'sealed key' });
      }
      expect(met.sort()).toEqual(ids.sort());
    });

    it('a blocked account has no session, begins none and uses no code, until it is unblocked', async () => {
      const { storage, now } = await grounds.lay();
      const account = await enrol(storage);
      const other = await enrol(storage, 'nikos');
      const session = await begun(storage, account);
      const apart = await begun(storage, other);
      const { roster, accounts, sessions, audit } = storage;
      expect(await roster.block(account.id, { ...event, accountId: account.id })).toBe(true);
      expect(await roster.block(account.id, event)).toBe(false);
      expect((await accounts.find(account.id))?.blockedAt).toBe(now());
      expect(await sessions.peek(session?.id ?? '')).toBeUndefined();
      expect(await sessions.peek(apart?.id ?? '')).toBeDefined();
      expect(await begun(storage, account)).toBeUndefined();
      expect(await accounts.consumeTotpStep(account.id, 58_000_000)).toBe(false);
      expect((await roster.page({ blocked: true, limit: 9, offset: 0 })).total).toBe(1);
      expect((await roster.page({ blocked: false, limit: 9, offset: 0 })).total).toBe(1);
      expect(await roster.unblock(account.id, { kind: 'account_unblocked' })).toBe(true);
      expect(await roster.unblock(account.id, { kind: 'account_unblocked' })).toBe(false);
      expect(await begun(storage, account)).toBeDefined();
      expect(await accounts.consumeTotpStep(account.id, 58_000_000)).toBe(true);
      expect(await roster.block('nobody', event)).toBe(false);
      expect((await audit.head()).sequence).toBe(2);
      expect(await audit.last(account.id, 'account_blocked')).toMatchObject({ detail: { by: 'anna' } });
      expect(await audit.last(account.id, 'login')).toBeUndefined();
    });

    it('no session outlives a block, however they race', async () => {
      const { storage, second } = await grounds.lay();
      const other = await second();
      const account = await enrol(storage);
      const racing = Array.from({ length: 8 }, (_, n) => begun(n % 2 ? storage : other, account));
      const blocked = other.roster.block(account.id, event);
      racing.push(...Array.from({ length: 8 }, (_, n) => begun(n % 2 ? storage : other, account)));
      expect(await blocked).toBe(true);
      await Promise.all(racing);
      expect((await storage.sessions.live({ limit: 99, offset: 0 })).total).toBe(0);
    });
  });

  describe('sessions, as operators see them', () => {
    it('lists live ones without their ids, and ends all of an account', async () => {
      const { storage, pass, now } = await grounds.lay();
      const account = await enrol(storage);
      const other = await enrol(storage, 'nikos');
      await begun(storage, other);
      pass(minutes(20));
      await begun(storage, account);
      const second = await begun(storage, account);
      const { sessions } = storage;
      expect((await sessions.live({ limit: 9, offset: 0 })).total).toBe(3);
      pass(minutes(15));
      const { sessions: live, total } = await sessions.live({ limit: 1, offset: 1 });
      expect(total).toBe(2);
      expect(live).toEqual([
        {
          accountId: account.id,
          username: 'Μαρία',
          createdAt: now() - minutes(15),
          usedAt: now() - minutes(15),
          idleUntil: now() + minutes(15),
          endsAt: now() + 12 * minutes(60) - minutes(15),
        },
      ]);
      expect(JSON.stringify(live)).not.toContain(second?.hash);
      expect((await sessions.live({ accountId: other.id, limit: 9, offset: 0 })).total).toBe(0);
      const ended = { kind: 'sessions_ended', accountId: account.id, detail: { by: 'anna' } };
      expect(await sessions.endAll(account.id, ended)).toBe(2);
      expect(await sessions.endAll(account.id, ended)).toBe(0);
      expect(await sessions.peek(second?.id ?? '')).toBeUndefined();
      expect((await storage.audit.last(account.id, 'sessions_ended'))?.detail).toEqual({
        by: 'anna',
        sessions: 0,
      });
    });
  });

  describe('outbox, as operators see it', () => {
    it('a kept job waits again as new, once', async () => {
      const { storage, pass, now } = await grounds.lay();
      const { outbox } = storage;
      const id = await outbox.add({ kind: 'mail', payload: { n: 1 } });
      expect(await outbox.retry(id)).toBe(false);
      const [job] = await outbox.claim(1, 500);
      if (!job) throw new Error('nothing to claim');
      await outbox.fail(job, 'no such address', undefined, { event: { kind: 'given_up' } });
      expect((await storage.audit.head()).sequence).toBe(1);
      expect(await outbox.fail(job, 'again', undefined, { event: { kind: 'given_up' } })).toBe(false);
      pass(minutes(5));
      const retried = { event: { kind: 'outbox_retried', detail: { job: id } } };
      expect(await outbox.retry(id, retried)).toBe(true);
      expect(await outbox.retry(id, retried)).toBe(false);
      expect(await outbox.counts()).toMatchObject({ waiting: 1, givenUp: 0, oldestDueAt: now() });
      expect(await outbox.claim(9, 500)).toMatchObject([{ id, attempt: 1, payload: { n: 1 } }]);
      expect((await storage.audit.head()).sequence).toBe(2);
    });

    it('a kept job does not wait beside a later one of its key', async () => {
      const { storage } = await grounds.lay();
      const { outbox } = storage;
      const id = await outbox.add({ kind: 'reset', payload: 1, key: 'k' });
      const [job] = await outbox.claim(1, 500);
      if (job) await outbox.fail(job, 'no');
      await outbox.add({ kind: 'reset', payload: 2, key: 'k' });
      await expect(outbox.retry(id)).rejects.toMatchObject({ name: 'StorageError', code: 'exists' });
      expect(await outbox.ofKind('reset')).toMatchObject([{ payload: 2 }]);
    });

    it('a notice is given once, of twenty at once through two connections, and can come again after its time', async () => {
      const { storage, second, pass } = await grounds.lay();
      const other = await second();
      const give = (n: number) =>
        (n % 2 ? storage : other).outbox.addOnce('certificate:1:30', { kind: 'mail', payload: n });
      const given = await Promise.all(Array.from({ length: 20 }, (_, n) => give(n)));
      expect(given.filter(Boolean)).toHaveLength(1);
      expect(await storage.outbox.counts()).toMatchObject({ waiting: 1 });
      expect(await storage.outbox.sweep()).toBe(0);
      pass(days(401));
      expect(await storage.outbox.sweep()).toBe(1);
      expect(await give(1)).toBe(true);
    });

    it('a job is sealed anew with its account, or neither is', async () => {
      const { storage } = await grounds.lay();
      const { id } = await enrol(storage);
      const { accounts, outbox } = storage;
      const job = await outbox.add({ kind: 'reset', payload: { totp: 'old' }, key: 'k' });
      const [claimed] = await outbox.claim(1, 5000);
      const rewrites = [{ id: job, from: { totp: 'old' }, to: { totp: 'new' } }];
      expect(await accounts.reseal(id, 9, { totp: 't' }, undefined, { rewrites })).toBe(false);
      expect(await accounts.reseal(id, 1, { totp: 't' }, undefined, { rewrites })).toBe(true);
      expect(await outbox.ofKind('reset')).toMatchObject([{ id: job, payload: { totp: 'new' } }]);
      expect(await outbox.waiting('k')).toMatchObject({ id: job });
      expect(await outbox.waiting('other')).toBeUndefined();
      // The worker that had the old one has lost it.
      expect(claimed && (await outbox.complete(claimed))).toBe(false);
      const again = accounts.reseal(id, 2, { totp: 'u' }, undefined, { rewrites });
      await expect(again).rejects.toMatchObject({ name: 'StorageError', code: 'busy' });
      expect(await accounts.sealed(id)).toMatchObject({ version: 2, totp: 't' });
    });
  });
}
