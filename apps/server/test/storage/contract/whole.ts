import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openStorage } from '../../../src/storage/index.ts';
import { restore } from '../../../src/storage/restore.ts';
import { enrol, type Grounds, upload } from '../support/storages.ts';

export function wholeContract(
  grounds: Grounds,
  tamper: (place: string, statements: string[]) => Promise<void>,
): void {
  describe('the whole', () => {
    it('migrates once, however many open it together', async () => {
      const { second, storage } = await grounds.lay();
      await enrol(storage);
      const others = await Promise.all(Array.from({ length: 6 }, second));
      for (const other of others) expect(await other.accounts.list()).toHaveLength(1);
    });

    it('goes on beside a newer version that takes nothing away, and refuses what it cannot live with', async () => {
      const { config } = await grounds.lay();
      const place = config.databaseUrl ?? join(config.dataFolder, 'websign.db');
      const later = (number: number, name: string) =>
        tamper(place, [`INSERT INTO migrations VALUES (${number}, '${name}', 0)`]);
      await later(97, '0097-more');
      await later(98, '0098-less-needs-0002');
      await (await openStorage(config)).close();
      await later(99, '0099-less-needs-0098');
      await expect(openStorage(config)).rejects.toMatchObject({ code: 'migration' });
      await tamper(place, [
        `DELETE FROM migrations WHERE number > 90`,
        `UPDATE migrations SET name = '0002-other' WHERE number = 2`,
      ]);
      await expect(openStorage(config)).rejects.toMatchObject({ code: 'migration' });
    });

    it('says that a database is away or is none, without its address', async () => {
      const { config } = await grounds.lay();
      const url = 'postgres://websign:geheim@127.0.0.1:1/websign';
      const away = await openStorage({ ...config, databaseUrl: url }).catch((error: unknown) => error);
      expect(away).toMatchObject({ code: 'unavailable' });
      expect(inspect(away, { depth: 9 })).not.toContain('geheim');
      const dataFolder = join(config.dataFolder, 'other');
      await mkdir(dataFolder);
      await writeFile(
        join(dataFolder, 'websign.db'),
        'this is no database, but it is long enough to look like one',
      );
      const { databaseUrl: _, ...files } = { ...config, dataFolder };
      await expect(openStorage(files)).rejects.toMatchObject({ code: 'corrupt' });
    });

    it('takes an upload of a thousand files at once', async () => {
      const { storage } = await grounds.lay();
      const { id } = await enrol(storage);
      const files = Array.from({ length: 1000 }, (_, n) => upload(id, { name: `${n}` }));
      await storage.documents.create(files);
      const group = await storage.documents.group(id, files[0]?.groupId ?? '');
      expect(group.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
      expect(await storage.audit.verify()).toMatchObject({ ok: true, head: { sequence: 1000 } });
    });

    it('refuses a short name key', async () => {
      const { config } = await grounds.lay();
      await expect(openStorage({ ...config, nameKey: Buffer.alloc(31) })).rejects.toMatchObject({
        code: 'invalid',
      });
    });

    it('is healthy while open, and keeps its files to itself', async () => {
      const { storage, config } = await grounds.lay();
      await storage.health();
      await storage.blobs.put(Buffer.from('x'));
      for (const name of await readdir(config.dataFolder, { recursive: true })) {
        const { mode } = await stat(join(config.dataFolder, name));
        expect([name, mode & 0o077]).toEqual([name, 0]);
      }
    });

    it('copies itself while running, and the copy opens', async () => {
      const { storage, config } = await grounds.lay();
      if (config.databaseUrl !== undefined) {
        // pg_dump is the operator's own, of the server's version or later: without it the answer says so.
        const copied = await storage
          .backup(join(config.dataFolder, 'backup'))
          .catch((error: unknown) => error);
        expect(copied).toSatisfy((it) => /pg_dump/u.test(String(it)) || String(it) === '[object Object]');
        return;
      }
      const { id } = await enrol(storage);
      await storage.preferences.save(id, { title: 'Διευθύντρια' });
      const { sha256, size } = await storage.blobs.put(Buffer.from('the file'));
      const [document] = await storage.documents.create([upload(id, { sha256, size })]);
      const folder = join(config.dataFolder, 'backup');
      // Made by somebody whose folders all may read.
      await mkdir(folder);
      await chmod(folder, 0o755);
      const writing = Promise.all(Array.from({ length: 50 }, () => storage.audit.append({ kind: 'x' })));
      expect((await storage.backup(folder)).blobs).toBe(1);
      await writing;
      expect((await stat(join(folder, 'websign.db'))).mode & 0o777).toBe(0o600);
      await chmod(join(folder, 'websign.db'), 0o644);
      const restored = join(config.dataFolder, 'restored');
      await restore({ ...config, dataFolder: restored }, folder);
      expect((await stat(join(restored, 'websign.db'))).mode & 0o777).toBe(0o600);
      await expect(storage.backup(folder)).rejects.toMatchObject({ code: 'backup' });
      const copy = await openStorage({ ...config, dataFolder: folder });
      try {
        expect(await copy.documents.find(id, document?.id ?? '')).toEqual(document);
        expect(Buffer.from(await copy.blobs.read(sha256, { size, verify: true })).toString()).toBe(
          'the file',
        );
        expect(await copy.preferences.find(id)).toEqual({ title: 'Διευθύντρια' });
        expect((await copy.audit.verify()).ok).toBe(true);
      } finally {
        await copy.close();
      }
    });

    it('says what is wrong without the database’s words', async () => {
      const { storage } = await grounds.lay();
      const { id } = await enrol(storage, 'μυστικό');
      const failure = await storage.documents.create([upload(`${id}x`)]).catch((error: unknown) => error);
      expect(String(failure)).toMatch(/^StorageError: the database refused: (SQLite|PostgreSQL) \w+ \(/u);
    });
  });
}
