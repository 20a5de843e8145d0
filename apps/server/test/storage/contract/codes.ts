import { describe, expect, it } from 'vitest';
import { codeLimits } from '../../../src/storage/index.ts';
import { enrol, type Grounds, hours, minutes } from '../support/storages.ts';

async function ground(grounds: Grounds) {
  const laid = await grounds.lay();
  const { id } = await enrol(laid.storage);
  const begin = async (storage = laid.storage) => {
    const begun = await storage.codes.begin(id);
    if (begun.kind !== 'begun') throw new Error(`limit until ${begun.until}`);
    return begun;
  };
  return { ...laid, id, begin };
}

export function codesContract(grounds: Grounds): void {
  describe('codes', () => {
    it('SES-5 of one code 40 tries at once through two connections use it once', async () => {
      const { storage, second, id, begin } = await ground(grounds);
      const other = await second();
      const { challenge, expiresAt } = await begin();
      expect(await other.codes.current(id)).toEqual({ challenge, expiresAt });
      const spent = await Promise.all(
        Array.from({ length: 40 }, (_, n) => (n % 2 ? storage : other).codes.spend(id, challenge)),
      );
      expect(spent.filter(Boolean)).toHaveLength(1);
      expect(await storage.codes.current(id)).toBeUndefined();
    });

    it('holds for five minutes, and not a moment more', async () => {
      const { storage, id, begin, pass, now } = await ground(grounds);
      const { challenge, expiresAt } = await begin();
      expect(expiresAt).toBe(now() + minutes(5));
      pass(minutes(5) - 1);
      expect(await storage.codes.current(id)).toMatchObject({ challenge });
      pass(1);
      expect(await storage.codes.current(id)).toBeUndefined();
      expect(await storage.codes.spend(id, challenge)).toBe(false);
    });

    it('one a minute, of 20 that come at once through two connections; the new one voids the old', async () => {
      const { storage, second, id, begin, pass, now } = await ground(grounds);
      const other = await second();
      const asked = await Promise.all(
        Array.from({ length: 20 }, (_, n) => (n % 2 ? storage : other).codes.begin(id)),
      );
      expect(asked.filter(({ kind }) => kind === 'begun')).toHaveLength(1);
      expect(asked.find(({ kind }) => kind === 'limit')).toEqual({
        kind: 'limit',
        until: now() + minutes(1),
      });
      const old = await storage.codes.current(id);
      pass(minutes(1));
      const { challenge } = await begin();
      expect(challenge).not.toBe(old?.challenge);
      expect(await storage.codes.spend(id, old?.challenge ?? '')).toBe(false);
      expect(await storage.codes.spend(id, challenge)).toBe(true);
    });

    it('a day has its bound, codes that were not sent included', async () => {
      const { storage, id, begin, pass, now } = await ground(grounds);
      const until = now() + hours(24);
      for (let at = 0; at < codeLimits.perDay; at += 1) {
        const { challenge } = await begin();
        if (at % 2 === 0) await storage.codes.withdraw(id, challenge);
        else pass(minutes(1));
      }
      expect(await storage.codes.begin(id)).toEqual({ kind: 'limit', until });
      pass(until - now());
      await begin();
    });

    it('one that was not sent is void, and the next need not wait', async () => {
      const { storage, id, begin } = await ground(grounds);
      const { challenge } = await begin();
      await storage.codes.withdraw(id, 'another');
      expect(await storage.codes.current(id)).toMatchObject({ challenge });
      await storage.codes.withdraw(id, challenge);
      expect(await storage.codes.current(id)).toBeUndefined();
      expect(await storage.codes.spend(id, challenge)).toBe(false);
      await begin();
    });

    it('of an account that is blocked meanwhile the code is good for nothing', async () => {
      const { storage, id, begin } = await ground(grounds);
      const { challenge } = await begin();
      await storage.roster.block(id, { kind: 'account_blocked', accountId: id });
      expect(await storage.codes.spend(id, challenge)).toBe(false);
      await storage.roster.unblock(id, { kind: 'account_unblocked', accountId: id });
      expect(await storage.codes.spend(id, challenge)).toBe(true);
    });

    it('another way of codes comes with its secret in one write', async () => {
      const { storage, id } = await ground(grounds);
      const method = { otpMethod: 'SMS', phone: '+306912345678' };
      expect(await storage.accounts.reseal(id, 9, { totp: 'new' }, undefined, { method })).toBe(false);
      expect(await storage.accounts.find(id)).toMatchObject({ phone: '' });
      expect(await storage.accounts.reseal(id, 1, { totp: 'new' }, undefined, { method })).toBe(true);
      expect(await storage.accounts.find(id)).toMatchObject(method);
      expect(await storage.accounts.sealed(id)).toMatchObject({ totp: 'new' });
    });

    it('accounts have codes of their own', async () => {
      const { storage, id, begin } = await ground(grounds);
      const other = await enrol(storage, 'Νίκος');
      const { challenge } = await begin();
      expect(await storage.codes.current(other.id)).toBeUndefined();
      expect(await storage.codes.spend(other.id, challenge)).toBe(false);
      expect(await storage.codes.begin(other.id)).toMatchObject({ kind: 'begun' });
      expect(await storage.codes.current(id)).toMatchObject({ challenge });
      await expect(storage.codes.begin('nobody')).rejects.toThrow();
    });
  });
}
