import { describe, expect, it } from 'vitest';
import { enrol, type Grounds, minutes } from '../support/storages.ts';

export function sessionsContract(grounds: Grounds): void {
  describe('sessions', () => {
    it('SES-4 makes ids of 256 bits and stores only their hash', async () => {
      const { storage } = await grounds.lay();
      const { id: accountId } = await enrol(storage);
      const session = await storage.sessions.begin(accountId);
      expect(session.id).toMatch(/^[\w-]{43}$/u);
      expect((await storage.sessions.peek(session.id))?.accountId).toBe(accountId);
      expect(await storage.sessions.peek(session.hash)).toBeUndefined();
      expect(await storage.sessions.peek('')).toBeUndefined();
    });

    it('SES-4 ends after 30 idle minutes; use prolongs, peek does not', async () => {
      const { storage, pass } = await grounds.lay();
      const { id: accountId } = await enrol(storage);
      const { id } = await storage.sessions.begin(accountId);
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
      const { id, endsAt, createdAt } = await storage.sessions.begin(accountId);
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
      const { id } = await storage.sessions.begin(accountId);
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
        await sessions.begin(mine.id),
        await sessions.begin(mine.id),
        await sessions.begin(mine.id),
      ];
      const other = await sessions.begin(hers.id);
      expect(await sessions.end(one.id)).toBe(true);
      expect(await sessions.end(one.id)).toBe(false);
      expect(await sessions.endOthers(mine.id, two.id)).toBe(1);
      expect(await sessions.peek(two.id)).toBeDefined();
      expect(await sessions.peek(three.id)).toBeUndefined();
      expect(await sessions.endOthers(mine.id)).toBe(1);
      expect(await sessions.peek(other.id)).toBeDefined();
    });

    it('an ended session does not come back through a use under way', async () => {
      const { storage, pass } = await grounds.lay();
      const { id: accountId } = await enrol(storage);
      const { id } = await storage.sessions.begin(accountId);
      pass(minutes(5));
      await Promise.all([storage.sessions.use(id), storage.sessions.end(id), storage.sessions.use(id)]);
      expect(await storage.sessions.peek(id)).toBeUndefined();
    });

    it('sweeps what is over', async () => {
      const { storage, pass } = await grounds.lay();
      const { id: accountId } = await enrol(storage);
      await storage.sessions.begin(accountId);
      pass(minutes(20));
      const { id } = await storage.sessions.begin(accountId);
      pass(minutes(10));
      expect(await storage.sessions.sweep()).toBe(1);
      expect(await storage.sessions.peek(id)).toBeDefined();
    });
  });
}
