import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage } from '@websign/server/storage/index';
import { isInstalled, makeTestPki, pem } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { websign } from './process.ts';

// Each command is a process of its own; on a busy machine a test of several takes its time.
vi.setConfig({ testTimeout: 180_000 });

const DAY = 24 * 3600 * 1000;
const noOpenssl = !isInstalled('openssl');
const pki = makeTestPki();
/** The command has the machine's clock. */
const validity = { notBefore: Date.now() - DAY, notAfter: Date.now() + 100 * DAY };
let folder = '';
let env: NodeJS.ProcessEnv;
const at = (name: string) => join(folder, name);
const audit = (...args: string[]) => websign(['audit', ...args], { env });

/** A seal's PKCS#12 file, made by openssl. */
function makeSeal(name: 'p256' | 'rsa3072'): void {
  const { pkcs8, certificate, chain } = pki.issue(name, { validity });
  writeFileSync(at('key.pem'), pem('PRIVATE KEY', pkcs8));
  writeFileSync(at('seal.pem'), pem('CERTIFICATE', certificate));
  writeFileSync(at('chain.pem'), chain.map((der) => pem('CERTIFICATE', der)).join(''));
  const parts = ['-inkey', at('key.pem'), '-in', at('chain.pem'), '-out', at('seal.p12')];
  execFileSync('openssl', ['pkcs12', '-export', ...parts, '-passout', 'pass:seal'], { stdio: 'ignore' });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'websign-audit-'));
  const storage = await openStorage({ dataFolder: at('data'), nameKey: new Uint8Array(32) });
  for (let row = 0; row < 700; row += 1) await storage.audit.append({ kind: 'login', detail: { row } });
  await storage.close();
  writeFileSync(at('password'), 'seal\n', { mode: 0o600 });
  writeFileSync(at('root.pem'), pem('CERTIFICATE', pki.root.certificate));
  writeFileSync(at('other.pem'), pem('CERTIFICATE', pki.signers.p384.certificate));
  env = { WEBSIGN_DATA: at('data'), SEAL_P12_FILE: at('seal.p12'), SEAL_PASSWORD_FILE: at('password') };
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('audit export', () => {
  test('without a seal it says so; unsealed it is intact and proves nobody', async () => {
    const none = await websign(['audit', 'export', '--out', at('x')], { env: { ...env, SEAL_P12_FILE: '' } });
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('Set SEAL_P12_FILE')]);
    const plain = await audit(
      'export',
      '--out',
      at('plain.jsonl'),
      '--unsealed',
      '--anchor-out',
      at('anchor'),
    );
    expect(plain).toMatchObject({ code: 0, stderr: '' });
    expect(statSync(at('plain.jsonl')).mode & 0o777).toBe(0o600);
    const anchor = readFileSync(at('anchor'), 'utf8').trim();
    expect(plain.stdout).toContain(`anchor ${anchor}`);
    const checked = await audit('verify', '--file', at('plain.jsonl'), '--anchor', anchor);
    expect([checked.code, checked.stdout]).toEqual([1, expect.stringContaining('It is not sealed')]);
    expect((await audit('verify', '--anchor', anchor)).code).toBe(0);
    const again = await audit('export', '--out', at('plain.jsonl'), '--unsealed');
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('exists already')]);
    expect((await audit('export', '--out', at('y'), '--from', '0')).code).toBe(2);
    expect((await audit('burn')).code).toBe(2);
  });
});

describe.skipIf(noOpenssl)(
  noOpenssl ? 'skipped: openssl not installed' : 'openssl as judge of the seal',
  () => {
    const openssl = (file: string) => {
      const given = ['-inform', 'DER', '-in', `${file}.p7s`, '-content', file, '-CAfile', at('root.pem')];
      const how = ['-binary', '-purpose', 'any', '-out', '/dev/null'];
      return spawnSync('openssl', ['cms', '-verify', ...given, ...how], { encoding: 'utf8' });
    };

    test.each(['p256', 'rsa3072'] as const)(
      '%s: it verifies, and not once a byte is another',
      async (name) => {
        makeSeal(name);
        const file = at(`${name}.jsonl`);
        const made = await audit('export', '--out', file, '--from', '101');
        expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('600 rows, 101 to 700') });
        expect(openssl(file)).toMatchObject({ status: 0, stderr: expect.stringContaining('successful') });

        for (const certificate of ['root.pem', 'seal.pem']) {
          const right = await audit('verify', '--file', file, '--certificate', at(certificate));
          expect([right.code, right.stdout]).toEqual([0, expect.stringContaining('Sealed by')]);
        }
        const other = await audit('verify', '--file', file, '--certificate', at('other.pem'));
        expect([other.code, other.stdout]).toEqual([1, expect.stringContaining('not proven')]);
        const nobody = await audit('verify', '--file', file);
        expect([nobody.code, nobody.stdout]).toEqual([1, expect.stringContaining('give --certificate')]);

        const text = readFileSync(file, 'utf8');
        writeFileSync(file, text.replace(/"at":"20(\d\d)/, '"at":"21$1'));
        expect(openssl(file).status).not.toBe(0);
        const moved = await audit('verify', '--file', file, '--certificate', at('root.pem'));
        expect([moved.code, moved.stdout]).toEqual([
          1,
          expect.stringContaining('changed after it was sealed'),
        ]);
        writeFileSync(file, text);
        appendFileSync(`${file}.p7s`, 'x');
        expect((await audit('verify', '--file', file, '--certificate', at('root.pem'))).code).toBe(1);
      },
    );
  },
);
