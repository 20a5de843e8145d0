import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brokenPasswordRules } from '@websign/contract';
import {
  checkTimeStampResponse,
  createTimeStampRequest,
  nameValue,
  parseCertificate,
  type SignatureAlgorithm,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { totpCode, totpStep } from '@websign/providers';
import { isInstalled } from '@websign/testkit';
import { Secret } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DemoAccount } from '../../src/demo/accounts.ts';
import { newPassword } from '../../src/demo/people.ts';
import { openKeys } from '../../src/services/keys.ts';
import { newFolder, type OpenDemo, openDemo } from './place.ts';

const noOpenssl = !isInstalled('openssl');
const ports = nodePorts();

const accountsOf = (folder: string): DemoAccount[] =>
  JSON.parse(readFileSync(join(folder, 'demo-accounts.json'), 'utf8'));

/** Logs in and signs as each person of the file: the accounts are whole. */
async function everybodySigns(demo: OpenDemo, folder: string): Promise<void> {
  const keys = openKeys(demo.keys, demo.storage, Date.now);
  const people = accountsOf(folder);
  expect(people.map(({ username }) => username).sort()).toEqual(['georgiou', 'papadopoulou']);
  for (const { username, password, totpSecret } of people) {
    const account = await demo.storage.accounts.findByUsername(username);
    if (account === undefined) throw new Error(`no account ${username}`);
    const { id } = account;
    const secrets = await demo.storage.accounts.sealed(id);
    expect(await keys.verifyPassword(secrets && { id, secrets }, password, 'session')).toBe(true);
    const signatureAlgorithm: SignatureAlgorithm =
      username === 'georgiou' ? 'rsa-pss-sha256' : 'ecdsa-p256-sha256';
    const signedAttributes = randomBytes(100);
    const digest = createHash('sha256').update(signedAttributes).digest();
    const items = [{ signedAttributes, digest, digestAlgorithm: 'SHA-256' as const, signatureAlgorithm }];
    const otp = totpCode(Secret.fromBase32(totpSecret).bytes, totpStep(Date.now()));
    const [value = new Uint8Array()] = await keys.sign(account, items, { password, otp });
    const { spki } = parseCertificate(account.chain[0] ?? new Uint8Array());
    expect(await ports.verify(signatureAlgorithm, spki, signedAttributes, value)).toBe(true);
  }
}

describe('a demonstration on an empty data folder', () => {
  const { dataFolder, remove } = newFolder();
  const shown: string[] = [];
  let demo: OpenDemo;
  beforeAll(async () => {
    demo = await openDemo(dataFolder, [
      { write: () => expect.unreachable('not a terminal') },
      { isTTY: true, write: (text: string) => shown.push(text) },
    ]);
  });
  afterAll(async () => {
    await demo.close();
    remove();
  });

  test('has two signers with Greek names who log in and sign, one with ECDSA, one with RSA', async () => {
    await everybodySigns(demo, dataFolder);
    const accounts = await demo.storage.accounts.list();
    const maria = accounts.find(({ username }) => username === 'papadopoulou');
    expect(maria).toMatchObject({ surname: 'Παπαδοπούλου', name: 'Μαρία', otpMethod: 'TOTP' });
    const certificate = parseCertificate(maria?.chain[0] ?? new Uint8Array());
    expect(nameValue(certificate.subject, 'surname')).toBe('Παπαδοπούλου');
    expect(nameValue(certificate.subject, 'givenName')).toBe('Μαρία');
    expect(nameValue(certificate.subject, 'serialNumber')).toBe(maria?.subjectSerial);
    expect(certificate.serialHex.toUpperCase()).toBe(maria?.certificateSerial);
    expect(certificate.validity.notAfter).toBe(maria?.validUntil);
    expect(certificate.extensions.keyUsage).toEqual(['nonRepudiation']);
    expect(nameValue(certificate.issuer, 'organization')).toMatch(
      /Επίδειξη – όχι εγκεκριμένη.*Demonstration/,
    );
  });

  test('keeps its secrets from others: mode 600, passwords by PWD-1', () => {
    const files = ['demo-accounts.json', 'demo/master.key', 'demo/authorities.json'];
    for (const file of files) expect(statSync(join(dataFolder, file)).mode & 0o777, file).toBe(0o600);
    for (const { password } of accountsOf(dataFolder)) expect(brokenPasswordRules(password)).toEqual([]);
    for (let at = 0; at < 1000; at += 1) expect(brokenPasswordRules(newPassword())).toEqual([]);
  });

  test('shows them once, to the terminal, with a QR code, and never in the log', () => {
    expect(shown).toHaveLength(1);
    for (const { username, password, totpSecret } of accountsOf(dataFolder)) {
      for (const each of [username, password, totpSecret]) expect(shown[0]).toContain(each);
      for (const each of [password, totpSecret]) expect(demo.logged.join('')).not.toContain(each);
    }
    expect(shown[0]).toMatch(/[▀▄█]{10}/);
  });

  test('its time-stamps pass the full check, and nonsense is rejected, not thrown', async () => {
    const request = createTimeStampRequest({
      digest: ports.digest('SHA-256', Buffer.from('signature value')),
      algorithm: 'SHA-256',
      nonce: randomBytes(16),
      certReq: true,
    });
    const trust = { anchors: demo.timeStamps.anchors.map(parseCertificate), at: Date.now() };
    const { path } = await demo.timeStamps.client.ask(request.der, (response) =>
      checkTimeStampResponse(response, request, trust, ports),
    );
    const usage = path[0]?.extensions.extendedKeyUsage;
    expect(usage).toMatchObject({ critical: true, purposes: ['1.3.6.1.5.5.7.3.8'] });
    const rejection = await demo.services.answerTimeStamp(Buffer.from('nonsense'));
    await expect(checkTimeStampResponse(rejection, request, trust, ports)).rejects.toThrow();
  });

  test('openssl accepts every certificate under the root', ({ skip }) => {
    if (noOpenssl) return skip('skipped: openssl not installed');
    const stored = JSON.parse(readFileSync(join(dataFolder, 'demo/authorities.json'), 'utf8'));
    const pem = (name: string) =>
      new X509Certificate(Buffer.from(stored[name].certificate, 'base64')).toString();
    const folder = newFolder();
    const file = (name: string, text: string) => {
      const path = join(folder.dataFolder, name);
      writeFileSync(path, text);
      return path;
    };
    const issuing = file('issuing.pem', pem('issuing'));
    const verdict = (name: string, purpose: string) => {
      const trust = ['-CAfile', join(dataFolder, 'demo/root-ca.pem'), '-untrusted', issuing];
      const args = ['verify', '-x509_strict', ...trust, '-purpose', purpose, file(`${name}.pem`, pem(name))];
      return spawnSync('openssl', args).stdout.toString();
    };
    expect(verdict('timeStamping', 'timestampsign')).toMatch(/OK/);
    expect(verdict('ocsp', 'ocsphelper')).toMatch(/OK/);
    const text = spawnSync('openssl', ['x509', '-noout', '-text'], { input: pem('ocsp') }).stdout.toString();
    expect(text).toMatch(/OCSP No Check/);
    folder.remove();
  });
});

describe('a demonstration folder that is there already', () => {
  test('is opened again as it was, silently', async () => {
    const { dataFolder, remove } = newFolder();
    await (await openDemo(dataFolder)).close();
    const before = readFileSync(join(dataFolder, 'demo-accounts.json'), 'utf8');
    const shown: string[] = [];
    const demo = await openDemo(dataFolder, [{ isTTY: true, write: (text: string) => shown.push(text) }]);
    expect(shown).toEqual([]);
    expect(readFileSync(join(dataFolder, 'demo-accounts.json'), 'utf8')).toBe(before);
    await everybodySigns(demo, dataFolder);
    await demo.close();
    remove();
  });

  test('half made: people without an account are enrolled anew', async () => {
    const { dataFolder, remove } = newFolder();
    await (await openDemo(dataFolder)).close();
    const before = accountsOf(dataFolder);
    for (const suffix of ['', '-wal', '-shm'])
      rmSync(join(dataFolder, `websign.db${suffix}`), { force: true });
    const demo = await openDemo(dataFolder);
    expect(accountsOf(dataFolder).map(({ password }) => password)).not.toEqual(
      before.map(({ password }) => password),
    );
    await everybodySigns(demo, dataFolder);
    await demo.close();
    remove();
  });

  test('without its passwords, or damaged: says what to do', async () => {
    const { dataFolder, remove } = newFolder();
    await (await openDemo(dataFolder)).close();
    const accounts = join(dataFolder, 'demo-accounts.json');
    rmSync(accounts);
    await expect(openDemo(dataFolder)).rejects.toThrow(/remove the data folder/);
    writeFileSync(accounts, '[{');
    await expect(openDemo(dataFolder)).rejects.toThrow(/damaged; remove the data folder/);
    const authorities = join(dataFolder, 'demo/authorities.json');
    chmodSync(authorities, 0o600);
    writeFileSync(authorities, '{}');
    await expect(openDemo(dataFolder)).rejects.toThrow(/damaged; remove the data folder/);
    remove();
  });

  test('killed at any moment of its making, the next start finishes it', { timeout: 300_000 }, async () => {
    const entry = fileURLToPath(new URL('./open-once.ts', import.meta.url));
    for (let round = 0; round < 10; round += 1) {
      const { dataFolder, remove } = newFolder();
      const child = spawn(process.execPath, ['--no-warnings', entry, dataFolder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const open = once(child.stdout, 'data');
      await Promise.race([open, new Promise((resolve) => setTimeout(resolve, 350 + 60 * round))]);
      child.kill('SIGKILL');
      await once(child, 'exit');
      const demo = await openDemo(dataFolder);
      await everybodySigns(demo, dataFolder);
      await demo.close();
      remove();
    }
  });
});
