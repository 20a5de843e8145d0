import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  documentObjects,
  isInstalled,
  judged,
  judgedByPyhanko,
  type LongTermWorld,
  pem,
  testKey,
  unlessInstalled,
  writePdf,
} from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withAuthorities } from './authorities.ts';
import { websign } from './process.ts';

// Each command is a process of its own; on a busy machine a test of several takes its time.
vi.setConfig({ testTimeout: 300_000 });

const PASSWORD = 'Pass-word1';
const withOpenssl = isInstalled('openssl');
let folder = '';
const at = (name: string) => join(folder, name);
const page = () => writePdf({ objects: documentObjects(), kind: 'table' });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'websign-cli-extend-'));
  await writeFile(at('password'), `${PASSWORD}\n`, { mode: 0o600 });
  await writeFile(at('a.pdf'), page());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The world's signer as a PKCS#12 file, and its root in a folder of trusted certificates. */
async function equip({ signer, issuing, root }: LongTermWorld, room: string): Promise<void> {
  await mkdir(at(`${room}/trust`), { recursive: true });
  await writeFile(at(`${room}/trust/root.pem`), pem('CERTIFICATE', root.certificate));
  const chain = [signer, issuing].map(({ certificate }) => pem('CERTIFICATE', certificate)).join('');
  await writeFile(at(`${room}/chain.pem`), chain);
  await writeFile(at(`${room}/key.pem`), pem('PRIVATE KEY', testKey(signer.key).pkcs8), { mode: 0o600 });
  const parts = ['-inkey', 'key.pem', '-in', 'chain.pem', '-out', 'signer.p12'];
  execFileSync('openssl', ['pkcs12', '-export', ...parts, '-passout', `pass:${PASSWORD}`], {
    cwd: at(room),
    stdio: 'ignore',
  });
}

const json = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as Record<string, unknown>;

describe.skipIf(!withOpenssl)(`long-term signatures${unlessInstalled('openssl')}`, () => {
  test('SGN-10 sign makes every level, extend raises and renews, and verify says so', async () => {
    await withAuthorities(async (world, url) => {
      await equip(world, 'levels');
      const grounds = ['--trust', at('levels/trust'), '--allow-loopback', '--json'];
      const tsa = ['--tsa', `${url}/tsa`];
      const key = ['--p12', at('levels/signer.p12'), '--password-file', at('password')];
      const sign = (out: string, ...more: string[]) =>
        websign(['sign', at('a.pdf'), ...key, '--out', at(out), ...grounds, ...more]);
      expect(json(await sign('b'))).toMatchObject({ ok: true, level: 'B-B' });
      expect(json(await sign('lt', ...tsa))).toMatchObject({ ok: true, level: 'B-LT' });
      expect(json(await sign('lta', ...tsa, '--level', 'B-LTA'))).toMatchObject({ ok: true, level: 'B-LTA' });

      const locked = json(await sign('locked', ...tsa, '--lock'));
      expect(locked).toMatchObject({ ok: true, level: 'B-LT' });

      const extend = (file: string, out: string, ...more: string[]) =>
        websign(['extend', at(file), '--out', at(out), ...grounds, ...more]);
      const unstamped = await extend('b/a_signed.pdf', 'unstamped');
      expect(json(unstamped)).toMatchObject({ ok: false, code: 'time_stamp_failed' });
      const raised = await extend('b/a_signed.pdf', 'raised', ...tsa);
      expect(raised.code).toBe(0);
      expect(json(raised)).toMatchObject({
        ok: true,
        level: 'B-LTA',
        steps: ['time_stamp', 'validation_data', 'archive_time_stamp'],
        added: { ocsps: 2, crls: 1 },
        final: false,
      });
      const renewed = json(await extend('raised/a_signed_extended.pdf', 'renewed', ...tsa));
      expect(renewed).toMatchObject({ level: 'B-LTA', steps: expect.arrayContaining(['renewal']) });
      const done = json(await extend('lt/a_signed.pdf', 'again'));
      expect(done).toMatchObject({ ok: true, level: 'B-LT', steps: [] });
      expect(done).not.toHaveProperty('output');

      const files = [
        'locked/a_signed.pdf',
        'lt/a_signed.pdf',
        'lta/a_signed.pdf',
        'renewed/a_signed_extended_extended.pdf',
      ].map(at);
      const { stdout } = await websign([
        'verify',
        ...files,
        '--trust',
        at('levels/trust'),
        '--offline',
        '--json',
      ]);
      const told = stdout.trim().split('\n');
      expect(
        told.map((line) => {
          const [first] = JSON.parse(line).signatures;
          return [first.indication, first.level, first.changesAfter];
        }),
      ).toEqual([
        ['TOTAL-PASSED', 'B-LT', 'none'],
        ['TOTAL-PASSED', 'B-LT', 'lta'],
        ['TOTAL-PASSED', 'B-LTA', 'lta'],
        ['TOTAL-PASSED', 'B-LTA', 'lta'],
      ]);
      const read = await Promise.all(files.map((file) => readFile(file)));
      for (const file of read) {
        expect(file.subarray(0, page().length).equals(page())).toBe(true);
        if (isInstalled('qpdf')) expect(judged('qpdf', ['--check'], file).code).toBe(0);
      }
      if (!isInstalled('pyhanko')) return;
      for (const verdicts of judgedByPyhanko(read, world.root.certificate, Date.now() + 1000)) {
        expect(verdicts.map(({ passed }) => passed)).not.toContain(false);
      }
    });
  });

  test('authorities that are away: refused after some attempts, or kept at the lower level', async () => {
    await withAuthorities(async (world, url) => {
      await equip(world, 'away');
      for (const gone of ['/ocsp', '.crl']) world.away.add(gone);
      const key = ['--p12', at('away/signer.p12'), '--password-file', at('password')];
      const grounds = ['--trust', at('away/trust'), '--allow-loopback', '--json', '--tsa', `${url}/tsa`];
      const sign = (out: string, ...more: string[]) =>
        websign(['sign', at('a.pdf'), ...key, '--out', at(out), ...grounds, ...more]);
      const refused = await sign('refused');
      expect(refused.code).toBe(1);
      expect(json(refused)).toMatchObject({ ok: false, code: 'revocation_unavailable' });
      expect(json(await sign('lower', '--or-lower'))).toMatchObject({ ok: true, level: 'B-T' });
    });
  });

  test('without --allow-loopback no address of this machine is asked', async () => {
    await withAuthorities(async (world, url) => {
      await equip(world, 'private');
      const key = ['--p12', at('private/signer.p12'), '--password-file', at('password')];
      const trust = ['--trust', at('private/trust'), '--tsa', `${url}/tsa`, '--json'];
      const { stdout } = await websign(['sign', at('a.pdf'), ...key, '--out', at('private'), ...trust]);
      expect(JSON.parse(stdout)).toMatchObject({ ok: false, code: 'revocation_unavailable' });
      expect(world.asked).toEqual([]);
    });
  });
});

describe('the command line of extend', () => {
  test.each([
    [['extend'], /FILE is missing/],
    [['extend', 'a.pdf'], /--out is missing/],
    [['extend', 'a.pdf', '--out', 'x'], /needs --trust/],
    [['extend', 'a.pdf', '--out', 'x', '--level', 'B-B'], /no level to extend to/],
    [['extend', 'a.pdf', '--out', 'x', '--level', 'LTA'], /is none of/],
    [['extend', 'a.pdf', '--out', 'x', '--level', 'B-LTA'], /needs --tsa/],
    [['extend', 'a.pdf', '--out', 'x', '--tsa', 'nowhere'], /is not a URL/],
    [['sign', 'a.pdf', '--p12', 'k', '--password-file', 'p', '--out', 'x', '--level', 'B-LT'], /needs --tsa/],
  ])('%j is refused with exit code 2', async (args, sentence) => {
    const { code, stderr } = await websign(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(sentence);
  });

  test('a file that is not signed, or that is no PDF, is told by a code', async () => {
    await mkdir(at('trust'), { recursive: true });
    const { certificate } = (await import('@websign/testkit')).makeTestPki().root;
    await writeFile(at('trust/root.pem'), pem('CERTIFICATE', certificate));
    await writeFile(at('no.pdf'), 'no PDF at all');
    const args = ['extend', at('a.pdf'), at('no.pdf'), '--out', at('none'), '--trust', at('trust'), '--json'];
    const { code, stdout } = await websign(args);
    expect(code).toBe(1);
    const told = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(told).toMatchObject([
      { ok: false, code: 'unsigned' },
      { ok: false, code: 'not_a_pdf' },
    ]);
  });
});
