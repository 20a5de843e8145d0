import { makeTestPki } from '@websign/testkit';
import { Secret } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { parseSealedAccount, type SealedAccount, totpCode, totpStep } from '../src/index.ts';
import { readMasterKey } from '../src/software/master-key.ts';
import { openVerifier } from '../src/software/rows.ts';
import { Vault } from '../src/software/vault.ts';
import { item } from './contract.ts';
import { EARLIER } from './earlier-rows.ts';
import { masterKeyFile, PASSWORD, take } from './software-bench.ts';

const hashed = vi.hoisted(() => [] as { memory?: number | undefined; passes?: number | undefined }[]);
vi.mock('@node-rs/argon2', async (original) => {
  const library = await original<typeof import('@node-rs/argon2')>();
  return {
    ...library,
    hashRaw: (...call: Parameters<typeof library.hashRaw>) => {
      hashed.push({ memory: call[1]?.memoryCost, passes: call[1]?.timeCost });
      return library.hashRaw(...call);
    },
  };
});

const ONCE = [{ memory: 64 * 1024, passes: 3 }];
const NOW = Date.UTC(2026, 10, 21, 12);
const password = () => Buffer.from(PASSWORD);
const names = { account: 'a', label: 'a', issuer: 'WebSign', method: 'device' } as const;
const { pkcs8, certificate } = makeTestPki().signers.p256;
const file = masterKeyFile();
const master = readMasterKey({ file: file.file });
const bounds = { maxFailures: 99, failureWindowMs: 1000, hashesAtOnce: 2, newDeviceAfterMs: 0 };
const vault = new Vault(master, { masterKey: { file: file.file }, clock: 'caller', ...bounds });

let sealed: SealedAccount;
let secret: Uint8Array;
beforeAll(async () => {
  const made = await vault.importKey({ ...names, password: password(), pkcs8, certificate });
  sealed = made.sealed;
  secret = Secret.fromBase32(made.totp.secret).bytes;
});
afterAll(() => file.remove());
beforeEach(() => void hashed.splice(0));

test('an account is made with one argon2id of 64 MiB and three passes for verifier and key', async () => {
  await vault.importKey({ ...names, account: 'b', password: password(), pkcs8, certificate });
  expect(hashed).toEqual(ONCE);
  const verifier = openVerifier(master, sealed);
  expect([verifier.readUInt32BE(0), verifier.readUInt8(4), verifier.length]).toEqual([64 * 1024, 3, 53]);
});

test('signing in costs one, for names nobody has alike', async () => {
  for (const row of [sealed, null]) {
    hashed.splice(0);
    await vault.verifyPassword({ sealed: row, password: password(), scope: 'anonymous', now: NOW });
    expect(hashed).toEqual(ONCE);
  }
});

test('a guess at a row of the earlier format costs what any other does, the right one too', async () => {
  const row = parseSealedAccount(EARLIER.row);
  for (const text of ['wrong', PASSWORD]) {
    hashed.splice(0);
    const guess = { sealed: row, password: Buffer.from(text), scope: 'anonymous', now: NOW } as const;
    expect(await vault.verifyPassword(guess)).toBe(text === PASSWORD);
    const work = hashed.reduce((sum, { memory = 0, passes = 0 }) => sum + memory * passes, 0);
    expect(Math.abs(work - 64 * 1024 * 3)).toBeLessThanOrEqual(3);
  }
});

test('signing costs one, and so does binding a certificate', async () => {
  const certificateSha256 = sealed.key?.certificateSha256 ?? '';
  const otp = totpCode(secret, totpStep(NOW));
  const items = [item('document', 'ecdsa-p256-sha256')];
  const call = { sealed, password: password(), otp, now: NOW, items, certificateSha256 };
  expect(await vault.sign(call, take)).toHaveLength(1);
  expect(hashed).toEqual(ONCE);
  hashed.splice(0);
  await vault.bindCertificate({ sealed, password: password(), certificate });
  expect(hashed).toEqual(ONCE);
});
