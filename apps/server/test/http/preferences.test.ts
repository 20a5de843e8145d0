import { api, type Preferences, type PreferencesAnswer } from '@websign/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { openStorage } from '../../src/storage/index.ts';
import { Person, startTest, type TestHome, testHome } from './harness.ts';

let home: TestHome;
let server: RunningServer;
beforeAll(async () => {
  home = await testHome();
  server = await startTest(home);
});
afterAll(async () => {
  await server?.close();
  await home?.remove();
});

const value: Preferences = {
  visible: true,
  title: 'Προϊσταμένη Διεύθυνσης',
  reason: 'Έγκριση',
  place: { page: 'first', corner: 'topLeft', dx: 36, dy: 40.5, width: 210, height: 72 },
};
const enter = (at: number) => Person.at(server.url, home.accounts[at]);
const remembered = async (person: Person) =>
  (await person.get<PreferencesAnswer>(api.preferences)).body.preferences;
const save = (person: Person, body: object) =>
  person.call(api.preferences, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const stored = async () => {
  const dataFolder = `${home.folder}/data`;
  const storage = await openStorage({ dataFolder, nameKey: new Uint8Array(32), clock: home.clock });
  return storage;
};

test('SGN-11: what was signed with last is there on every device of the signer, after a restart, and for nobody else', async () => {
  const maria = await enter(0);
  expect(await remembered(maria)).toBeNull();
  expect((await save(maria, value)).status).toBe(204);
  expect(await remembered(await enter(0))).toEqual(value);
  expect(await remembered(await enter(1))).toBeNull();
  await server.close();
  server = await startTest(home);
  expect(await remembered(await enter(0))).toEqual(value);
  const less = { ...value, visible: false, place: null };
  await save(await enter(0), less);
  expect(await remembered(await enter(0))).toEqual(less);
});

test('SGN-11: a password or a code that comes along is not kept', async () => {
  const maria = await enter(0);
  await save(maria, { ...value, password: 'Pa55word!', otp: '123456', place: { ...value.place, otp: '1' } });
  const storage = await stored();
  const account = await storage.accounts.findByUsername(maria.account.username);
  const kept = await storage.preferences.find(account?.id ?? '');
  await storage.close();
  expect(kept).toEqual(value);
});

test('SGN-11: one call forgets it all, of the asking signer only', async () => {
  const [maria, other] = [await enter(0), await enter(1)];
  await save(maria, value);
  await save(other, value);
  expect((await maria.call(api.preferences, { method: 'DELETE' })).status).toBe(204);
  expect(await remembered(maria)).toBeNull();
  expect(await remembered(other)).toEqual(value);
});

test('SGN-11: what another version remembered in a form of its own counts as nothing, and can be replaced', async () => {
  const maria = await enter(0);
  const storage = await stored();
  const account = await storage.accounts.findByUsername(maria.account.username);
  await storage.preferences.save(account?.id ?? '', { ...value, place: { page: 'odd' } });
  await storage.close();
  expect(await remembered(maria)).toBeNull();
  await save(maria, value);
  expect(await remembered(maria)).toEqual(value);
});

test('SGN-11: a blocked signer is told nothing; after the block it is as it was', async () => {
  const maria = await enter(0);
  await save(maria, value);
  const storage = await stored();
  const account = await storage.accounts.findByUsername(maria.account.username);
  await storage.roster.block(account?.id ?? '', { kind: 'account_blocked' });
  expect((await maria.get(api.preferences)).status).toBe(401);
  await storage.roster.unblock(account?.id ?? '', { kind: 'account_unblocked' });
  expect(await remembered(await enter(0))).toEqual(value);
  await storage.close();
});
