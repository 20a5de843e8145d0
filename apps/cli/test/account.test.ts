import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isInstalled, unlessInstalled } from '@websign/testkit';
import { URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { websign } from './process.ts';
import {
  type OperatorFolder,
  openssl,
  operatorFolder,
  PASSWORD,
  startProduction,
  writePkcs12,
} from './production.ts';

// Each command is a process of its own; on a busy machine a test of several takes its time.
vi.setConfig({ testTimeout: 180_000 });

let operator: OperatorFolder;
const at = (name: string) => operator.at(name);
const account = (...args: string[]) => websign(['account', ...args], { env: operator.env });
const production = () => startProduction(operator);

beforeAll(async () => {
  operator = await operatorFolder();
  await writeFile(at('weak'), 'password\n');
  if (isInstalled('openssl')) await writePkcs12(operator, 'eleni.p12');
});
afterAll(() => operator.remove());

/** What stands in the database of the server, which is what the next start finds. */
function inDatabase<T>(work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(at('data'), 'websign.db'), { timeout: 10_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const waitingJobs = () =>
  inDatabase((database) =>
    database
      .prepare('SELECT kind FROM outbox ORDER BY kind')
      .all()
      .map(({ kind }) => kind),
  );
const sealedTotp = () =>
  inDatabase(
    (database) =>
      database.prepare(`SELECT "sealedTotp" AS sealed FROM accounts WHERE username = 'eleni'`).get()?.sealed,
  );

const add = (username: string, ...more: string[]) =>
  account('add', username, '--email', 'eleni@example.gr', '--p12', at('eleni.p12'), ...more);
const passwords = () => ['--p12-password-file', at('password'), '--password-file', at('password')];

describe.skipIf(!isInstalled('openssl'))(`accounts${unlessInstalled('openssl')}`, () => {
  test('PWD-1 the first password satisfies the rules, and nothing is made of an account that has none', async () => {
    const weak = ['--p12-password-file', at('password'), '--password-file', at('weak')];
    const { code, stdout, stderr } = await add('eleni', ...weak, '--otp-file', at('otp'));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe('websign: The password breaks the rules for: upper, digit, symbol.\n');
  });

  test('PWD-2 an account has an address that letters can be sent to', async () => {
    for (const email of ['eleni', 'eleni@localhost', 'Ελένη <eleni@example.gr>', 'a@b.gr, c@d.gr']) {
      const { code, stdout, stderr } = await account(
        ...[
          'add',
          'eleni',
          '--email',
          email,
          '--p12',
          at('eleni.p12'),
          ...passwords(),
          '--otp-file',
          at('otp'),
        ],
      );
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^websign: --email .* is not an address that letters can be sent to\.\n/);
    }
    expect((await account('list')).stdout).not.toContain('eleni');
  });

  test('the OTP secret goes to a terminal or into a file, never into a pipe', async () => {
    const { code, stderr } = await add('eleni', ...passwords());
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^websign: The OTP secret is shown in a terminal only; name a file with --otp-file\.\n/,
    );
  });

  test('an account is added, listed, and can neither be added twice nor be seen in its secrets', async () => {
    const added = await add('eleni', ...passwords(), '--otp-file', at('otp'));
    expect(added).toMatchObject({ code: 0, stdout: 'eleni is added.\n', stderr: '' });
    expect((await stat(at('otp'))).mode & 0o777).toBe(0o600);
    const { stdout } = await account('list', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      username: 'eleni',
      surname: 'Παπαδοπούλου',
      name: 'Ελένη',
      email: 'eleni@example.gr',
      lockedUntil: null,
    });
    expect(stdout).not.toMatch(/secret|verifier|box/);
    const again = await add('ELENI', ...passwords(), '--otp-file', at('other-otp'));
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toMatch(/^websign: .*exists.*\n$/);
  });

  test('a key made here is certified by a CA; neither half works twice, nor with a wrong password', async () => {
    const names = [
      '--surname',
      'Γεωργίου',
      '--name',
      'Νίκος',
      '--subject-serial',
      'EL-7',
      '--email',
      'n@example.gr',
    ];
    const request = [
      'add',
      'nikos',
      '--request',
      at('nikos.csr'),
      ...names,
      '--password-file',
      at('password'),
    ];
    expect(await account(...request, '--otp-file', at('nikos-otp'))).toMatchObject({ code: 0, stderr: '' });
    const again = await account(...request, '--otp-file', at('nikos-otp-2'));
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/waits for its certificate already/),
    });

    const ca = [
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-subj',
      '/CN=Test CA',
    ];
    openssl('req', ...ca, '-keyout', at('ca.key'), '-out', at('ca.pem'));
    const issued = ['-in', at('nikos.csr'), '-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-days', '365'];
    openssl('x509', '-req', ...issued, '-out', at('nikos.pem'));
    const wrong = await account(
      'add',
      'nikos',
      '--certificate',
      at('nikos.pem'),
      '--password-file',
      at('weak'),
    );
    expect(wrong.code).toBe(1);
    const others = await account(
      'add',
      'nikos',
      '--certificate',
      at('ca.pem'),
      '--password-file',
      at('password'),
    );
    expect(others.code).toBe(1);
    const certificate = ['add', 'nikos', '--certificate', at('nikos.pem'), '--password-file', at('password')];
    expect(await account(...certificate)).toMatchObject({ code: 0, stdout: 'nikos is added.\n' });
    expect((await account(...certificate)).stderr).toMatch(
      /^websign: No key of nikos waits for a certificate;/,
    );
    const { stdout } = await account('list');
    expect(stdout).toMatch(/^nikos\tΓεωργίου Νίκος\t/m);
  });

  test('production starts with it, and the person can log in; unlock ends a lock', async () => {
    const { url, stop } = await production();
    const login = async (password: string) => {
      const body = JSON.stringify({ username: 'eleni', password });
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${url}/api/login`, { method: 'POST', headers, body })).status;
    };
    expect(await login(PASSWORD)).toBe(200);
    for (let failure = 0; failure < 5; failure += 1) expect(await login('wrong')).toBe(400);
    expect(await login(PASSWORD)).toBe(423);
    expect(await account('unlock', 'eleni')).toMatchObject({ code: 0, stdout: 'eleni may try again.\n' });
    expect(await login(PASSWORD)).toBe(200);
    await stop();
  });

  test('reset-otp gives another secret, which waits; a later one replaces it, and --cancel takes it back', async () => {
    const reset = await account('reset-otp', 'eleni', '--otp-file', at('new-otp'));
    expect(reset).toMatchObject({ code: 0, stderr: '' });
    expect(reset.stdout).toMatch(
      /^The new OTP secret of eleni takes effect at \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d \+0[23]:00; until then the old one holds\.\n/,
    );
    expect(await account('reset-otp', 'eleni', '--otp-file', at('later-otp'))).toMatchObject({ code: 0 });
    expect(waitingJobs()).toEqual(['mail', 'mail', 'otp_reset']);
    const cancelled = await account('reset-otp', 'eleni', '--cancel');
    expect(cancelled).toMatchObject({
      code: 0,
      stdout: 'The new OTP secret of eleni is cancelled; the old one holds.\n',
    });
    expect(await account('reset-otp', 'eleni', '--cancel')).toMatchObject({
      code: 1,
      stderr: 'websign: No new OTP secret of eleni waits to take effect.\n',
    });
    expect(waitingJobs()).toEqual(['mail', 'mail', 'mail']);
    const secretIn = async (file: string) =>
      URI.parse((await readFile(at(file), 'utf8')).trim()).secret.base32;
    expect(await secretIn('new-otp')).not.toBe(await secretIn('otp'));
    expect((await account('reset-otp', 'nobody', '--otp-file', at('x'))).stderr).toBe(
      'websign: There is no account "nobody".\n',
    );
  });

  test('reset-otp takes effect after its delay, and the letters of it are there', async () => {
    const before = sealedTotp();
    expect(await account('reset-otp', 'eleni', '--otp-file', at('last-otp'))).toMatchObject({ code: 0 });
    const first = await production();
    await vi.waitFor(() => expect(waitingJobs()).toEqual(['otp_reset']), { timeout: 60_000, interval: 200 });
    expect(sealedTotp()).toBe(before);
    // The day goes by.
    inDatabase((database) =>
      database.exec(`UPDATE outbox SET "notBefore" = "notBefore" - 24 * 3600000 WHERE kind = 'otp_reset'`),
    );
    await vi.waitFor(() => expect(waitingJobs()).toEqual([]), { timeout: 60_000, interval: 200 });
    await first.stop();
    expect(sealedTotp()).not.toBe(before);
    const letters = await readdir(join(at('data'), 'mail'));
    // Begun three times, cancelled once, done once.
    expect(letters.filter((name) => name.endsWith('.eml'))).toHaveLength(5);
    expect((await stat(join(at('data'), 'mail', letters[0] ?? ''))).mode & 0o777).toBe(0o600);
    const kinds = inDatabase((database) =>
      database.prepare(`SELECT kind FROM audit WHERE kind LIKE 'otp%' ORDER BY sequence`).all(),
    );
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'otp_reset_begun',
      'otp_reset_begun',
      'otp_reset_cancelled',
      'otp_reset_begun',
      'otp_reset',
    ]);
  });

  test('set-otp has codes come by another way after the delay of a new device, and says so to the signer', async () => {
    const way = () =>
      inDatabase((database) =>
        database.prepare(`SELECT "otpMethod" AS way, phone FROM accounts WHERE username = 'eleni'`).get(),
      );
    for (const [args, sentence] of [
      [['sms'], 'SMS needs a telephone number with its country, such as +306912345678.'],
      [
        ['sms', '--phone', '6912345678'],
        'SMS needs a telephone number with its country, such as +306912345678.',
      ],
      [['email', '--phone', '+306912345678'], 'A telephone number is for SMS only.'],
      [['pigeon'], '"pigeon" is none of totp, email, sms.'],
    ] as const)
      expect((await account('set-otp', 'eleni', ...args)).stderr).toContain(`websign: ${sentence}\n`);
    const before = sealedTotp();
    const set = await account('set-otp', 'eleni', 'sms', '--phone', '+306912345678');
    expect(set).toMatchObject({ code: 0, stderr: '' });
    expect(set.stdout).toMatch(/^The one-time codes of eleni come by sms from .+; until then as before\.\n/);
    expect(way()).toEqual({ way: 'TOTP', phone: '' });
    inDatabase((database) =>
      database.exec(`UPDATE outbox SET "notBefore" = "notBefore" - 24 * 3600000 WHERE kind = 'otp_reset'`),
    );
    const server = await production();
    await vi.waitFor(() => expect(waitingJobs()).toEqual([]), { timeout: 60_000, interval: 200 });
    await server.stop();
    expect(way()).toEqual({ way: 'SMS', phone: '+306912345678' });
    // Whoever has the old device knows nothing of the new codes.
    expect(sealedTotp()).not.toBe(before);
    const kinds = inDatabase((database) =>
      database.prepare(`SELECT kind FROM audit WHERE kind LIKE 'otp%' ORDER BY sequence DESC LIMIT 2`).all(),
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['otp_reset', 'otp_method_begun']);
    expect((await account('reset-otp', 'eleni', '--otp-file', at('none'))).code).toBe(1);
    // Back to a device, for what follows.
    expect(await account('set-otp', 'eleni', 'totp', '--otp-file', at('device'))).toMatchObject({ code: 0 });
    expect(await account('reset-otp', 'eleni', '--cancel')).toMatchObject({ code: 0 });
    inDatabase((database) => database.exec(`DELETE FROM outbox`));
  });

  test('outbox lists what was given up, without addresses and secrets, and puts it away', async () => {
    const outbox = (...args: string[]) => websign(['outbox', ...args], { env: operator.env });
    expect(await outbox('list')).toMatchObject({ code: 0, stdout: '' });
    inDatabase((database) =>
      database.exec(`INSERT INTO outbox
        (kind, "payloadJson", "notBefore", attempt, "claimedUntil", state, reason, "dueAt") VALUES
        ('mail', '{"letter":"password_changed","accountId":"a","at":1}', 1, 3, 0, 'given_up', '550 no\u001b[2J', 1),
        ('otp_reset', '{"totp":"sealed"}', 2, 1, 0, 'unknown', NULL, 2)`),
    );
    const { stdout } = await outbox('list');
    expect(stdout).toMatch(
      /^\d+\tpassword_changed\tgiven_up\tdue 1970-01-01T00:00:00\.001Z\t550 no\\u\{1b\}\[2J\n/,
    );
    const jobs = (await outbox('list', '--json')).stdout.trim().split('\n');
    expect(jobs.map((job) => JSON.parse(job).state)).toEqual(['given_up', 'unknown']);
    expect(jobs.join()).not.toContain('sealed');
    for (const job of jobs) {
      const { id } = JSON.parse(job);
      expect(await outbox('forget', String(id))).toMatchObject({
        code: 0,
        stdout: `Job ${id} is put away.\n`,
      });
      expect((await outbox('forget', String(id))).code).toBe(1);
    }
    expect((await outbox('forget', 'all')).code).toBe(2);
  });

  test('the audit log is intact, an anchor holds, and a changed row shows', async () => {
    const intact = await websign(['audit', 'verify'], { env: operator.env });
    expect(intact.code).toBe(0);
    const [, anchor = ''] = /\nanchor (\d+:[0-9a-f]{64})\n$/.exec(intact.stdout) ?? [];
    expect((await websign(['audit', 'verify', '--anchor', anchor], { env: operator.env })).code).toBe(0);
    const wrong = `${anchor.slice(0, -1)}${anchor.endsWith('0') ? '1' : '0'}`;
    expect((await websign(['audit', 'verify', '--anchor', wrong], { env: operator.env })).code).toBe(1);

    await cp(at('data'), at('tampered'), { recursive: true });
    const database = new DatabaseSync(join(at('tampered'), 'websign.db'));
    for (const { name } of database.prepare("select name from sqlite_master where type = 'trigger'").all()) {
      database.exec(`drop trigger "${String(name)}"`);
    }
    database.exec(`update audit set kind = 'nothing' where sequence = 2`);
    database.close();
    const { code, stdout } = await websign(['audit', 'verify'], {
      env: { ...operator.env, WEBSIGN_DATA: at('tampered') },
    });
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: 'The audit log is broken at row 2: the row was changed.\n',
    });
  });

  test('a backup is a data folder of its own', async () => {
    expect((await websign(['backup', at('copy')], { env: operator.env })).code).toBe(0);
    const listed = await websign(['account', 'list'], { env: { ...operator.env, WEBSIGN_DATA: at('copy') } });
    expect(listed.stdout).toMatch(/^eleni\tΠαπαδοπούλου Ελένη\t/m);
    expect(await websign(['backup', at('copy')], { env: operator.env })).toMatchObject({ code: 1 });
  });
});
