import { Secret } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type CodeMethod,
  fromColumns,
  isOfEarlierFormat,
  parseSealedAccount,
  type SealedAccount,
  SoftwareKeys,
  toColumns,
  totpCode,
  totpStep,
} from '../src/index.ts';
import { codeOf, item } from './contract.ts';
import { EARLIER } from './earlier-rows.ts';
import { testIssue } from './issue.ts';
import { keyLine, masterKeyFile, type OpenBench, openBench, PASSWORD, take } from './software-bench.ts';

const rowOf = (of: unknown) => parseSealedAccount(of);

describe('rows of the earlier format', () => {
  let bench: OpenBench;
  beforeEach(async () => {
    bench = await openBench(['p256'], { maxFailures: 1000 });
  });
  afterEach(() => bench.close());

  const codeNow = (secret: string) => totpCode(Secret.fromBase32(secret).bytes, totpStep(bench.now()));
  const call = (sealed: SealedAccount, otp: string, password = PASSWORD) => ({
    ...{ sealed, password, otp, now: bench.now(), items: [item('a', 'ecdsa-p256-sha256')] },
    certificateSha256: sealed.key?.certificateSha256 ?? '',
  });
  const upgraded = (of: unknown, method: CodeMethod = 'device') =>
    bench.keys.upgrade(rowOf(of), PASSWORD, method);

  test('let their person in, sign nothing, and are sealed anew with the password', async () => {
    const row = rowOf(EARLIER.row);
    expect(isOfEarlierFormat(row)).toBe(true);
    expect(await bench.keys.verifyPassword(row, PASSWORD, 'anonymous')).toBe(true);
    expect(await bench.keys.verifyPassword(row, 'wrong', 'anonymous')).toBe(false);
    bench.tick(2);
    const early = bench.keys.sign(call(row, codeNow(EARLIER.secret)), take);
    expect(await codeOf(early)).toBe('sealed_row');
    expect(await codeOf(bench.keys.upgrade(row, 'wrong', 'device'))).toBe('wrong_password');
    const present = await upgraded(EARLIER.row);
    expect(isOfEarlierFormat(present)).toBe(false);
    expect([present.verifier.epoch, present.totp]).toMatchObject([1, { epoch: 1, method: 'device' }]);
    expect(fromColumns('earlier', toColumns(present))).toEqual(present);
    const half = { ...present, totp: row.totp };
    expect(await codeOf(bench.keys.upgrade(half, 'wrong', 'sent'))).toBe('wrong_password');
    bench.tick(2);
    expect(await codeOf(bench.keys.sign(call(present, codeNow(EARLIER.secret)), take))).toBe('done');
    expect(await bench.keys.upgrade(present, PASSWORD, 'sent')).toEqual(present);
  });

  test('by which way their codes come is what the database says at that moment, and holds from then on', async () => {
    const sent = { challenge: '1'.padStart(32, '0'), expiresAt: bench.now() + 60_000 };
    expect(await codeOf(bench.keys.sentCode(rowOf(EARLIER.row), sent, bench.now()))).toBe('sealed_row');
    const device = await upgraded(EARLIER.row);
    expect(await codeOf(bench.keys.sentCode(device, sent, bench.now()))).toBe('sealed_row');
    const posted = await upgraded(EARLIER.row, 'sent');
    expect(await bench.keys.sentCode(posted, sent, bench.now())).toMatch(/^\d{6}$/);
  });

  test('take a new password as they are', async () => {
    const next = 'Another-Horse-7';
    const changed = await bench.keys.changePassword(rowOf(EARLIER.row), PASSWORD, next, 'anonymous');
    expect(await bench.keys.verifyPassword(changed, next, 'anonymous')).toBe(true);
    const whole = await bench.keys.upgrade(changed, next, 'device');
    bench.tick(2);
    expect(await codeOf(bench.keys.sign(call(whole, codeNow(EARLIER.secret), next), take))).toBe('done');
  });

  test('take the certificate that their key waits for', async () => {
    const certificate = await testIssue(bench.pki.intermediate, Buffer.from(EARLIER.waiting.spki, 'base64'));
    const bound = await bench.keys.bindCertificate(rowOf(EARLIER.waiting.row), PASSWORD, certificate);
    expect(bound.key?.certificateSha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test('take a new device, whose way of codes is sealed already', async () => {
    const names = { label: 'earlier', issuer: 'WebSign', method: 'device', now: bench.now() } as const;
    const device = await bench.keys.resetOtp({ sealed: rowOf(EARLIER.row), ...names });
    const moved = await bench.keys.upgrade(device.sealed, PASSWORD, 'sent');
    expect(moved.totp).toEqual(device.sealed.totp);
    bench.tick(2);
    const otp = totpCode(Secret.fromBase32(device.totp.secret).bytes, totpStep(bench.now()));
    expect(await codeOf(bench.keys.sign(call(moved, otp), take))).toBe('done');
  });

  test('a new device that waited in the earlier format is sealed anew with its row', async () => {
    const present = await upgraded({ ...EARLIER.row, totp: EARLIER.reset.totp });
    bench.tick(2);
    expect(await codeOf(bench.keys.sign(call(present, codeNow(EARLIER.secret)), take))).toBe('wrong_otp');
    expect(await codeOf(bench.keys.sign(call(present, codeNow(EARLIER.reset.secret)), take))).toBe('done');
  });

  test('move to another version of the master key in the format they have', async () => {
    const both = masterKeyFile([keyLine(1, 7), keyLine(2, 9)]);
    const keys = await SoftwareKeys.open({ masterKey: { file: both.file }, clock: 'caller' });
    try {
      const moved = await keys.rewrap(rowOf(EARLIER.row));
      const stored = fromColumns('earlier', toColumns(moved));
      expect([stored.verifier, stored.totp]).toMatchObject([
        { epoch: 0, version: 2 },
        { epoch: 0, version: 2 },
      ]);
      const present = await keys.upgrade(stored, PASSWORD, 'device');
      expect([present.verifier.version, present.totp.version, present.key?.version]).toEqual([2, 2, 2]);
    } finally {
      await keys.close();
      both.remove();
    }
  });

  test('keys on tokens are authorized as before', async () => {
    const { certificate } = bench.pki.signers.p256;
    const present = await upgraded(EARLIER.token.row);
    bench.tick(2);
    const { items, password, now } = call(present, '');
    const otp = codeNow(EARLIER.token.secret);
    const given = { sealed: present, password, otp, now, items, certificate };
    expect(await bench.keys.authorize(given, take)).toHaveLength(1);
  });
});
