import { describe, expect, it } from 'vitest';
import { databaseFacts } from '../../../src/storage/index.ts';
import { enrol, type Grounds, minutes } from '../support/storages.ts';

export function censusContract(grounds: Grounds): void {
  describe('census', () => {
    it('counts live sessions, and tells when the next certificate ends', async () => {
      const { storage, pass, now } = await grounds.lay();
      expect(await storage.census.count()).toEqual({ sessions: 0, nextCertificateEnd: null });
      const maria = await enrol(storage, 'maria');
      await enrol(storage, 'nikos');
      await storage.sessions.begin(maria.id, 'sealed verifier');
      const nextCertificateEnd = Date.UTC(2030, 0, 1);
      expect(await storage.census.count()).toEqual({ sessions: 1, nextCertificateEnd });
      pass(minutes(31));
      expect(await storage.census.count()).toEqual({ sessions: 0, nextCertificateEnd });
      pass(nextCertificateEnd - now());
      expect((await storage.census.count()).nextCertificateEnd).toBeNull();
    });

    it('leaves out the certificates of blocked accounts', async () => {
      const { storage } = await grounds.lay();
      const maria = await enrol(storage, 'maria');
      await storage.roster.block(maria.id, { kind: 'account_blocked' });
      expect((await storage.census.count()).nextCertificateEnd).toBeNull();
    });

    it('tells connections where there is a pool, and each transaction to whoever observes', async () => {
      const steps: string[] = [];
      const { storage, config } = await grounds.lay({
        observe: (step, work) => {
          steps.push(`${step.step} ${step.kind}`);
          return work();
        },
      });
      await enrol(storage);
      expect(steps).toContain('database transaction');
      const pooled = config.databaseUrl !== undefined;
      const connections = storage.census.connections();
      expect(connections === undefined).toBe(!pooled);
      if (pooled) expect(connections).toMatchObject({ used: 0, waiting: 0 });
    });

    it('a database tells its version, migrations and clock without being changed', async () => {
      const { config } = await grounds.lay();
      const { dataFolder, databaseUrl } = config;
      const place = { dataFolder, ...(databaseUrl === undefined ? {} : { databaseUrl }) };
      const facts = await databaseFacts(place, () => Date.now() + minutes(5));
      expect(facts).toMatchObject({ pending: 0, newer: 0 });
      expect(facts.version).toMatch(databaseUrl === undefined ? /^SQLite 3\./ : /^PostgreSQL \d/);
      if (databaseUrl === undefined) expect(facts.aheadMs).toBe(0);
      else expect(Math.abs(facts.aheadMs - minutes(5))).toBeLessThan(minutes(1));
    });
  });
}
