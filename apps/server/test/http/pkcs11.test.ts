import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorAnswer, LoginAnswer, SignAnswer } from '@websign/contract';
import { parseCertificate } from '@websign/pki';
import { bridgeInstalled, installBridge, SoftwareKeys, toColumns } from '@websign/providers';
import {
  isInstalled,
  judged,
  noHsm,
  type SoftHsm,
  softHsmModule,
  startSoftHsm,
  type TestSignerName,
} from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { openStorage } from '../../src/storage/index.ts';
import {
  freshCode,
  Person,
  pki,
  smallPdf,
  startTest,
  type TestAccount,
  type TestHome,
  testHome,
} from './harness.ts';
import { opensslCms } from './judges.ts';

// The first to come builds the bridge.
vi.setConfig({ hookTimeout: 180_000 });
const module = softHsmModule();
const missing = noHsm(bridgeInstalled());
const SERVICE_PIN = 'service-0471';
const OWN_PIN = 'Own-9173';
const code = ({ body }: { body: unknown }) => (body as ErrorAnswer).error?.code;

/** An account whose key is on a token. */
async function enrol(
  home: TestHome,
  username: string,
  key: TestSignerName,
  keyReference: unknown,
): Promise<TestAccount> {
  const { WEBSIGN_DATA: dataFolder = '', MASTER_KEY_FILE: file = '' } = home.environment;
  const storage = await openStorage({ dataFolder, nameKey: new Uint8Array(32) });
  const software = await SoftwareKeys.open({ masterKey: { file } });
  const [id, password] = [randomUUID(), `Passw0rd!${username}`];
  const { certificate, chain } = pki.signers[key];
  const access = {
    account: id,
    password,
    label: username,
    issuer: 'W',
    certificate,
    method: 'device',
  } as const;
  const { sealed, totp } = await software.enrolAccess(access);
  const { serialHex, validity } = parseCertificate(certificate);
  await storage.accounts.create({
    ...{ id, username, surname: 'Μ', name: 'Κ', email: `${username}@example.test`, subjectSerial: 'T' },
    ...{ certificateSerial: serialHex.toUpperCase(), validUntil: validity.notAfter, otpMethod: 'TOTP' },
    ...{ chain, provider: 'pkcs11', keyReference },
    ...toColumns(sealed),
  });
  await software.close();
  await storage.close();
  return { username, password, totpSecret: totp.secret };
}

describe.skipIf(missing !== undefined)(`keys on an HSM (${missing ?? 'softhsm2'})`, () => {
  let hsm: SoftHsm;
  let home: TestHome;
  let server: RunningServer;
  let accounts: Record<'rsa' | 'p256' | 'own', TestAccount>;

  beforeAll(async () => {
    if (!bridgeInstalled()) await installBridge();
    hsm = startSoftHsm(module ?? '');
    hsm.addToken('service', SERVICE_PIN);
    hsm.addToken('own', OWN_PIN);
    const { rsa3072, p256, p384 } = pki.signers;
    hsm.addKey('service', SERVICE_PIN, { label: 'rsa', id: '01', pkcs8: rsa3072.pkcs8 });
    hsm.addKey('service', SERVICE_PIN, { label: 'p256', id: '02', pkcs8: p256.pkcs8 });
    hsm.addKey('own', OWN_PIN, { label: 'p384', id: '03', pkcs8: p384.pkcs8 });
    const pinFile = join(hsm.folder, 'pin');
    writeFileSync(pinFile, `${SERVICE_PIN}\n`, { mode: 0o600 });
    const settings = { PKCS11_MODULE: hsm.module, PKCS11_TOKEN: 'service', PKCS11_PIN_FILE: pinFile };
    home = await testHome({ ...settings, PKCS11_SESSIONS: '2', ...hsm.environment });
    accounts = {
      rsa: await enrol(home, 'hsm-rsa', 'rsa3072', { id: '01', pin: 'service' }),
      p256: await enrol(home, 'hsm-p256', 'p256', { label: 'p256', pin: 'service' }),
      own: await enrol(home, 'hsm-own', 'p384', { token: 'own', label: 'p384', pin: 'person' }),
    };
    server = await startTest(home);
  });
  afterAll(async () => {
    await server?.close();
    await home?.remove();
    hsm?.remove();
  });

  test('SES-2: the login answer says where the key lives, and whose password opens it', async () => {
    const facts = { KeyProvider: 'pkcs11', Activation: 'codes', OTPMethod: 'TOTP' };
    for (const [account, SigningPassword] of [
      [accounts.rsa, 'websign'],
      [accounts.own, 'pin'],
    ] as const) {
      const { username, password } = account;
      const person = new Person(server.url, account);
      const { body } = await person.post<LoginAnswer>('/api/login', { username, password });
      expect(body.signer).toMatchObject({ ...facts, SigningPassword });
    }
  });

  test.skipIf(!isInstalled('openssl'))(
    'SGN-10: RSA-3072, P-256 and P-384 keys sign several documents with one code',
    async () => {
      for (const account of Object.values(accounts)) {
        const person = await Person.at(server.url, account);
        const documents = [await person.document(smallPdf('α')), await person.document(smallPdf('β'))];
        const password = account === accounts.own ? OWN_PIN : account.password;
        const answer = await person.sign<SignAnswer>({ documents, password, otp: freshCode(home, account) });
        expect(answer.body, account.username).toMatchObject({ status: 'success' });
        for (const id of documents) {
          const signed = await person.file(id);
          expect(opensslCms(signed), account.username).toContain('CAdES Verification successful');
          if (isInstalled('pdfsig'))
            expect(judged('pdfsig', ['-nocert'], signed).text).toContain('Signature is Valid.');
        }
      }
    },
  );

  test('SGN-5: a wrong password, PIN or code is told as it is, and a right code is left by the first two', async () => {
    for (const account of [accounts.p256, accounts.own]) {
      const person = await Person.at(server.url, account);
      const documents = [await person.document(smallPdf('γ'))];
      const password = account === accounts.own ? OWN_PIN : account.password;
      const otp = freshCode(home, account);
      const wrong = await person.sign({ documents, password: `${password}x`, otp });
      expect([wrong.status, code(wrong)]).toEqual([400, 'wrong_credentials']);
      const guessed = await person.sign({ documents, password, otp: otp === '000000' ? '000001' : '000000' });
      expect([guessed.status, code(guessed)]).toEqual([400, 'wrong_otp']);
      expect((await person.sign({ documents, password, otp })).status).toBe(200);
      const again = await person.sign({
        documents: [await person.document(smallPdf('δ'))],
        ...{ password, otp },
      });
      expect([again.status, code(again)]).toEqual([400, 'wrong_otp']);
    }
  });

  test('SES-5: with a PIN of the person’s own, wrong codes clear no wrong PINs', async () => {
    const person = await Person.at(server.url, accounts.own);
    const documents = [await person.document(smallPdf('ζ'))];
    const otp = freshCode(home, accounts.own);
    const guess = async (password: string, given: string) =>
      (await person.sign({ documents, password, otp: given })).status;
    for (let n = 0; n < 4; n += 1) expect(await guess(`${OWN_PIN}${n}`, otp)).toBe(400);
    expect(await guess('whatever', otp === '000000' ? '000001' : '000000')).toBe(400);
    expect(await guess(`${OWN_PIN}x`, otp)).toBe(400);
    expect(await guess(OWN_PIN, otp)).toBe(423);
    home.advance(5 * 60_000);
    expect(await guess(OWN_PIN, freshCode(home, accounts.own))).toBe(200);
  });

  test('SGN-8: an HSM that is away leaves documents and codes as they were, and signs when it is back', async () => {
    const person = await Person.at(server.url, accounts.p256);
    const documents = [await person.document(smallPdf('ε'))];
    const otp = freshCode(home, accounts.p256);
    hsm.away();
    const restarted = await startTest(home);
    try {
      const there = await Person.at(restarted.url, accounts.p256);
      const away = await there.sign({ documents, otp });
      expect(away.status).toBe(503);
      hsm.back();
      await expect
        .poll(async () => (await there.sign({ documents, otp })).status, { timeout: 20_000 })
        .toBe(200);
    } finally {
      await restarted.close();
    }
  });

  test('PIN and password are in no log', () => {
    const logged = home.logged.join('');
    for (const secret of [SERVICE_PIN, OWN_PIN, accounts.own.password]) expect(logged).not.toContain(secret);
  });
});
