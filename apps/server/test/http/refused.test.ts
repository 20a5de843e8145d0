import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { api } from '@websign/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { openStorage, type Storage } from '../../src/storage/index.ts';
import { freshCode, Person, smallPdf, startTest, type TestHome, testHome } from './harness.ts';

const minute = 60_000;
let home: TestHome;
let server: RunningServer;
let storage: Storage;
beforeAll(async () => {
  home = await testHome({ ADDRESS_FAILURES: '20' });
  server = await startTest(home);
  storage = await openStorage({
    dataFolder: join(home.folder, 'data'),
    nameKey: new Uint8Array(32),
    clock: home.clock,
  });
});
afterAll(async () => {
  await storage?.close();
  await server?.close();
  await home?.remove();
});
afterEach(() => home.advance(6 * minute));

/** Rows of one kind, their details alone. */
async function told(kind: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const row of storage.audit.export()) if (row.kind === kind) found.push(row.detail);
  return found;
}

/** Letters that say that an account was locked. */
async function warnings(): Promise<number> {
  const folder = join(home.folder, 'data', 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const subject = Buffer.from('Ο λογαριασμός σας κλειδώθηκε').toString('base64').slice(0, 20);
  return texts.filter((text) => text.includes(subject)).length;
}

test('strangers’ failures and locks are a row for five minutes, whatever their number', async () => {
  // Windows begin at whole five minutes: all tries are within one.
  home.advance(5 * minute - (home.clock() % (5 * minute)));
  const stranger = new Person(server.url, { username: '', password: '', totpSecret: '' });
  const before = (await storage.audit.head()).sequence;
  for (const username of ['petros', 'a', 'b', 'c']) {
    for (let n = 0; n < 6; n++) await stranger.post(api.login, { username, password: 'wrong' });
  }
  expect((await storage.audit.head()).sequence).toBe(before);
  home.advance(10 * minute);
  await storage.audit.sweep();
  expect(await told('login_refused')).toMatchObject([{ count: 15 }, { count: 5 }]);
  expect(await told('login_locked')).toMatchObject([{ count: 3 }, { count: 1 }]);
  expect((await storage.audit.head()).sequence).toBe(before + 4);
  expect((await storage.audit.verify()).ok).toBe(true);
  // The twentieth failure keeps the address out, whoever else is behind it: the operator is told which, once.
  const lines = home.logged.filter((line) => line.includes('nobody can log in from an address'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"address":"127.0.0.1"');
});

test('refused signatures and a lock leave rows, and the first lock of a day a letter', async () => {
  const maria = await Person.at(server.url, home.accounts[0]);
  const id = await maria.document(smallPdf());
  for (let round = 1; round <= 2; round++) {
    for (let n = 0; n < 5; n++) await maria.sign({ documents: [id], otp: '000000' });
    await maria.sign({ documents: [id], otp: '000000' });
    home.advance(6 * minute);
    expect(await told('sign_refused')).toHaveLength(5 * round);
    expect(await told('account_locked')).toHaveLength(round);
  }
  const [refused] = await told('sign_refused');
  expect(refused).toMatchObject({ code: 'wrong_otp', documents: [{ document: id, code: 'wrong_otp' }] });
  const [locked] = await told('account_locked');
  expect(locked).toMatchObject({ code: 'wrong_otp', until: expect.any(Number) });
  await expect.poll(warnings, { timeout: 10_000 }).toBe(1);
  // What was refused before a code was looked at is counted.
  await storage.audit.sweep();
  const counted = (await told('sign_refused')).filter((detail) => Object.hasOwn(Object(detail), 'count'));
  expect(counted).toMatchObject([
    { code: 'account_locked', count: 1 },
    { code: 'account_locked', count: 1 },
  ]);
});

test('a code that was spent for nothing leaves a row with all documents', async () => {
  const nikos = await Person.at(server.url, home.accounts[1]);
  const documents = [await nikos.document(smallPdf('a')), await nikos.document(smallPdf('b'))];
  const before = (await told('sign_refused')).length;
  home.tsa.answers = false;
  const { status } = await nikos.sign({ documents, otp: freshCode(home, nikos.account) });
  home.tsa.answers = true;
  expect(status).toBe(503);
  const rows = (await told('sign_refused')).slice(before);
  expect(rows).toEqual([
    {
      signing: expect.any(String),
      code: 'timestamp_unavailable',
      documents: documents.map((document) => ({ document, code: 'timestamp_unavailable' })),
    },
  ]);
});

test('requests that are refused without end leave no records without end', async () => {
  const nikos = await Person.at(server.url, home.accounts[1]);
  const ask = async (n: number) => {
    const body = { documents: [String(n).padStart(22, '0')], username: nikos.account.username };
    const request = { ...body, password: 'wrong', otp: '000000', visibility: false };
    const { body: begun } = await nikos.post<{ signing: string }>(api.sign, request, {
      prefer: 'respond-async',
    });
    return begun.signing;
  };
  const ids: string[] = [];
  for (let n = 0; n < 70; n++) ids.push(await ask(n));
  const database = new DatabaseSync(join(home.folder, 'data', 'websign.db'), { readOnly: true });
  const find = database.prepare('SELECT COUNT(*) AS count FROM signings WHERE id = ?');
  const left = () => ids.filter((id) => find.get(id)?.count === 1);
  await expect.poll(left, { timeout: 10_000 }).toEqual(ids.slice(-50));
  database.close();
  expect(await nikos.get(api.signing(ids.at(-1) ?? ''))).toMatchObject({
    status: 200,
    body: { documents: [{ code: 'not_found' }] },
  });
});
