import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { api } from '@websign/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { Person, startTest, type TestHome, testHome } from './harness.ts';

/** What somebody can who writes the database, and nothing else. */
describe('rows that the service did not make', () => {
  let home: TestHome;
  let server: RunningServer;
  beforeAll(async () => {
    home = await testHome();
    server = await startTest(home);
  });
  afterAll(async () => {
    await server.close();
    await home.remove();
  });

  function written<T>(work: (database: DatabaseSync) => T): T {
    const file = join(home.environment.WEBSIGN_DATA ?? '', 'websign.db');
    const database = new DatabaseSync(file, { timeout: 10_000 });
    try {
      return work(database);
    } finally {
      database.close();
    }
  }
  const sealedOf = (username: string) =>
    written((database) =>
      database
        .prepare(
          'SELECT "sealedVerifier", "sealedKey", "sealedTotp", "secretsVersion" FROM accounts WHERE username = ?',
        )
        .get(username),
    );
  const personOf = (at: number) => Person.at(server.url, home.accounts[at]);
  const status = async (person: Person) => (await person.get(api.certificates)).status;

  test('SES-4: a session that is inserted is none, and one that is lent to another account ends', async () => {
    const [maria, nikos] = [await personOf(0), await personOf(1)];
    expect([await status(maria), await status(nikos)]).toEqual([200, 200]);
    const id = randomBytes(32).toString('base64url');
    written((database) => {
      const hash = createHash('sha256').update(id).digest('hex');
      database
        .prepare(
          `INSERT INTO sessions SELECT ?, "accountId", "createdAt", "usedAt", "endsAt", bound FROM sessions
             WHERE "accountId" = (SELECT id FROM accounts WHERE username = 'maria') LIMIT 1`,
        )
        .run(hash);
      database
        .prepare(
          `UPDATE sessions SET "accountId" = (SELECT id FROM accounts WHERE username = 'maria')
             WHERE "accountId" = (SELECT id FROM accounts WHERE username = 'nikos')`,
        )
        .run();
    });
    const inserted = new Person(server.url, maria.account);
    inserted.sessionId = id;
    expect([await status(inserted), await status(nikos), await status(maria)]).toEqual([401, 401, 200]);
  });

  test('PWD-2: an old row that is put back does not bring its password back, after a start either', async () => {
    const eleni = await personOf(2);
    const { username, password: oldPassword } = eleni.account;
    const old = sealedOf(username);
    const newPassword = 'Another-Horse-7';
    const change = { oldPassword, newPassword, confirmPassword: newPassword };
    expect((await eleni.post(api.changePassword, change)).status).toBe(200);
    const login = async (password: string) =>
      (await new Person(server.url, eleni.account).post(api.login, { username, password })).status;
    expect(await login(newPassword)).toBe(200);
    written((database) =>
      database
        .prepare(
          'UPDATE accounts SET "sealedVerifier" = ?, "sealedKey" = ?, "sealedTotp" = ? WHERE username = ?',
        )
        .run(String(old?.sealedVerifier), String(old?.sealedKey), String(old?.sealedTotp), username),
    );
    expect(await login(oldPassword)).toBe(500);
    await server.close();
    server = await startTest(home);
    expect(await login(oldPassword)).toBe(500);
    expect(existsSync(join(home.environment.WEBSIGN_DATA ?? '', 'signer', 'epochs'))).toBe(true);
  });
});
