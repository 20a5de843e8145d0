import { describe, expect, it } from 'vitest';
import type { Account, NewAuthorization } from '../../../src/storage/index.ts';
import { enrol, type Grounds, minutes, sha } from '../support/storages.ts';

const wish = ({ id: accountId }: Account, signingId: string, state = 'a'): NewAuthorization => ({
  ...{ accountId, signingId, stateSha256: sha(state), codeVerifier: `verifier ${signingId}` },
  prepared: { sha256: sha('f'), size: 9 },
});

export function authorizationsContract(grounds: Grounds): void {
  describe('authorizations', () => {
    it('SGN-8 one of many callers gets a record, over all replicas, and nobody afterwards', async () => {
      const { storage, second, now } = await grounds.lay();
      const other = await second();
      const account = await enrol(storage);
      expect(await storage.authorizations.begin(wish(account, 's1'))).toBe(now() + minutes(10));
      const taken = await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          (n % 2 ? storage : other).authorizations.take(account.id, 's1', sha('a')),
        ),
      );
      const given = taken.filter((one) => one !== undefined);
      expect(given).toEqual([
        {
          ...{ accountId: account.id, signingId: 's1', codeVerifier: 'verifier s1' },
          ...{ prepared: { sha256: sha('f'), size: 9 }, expiresAt: now() + minutes(10) },
        },
      ]);
      expect(await storage.authorizations.take(account.id, 's1', sha('a'))).toBeUndefined();
    });

    it('SGN-4 another state or account takes nothing, and leaves the record as it was', async () => {
      const { storage } = await grounds.lay();
      const [mine, hers] = [await enrol(storage, 'a'), await enrol(storage, 'b')];
      await storage.authorizations.begin(wish(mine, 's1'));
      const { authorizations } = storage;
      expect(await authorizations.take(mine.id, 's1', sha('b'))).toBeUndefined();
      expect(await authorizations.take(hers.id, 's1', sha('a'))).toBeUndefined();
      expect(await authorizations.take(mine.id, '\0', sha('a'))).toBeUndefined();
      const renewal = { signingId: 's1', stateSha256: sha('c'), codeVerifier: 'another' };
      expect(await authorizations.renew({ ...renewal, accountId: hers.id })).toBeUndefined();
      expect(await authorizations.renew({ ...renewal, accountId: mine.id })).toMatchObject({
        codeVerifier: 'another',
      });
      expect(await authorizations.take(mine.id, 's1', sha('a'))).toBeUndefined();
      expect(await authorizations.take(mine.id, 's1', sha('c'))).toMatchObject({ codeVerifier: 'another' });
    });

    it('ends after ten minutes, and a sweep takes it', async () => {
      const { storage, pass } = await grounds.lay();
      const account = await enrol(storage);
      await storage.authorizations.begin(wish(account, 's1'));
      pass(minutes(5));
      await storage.authorizations.begin(wish(account, 's2'));
      expect(await storage.authorizations.sweep()).toBe(0);
      pass(minutes(5));
      expect(await storage.authorizations.take(account.id, 's1', sha('a'))).toBeUndefined();
      const renewal = { accountId: account.id, signingId: 's1', stateSha256: sha('a'), codeVerifier: 'v' };
      expect(await storage.authorizations.renew(renewal)).toBeUndefined();
      await storage.sweep();
      expect(await storage.authorizations.sweep()).toBe(0);
      expect(await storage.authorizations.take(account.id, 's2', sha('a'))).toBeDefined();
    });

    it('LIM an account has five at once: who begins a sixth has left the oldest', async () => {
      const { storage, second, pass } = await grounds.lay();
      const other = await second();
      const [mine, hers] = [await enrol(storage, 'a'), await enrol(storage, 'b')];
      await storage.authorizations.begin(wish(hers, 'hers'));
      await storage.authorizations.begin(wish(mine, 'oldest'));
      pass(1);
      await Promise.all(
        ['s1', 's2', 's3', 's4', 's5'].map((id, n) =>
          (n % 2 ? storage : other).authorizations.begin(wish(mine, id)),
        ),
      );
      // Begun anew under its key: it takes its own place.
      await storage.authorizations.begin(wish(mine, 's5', 'b'));
      const take = (id: string, state = 'a') => storage.authorizations.take(mine.id, id, sha(state));
      expect(await take('oldest')).toBeUndefined();
      expect(await take('s5')).toBeUndefined();
      for (const id of ['s1', 's2', 's3', 's4']) expect(await take(id)).toBeDefined();
      expect(await take('s5', 'b')).toBeDefined();
      expect(await storage.authorizations.take(hers.id, 'hers', sha('a'))).toBeDefined();
    });

    it('a sign request rests until its time, and counts as interrupted from then on', async () => {
      const { storage, now, pass } = await grounds.lay();
      const { id: accountId } = await enrol(storage);
      const begun = await storage.signings.begin({ accountId, documents: [] });
      const id = begun.kind === 'started' ? begun.signing.id : '';
      await storage.signings.rest(id, { away: true }, now() + minutes(10));
      pass(minutes(10) - 1);
      expect(await storage.signings.find(accountId, id)).toMatchObject({
        ...{ state: 'running', progress: { away: true } },
      });
      pass(1);
      expect((await storage.signings.find(accountId, id))?.state).toBe('interrupted');
    });
  });
}
