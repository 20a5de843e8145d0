import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled, makeTestPki, unlessInstalled } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { websign } from './process.ts';

vi.setConfig({ testTimeout: 180_000 });

let folder = '';
let env: NodeJS.ProcessEnv = {};
const at = (...names: string[]) => join(folder, ...names);
const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });

interface Row {
  line: number;
  username: string;
  outcome: string;
  file?: string;
  reason?: string;
}

async function imported(table: string, ...more: string[]) {
  await writeFile(at('table.csv'), table);
  const run = ['account', 'import', at('table.csv'), '--out', at('out'), '--json', ...more];
  const { code, stdout, stderr } = await websign(run, { env });
  const rows = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
  return { code, rows, stderr, stdout };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'websign-import-'));
  await writeFile(at('master.key'), `1:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  env = { WEBSIGN_DATA: at('data'), MASTER_KEY_FILE: at('master.key'), SIGNATURE_LEVEL: 'B-B' };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const header = 'username;email;surname;name;subject_serial;otp;phone;provider;key_reference;certificate';
const table = [
  `\ufeff${header}`,
  'maria;maria@example.gr;Παπαδοπούλου;Μαρία;TINEL-1;;;;;',
  'nikos;no address;Ωραιόπουλος;Νίκος;TINEL-2;;;;;',
  '"anna ""the"" first";anna@example.gr;Δήμου;Άννα;TINEL-3;SMS;+306912345678;;;',
  'MARIA;maria@example.gr;Παπαδοπούλου;Μαρία;TINEL-1;;;;;',
  'petros;petros@example.gr;;;;;;csc;"{""credentialID"":""c1""}";petros.pem',
  'eleni;eleni@example.gr;Γ;Ε;TINEL-4;PROVIDER;;;;',
  '',
].join('\r\n');

describe.skipIf(!isInstalled('openssl'))(`accounts from a table${unlessInstalled('openssl')}`, () => {
  test('keys are made, secrets are left in files and told nowhere, wrong rows are named and stop no other', async () => {
    const { code, rows, stdout } = await imported(table);
    expect(code).toBe(1);
    expect(rows).toEqual([
      { line: 2, username: 'maria', outcome: 'requested', file: expect.stringMatching(/\/maria-.*\.csr$/) },
      { line: 3, username: 'nikos', outcome: 'refused', reason: 'email is not an address for letters' },
      {
        line: 4,
        username: 'anna "the" first',
        outcome: 'requested',
        file: expect.stringMatching(/\/anna_the_first-.*\.csr$/),
      },
      { line: 5, username: 'MARIA', outcome: 'refused', reason: 'the username stands twice' },
      { line: 6, username: 'petros', outcome: 'refused', reason: 'its certificate is not there' },
      { line: 7, username: 'eleni', outcome: 'refused', reason: 'otp PROVIDER is not for software' },
    ]);
    const names = await readdir(at('out'));
    expect(names).toHaveLength(4);
    for (const name of names) expect((await stat(at('out', name))).mode & 0o777).toBe(0o600);
    expect((await stat(at('out'))).mode & 0o777).toBe(0o700);
    for (const name of names.filter((one) => one.endsWith('.json'))) {
      const { password, otp, username } = JSON.parse(await readFile(at('out', name), 'utf8'));
      expect(stdout).not.toContain(password);
      expect(otp).toMatch(username === 'maria' ? /^otpauth:\/\/totp\/WebSign:maria\?/ : /^$/);
    }
  });

  test('run again it makes nothing twice; with certificates it ends, and people sign in with what they are handed', async () => {
    const before = (await readdir(at('out'))).sort();
    const again = await imported(table);
    expect(again.rows.map(({ outcome }) => outcome)).toEqual([
      ...['waiting', 'refused', 'waiting', 'refused', 'refused', 'refused'],
    ]);
    expect((await readdir(at('out'))).sort()).toEqual(before);

    await mkdir(at('certificates'));
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      at('ca.key'),
      '-out',
      at('ca.pem'),
      '-subj',
      '/CN=CA',
    );
    for (const name of before.filter((one) => one.endsWith('.csr'))) {
      const out = at('certificates', name.replace(/csr$/, 'pem'));
      openssl(
        'x509',
        '-req',
        '-in',
        at('out', name),
        '-CA',
        at('ca.pem'),
        '-CAkey',
        at('ca.key'),
        '-out',
        out,
      );
    }
    const { certificate } = makeTestPki().signers.p256;
    const pem = `-----BEGIN CERTIFICATE-----\n${Buffer.from(certificate).toString('base64')}\n-----END CERTIFICATE-----\n`;
    await writeFile(at('certificates', 'petros.pem'), pem);
    const { rows } = await imported(table, '--certificates', at('certificates'));
    expect(rows.map(({ username, outcome, reason }) => [username, outcome, reason])).toEqual([
      ['maria', 'added', undefined],
      ['nikos', 'refused', 'email is not an address for letters'],
      ['anna "the" first', 'added', undefined],
      ['MARIA', 'refused', 'the username stands twice'],
      ['petros', 'added', undefined],
      ['eleni', 'refused', 'otp PROVIDER is not for software'],
    ]);
    const last = await imported(table, '--certificates', at('certificates'));
    expect(last.rows.map(({ outcome }) => outcome)).toEqual([
      ...['exists', 'refused', 'exists', 'refused', 'exists', 'refused'],
    ]);
    const shown = async (username: string) =>
      JSON.parse((await websign(['account', 'show', username, '--json'], { env })).stdout);
    expect(await shown('maria')).toMatchObject({
      surname: 'Παπαδοπούλου',
      otpMethod: 'TOTP',
      provider: 'software',
      // PWD-3: the first password is in a file of the operator's.
      passwordGivenAt: expect.any(String),
    });
    expect(await shown('anna "the" first')).toMatchObject({ otpMethod: 'SMS', phone: '+306912345678' });
    expect(await shown('petros')).toMatchObject({
      ...{ provider: 'csc', otpMethod: 'PROVIDER' },
      passwordGivenAt: expect.any(String),
    });
    expect(await readdir(at('data', 'enrolments'))).toEqual([]);
  });

  test('a certificate of another key is refused, and the row can be tried again', async () => {
    const row = `${header}\nbasil;basil@example.gr;Α;Β;TINEL-9;;;;;other.pem\n`;
    expect((await imported(row)).rows[0]?.outcome).toBe('requested');
    const { certificate } = makeTestPki().signers.p256;
    const pem = `-----BEGIN CERTIFICATE-----\n${Buffer.from(certificate).toString('base64')}\n-----END CERTIFICATE-----\n`;
    await writeFile(at('certificates', 'other.pem'), pem);
    const { rows } = await imported(row, '--certificates', at('certificates'));
    expect(rows).toMatchObject([{ outcome: 'refused', reason: 'the certificate is of another key' }]);
    expect((await imported(row)).rows[0]?.outcome).toBe('waiting');
    // As if the first run had been cut off before the key was kept: what it left is replaced by what counts.
    const left = (await readdir(at('out'))).filter((name) => name.startsWith('basil-'));
    await rm(at('data', 'enrolments'), { recursive: true });
    expect((await imported(row)).rows[0]?.outcome).toBe('requested');
    const now = (await readdir(at('out'))).filter((name) => name.startsWith('basil-'));
    expect(now).toHaveLength(2);
    for (const name of left) expect(now).not.toContain(name);
  });

  test('a table that is none is told in a sentence, and nothing is made of it', async () => {
    for (const [text, says] of [
      ['', 'The table has no column username.'],
      ['username,email\n', 'holds no rows.'],
      ['username,email,shoe\nx,y,z', 'a column "shoe", which is none of'],
      ['username,email,email\nx,y,z', 'has a column twice.'],
      ['username,email\n"x,y', 'Line 2: a quotation mark is not closed.'],
    ] as const) {
      const { code, stdout, stderr } = await imported(text);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(says);
    }
    await writeFile(at('latin.csv'), Buffer.from('username,email\n\xe1,x', 'latin1'));
    const latin = await websign(['account', 'import', at('latin.csv'), '--out', at('out')], { env });
    expect(latin.stderr).toContain('The table is not UTF-8.');
  });
});
