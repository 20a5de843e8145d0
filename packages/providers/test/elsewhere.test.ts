import { Secret } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromColumns, type SealedAccount, toColumns, totpCode, totpStep } from '../src/index.ts';
import { codeOf, item } from './contract.ts';
import { type OpenBench, openBench, PASSWORD, take } from './software-bench.ts';

const items = [item('a', 'ecdsa-p256-sha256')];

describe('accounts whose keys live elsewhere', () => {
  let bench: OpenBench;
  beforeAll(async () => {
    bench = await openBench(['p256', 'p384', 'rsa3072']);
  });
  afterAll(() => bench.close());

  async function enrol(account: string, certificate: Uint8Array | null) {
    const access = { account, password: PASSWORD, label: account, issuer: 'WebSign', certificate };
    const { sealed, totp } = await bench.keys.enrolAccess({ ...access, method: 'device' });
    const secret = Secret.fromBase32(totp.secret).bytes;
    const authorize = (row: SealedAccount, of: Uint8Array, password = PASSWORD) => {
      const otp = totpCode(secret, totpStep(bench.now()));
      const call = { sealed: row, password, otp, now: bench.now(), items, certificate: of };
      return bench.keys.authorize(call, take);
    };
    return { sealed, authorize };
  }

  test('the key of the certificate that the account was enrolled with, and no other, is authorized', async () => {
    const { p256 } = bench.pki.signers;
    const other = bench.pki.intermediate.certificate;
    const mine = await enrol('hsm-mine', p256.certificate);
    const theirs = await enrol('hsm-theirs', other);
    const none = await enrol('hsm-none', null);
    // Whoever writes the database puts another's certificate and key reference beside an account of their own.
    expect(await codeOf(theirs.authorize(theirs.sealed, p256.certificate))).toBe('sealed_row');
    const lent = { ...theirs.sealed, key: mine.sealed.key };
    expect(await codeOf(theirs.authorize(lent, p256.certificate))).toBe('sealed_row');
    expect(await codeOf(none.authorize(none.sealed, p256.certificate))).toBe('sealed_row');
    expect(await mine.authorize(mine.sealed, p256.certificate)).toHaveLength(1);
  });

  test('a changed password and a new master key leave it so; nothing is signed here', async () => {
    const { certificate } = bench.pki.signers.p256;
    const { sealed, authorize } = await enrol('hsm-changed', certificate);
    const next = 'Other-Horse-10';
    const stored = fromColumns(sealed.account, toColumns(sealed));
    const changed = await bench.keys.changePassword(stored, PASSWORD, next, 'session');
    const moved = await bench.keys.rewrap(changed);
    const certificateSha256 = moved.key?.certificateSha256 ?? '';
    const call = { sealed: moved, password: next, otp: '000000', now: bench.now(), items, certificateSha256 };
    expect(await codeOf(bench.keys.sign(call, take))).toBe('no_key');
    expect(await authorize(moved, certificate, next)).toHaveLength(1);
  });
});
