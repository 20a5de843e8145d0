import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bridgeInstalled, installBridge } from '@websign/providers';
import {
  isInstalled,
  makeTestPki,
  noHsm,
  pem,
  type SoftHsm,
  softHsmModule,
  startSoftHsm,
} from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { websign } from './process.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const module = softHsmModule();
const missing = noHsm(bridgeInstalled());
const PIN = 'service-0471';
const OWN_PIN = 'Own-9173';
const PASSWORD = 'Pass-word1';

describe.skipIf(missing !== undefined)(`keys on an HSM (${missing ?? 'softhsm2'})`, () => {
  let hsm: SoftHsm;
  let env: NodeJS.ProcessEnv;
  const at = (name: string) => join(hsm.folder, name);
  const run = (...args: string[]) => websign(args, { env });
  const add = (username: string, ...more: string[]) => {
    const files = ['--password-file', at('password'), '--otp-file', at(`${username}.otp`)];
    return run('account', 'add', username, '--pkcs11', '--email', 'a@example.gr', ...files, ...more);
  };

  beforeAll(async () => {
    if (!bridgeInstalled()) await installBridge();
    hsm = startSoftHsm(module ?? '');
    const { p256, rsa3072, p384 } = makeTestPki().signers;
    hsm.addToken('service', PIN);
    hsm.addToken('own', OWN_PIN);
    hsm.addKey('service', PIN, { label: 'eleni', id: '01', pkcs8: p256.pkcs8 });
    hsm.addKey('service', PIN, { label: 'nikos', id: '02', pkcs8: rsa3072.pkcs8 });
    hsm.addKey('own', OWN_PIN, { label: 'maria', id: '03', pkcs8: p384.pkcs8 });
    const chains = { eleni: p256, nikos: rsa3072, maria: p384 };
    for (const [name, { chain, certificate }] of Object.entries(chains)) {
      writeFileSync(at(`${name}.pem`), chain.map((der) => pem('CERTIFICATE', der)).join(''));
      writeFileSync(at(`${name}.der`), certificate);
    }
    writeFileSync(at('pin'), `${PIN}\n`);
    writeFileSync(at('own-pin'), `${OWN_PIN}\n`);
    writeFileSync(at('password'), `${PASSWORD}\n`);
    writeFileSync(at('master.key'), `1:${randomBytes(32).toString('base64')}\n`);
    env = {
      ...hsm.environment,
      WEBSIGN_DATA: at('data'),
      MASTER_KEY_FILE: at('master.key'),
      PKCS11_MODULE: hsm.module,
      PKCS11_TOKEN: 'service',
      PKCS11_PIN_FILE: at('pin'),
    };
  });
  afterAll(() => hsm?.remove());

  test('list shows tokens and keys, and those of another token for its PIN', async () => {
    const { code, stdout, stderr } = await run('pkcs11', 'list');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^token "service"\t/m);
    expect(stdout).toMatch(/^ {2}key\tlabel "eleni"\tid 01$/m);
    expect(stdout).not.toContain('maria');
    const own = await run('pkcs11', 'list', '--token', 'own', '--pin-file', at('own-pin'), '--json');
    const tokens = own.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(tokens.find(({ label }) => label === 'own')).toMatchObject({
      keys: [{ label: 'maria', id: '03' }],
    });
    const wrong = await run('pkcs11', 'list', '--token', 'own', '--pin-file', at('pin'));
    expect(wrong).toMatchObject({ code: 1, stderr: 'websign: The token does not accept this PIN.\n' });
  });

  test('an account takes a key by label or id with the certificate of a file, not of another key', async () => {
    const other = await add('eleni', '--label', 'eleni', '--certificate', at('nikos.pem'));
    expect(other).toMatchObject({ code: 1, stdout: '' });
    expect(other.stderr).toBe('websign: The certificate is of another key than the one on the token.\n');
    const added = await add('eleni', '--label', 'eleni', '--certificate', at('eleni.pem'));
    expect(added).toMatchObject({ code: 0, stdout: 'eleni is added.\n', stderr: '' });
    expect((await add('nikos', '--id', '02', '--certificate', at('nikos.pem'))).code).toBe(0);
    const own = ['--own-pin', '--token', 'own', '--pin-file', at('own-pin')];
    expect((await add('maria', '--label', 'maria', ...own, '--certificate', at('maria.pem'))).code).toBe(0);
    const { stdout } = await run('account', 'list', '--json');
    expect(stdout.match(/"pkcs11"/g)).toHaveLength(3);
  });

  test('what names no key is refused with a sentence', async () => {
    const cases: [string[], number, RegExp][] = [
      [[], 2, /Name the key by --label or by --id/],
      [['--label', 'nobody'], 1, /The token has no key of that label or id\./],
      [['--label', 'maria', '--own-pin'], 2, /--token is missing/],
      [['--id', '02'], 1, /no certificate of that key; name its file with --certificate/],
    ];
    for (const [args, code, sentence] of cases) {
      const refused = await add('petros', ...args);
      expect(refused.code, args.join(' ')).toBe(code);
      expect(refused.stderr).toMatch(sentence);
    }
  });

  test.skipIf(!isInstalled('pkcs11-tool'))(
    'the certificate is taken from the token, where it has its key’s id',
    async () => {
      const tool = ['--module', hsm.module, '--token-label', 'service', '--login', '--pin', PIN];
      const object = [
        '--type',
        'cert',
        '--id',
        '01',
        '--label',
        'certificate',
        '--write-object',
        at('eleni.der'),
      ];
      execFileSync('pkcs11-tool', [...tool, ...object], { env: { ...process.env, ...env }, stdio: 'pipe' });
      expect((await add('petros', '--label', 'eleni')).stdout).toBe('petros is added.\n');
      expect((await run('pkcs11', 'list')).stdout).toMatch(/certificate\tlabel "certificate"\tid 01\t.*CN=/);
    },
  );

  test('a module that is not there and one that is not named get a sentence', async () => {
    const absent = await websign(['pkcs11', 'list'], { env: { ...env, PKCS11_MODULE: '/nowhere.so' } });
    expect(absent).toMatchObject({ code: 1 });
    expect(absent.stderr).toBe('websign: PKCS11_MODULE names /nowhere.so, which cannot be loaded.\n');
    const none = await websign(['pkcs11', 'list'], { env: { ...env, PKCS11_MODULE: '' } });
    expect(none.stderr).toBe("websign: Set PKCS11_MODULE: the HSM's PKCS#11 module, or HSM_SOCKET.\n");
  });
});
