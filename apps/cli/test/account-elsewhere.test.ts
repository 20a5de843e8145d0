import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  type CscSimulator,
  cscPeople,
  type DsaSimulator,
  makeTestPki,
  startCscSimulator,
  startDsaSimulator,
} from '@websign/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { websign } from './process.ts';

// Each command is a process of its own; on a busy machine a test of several takes its time.
vi.setConfig({ testTimeout: 180_000 });

let folder = '';
let csc: CscSimulator;
let dsa: DsaSimulator;
let env: NodeJS.ProcessEnv = {};
const at = (name: string) => join(folder, name);
const add = (...args: string[]) =>
  websign(['account', 'add', ...args, '--email', 'a@example.test', '--password-file', at('password')], {
    env,
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'websign-elsewhere-'));
  const pki = makeTestPki();
  csc = await startCscSimulator({ credentials: cscPeople(pki) });
  const user = { username: 'petros', password: 'Dsa-0815', totpSecret: 'GEZDGNBVGY3TQOJQ' };
  dsa = await startDsaSimulator({ users: [{ ...user, identity: pki.signers.rsa2048 }] });
  await writeFile(at('master.key'), `1:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  for (const [name, text] of [
    ['password', 'Pass-word1'],
    ['secret', csc.client.secret],
    ['theirs', user.password],
    ['wrong', 'nobody-0815'],
  ] as const)
    await writeFile(at(name), `${text}\n`);
  env = {
    ...{ WEBSIGN_DATA: at('data'), MASTER_KEY_FILE: at('master.key'), SIGNATURE_LEVEL: 'B-B' },
    ...{ CSC_URL: csc.url, CSC_CLIENT_ID: csc.client.id, CSC_CLIENT_SECRET_FILE: at('secret') },
    DSA_URL: dsa.url,
  };
});
afterAll(async () => {
  await csc?.close();
  await dsa?.close();
  await rm(folder, { recursive: true, force: true });
});

test('an account with a key at a remote signing service takes its certificates from there', async () => {
  const added = await add('nikos', '--csc', '--credential', 'nikos-rsa3072');
  expect(added).toMatchObject({ code: 0, stdout: 'nikos is added.\n' });
  const limited = await add('giorgos', '--csc', '--credential', 'giorgos-p384-sms', '--own-password');
  expect(limited.code).toBe(0);
  const { stdout } = await websign(['account', 'list'], { env });
  // PWD-3: the file's password is whose who runs the command; with --own-password the signer's.
  expect(stdout).toMatch(/^nikos\t.*\tkey at csc\tfirst password not changed yet$/m);
  expect(stdout).toMatch(/^giorgos\t.*\tkey at csc$/m);
  const database = new DatabaseSync(join(at('data'), 'websign.db'), { readOnly: true });
  const rows = database
    .prepare('SELECT username, provider, "keyReferenceJson" AS key, "otpMethod" AS method FROM accounts')
    .all();
  database.close();
  expect(rows.map((row) => ({ ...row, key: JSON.parse(String(row.key)) }))).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...{ username: 'giorgos', provider: 'csc', method: 'PROVIDER' },
        key: { credentialID: 'giorgos-p384-sms', multisign: 5, sendsCodes: true },
      }),
    ]),
  );
});

test('a credential of the service’s own page needs CSC_ACTIVATION=redirect', async () => {
  const refused = await add('maria', '--csc', '--credential', 'maria-rsa2048-page');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('CSC_ACTIVATION=redirect')]);
  env = { ...env, CSC_ACTIVATION: 'redirect', PUBLIC_ORIGIN: 'https://sign.example' };
  expect((await add('maria', '--csc', '--credential', 'maria-rsa2048-page')).code).toBe(0);
  expect((await add('nobody', '--csc', '--credential', 'unknown')).code).toBe(1);
  expect((await add('nobody', '--csc')).code).toBe(2);
});

test('an account with a key at a Greek state provider asks for the password there once', async () => {
  const way = ['--dsa', '--provider-username', 'petros', '--provider-password-file'];
  const wrong = await add('petros', ...way, at('wrong'));
  expect([wrong.code, wrong.stderr]).toEqual([
    1,
    expect.stringContaining('The provider does not accept this user and password.'),
  ]);
  expect(await add('petros', ...way, at('theirs'))).toMatchObject({ code: 0 });
  expect((await websign(['account', 'show', 'petros', '--json'], { env })).stdout).toContain(
    '"provider":"dsa"',
  );
  const reset = await websign(['account', 'reset-otp', 'petros', '--otp-file', at('otp')], { env });
  expect([reset.code, reset.stderr]).toEqual([1, expect.stringContaining('come from elsewhere')]);
  expect((await add('petros', '--dsa', '--csc')).code).toBe(2);
});
