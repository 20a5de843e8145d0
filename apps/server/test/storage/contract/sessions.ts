import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type NewSession,
  openStorage,
  type Storage,
  type StorageConfig,
} from '../../../src/storage/index.ts';
import { postgresEngine, sqliteEngine } from '../../../src/storage/sql/engine.ts';
import { all, enrol, type Grounds, minutes, sessionKey } from '../support/storages.ts';

/** The database itself, as whoever writes it has it. */
const engineOf = ({ dataFolder, databaseUrl }: StorageConfig) =>
  databaseUrl === undefined
    ? sqliteEngine(join(dataFolder, 'websign.db'))
    : postgresEngine(databaseUrl, () => {});

/** A session that begins under the verifier as it is. */
async function begun(storage: Storage, accountId: string): Promise<NewSession> {
  const secrets = await storage.accounts.sealed(accountId);
  const session = await storage.sessions.begin(accountId, secrets?.verifier ?? '');
  if (!session) throw new Error('no session began');
  return session;
}

/** A change of password that leaves the session of `but`. */
async function changed(storage: Storage, accountId: string, but?: string): Promise<void> {
  const { version = 0 } = (await storage.accounts.sealed(accountId)) ?? {};
  const parts = { verifier: `verifier ${version}` };
  expect(await storage.accounts.reseal(accountId, version, parts, undefined, { endSessions: { but } })).toBe(
    true,
  );
}

export function sessionsContract(grounds: Grounds): void {
  describe('sessions', () => {
    it('SES-4 makes ids of 256 bits and stores only their hash', async () => {
      const { storage } = await grounds.lay();
      const { id: accountId } = await enrol(storage);
      const session = await begun(storage, accountId);
      expect(session.id).toMatch(/^[\w-]{43}$/u);
      expect((await storage.sessions.peek(session.id))?.accountId).toBe(accountId);
      expect(await storage.sessions.peek(session.hash)).toBeUndefined();
      expect(await storage.sessions.peek('')).toBeUndefined();
    });

    it('SES-4 knows none by a plain hash, lent to another account, or with other times', async () => {
      const { storage, config } = await grounds.lay();
      const [mine, hers] = [await enrol(storage, 'a'), await enrol(storage, 'b')];
      const [own, lent, longer] = [
        await begun(storage, mine.id),
        await begun(storage, mine.id),
        await begun(storage, mine.id),
      ];
      const id = 'x'.repeat(43);
      const hash = createHash('sha256').update(id).digest('hex');
      const engine = engineOf(config);
      await engine.write(async (writer) => {
        const row = await writer
          .selectFrom('sessions')
          .selectAll()
          .where('hash', '=', own.hash)
          .executeTakeFirstOrThrow();
        await writer
          .insertInto('sessions')
          .values({ ...row, hash })
          .execute();
        const change = (of: string, values: { accountId?: string; endsAt?: number }) =>
          writer.updateTable('sessions').set(values).where('hash', '=', of).execute();
        await change(lent.hash, { accountId: hers.id });
        await change(longer.hash, { endsAt: longer.endsAt + 1 });
      });
      await engine.close();
      for (const known of [id, lent.id, longer.id]) {
        expect(await storage.sessions.peek(known)).toBeUndefined();
        expect(await storage.sessions.resume(known)).toBeUndefined();
        expect(await storage.sessions.use(known)).toBeUndefined();
      }
      expect((await storage.sessions.resume(own.id))?.account.id).toBe(mine.id);
    });

    it('stores new ones under the first key, and knows those of all keys that it was told', async () => {
      const { storage, second } = await grounds.lay();
      const { id: accountId } = await enrol(storage);
      const [early, late] = [sessionKey, Buffer.alloc(32, 8)];
      const first = await begun(storage, accountId);
      const other = await second();
      // A version of the master key is added, first here; then the old one is taken out, first there.
      storage.sessions.keyed([early, late]);
      const during = await begun(storage, accountId);
      expect(await other.sessions.peek(during.id)).toBeDefined();
      other.sessions.keyed([early, late]);
      other.sessions.keyed([late]);
      const after = await begun(other, accountId);
      for (const at of [storage, other])
        for (const { id } of [first, during, after]) expect(await at.sessions.peek(id)).toBeDefined();
      expect(await other.sessions.end(first.id)).toBe(true);
      expect(await storage.sessions.peek(first.id)).toBeUndefined();
    });

    it('begins none before it has a key, and finds none', async () => {
      const { storage, config } = await grounds.lay();
      const { id } = await enrol(storage);
      const session = await begun(storage, id);
      const keyless = await openStorage(config);
      await expect(keyless.sessions.begin(id, 'sealed verifier')).rejects.toThrow('no key yet');
      expect(await keyless.sessions.peek(session.id)).toBeUndefined();
      expect(await keyless.sessions.end(session.id)).toBe(false);
      await keyless.close();
    });

    it('PWD-2 none begins under a verifier that is no longer the account’s; a change ends those that began', async () => {
      const { storage } = await grounds.lay();
      const { id: accountId } = await enrol(storage);
      const { verifier, version } = (await storage.accounts.sealed(accountId)) ?? {
        verifier: '',
        version: 0,
      };
      const kept = await storage.sessions.begin(accountId, verifier);
      const racing = Array.from({ length: 8 }, () => storage.sessions.begin(accountId, verifier));
      const more = { endSessions: { but: kept?.hash } };
      const change = storage.accounts.reseal(accountId, version, { verifier: 'another' }, undefined, more);
      racing.push(...Array.from({ length: 8 }, () => storage.sessions.begin(accountId, verifier)));
      expect(await change).toBe(true);
      for (const session of await Promise.all(racing))
        expect(session && (await storage.sessions.peek(session.id))).toBeUndefined();
      expect(await storage.sessions.peek(kept?.id ?? '')).toBeDefined();
      expect(await storage.sessions.begin(accountId, verifier)).toBeUndefined();
      expect(await storage.sessions.begin(accountId, 'another')).toBeDefined();
      expect(await storage.sessions.begin('nobody', 'another')).toBeUndefined();
    });

    it('SES-4 ends after 30 idle minutes; use prolongs, peek does not', async () => {
      const { storage, pass } = await grounds.lay();
      const { id: accountId } = await enrol(storage);
      const { id } = await begun(storage, accountId);
      pass(minutes(29));
      expect(await storage.sessions.peek(id)).toBeDefined();
      expect(await storage.sessions.use(id)).toBeDefined();
      pass(minutes(29));
      expect(await storage.sessions.peek(id)).toBeDefined();
      pass(minutes(1));
      expect(await storage.sessions.use(id)).toBeUndefined();
    });

    it('SES-4 ends after 12 hours however much it is used', async () => {
      const { storage, pass } = await grounds.lay();
      const { id: accountId } = await enrol(storage);
      const { id, endsAt, createdAt } = await begun(storage, accountId);
      expect(endsAt - createdAt).toBe(minutes(720));
      for (let minute = 0; minute < 720; minute += 20) {
        expect(await storage.sessions.use(id)).toBeDefined();
        pass(minutes(20));
      }
      expect(await storage.sessions.use(id)).toBeUndefined();
    });

    it('never says that a session lasts longer than it does', async () => {
      const { storage, pass } = await grounds.lay();
      const { id: accountId } = await enrol(storage);
      const { id } = await begun(storage, accountId);
      pass(59_000);
      const session = await storage.sessions.use(id);
      pass((session?.idleUntil ?? 0) - (session?.createdAt ?? 0) - 59_001);
      expect(await storage.sessions.peek(id)).toBeDefined();
      pass(1);
      expect(await storage.sessions.peek(id)).toBeUndefined();
    });

    it('HDR-3, PWD-2 ends one, ends the others of an account, leaves other accounts alone', async () => {
      const { storage } = await grounds.lay();
      const { sessions } = storage;
      const [mine, hers] = [await enrol(storage, 'a'), await enrol(storage, 'b')];
      const [one, two, three] = [
        await begun(storage, mine.id),
        await begun(storage, mine.id),
        await begun(storage, mine.id),
      ];
      const other = await begun(storage, hers.id);
      expect(await sessions.end(one.id)).toBe(true);
      expect(await sessions.end(one.id)).toBe(false);
      await changed(storage, mine.id, two.hash);
      expect(await sessions.peek(two.id)).toBeDefined();
      expect(await sessions.peek(three.id)).toBeUndefined();
      await changed(storage, mine.id);
      expect(await sessions.peek(two.id)).toBeUndefined();
      expect(await sessions.peek(other.id)).toBeDefined();
    });

    it('SES-4 is resumed with its account; its beginning and its end stand in the audit log with it, once', async () => {
      const { storage } = await grounds.lay();
      const { sessions, accounts, audit } = storage;
      const account = await enrol(storage);
      const { verifier = '' } = (await accounts.sealed(account.id)) ?? {};
      const event = (kind: string) => ({ kind, accountId: account.id });
      expect(await sessions.begin(account.id, 'another verifier', event('login'))).toBeUndefined();
      const session = await sessions.begin(account.id, verifier, event('login'));
      const id = session?.id ?? '';
      const { createdAt, hash } = session ?? {};
      const resumed = await sessions.resume(id);
      expect(resumed).toMatchObject({ account, session: { accountId: account.id, createdAt, hash } });
      const ends = Array.from({ length: 5 }, () => sessions.end(id, event('logout')));
      expect((await Promise.all(ends)).filter(Boolean)).toHaveLength(1);
      expect(await sessions.resume(id)).toBeUndefined();
      expect((await all(audit.export())).map(({ kind }) => kind)).toEqual(['login', 'logout']);
    });

    it('an ended session does not come back through a use under way', async () => {
      const { storage, pass } = await grounds.lay();
      const { id: accountId } = await enrol(storage);
      const { id } = await begun(storage, accountId);
      pass(minutes(5));
      await Promise.all([storage.sessions.use(id), storage.sessions.end(id), storage.sessions.use(id)]);
      expect(await storage.sessions.peek(id)).toBeUndefined();
    });

    it('sweeps what is over', async () => {
      const { storage, pass } = await grounds.lay();
      const { id: accountId } = await enrol(storage);
      await begun(storage, accountId);
      pass(minutes(20));
      const { id } = await begun(storage, accountId);
      pass(minutes(10));
      expect(await storage.sessions.sweep()).toBe(1);
      expect(await storage.sessions.peek(id)).toBeDefined();
    });
  });
}
