import { spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { encodeName } from '@websign/pki';
import { isInstalled } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, item } from './contract.ts';
import { testIssue } from './issue.ts';
import { type OpenBench, openBench, PASSWORD, sign, signingCall, take } from './software-bench.ts';

const noOpenssl = !isInstalled('openssl');

describe('accounts', () => {
  let bench: OpenBench;
  beforeAll(async () => {
    bench = await openBench(['p256', 'p384', 'rsa2048']);
  });
  afterAll(() => bench.close());

  test('enrolment makes a key that signs nothing until its certificate is bound', async () => {
    for (const key of ['ec-p256', 'ec-p384', 'rsa-3072'] as const) {
      const subject = encodeName([{ type: 'commonName', value: 'Παπαδοπούλου Μαρία' }]);
      const account = { account: `new-${key}`, password: PASSWORD, label: 'maria', issuer: 'WebSign' };
      const made = await bench.keys.enrol({ ...account, method: 'device', key, subject });
      expect(createPublicKey({ key: Buffer.from(made.spki), format: 'der', type: 'spki' }).type).toBe(
        'public',
      );
      expect(made.totp.uri).toMatch(/^otpauth:\/\/totp\/WebSign:maria\?/);
      const certificate = await testIssue(bench.pki.intermediate, made.spki);
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

  test.skipIf(noOpenssl)(
    noOpenssl
      ? 'skipped: openssl not installed'
      : 'openssl accepts the certification request of every kind of key',
    async () => {
      for (const key of ['ec-p256', 'ec-p384', 'rsa-3072'] as const) {
        const subject = encodeName([{ type: 'commonName', value: 'Παπαδοπούλου Μαρία' }]);
        const account = { account: `csr-${key}`, password: PASSWORD, label: 'maria', issuer: 'WebSign' };
        const { csr } = await bench.keys.enrol({ ...account, method: 'device', key, subject });
        const run = spawnSync('openssl', ['req', '-inform', 'DER', '-verify', '-noout'], { input: csr });
        expect(run.stderr.toString()).toMatch(/verify OK/);
      }
    },
  );

  test('login: right, wrong, and nobody', async () => {
    const { sealed } = bench.table.row('account-p256');
    expect(await bench.keys.verifyPassword(sealed, PASSWORD, 'anonymous')).toBe(true);
    expect(await bench.keys.verifyPassword(sealed, `${PASSWORD} `, 'anonymous')).toBe(false);
    expect(await bench.keys.verifyPassword(null, PASSWORD, 'anonymous')).toBe(false);
  });

  test('an accented password is the same however the keyboard composes it', async () => {
    const { sealed } = bench.table.row('account-rsa2048');
    const [nfc, nfd] = ['Κωδικός-9'.normalize('NFC'), 'Κωδικός-9'.normalize('NFD')];
    expect(nfc).not.toBe(nfd);
    const changed = await bench.keys.changePassword(sealed, PASSWORD, nfd, 'session');
    expect(await bench.keys.verifyPassword(changed, nfc, 'session')).toBe(true);
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

  test('a draft for another certificate than the key’s is refused, and the code is not used up', async () => {
    bench.tick(10);
    const call = signingCall(bench, 'account-p256', bench.otpAt('account-p256'));
    const other = { ...call, certificateSha256: '0'.repeat(64) };
    expect(await codeOf(bench.keys.sign(other, take))).toBe('sealed_row');
    expect(await codeOf(bench.keys.sign(call, take))).toBe('done');
  });

  test('a database that cannot be asked stops signing', async () => {
    bench.tick(10);
    const call = signingCall(bench, 'account-p256', bench.otpAt('account-p256'));
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
    const { sealed, totp } = await bench.keys.resetOtp({
      ...{ sealed: row.sealed, label: 'maria', issuer: 'WebSign' },
      ...{ method: 'device', now: bench.now() },
    });
    expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(await codeOf(sign(bench, 'account-p256', old, { sealed }))).toBe('wrong_otp');
  });
});
