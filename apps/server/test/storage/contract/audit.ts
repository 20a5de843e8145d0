import { describe, expect, it } from 'vitest';
import type { Storage } from '../../../src/storage/index.ts';
import { all, type Grounds, minutes } from '../support/storages.ts';

const append = (storage: Storage, n: number) =>
  storage.audit.append({
    kind: 'login',
    accountId: `a${n}`,
    detail: { n, name: 'Ώρα', list: [null, 1.5, true] },
  });

/** `tamper` runs statements that the product never would, past its own connection. */
export function auditContract(
  grounds: Grounds,
  tamper: (url: string, statements: string[]) => Promise<void>,
): void {
  const place = ({ config }: { config: { databaseUrl?: string; dataFolder: string } }): string =>
    config.databaseUrl ?? `${config.dataFolder}/websign.db`;

  describe('audit', () => {
    it('chains every row to the one before', async () => {
      const { storage, now } = await grounds.lay();
      const [one, two] = [await append(storage, 1), await append(storage, 2)];
      expect(one).toMatchObject({ sequence: 1, at: now(), previous: '0'.repeat(64), documentId: null });
      expect(two).toMatchObject({ sequence: 2, previous: one.hash });
      expect(await all(storage.audit.export())).toEqual([one, two]);
      expect(await all(storage.audit.export(2))).toEqual([two]);
      expect(await storage.audit.verify()).toEqual({ ok: true, head: { sequence: 2, hash: two.hash } });
    });

    it('tells what concerns one document, oldest first and bounded', async () => {
      const { storage } = await grounds.lay();
      const { audit } = storage;
      const one = await audit.append({ kind: 'upload', documentId: 'a' });
      await audit.append({ kind: 'upload', documentId: 'b' });
      await audit.append({ kind: 'login' });
      const two = await audit.append({ kind: 'sign', documentId: 'a', detail: { level: 'B-LT' } });
      expect(await audit.of('a', 10)).toEqual([one, two]);
      expect(await audit.of('a', 1)).toEqual([one]);
      expect(await audit.of('c', 10)).toEqual([]);
    });

    it('counts what anybody can make happen, and tells each five minutes of it in one row', async () => {
      const { storage, second, pass, now } = await grounds.lay();
      const other = await second();
      pass(minutes(5) - (now() % minutes(5)));
      const from = now();
      const refused = { kind: 'login_refused', accountId: 'a' };
      await Promise.all(
        Array.from({ length: 60 }, (_, n) =>
          (n % 2 ? storage : other).audit.count(n % 3 ? refused : { kind: 'login_refused' }),
        ),
      );
      await storage.audit.count(refused, { ...refused, code: 'account_blocked' });
      pass(minutes(5) - 1);
      expect(await storage.audit.sweep()).toBe(0);
      pass(1);
      await storage.audit.count(refused);
      expect(
        (await Promise.all([storage.audit.sweep(), other.audit.sweep()])).toSorted((a, b) => a - b),
      ).toEqual([0, 3]);
      const until = from + minutes(5);
      const rows = await all(storage.audit.export());
      expect(rows.map(({ kind, accountId, detail, at }) => [kind, accountId, detail, at])).toEqual([
        ['login_refused', null, { count: 20, from, until }, now()],
        ['login_refused', 'a', { count: 41, from, until }, now()],
        ['login_refused', 'a', { code: 'account_blocked', count: 1, from, until }, now()],
      ]);
      pass(minutes(5));
      expect(await other.audit.sweep()).toBe(1);
      expect(await storage.audit.verify()).toMatchObject({ ok: true, head: { sequence: 4 } });
    });

    it('makes rows of any number of counts, as the windows followed one another', async () => {
      const { storage, pass } = await grounds.lay();
      const codes = Array.from({ length: 401 }, (_, n) => `code ${String(n).padStart(3, '0')}`);
      for (let window = 0; window < 2; window += 1) {
        await storage.audit.count(...codes.toReversed().map((code) => ({ kind: 'sign_refused', code })));
        pass(minutes(5));
      }
      expect(await storage.audit.sweep()).toBe(802);
      const details = (await all(storage.audit.export())).map(({ detail }) => detail);
      expect(details).toMatchObject([...codes, ...codes].map((code) => ({ code, count: 1 })));
      expect(await storage.audit.verify()).toMatchObject({ ok: true, head: { sequence: 802 } });
    });

    it('stays one chain under parallel writers of two connections', async () => {
      const { storage, second } = await grounds.lay();
      const other = await second();
      await Promise.all(Array.from({ length: 300 }, (_, n) => append(n % 2 ? storage : other, n)));
      expect(await storage.audit.verify()).toMatchObject({ ok: true, head: { sequence: 300 } });
    });

    it('refuses changes and deletions in the database itself', async () => {
      const ground = await grounds.lay();
      await append(ground.storage, 1);
      for (const statement of [`UPDATE audit SET kind = 'x'`, 'DELETE FROM audit']) {
        await expect(tamper(place(ground), [statement])).rejects.toThrow(/append-only/u);
      }
      expect((await ground.storage.audit.head()).sequence).toBe(1);
    });

    it('shows what somebody changed past the triggers', async () => {
      const drop = { sqlite: ['no_update', 'no_delete'], postgres: ['no_change'] };
      const cases = [
        [`UPDATE audit SET "detailJson" = '{"n":9}' WHERE sequence = 2`, 2, 'wrong_hash'],
        ['UPDATE audit SET at = at + 1 WHERE sequence = 3', 3, 'wrong_hash'],
        ['DELETE FROM audit WHERE sequence = 2', 3, 'gap'],
        [`UPDATE audit SET previous = 'x' WHERE sequence = 2`, 2, 'broken_link'],
      ] as const;
      for (const [statement, sequence, reason] of cases) {
        const ground = await grounds.lay();
        for (const n of [1, 2, 3]) await append(ground.storage, n);
        const names = ground.config.databaseUrl ? drop.postgres : drop.sqlite;
        const on = ground.config.databaseUrl ? ' ON audit' : '';
        await tamper(place(ground), [...names.map((name) => `DROP TRIGGER audit_${name}${on}`), statement]);
        expect(await ground.storage.audit.verify()).toEqual({ ok: false, sequence, reason });
      }
    });

    it('shows a cut or rewritten end against an anchor kept elsewhere', async () => {
      const { storage } = await grounds.lay();
      const { sequence, hash } = await append(storage, 1);
      expect((await storage.audit.verify({ sequence, hash })).ok).toBe(true);
      expect(await storage.audit.verify({ sequence: 2, hash })).toMatchObject({ reason: 'anchor_missing' });
      expect(await storage.audit.verify({ sequence, hash: 'x' })).toMatchObject({ reason: 'anchor_differs' });
    });

    it('takes plain data only', async () => {
      const { storage } = await grounds.lay();
      for (const detail of [Number.NaN, () => 1, new Map(), new Date(), 1n]) {
        await expect(storage.audit.append({ kind: 'x', detail })).rejects.toMatchObject({ code: 'invalid' });
      }
      await storage.audit.append({ kind: 'x', detail: { left: undefined, text: '\0\ud800' } });
      expect((await storage.audit.verify()).ok).toBe(true);
    });
  });
}
