import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromColumns, SoftwareKeys } from '@websign/providers';
import { enrolmentsIn } from '@websign/server/services/operators/enrolments';
import { masterKeyUsage } from '@websign/server/services/operators/master-key';
import { openStorage, type Storage } from '@websign/server/storage/index';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  freshCode,
  Person,
  smallPdf,
  startTest,
  type TestAccount,
  type TestHome,
  testHome,
} from '../../server/test/http/harness.ts';
import { type Outcome, websign } from './process.ts';

// Each command is a process of its own; on a busy machine a test of several takes its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

let home: TestHome;
let folder = '';
/** The two servers' own files of the master key. */
const files = { one: '', other: '' };
const data = () => home.environment.WEBSIGN_DATA ?? '';

beforeAll(async () => {
  home = await testHome({ SIGNATURE_LEVEL: 'B-B' });
  folder = await mkdtemp(join(tmpdir(), 'websign-master-key-'));
  files.one = join(folder, 'one.key');
  files.other = join(folder, 'other.key');
  for (const file of Object.values(files)) await copyFile(home.environment.MASTER_KEY_FILE ?? '', file);
});
afterAll(async () => {
  await home.remove();
  await rm(folder, { recursive: true, force: true });
});

const command = (...args: string[]): Promise<Outcome> =>
  websign(args, { env: { ...home.environment, MASTER_KEY_FILE: files.one } });

async function done(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await command(...args);
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return stdout;
}

const opened: Storage[] = [];
async function storage(): Promise<Storage> {
  const storage = await openStorage({
    dataFolder: data(),
    nameKey: await readFile(join(data(), 'name.key')),
    clock: home.clock,
  });
  opened.push(storage);
  return storage;
}
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

function named(username: string): TestAccount {
  const account = home.accounts.find((one) => one.username === username);
  if (!account) throw new Error(`no ${username}`);
  return account;
}

/** Signs at both servers in turn, signs in and changes a password, until told to stop; what went wrong. */
function work(urls: readonly string[]) {
  const failures: string[] = [];
  const rounds = { signed: 0, others: 0 };
  let stopping = false;
  const repeat = async (round: (url: string, n: number) => Promise<void>) => {
    for (let n = 0; !stopping; n += 1) {
      await round(urls[n % urls.length] ?? '', n).catch((error: unknown) => failures.push(String(error)));
    }
  };
  const people = new Map<string, Person>();
  const signing = repeat(async (url, n) => {
    const account = named(n % 4 < 2 ? 'maria' : 'nikos');
    const at = `${url} ${account.username}`;
    const person = people.get(at) ?? (await Person.at(url, account));
    people.set(at, person);
    const document = await person.document(smallPdf(), 'a.pdf', String(n));
    const otp = freshCode(home, account);
    const { body } = await person.sign<{ status?: string }>({ documents: [document], otp });
    if (body.status !== 'success') failures.push(JSON.stringify(body));
    rounds.signed += 1;
  });
  const petros = { ...named('petros') };
  const others = repeat(async (url, n) => {
    await Person.at(url, named('eleni'));
    const next = `Passw0rd!${n}`;
    const request = { oldPassword: petros.password, newPassword: next, confirmPassword: next };
    const person = new Person(url, petros);
    const { status } = await person.post('/api/change_password', { username: 'petros', ...request });
    if (status === 200) petros.password = next;
    else failures.push(`change of password: ${status}`);
    rounds.others += 1;
  });
  return {
    failures,
    /** Resolves when each has gone round so many times more. */
    async rounds(more: number) {
      const until = { signed: rounds.signed + more, others: rounds.others + more };
      await vi.waitUntil(() => rounds.signed >= until.signed && rounds.others >= until.others, {
        timeout: 120_000,
        interval: 20,
      });
    },
    async stop() {
      stopping = true;
      await Promise.all([signing, others]);
      return rounds;
    },
  };
}

describe('the master key is changed while servers work', () => {
  test('nobody’s signing, sign-in or change of password fails; the old version opens nothing any more', async () => {
    const servers = await Promise.all(
      Object.values(files).map((MASTER_KEY_FILE) => startTest(home, { MASTER_KEY_FILE })),
    );
    const before = await storage();
    const maria = await before.accounts.findByUsername('maria');
    const backup = maria && (await before.accounts.sealed(maria.id));
    if (!maria || !backup) throw new Error('no account');
    // What waits: a new device, and a key without its certificate.
    await done('account', 'reset-otp', 'eleni', '--otp-file', join(folder, 'eleni.otp'));
    await writeFile(join(folder, 'password'), 'Passw0rd!anna\n');
    const person = ['--email', 'anna@example.gr', '--surname', 'Α', '--name', 'Α', '--subject-serial', '1'];
    const secret = ['--password-file', join(folder, 'password'), '--otp-file', join(folder, 'anna.otp')];
    await done('account', 'add', 'anna', '--request', join(folder, 'anna.csr'), ...person, ...secret);

    const load = work(servers.map(({ url }) => url));
    try {
      await load.rounds(2);
      expect(await done('master-key', 'add')).toContain('Version 2 is in ');
      expect((await stat(files.one)).mode & 0o777).toBe(0o600);
      const early = await command('master-key', 'retire', '1');
      expect(early.code).toBe(1);
      expect(early.stderr).toContain(
        'Version 1 still seals 4 accounts, 1 new OTP secrets that wait and 1 keys that wait for a certificate',
      );
      // One server has the new file, the other not yet.
      await load.rounds(2);
      await copyFile(files.one, files.other);
      const rotated = await done('master-key', 'rotate');
      expect(rotated).toContain('All is sealed under version 2: 5 moved, 4 accounts looked at.');
      await load.rounds(2);
      expect(await done('master-key', 'rotate')).toContain('0 moved, 4 accounts');
      expect(await done('master-key', 'list')).toContain(
        'version 1\theld\t0 accounts\t0 new OTP secrets that wait\t0 keys',
      );
      expect(await done('master-key', 'retire', '1')).toContain('Version 1 is no longer in ');
      await load.rounds(2);
      await copyFile(files.one, files.other);
      await load.rounds(2);
    } finally {
      const { signed } = await load.stop();
      expect(load.failures).toEqual([]);
      expect(signed).toBeGreaterThanOrEqual(10);
    }

    const after = await storage();
    const usage = await masterKeyUsage({ storage: after, enrolments: enrolmentsIn(data()) });
    expect([...usage]).toEqual([[2, { accounts: 4, resets: 1, enrolments: 1 }]]);
    const keys = await SoftwareKeys.open({ masterKey: { file: files.other } });
    const { password } = named('maria');
    const row = await after.accounts.sealed(maria.id);
    expect(row && (await keys.verifyPassword(fromColumns(maria.id, row), password, 'session'))).toBe(true);
    // Of a backup from before.
    const old = keys.verifyPassword(fromColumns(maria.id, backup), password, 'session');
    await expect(old).rejects.toMatchObject({ code: 'sealed_row' });
    await keys.close();

    // The new device that waited takes effect, though the secret that it replaces was sealed anew.
    const eleni = await after.accounts.findByUsername('eleni');
    home.advance(Date.now() + 25 * 60 * 60_000 - home.clock());
    await vi.waitUntil(async () => eleni && (await after.audit.last(eleni.id, 'otp_reset')), {
      timeout: 30_000,
      interval: 100,
    });
    expect(eleni && (await after.audit.last(eleni.id, 'otp_reset_void'))).toBeUndefined();
    const kinds = [];
    for await (const { kind, detail } of after.audit.export())
      if (kind.startsWith('master_key')) kinds.push([kind, detail]);
    const by = expect.stringMatching(/^cli:/);
    expect(kinds).toEqual([
      ['master_key_rotation_begun', { by, version: 2 }],
      ['master_key_rotated', { by, version: 2, accounts: 4, moved: 5 }],
      ['master_key_rotation_begun', { by, version: 2 }],
      ['master_key_rotated', { by, version: 2, accounts: 4, moved: 0 }],
      ['master_key_retired', { by, version: 1 }],
    ]);
    for (const server of servers) await server.close();
    const logged = home.logged.join('');
    for (const line of (await readFile(files.one, 'utf8')).split('\n').filter(Boolean))
      expect(logged).not.toContain(line.split(':')[1]);
  });

  test('what cannot be done is told in a sentence', async () => {
    const told = async (...args: string[]) => {
      const { code, stderr } = await command('master-key', ...args);
      return [code, stderr.split('\n')[0]];
    };
    expect(await told()).toEqual([2, 'websign: master-key does list, add, rotate or retire.']);
    expect(await told('retire', '7')).toEqual([1, `websign: ${files.one} holds no version 7.`]);
    expect(await told('retire', '2')).toEqual([
      1,
      'websign: Version 2 is the newest; add another one first.',
    ]);
    expect(await told('retire', 'x')).toEqual([2, 'websign: "x" is no version of the master key.']);
  });
});
