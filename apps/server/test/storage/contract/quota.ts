import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { enrol, type Ground, type Grounds, hours, sha, upload } from '../support/storages.ts';

const quota = { documents: 6, bytes: 1000 };

/** Signs a document in appearance. */
async function sign({ storage, now }: Ground, accountId: string, documentId: string): Promise<void> {
  const [outcome] = await storage.signings.record(accountId, [
    {
      ...{ documentId, baseSha256: sha('a'), sha256: sha('b'), size: 900, signedAt: now() },
      ...{ certificateSerial: '0A', level: 'B-T', signingId: null, detail: null },
      ...{ state: 'signed', signatures: [] },
    },
  ]);
  expect(outcome).toBe('recorded');
}

/** How the database goes about what it is asked for an account's unsigned documents. */
async function plan({ config }: Ground, accountId: string): Promise<string> {
  const query = `select count(*), sum(size) from documents where "accountId" = '${accountId}'
    and versions = 0 and state <> 'expired' and "expiresAt" > 1`;
  if (config.databaseUrl === undefined) {
    const database = new DatabaseSync(`${config.dataFolder}/websign.db`, { readOnly: true });
    const rows = database.prepare(`explain query plan ${query}`).all();
    database.close();
    return JSON.stringify(rows);
  }
  const client = new pg.Client({ connectionString: config.databaseUrl });
  await client.connect();
  try {
    // Tables of a test are so small that PostgreSQL would read them whole.
    await client.query('set enable_seqscan = off');
    return JSON.stringify((await client.query(`explain ${query}`)).rows);
  } finally {
    await client.end();
  }
}

export function quotaContract(grounds: Grounds): void {
  describe('what one signer has unsigned', () => {
    it('is counted and summed, refused files too, until it is signed or its term ends', async () => {
      const ground = await grounds.lay({ quota });
      const { storage, pass } = ground;
      const { id } = await enrol(storage);
      const { id: other } = await enrol(storage, 'other');
      expect(await storage.documents.unsigned(id)).toEqual({ documents: 0, bytes: 0 });
      const refused = upload(id, { size: 30, state: 'refused' });
      const [made] = await storage.documents.create([upload(id, { size: 200 }), refused]);
      await storage.documents.create([upload(other, { size: 5 })]);
      expect(await storage.documents.unsigned(id)).toEqual({ documents: 2, bytes: 230 });
      await sign(ground, id, made?.id ?? '');
      expect(await storage.documents.unsigned(id)).toEqual({ documents: 1, bytes: 30 });
      pass(hours(24));
      expect(await storage.documents.unsigned(id)).toEqual({ documents: 0, bytes: 0 });
      await storage.sweep();
      expect(await storage.documents.unsigned(id)).toEqual({ documents: 0, bytes: 0 });
    });

    it('is bounded in number and in bytes, to the last of them, and nothing of what passes is created', async () => {
      const ground = await grounds.lay({ quota });
      const { documents } = ground.storage;
      const { id } = await enrol(ground.storage);
      const { id: other } = await enrol(ground.storage, 'other');
      const [made] = await documents.create([upload(id, { size: 600 })]);
      await expect(documents.create([upload(id), upload(id, { size: 396 })])).rejects.toMatchObject({
        code: 'quota',
      });
      await documents.create([upload(id, { size: 400 })]);
      await expect(documents.create([upload(id, { size: 1 })])).rejects.toMatchObject({ code: 'quota' });
      await documents.create([upload(other, { size: 1000 })]);
      await sign(ground, id, made?.id ?? '');
      await documents.create(Array.from({ length: 5 }, () => upload(id, { size: 100 })));
      await expect(documents.create([upload(id, { size: 0 })])).rejects.toMatchObject({ code: 'quota' });
      expect(await documents.unsigned(id)).toEqual({ documents: 6, bytes: 900 });
    });

    it('is exact under parallel uploads through two connections', async () => {
      const { storage, second } = await grounds.lay({ quota });
      const other = await second();
      const { id } = await enrol(storage);
      const made = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => (n % 2 ? storage : other).documents.create([upload(id)])),
      );
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(quota.documents);
      expect(await storage.documents.unsigned(id)).toEqual({ documents: 6, bytes: 30 });
    });

    it('is read from an index of its own, and no other row with it', async () => {
      const ground = await grounds.lay();
      const { id } = await enrol(ground.storage);
      expect(await plan(ground, id)).toMatch(/documents_unsigned/);
    });

    it('a thousand documents of the allowed total fit several times', async () => {
      const { storage } = await grounds.lay();
      const { id } = await enrol(storage);
      const size = (50 * 1024 * 1024) / 1000;
      const group = (groupId: string) =>
        Array.from({ length: 1000 }, () => upload(id, { groupId, size: Math.floor(size) }));
      for (const groupId of ['1', '2', '3', '4', '5']) await storage.documents.create(group(groupId));
      await expect(storage.documents.create([upload(id)])).rejects.toMatchObject({ code: 'quota' });
    });
  });
}
