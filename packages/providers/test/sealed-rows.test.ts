import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromColumns, parseSealedAccount, type SealedAccount, toColumns } from '../src/index.ts';
import { codeOf } from './contract.ts';
import { type OpenBench, openBench, PASSWORD, sign } from './software-bench.ts';

describe('sealed rows', () => {
  let bench: OpenBench;
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
