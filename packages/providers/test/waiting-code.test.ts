import { makeTestPki } from '@websign/testkit';
import { Secret } from 'otpauth';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type SealedAccount, totpCode, totpStep } from '../src/index.ts';
import { readMasterKey } from '../src/software/master-key.ts';
import { Vault } from '../src/software/vault.ts';
import { item } from './contract.ts';
import { masterKeyFile, PASSWORD, take } from './software-bench.ts';

const STEP_MS = 30_000;
/** Near the end of the last step in which the code of the step before is good. */
const ARRIVAL = Date.UTC(2026, 10, 21, 12) + 2 * STEP_MS - 1000;
const { pkcs8, certificate } = makeTestPki().signers.p256;
const file = masterKeyFile();
const master = readMasterKey({ file: file.file });
const bounds = { maxFailures: 99, failureWindowMs: 1000, hashesAtOnce: 1, newDeviceAfterMs: 0 };
const vault = new Vault(master, { masterKey: { file: file.file }, clock: 'own', ...bounds });

let sealed: SealedAccount;
let secret: Uint8Array;
beforeAll(async () => {
  const names = { account: 'a', label: 'a', issuer: 'WebSign', method: 'device' } as const;
  const made = await vault.importKey({ ...names, password: Buffer.from(PASSWORD), pkcs8, certificate });
  sealed = made.sealed;
  secret = Secret.fromBase32(made.totp.secret).bytes;
});
afterEach(() => void vi.useRealTimers());
afterAll(() => file.remove());

const sign = (otp: string) =>
  vault.sign(
    {
      ...{ sealed, otp, password: Buffer.from(PASSWORD), now: 0 },
      items: [item('document', 'ecdsa-p256-sha256')],
      certificateSha256: sealed.key?.certificateSha256 ?? '',
    },
    take,
  );

test('SGN-5: a code that was right when it came is not wrong because its password had to wait', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(ARRIVAL);
  const code = totpCode(secret, totpStep(ARRIVAL) - 1);
  // Another's password is being checked: this one waits.
  const other = vault.verifyPassword({ sealed: null, password: Buffer.from('x'), scope: 'session', now: 0 });
  const signing = sign(code);
  vi.setSystemTime(ARRIVAL + 9000);
  expect(await signing).toHaveLength(1);
  await other;
  // It is taken, as ever: at the time at which it is right it does not count again.
  vi.setSystemTime(ARRIVAL);
  await expect(sign(code)).rejects.toThrow('the code was used before');
});

test('SGN-5: a code that comes when it is too old is wrong, and one whose password waited too long is not taken', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(ARRIVAL + STEP_MS);
  const code = totpCode(secret, totpStep(ARRIVAL + STEP_MS));
  await expect(sign(totpCode(secret, totpStep(ARRIVAL) - 2))).rejects.toThrow('the code is wrong');
  const signing = sign(code);
  vi.setSystemTime(ARRIVAL + STEP_MS + 16_000);
  await expect(signing).rejects.toMatchObject({ code: 'unavailable' });
  expect(await sign(code)).toHaveLength(1);
});
