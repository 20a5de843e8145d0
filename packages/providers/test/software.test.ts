import { spawn } from 'node:child_process';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { encodeName } from '@websign/pki';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  fromColumns,
  parseSealedAccount,
  type SealedAccount,
  SoftwareKeys,
  toColumns,
} from '../src/index.ts';
import { codeOf, item } from './contract.ts';
import { testIssue } from './issue.ts';
import { masterKeyFile, openBench, PASSWORD } from './software-bench.ts';

type Bench = Awaited<ReturnType<typeof openBench>>;

const line = (version: number, fill: number) => `${version}:${Buffer.alloc(32, fill).toString('base64')}`;
const take = async () => true;

function sign(
  bench: Bench,
  account: string,
  otp: string,
  change: { sealed?: SealedAccount; password?: string } = {},
) {
  const { sealed, chain } = bench.table.row(account);
  const { fingerprint256 } = new X509Certificate(chain[0] ?? new Uint8Array());
  const call = {
    sealed,
    password: PASSWORD,
    otp,
    now: bench.now(),
    items: [item('document', 'ecdsa-p256-sha256')],
    certificateSha256: fingerprint256.replaceAll(':', '').toLowerCase(),
    ...change,
  };
  return bench.keys.sign(call, take);
}

describe('sealed rows', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench(['p256', 'p384', 'rsa3072']);
  });
  afterAll(() => bench.close());

  test('hold nothing of the password, the key or the TOTP secret', () => {
    const { sealed, secret } = bench.table.row('account-p256');
    const text = JSON.stringify(sealed);
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain(Buffer.from(secret).toString('base64url'));
    const boxes = [sealed.verifier, sealed.totp, sealed.key].map((box) =>
      Buffer.from(box?.box ?? '', 'base64url').toString('latin1'),
    );
    const { pkcs8 } = bench.pki.signers.p256;
    for (const box of boxes)
      expect(box).not.toContain(Buffer.from(pkcs8.subarray(40, 60)).toString('latin1'));
  });

  test('survive the database’s columns unchanged', () => {
    const { sealed } = bench.table.row('account-p256');
    expect(fromColumns(sealed.account, toColumns(sealed))).toEqual(sealed);
    expect(parseSealedAccount(JSON.parse(JSON.stringify(sealed)))).toEqual(sealed);
  });

  test('a part moved from another account does not open', async () => {
    const mine = bench.table.row('account-p256').sealed;
    const other = bench.table.row('account-p384').sealed;
    const moved: SealedAccount[] = [
      { ...mine, verifier: other.verifier },
      { ...mine, totp: other.totp },
      { ...mine, account: other.account },
    ];
    for (const sealed of moved) {
      bench.tick(2);
      expect(await codeOf(sign(bench, 'account-p256', bench.otpAt('account-p256'), { sealed }))).toBe(
        'sealed_row',
      );
    }
    const key = mine.key && { ...mine.key, box: other.key?.box ?? '' };
    bench.tick(2);
    const call = sign(bench, 'account-p256', bench.otpAt('account-p256'), { sealed: { ...mine, key } });
    expect(await codeOf(call)).toBe('sealed_row');
  });

  test('a flipped bit, another version, id, type or certificate does not open', async () => {
    const row = bench.table.row('account-p256').sealed;
    const { key } = row;
    if (key === null) throw new Error('no key');
    const flipped = Buffer.from(key.box, 'base64url');
    flipped[40] = (flipped[40] ?? 0) ^ 1;
    const changed = [
      { ...key, box: flipped.toString('base64url') },
      { ...key, version: 2 },
      { ...key, id: '00000000-0000-4000-8000-000000000000' },
      { ...key, certificateSha256: 'ab'.repeat(32) },
    ];
    for (const each of changed) {
      bench.tick(2);
      const call = sign(bench, 'account-p256', bench.otpAt('account-p256'), {
        sealed: { ...row, key: each },
      });
      expect(await codeOf(call)).toBe('sealed_row');
    }
  });

  test('a malformed row is refused by its shape', () => {
    const { sealed } = bench.table.row('account-p256');
    const bad: unknown[] = [
      null,
      [],
      { ...sealed, format: 2 },
      { ...sealed, account: 'α' },
      { ...sealed, verifier: { version: 0, box: 'AA' } },
      { ...sealed, verifier: { version: 1, box: 'A'.repeat(9000) } },
      { ...sealed, totp: sealed.verifier },
      { ...sealed, key: { ...sealed.key, type: 'dsa' } },
    ];
    for (const row of bad) expect(() => parseSealedAccount(row)).toThrow(/sealed account/);
    expect(() => fromColumns('a', { verifier: '{', key: 'null', totp: '{}' })).toThrow(/not JSON/);
  });
});

describe('accounts', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench(['p256', 'p384']);
  });
  afterAll(() => bench.close());

  test('enrolment makes a key and a CSR that openssl accepts; it signs once its certificate is bound', async () => {
    for (const key of ['ec-p256', 'ec-p384', 'rsa-3072'] as const) {
      const subject = encodeName([{ type: 'commonName', value: 'Παπαδοπούλου Μαρία' }]);
      const account = { account: `new-${key}`, password: PASSWORD, label: 'maria', issuer: 'WebSign' };
      const made = await bench.keys.enrol({ ...account, key, subject });
      expect(createPublicKey({ key: Buffer.from(made.spki), format: 'der', type: 'spki' }).type).toBe(
        'public',
      );
      expect(made.totp.uri).toMatch(/^otpauth:\/\/totp\/WebSign:maria\?/);
      const { certificate, csrVerdict } = await testIssue(bench.pki.intermediate, made);
      expect(csrVerdict).toBe('ok');
      expect(made.sealed.key?.certificateSha256).toBeNull();
      const call = { items: [], now: 0, otp: '', password: PASSWORD, certificateSha256: '' };
      const early = bench.keys.sign(
        { ...call, items: [item('a', 'rsa-pss-sha256')], sealed: made.sealed },
        take,
      );
      expect(await codeOf(early)).toBe('no_key');
      const { certificate: wrong } = bench.pki.signers.p256;
      expect(await codeOf(bench.keys.bindCertificate(made.sealed, PASSWORD, wrong))).toBe('bad_request');
      const bound = await bench.keys.bindCertificate(made.sealed, PASSWORD, certificate);
      expect(bound.key?.certificateSha256).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  test('login: right, wrong, and nobody', async () => {
    const { sealed } = bench.table.row('account-p256');
    expect(await bench.keys.verifyPassword(sealed, PASSWORD, 'anonymous')).toBe(true);
    expect(await bench.keys.verifyPassword(sealed, `${PASSWORD} `, 'anonymous')).toBe(false);
    expect(await bench.keys.verifyPassword(null, PASSWORD, 'anonymous')).toBe(false);
  });

  test('PWD-1 a changed password opens login and key, the old one neither', async () => {
    const row = bench.table.row('account-p384');
    const next = 'Another-Horse-7';
    expect(await codeOf(bench.keys.changePassword(row.sealed, 'Wrong-Horse-1', next, 'session'))).toBe(
      'wrong_password',
    );
    const sealed = await bench.keys.changePassword(row.sealed, PASSWORD, next, 'session');
    expect(await bench.keys.verifyPassword(sealed, PASSWORD, 'session')).toBe(false);
    row.sealed = sealed;
    const activation = { account: 'account-p384', otp: bench.otpAt('account-p384') };
    const items = [item('a', 'ecdsa-p384-sha384')];
    expect(await codeOf(bench.signer.sign(items, { ...activation, password: PASSWORD }))).toBe(
      'wrong_password',
    );
    expect(await codeOf(bench.signer.sign(items, { ...activation, password: next }))).toBe('done');
  });

  test('codes one step early and late are taken, two steps are not, and never backwards', async () => {
    bench.tick(10);
    const at = (offset: number) => codeOf(sign(bench, 'account-p256', bench.otpAt('account-p256', offset)));
    expect(await at(-2)).toBe('wrong_otp');
    expect(await at(2)).toBe('wrong_otp');
    expect(await at(-1)).toBe('done');
    expect(await at(1)).toBe('done');
    expect(await at(0)).toBe('wrong_otp');
  });

  test('the process refuses a used code even when the database would take it again', async () => {
    bench.tick(10);
    const otp = bench.otpAt('account-p256');
    expect(await codeOf(sign(bench, 'account-p256', otp))).toBe('done');
    expect(await codeOf(sign(bench, 'account-p256', otp))).toBe('wrong_otp');
  });

  test('a database that cannot be asked stops signing', async () => {
    bench.tick(10);
    const { sealed, chain } = bench.table.row('account-p256');
    const { fingerprint256 } = new X509Certificate(chain[0] ?? new Uint8Array());
    const call = {
      sealed,
      password: PASSWORD,
      otp: bench.otpAt('account-p256'),
      now: bench.now(),
      items: [item('document', 'ecdsa-p256-sha256')],
      certificateSha256: fingerprint256.replaceAll(':', '').toLowerCase(),
    };
    const down = () => Promise.reject(new Error('down'));
    expect(await codeOf(bench.keys.sign(call, down))).toBe('unavailable');
  });

  test('resync: two consecutive codes within ten steps move the window; others do not', async () => {
    bench.tick(40);
    const row = bench.table.row('account-p256');
    const code = (offset: number) => bench.otpAt('account-p256', offset);
    const resync = (first: number, second: number) =>
      bench.keys.resyncOtp(
        { sealed: row.sealed, password: PASSWORD, otp1: code(first), otp2: code(second), now: bench.now() },
        (account, step) => bench.table.consumeStep(account, step),
      );
    expect(await codeOf(resync(5, 7))).toBe('wrong_otp');
    expect(await codeOf(resync(6, 5))).toBe('wrong_otp');
    expect(await codeOf(resync(10, 11))).toBe('wrong_otp');
    row.sealed = await resync(-7, -6);
    bench.tick(2);
    expect(await codeOf(sign(bench, 'account-p256', code(0)))).toBe('wrong_otp');
    expect(await codeOf(sign(bench, 'account-p256', code(-6)))).toBe('done');
  });

  test('reset: the old device’s codes end, the new one’s count', async () => {
    bench.tick(40);
    const row = bench.table.row('account-p256');
    const old = bench.otpAt('account-p256');
    const { sealed, totp } = await bench.keys.resetOtp(row.sealed, 'maria', 'WebSign');
    expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(await codeOf(sign(bench, 'account-p256', old, { sealed }))).toBe('wrong_otp');
  });
});

describe('bounds', () => {
  test('SES-5 the process bounds guessing by itself, login apart from sessions', async () => {
    const bench = await openBench(['p256'], { maxFailures: 5 });
    try {
      const { sealed } = bench.table.row('account-p256');
      const guesses = Array.from({ length: 50 }, (_, at) =>
        bench.keys.verifyPassword(sealed, `guess ${at}`, 'anonymous').then(
          () => 'evaluated',
          (error: { code: string }) => error.code,
        ),
      );
      const outcomes = await Promise.all(guesses);
      expect(outcomes.filter((outcome) => outcome === 'evaluated')).toHaveLength(5);
      expect(outcomes.filter((outcome) => outcome === 'account_locked')).toHaveLength(45);
      expect(await codeOf(bench.keys.verifyPassword(sealed, PASSWORD, 'anonymous'))).toBe('account_locked');
      expect(await codeOf(sign(bench, 'account-p256', bench.otpAt('account-p256')))).toBe('done');
      const rightOnes = Array.from({ length: 20 }, () =>
        bench.keys.verifyPassword(sealed, PASSWORD, 'session'),
      );
      expect((await Promise.all(rightOnes)).every(Boolean)).toBe(true);
    } finally {
      await bench.close();
    }
  });

  test('a call that is too large is refused', async () => {
    const bench = await openBench(['p256']);
    try {
      const { sealed } = bench.table.row('account-p256');
      const long = bench.keys.verifyPassword(sealed, 'x'.repeat(1025), 'session');
      expect(await codeOf(long)).toBe('bad_request');
      const otp = bench.keys.sign(
        { sealed, password: PASSWORD, otp: '1'.repeat(65), now: 0, items: [], certificateSha256: '' },
        take,
      );
      expect(await codeOf(otp)).toBe('bad_request');
    } finally {
      await bench.close();
    }
  });

  test('a stopped process is noticed: time-out, then it is replaced', async () => {
    const crashes: string[] = [];
    const bench = await openBench(['p256'], {
      callTimeoutMs: 1500,
      onCrash: ({ code }) => crashes.push(code),
    });
    try {
      const { pid } = bench.keys;
      if (pid === undefined) throw new Error('not running');
      process.kill(pid, 'SIGSTOP');
      const { sealed } = bench.table.row('account-p256');
      expect(await codeOf(bench.keys.verifyPassword(sealed, PASSWORD, 'session'))).toBe('timeout');
      await expect.poll(() => bench.keys.pid, { timeout: 15_000 }).not.toBe(pid);
      await expect
        .poll(() => codeOf(bench.keys.verifyPassword(sealed, PASSWORD, 'session')), { timeout: 15_000 })
        .toBe('done');
      expect(crashes).toContain('unavailable');
    } finally {
      await bench.close();
    }
  });
});

describe('the process', () => {
  const alive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  test('ends with its parent, however that ends', async () => {
    const master = masterKeyFile();
    const entry = fileURLToPath(new URL('./open-once.ts', import.meta.url));
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const parent = spawn(process.execPath, ['--no-warnings', entry, master.file], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = await once(parent.stdout, 'data');
      const pid = Number(String(line));
      expect(alive(pid)).toBe(true);
      parent.kill(signal);
      await expect.poll(() => alive(pid), { timeout: 10_000 }).toBe(false);
    }
    master.remove();
  });

  test('outlives a terminal’s Ctrl-C until its parent closes it, and finishes what is under way', async () => {
    const bench = await openBench(['p256']);
    const { pid } = bench.keys;
    if (pid === undefined) throw new Error('not running');
    const { sealed } = bench.table.row('account-p256');
    const calls = Array.from({ length: 20 }, () => bench.keys.verifyPassword(sealed, PASSWORD, 'session'));
    process.kill(pid, 'SIGINT');
    process.kill(pid, 'SIGTERM');
    await bench.close();
    expect(await Promise.all(calls)).toEqual(calls.map(() => true));
    expect(alive(pid)).toBe(false);
    expect(await codeOf(bench.keys.verifyPassword(sealed, PASSWORD, 'session'))).toBe('unavailable');
  });
});

describe('the master key', () => {
  test('rotation re-wraps the outer layer; the password stays; the old version can go', async () => {
    const bench = await openBench(['p256']);
    const { sealed } = bench.table.row('account-p256');
    const both = masterKeyFile([line(1, 7), '# newer', line(2, 9)]);
    const only = masterKeyFile([line(2, 9)]);
    const open = (file: string) => SoftwareKeys.open({ masterKey: { file } });
    const [rotating, after] = await Promise.all([open(both.file), open(only.file)]);
    try {
      const rewrapped = await rotating.rewrap(sealed);
      expect([rewrapped.verifier.version, rewrapped.totp.version, rewrapped.key?.version]).toEqual([2, 2, 2]);
      expect(await after.verifyPassword(rewrapped, PASSWORD, 'session')).toBe(true);
      const next = await after.changePassword(rewrapped, PASSWORD, 'Another-Horse-7', 'session');
      expect(await after.verifyPassword(next, 'Another-Horse-7', 'session')).toBe(true);
      expect(await codeOf(after.verifyPassword(sealed, PASSWORD, 'session'))).toBe('sealed_row');
    } finally {
      await Promise.all([rotating.close(), after.close(), bench.close()]);
      both.remove();
      only.remove();
    }
  });

  test('reaches the process by a descriptor too, and again after a crash', async () => {
    const master = masterKeyFile();
    const descriptor = openSync(master.file, 'r');
    const keys = await SoftwareKeys.open({ masterKey: { descriptor } });
    try {
      const { pid } = keys;
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      expect(await codeOf(keys.verifyPassword(null, 'x', 'anonymous'))).toMatch(/done|unavailable/);
      await expect
        .poll(() => codeOf(keys.verifyPassword(null, 'x', 'anonymous')), { timeout: 15_000 })
        .toBe('done');
    } finally {
      await keys.close();
      closeSync(descriptor);
      master.remove();
    }
  });

  test('is neither in the process’s arguments nor its environment, and there are no core dumps', async () => {
    const master = masterKeyFile();
    const keys = await SoftwareKeys.open({ masterKey: { file: master.file } });
    try {
      const read = (name: string) => readFileSync(`/proc/${keys.pid}/${name}`, 'latin1');
      expect(read('cmdline')).not.toContain(master.folder);
      const names = read('environ')
        .split('\0')
        .filter(Boolean)
        .map((entry) => entry.split('=')[0]);
      expect(names.filter((name) => !/^(NODE_CHANNEL_|PWD$|SHLVL$|_$|OLDPWD$)/.test(name ?? ''))).toEqual([]);
      expect(read('limits')).toMatch(/Max core file size +0 +0/);
    } finally {
      await keys.close();
      master.remove();
    }
  });

  test('is taken raw, as one line of base64, or with its version: the same key', async () => {
    const master = masterKeyFile([line(1, 7)]);
    const seal = await SoftwareKeys.open({ masterKey: { file: master.file } });
    const account = { account: 'a', password: PASSWORD, label: 'a', issuer: 'WebSign' };
    const subject = encodeName([{ type: 'commonName', value: 'a' }]);
    const { sealed } = await seal.enrol({ ...account, key: 'ec-p256', subject });
    await seal.close();
    for (const key of [Buffer.alloc(32, 7), `${Buffer.alloc(32, 7).toString('base64')}\n`]) {
      writeFileSync(master.file, key);
      const open = await SoftwareKeys.open({ masterKey: { file: master.file } });
      expect(await open.verifyPassword(sealed, PASSWORD, 'session')).toBe(true);
      await open.close();
    }
    master.remove();
  });

  test('missing, empty, malformed or too large: the start fails and says why', async () => {
    const bad = masterKeyFile(['1:short']);
    const reasons: string[] = [];
    for (const text of ['', '1:short\n', `${line(1, 1)}\n${line(1, 2)}\n`, '#'.repeat(70_000)]) {
      writeFileSync(bad.file, text);
      const failure = await SoftwareKeys.open({ masterKey: { file: bad.file } }).catch(
        (error: Error) => error,
      );
      reasons.push(failure instanceof Error ? String(failure.cause) : 'opened');
    }
    expect(reasons).toEqual([
      expect.stringContaining('holds no key'),
      expect.stringContaining('version:base64'),
      expect.stringContaining('version:base64'),
      expect.stringContaining('64 KiB'),
    ]);
    const missing = SoftwareKeys.open({ masterKey: { file: `${bad.folder}/none` } });
    expect(await codeOf(missing)).toBe('unavailable');
    bad.remove();
  });
});
