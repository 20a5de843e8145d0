import { Secret } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SealedAccount, type SentChallenge, totpCode, totpStep } from '../src/index.ts';
import { codeOf } from './contract.ts';
import { type OpenBench, openBench, PASSWORD, sign, signingCall, take } from './software-bench.ts';

const account = 'account-p256';
const HOUR_STEPS = 120;
const names = { label: 'p256', issuer: 'WebSign' };

/** What a web server can ask that was taken over, with a password that it saw. */
describe('factors as they are sealed', () => {
  let bench: OpenBench;
  beforeEach(async () => {
    bench = await openBench(['p256'], { maxFailures: 1000, newDeviceAfterMs: 3_600_000 });
  });
  afterEach(() => bench.close());

  const row = () => bench.table.row(account).sealed;
  const challenge = (): SentChallenge => ({
    challenge: 'a'.repeat(32),
    expiresAt: bench.now() + 5 * 60_000,
  });
  const reset = (method: 'device' | 'sent') =>
    bench.keys.resetOtp({ sealed: row(), ...names, method, now: bench.now() });
  const codeOfDevice = (secret: string) => totpCode(Secret.fromBase32(secret).bytes, totpStep(bench.now()));
  const signWith = (sealed: SealedAccount, otp: string, sent?: SentChallenge) =>
    codeOf(bench.keys.sign({ ...signingCall(bench, account, otp, { sealed }), ...(sent && { sent }) }, take));

  test('an account with a device is given no code by another way', async () => {
    expect(await codeOf(bench.keys.sentCode(row(), challenge(), bench.now()))).toBe('sealed_row');
    const said: SealedAccount = { ...row(), totp: { ...row().totp, method: 'sent' } };
    expect(await codeOf(bench.keys.sentCode(said, challenge(), bench.now()))).toBe('sealed_row');
    expect(await codeOf(sign(bench, account, bench.otpAt(account), { sealed: said }))).toBe('sealed_row');
  });

  test('a code of a device is none for an account whose codes are sent', async () => {
    const posted = await openBench(['p256'], {}, 'sent');
    try {
      expect(await codeOf(sign(posted, account, posted.otpAt(account)))).toBe('wrong_otp');
      const sent = { challenge: 'b'.repeat(32), expiresAt: posted.now() + 60_000 };
      const otp = await posted.keys.sentCode(posted.table.row(account).sealed, sent, posted.now());
      const call = { ...signingCall(posted, account, otp), sent };
      expect(await codeOf(posted.keys.sign(call, take))).toBe('done');
    } finally {
      await posted.close();
    }
  });

  test('a new device counts once the delay that the process was started with is over', async () => {
    const { sealed, totp } = await reset('device');
    expect(sealed.totp.notBefore).toBe(bench.now() + 3_600_000);
    bench.tick(HOUR_STEPS - 1);
    expect(await signWith(sealed, codeOfDevice(totp.secret))).toBe('wrong_otp');
    const sooner = { ...sealed, totp: { ...sealed.totp, notBefore: 0 } };
    expect(await signWith(sooner, codeOfDevice(totp.secret))).toBe('sealed_row');
    expect(await signWith(row(), bench.otpAt(account))).toBe('done');
    bench.tick();
    expect(await signWith(sealed, codeOfDevice(totp.secret))).toBe('done');
  });

  test('another way of codes waits as long, by either question', async () => {
    const { sealed } = await reset('sent');
    expect(await codeOf(bench.keys.sentCode(sealed, challenge(), bench.now()))).toBe('sealed_row');
    bench.tick(HOUR_STEPS);
    const sent = challenge();
    const otp = await bench.keys.sentCode(sealed, sent, bench.now());
    expect(await signWith(sealed, otp, sent)).toBe('done');
  });

  test('resynchronising neither shortens the wait nor speaks for a way that is not sealed', async () => {
    const { sealed, totp } = await reset('device');
    const now = bench.now();
    const [otp1 = '', otp2 = ''] = [0, 1].map((at) =>
      totpCode(Secret.fromBase32(totp.secret).bytes, totpStep(now) + at),
    );
    const call = { sealed, password: PASSWORD, otp1, otp2, now };
    expect(await codeOf(bench.keys.resyncOtp(call, take))).toBe('wrong_otp');
  });

  test('the same account enrolled once more lends no device, verifier or key to the first', async () => {
    const { pkcs8, certificate } = bench.pki.signers.p256;
    const again = { account, password: PASSWORD, ...names, method: 'device', certificate } as const;
    const access = await bench.keys.enrolAccess({ ...again, certificate: null });
    const twin = await bench.keys.importKey({ ...again, pkcs8 });
    for (const { sealed, totp } of [access, twin]) {
      bench.tick(2);
      const lent = { ...row(), totp: sealed.totp };
      expect(await signWith(lent, codeOfDevice(totp.secret))).toBe('sealed_row');
      const passed = { ...row(), verifier: sealed.verifier };
      expect(await signWith(passed, bench.otpAt(account))).toBe('sealed_row');
    }
    const key = { ...row(), key: twin.sealed.key };
    expect(await signWith(key, bench.otpAt(account))).toBe('sealed_row');
  });

  test('each change counts its part up, and no part of another count opens', async () => {
    const first = row();
    const changed = await bench.keys.changePassword(first, PASSWORD, 'Another-Horse-7', 'session');
    const bound = await bench.keys.bindCertificate(first, PASSWORD, bench.pki.signers.p256.certificate);
    const device = await reset('device');
    expect(
      [first, changed, bound, device.sealed].map(({ verifier, totp }) => [verifier.epoch, totp.epoch]),
    ).toEqual([
      [1, 1],
      [2, 1],
      [2, 1],
      [1, 2],
    ]);
    const mixed: SealedAccount[] = [
      { ...first, verifier: bound.verifier },
      { ...first, key: bound.key },
      { ...first, verifier: { ...first.verifier, epoch: 2 } },
      { ...first, totp: { ...first.totp, epoch: 2 } },
    ];
    for (const sealed of mixed) {
      bench.tick(2);
      expect(await signWith(sealed, bench.otpAt(account))).toBe('sealed_row');
    }
    // The verifier of the second count was used above; its own row is the one that counts from there on.
    expect(await signWith(bound, bench.otpAt(account))).toBe('done');
  });
});
