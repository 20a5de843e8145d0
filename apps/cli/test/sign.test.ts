import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  appendUpdate,
  documentObjects,
  isInstalled,
  judged,
  makeTestPki,
  type TestSignerName,
  testTsa,
  unlessInstalled,
  writePdf,
} from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { printable } from '../src/printable.ts';
import { websign } from './process.ts';

// Each command is a process of its own; on a busy machine a test of several takes its time.
vi.setConfig({ testTimeout: 180_000 });

const PASSWORD = 'Pass-word1';
const withOpenssl = isInstalled('openssl');
let folder = '';

const at = (name: string) => join(folder, name);
const page = () => writePdf({ objects: documentObjects(), kind: 'table' });

function pem(label: string, der: Uint8Array): string {
  return `-----BEGIN ${label}-----\n${Buffer.from(der).toString('base64')}\n-----END ${label}-----\n`;
}

/** A PKCS#12 file of a test signer, made by openssl. */
async function makeP12(name: TestSignerName, file: string): Promise<void> {
  const { chain, pkcs8 } = makeTestPki().signers[name];
  await writeFile(at('key.pem'), pem('PRIVATE KEY', pkcs8), { mode: 0o600 });
  await writeFile(at('chain.pem'), chain.map((der) => pem('CERTIFICATE', der)).join(''));
  const parts = ['-inkey', at('key.pem'), '-in', at('chain.pem'), '-out', at(file)];
  execFileSync('openssl', ['pkcs12', '-export', ...parts, '-passout', `pass:${PASSWORD}`], {
    stdio: 'ignore',
  });
}

/** A time-stamp authority over HTTP (RFC 3161 §3.4) for as long as `work` runs. */
async function withAuthority<T>(
  answer: (request: Uint8Array) => Promise<Uint8Array>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer(async (request, response) => {
    const reply = await answer(await buffer(request));
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(reply);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const address = server.address();
    return await work(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`);
  } finally {
    server.close();
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'websign-cli-sign-'));
  await writeFile(at('password'), `${PASSWORD}\n`, { mode: 0o600 });
  if (!withOpenssl) return;
  await makeP12('p256', 'p256.p12');
  await makeP12('rsa3072', 'rsa3072.p12');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sign = (files: string[], key: string, out: string, ...more: string[]) =>
  websign(['sign', ...files, '--p12', at(key), '--password-file', at('password'), '--out', at(out), ...more]);

describe.skipIf(!withOpenssl)(`sign${unlessInstalled('openssl')}`, () => {
  test.each(['p256.p12', 'rsa3072.p12'])(
    'SGN-10 the original is an exact prefix, with the key in %s',
    async (key) => {
      const original = page();
      await writeFile(at('αίτηση.pdf'), original);
      const { code, stdout } = await sign([at('αίτηση.pdf')], key, `out-${key}`);
      const output = join(at(`out-${key}`), 'αίτηση_signed.pdf');
      expect({ code, stdout }).toEqual({ code: 0, stdout: `${at('αίτηση.pdf')}: signed (B-B): ${output}\n` });
      const signed = await readFile(output);
      expect(signed.subarray(0, original.length).equals(original)).toBe(true);
      if (!isInstalled('pdfsig')) return;
      const { text } = judged('pdfsig', ['-nocert'], signed);
      expect(text).toContain('Signature is Valid');
      expect(text).toContain('Total document signed');
    },
  );

  test('a file that fails does not stop the others; every outcome is a JSON object in the order of the files', async () => {
    await writeFile(at('good.pdf'), page());
    await writeFile(at('bad.pdf'), 'no PDF at all');
    const visible = ['--visible', '1,36,36,200,60', '--reason', 'Έγκριση', '--json'];
    const files = [at('bad.pdf'), at('good.pdf'), at('absent.pdf')];
    const { code, stdout } = await sign(files, 'p256.p12', 'mixed', ...visible);
    expect(code).toBe(1);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { file: files[0], ok: false, code: 'not_a_pdf', message: "You can't upload files of this type" },
      { file: files[1], ok: true, level: 'B-B', output: join(at('mixed'), 'good_signed.pdf') },
      { file: files[2], ok: false, code: 'ENOENT', message: expect.stringMatching(/there is no such file/) },
    ]);
  });

  test('never overwrites what is there', async () => {
    await writeFile(at('once.pdf'), page());
    expect((await sign([at('once.pdf')], 'p256.p12', 'once')).code).toBe(0);
    const before = await readFile(join(at('once'), 'once_signed.pdf'));
    const { code, stdout } = await sign([at('once.pdf')], 'p256.p12', 'once');
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringMatching(/exists already \(failed\)\n$/),
    });
    expect((await readFile(join(at('once'), 'once_signed.pdf'))).equals(before)).toBe(true);
  });

  test.skipIf(!isInstalled('pdftotext'))('labels are in the language that was asked for', async () => {
    await writeFile(at('words.pdf'), page());
    const visible = ['--visible', '1,36,36,300,90', '--reason', 'Approval', '--title', 'Registrar'];
    for (const [locale, words] of [
      ['en', ['Reason:', 'Title:', 'Date:']],
      ['el', ['Λόγος υπογραφής:', 'Ιδιότητα:', 'Ημερομηνία:']],
    ] as const) {
      const { code } = await sign([at('words.pdf')], 'p256.p12', locale, ...visible, '--locale', locale);
      expect(code).toBe(0);
      const text = execFileSync('pdftotext', [join(at(locale), 'words_signed.pdf'), '-']).toString();
      for (const word of words) expect(text).toContain(word);
    }
  });

  test('SGN-3 a position outside the page is refused', async () => {
    await writeFile(at('outside.pdf'), page());
    const { code, stdout } = await sign([at('outside.pdf')], 'p256.p12', 'x', '--visible', '1,500,36,200,60');
    expect(code).toBe(1);
    expect(stdout).toMatch(/not signed: Signature position is out of bounds \(out_of_bounds\)\n$/);
    expect(existsSync(at('x'))).toBe(false);
  });

  test('--tsa makes it B-T, and refuses what the authority may not say', async () => {
    const pki = makeTestPki();
    await writeFile(at('root.pem'), pem('CERTIFICATE', pki.root.certificate));
    await writeFile(at('stamped.pdf'), page());
    const stamped = (url: string) =>
      sign([at('stamped.pdf')], 'p256.p12', 'stamped', '--tsa', url, '--tsa-certificates', at('root.pem'));

    const wrong = await withAuthority(testTsa(pki, { time: Date.now(), fault: 'nonce' }), stamped);
    expect(wrong).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/not signed: .* \(tsa_refused\)\n$/),
    });
    expect(existsSync(at('stamped'))).toBe(false);

    const right = await withAuthority(testTsa(pki, { time: Date.now() }), stamped);
    expect(right).toMatchObject({ code: 0, stdout: expect.stringMatching(/signed \(B-T\)/) });
    const { stdout } = await websign(['verify', join(at('stamped'), 'stamped_signed.pdf'), '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ signatures: [{ level: 'B-T', changesAfter: 'none' }] });
  });

  test('a wrong password is one sentence', async () => {
    await writeFile(at('wrong'), 'wrong\n');
    const args = [
      'sign',
      at('good.pdf'),
      '--p12',
      at('p256.p12'),
      '--password-file',
      at('wrong'),
      '--out',
      folder,
    ];
    const { code, stdout, stderr } = await websign(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^websign: the password is wrong or the file is damaged\n$/);
  });

  test('inspect and verify tell of what was signed', async () => {
    await writeFile(at('told.pdf'), page());
    await sign([at('told.pdf')], 'p256.p12', 'told');
    const file = join(at('told'), 'told_signed.pdf');
    const { code, stdout } = await websign(['inspect', file]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^accept +\d+ +1 +1 {2}\S+told_signed\.pdf$/m);

    const verified = await websign(['verify', file, '--offline', '--json']);
    // Nobody is trusted.
    expect(verified.code).toBe(1);
    const signatures = [{ subIndication: 'NO_CERTIFICATE_CHAIN_FOUND', covers: 'whole-file' }];
    expect(JSON.parse(verified.stdout)).toMatchObject({ file, verdict: 'indeterminate', signatures });
  });

  test('verify fails where a file is not signed, was added to, or was changed', async () => {
    await writeFile(at('plain.pdf'), page());
    await sign([at('plain.pdf')], 'p256.p12', 'changed');
    const signed = await readFile(join(at('changed'), 'plain_signed.pdf'));
    const update = appendUpdate(signed, { objects: [{ number: 3, body: 'null' }], kind: 'table' });
    await writeFile(at('added.pdf'), update);
    signed[signed.indexOf('(Page)') + 1] = 0x58;
    await writeFile(at('tampered.pdf'), signed);
    const files = [at('plain.pdf'), at('added.pdf'), at('tampered.pdf')];
    const { code, stdout } = await websign(['verify', ...files, '--offline']);
    expect(code).toBe(2);
    const said = stdout.split('\n').filter((line) => line.startsWith('/'));
    expect(said.map((line) => line.replace(/\.( .*)?$/, ''))).toEqual([
      `${at('plain.pdf')}: The document has no signatures`,
      `${at('added.pdf')}: The document is not validly signed, because changes that are not permitted were made after the signature`,
      `${at('tampered.pdf')}: The document is not validly signed, because what was signed has been altered`,
    ]);
  });
});

describe('the command line of sign', () => {
  test.each([
    [['sign'], 'FILE is missing.'],
    [['sign', 'a.pdf', '--out', 'x', '--password-file', 'p'], '--p12 is missing.'],
    [['sign', 'a.pdf', '--p12', 'k', '--out', 'x'], '--password-file is missing.'],
    [['sign', 'a.pdf', '--p12', 'k', '--password-file', 'p'], '--out is missing.'],
    [['sign', 'a.pdf', '--everything'], "Unknown option '--everything'."],
    [
      ['sign', 'a.pdf', '--p12', 'k', '--password-file', 'p', '--out', 'x', '--visible', '0,1,1,1,1'],
      '--visible 0,1,1,1,1 is not PAGE,X,Y,WIDTH,HEIGHT, such as 1,36,36,200,60.',
    ],
    [
      ['sign', 'a.pdf', '--p12', 'k', '--password-file', 'p', '--out', 'x', '--locale', 'de'],
      '--locale de is neither el nor en.',
    ],
    [
      ['sign', 'a.pdf', '--p12', 'k', '--password-file', 'p', '--out', 'x', '--tsa', 'http://127.0.0.1/'],
      '--tsa-certificates (PEM: whom the authority must chain to) is missing.',
    ],
  ])('%j is refused with exit code 2', async (args, sentence) => {
    const { code, stdout, stderr } = await websign(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(`websign: ${sentence}\nTry: websign sign --help\n`);
  });
});

test.skipIf(process.platform !== 'linux')(
  'what never ends is refused, and so is what is too large',
  async () => {
    const pipe = at('pipe.pdf');
    execFileSync('mkfifo', [pipe]);
    const huge = at('huge.pdf');
    await writeFile(huge, '%PDF-1.7');
    await truncate(huge, 129 * 1024 * 1024);
    const { code, stdout } = await websign(['inspect', '/dev/zero', pipe, huge]);
    expect(code).toBe(2);
    expect(stdout.match(/no regular file/g)).toHaveLength(2);
    expect(stdout).toContain('is larger than 128 MiB');
  },
);

test("what a stranger's file says cannot steer the terminal", () => {
  expect(printable('Ελένη \u001b[2J\r\n\u202eνητ')).toBe('Ελένη \\u{1b}[2J\\u{d}\\u{a}\\u{202e}νητ');
});
