import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalled, type LongTermWorld, longTermWorld, pem, testKey } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examine } from '../../src/doctor/examine.ts';
import type { Finding } from '../../src/doctor/face.ts';
import { type Engine, sandboxedEngine } from '../../src/sandbox/engine.ts';
import type { Sandbox } from '../../src/sandbox/pool.ts';
import { pki, startTest, type TestAuthorities, type TestHome, testHome } from '../http/harness.ts';
import { realSandbox } from '../sandbox/engine.ts';
import { type MailServer, mailServer } from '../services/mail/smtp-server.ts';

const noOpenssl = !isInstalled('openssl');
const root = fileURLToPath(new URL('../../../../', import.meta.url));
let home: TestHome;
let world: LongTermWorld;
let sandbox: Sandbox;
let engine: Engine;
let post: MailServer;
let sound: Record<string, string>;

async function authorities(origin: string): Promise<TestAuthorities> {
  world = await longTermWorld(origin, Date.now());
  const { root: anchor, issuing, signer } = world;
  return {
    root: anchor.certificate,
    identity: () => ({
      pkcs8: testKey(signer.key).pkcs8,
      certificate: signer.certificate,
      chain: [signer.certificate, issuing.certificate],
    }),
    answer: (path, body, now) => {
      world.now = now;
      if (path === '/') return world.timeStamp(body);
      return world.answer(`${origin}${path}`, body.length === 0 ? undefined : body);
    },
  };
}

beforeAll(async () => {
  home = await testHome({ SIGNATURE_LEVEL: '', REVOCATION_NETWORKS: '127.0.0.0/8' }, authorities);
  // The command has the machine's clock.
  home.advance(Date.now() - home.clock());
  post = await mailServer({ extensions: ['AUTH PLAIN'] });
  sandbox = realSandbox({ children: 2, queue: 10 });
  engine = sandboxedEngine(sandbox);
  const trust = join(home.folder, 'trust');
  mkdirSync(trust);
  writeFileSync(join(trust, 'root.der'), world.root.certificate);
  chmodSync(home.environment.WEBSIGN_DATA ?? '', 0o700);
  sound = {
    ...home.environment,
    TRUST_FOLDER: trust,
    PORT: '0',
    OPERATIONS_PORT: 'off',
    PUBLIC_ORIGIN: 'https://sign.example',
    TRUST_PROXY: '127.0.0.1',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(post.port),
    SMTP_TLS: 'none',
    MAIL_FROM: 'sign@ministry.example',
  };
});
afterAll(async () => {
  await sandbox.close();
  await post.close();
  await home.remove();
});

async function findings(environment: Record<string, string>, patienceMs = 60_000): Promise<Finding[]> {
  const all: Finding[] = [];
  for await (const finding of examine(environment, engine, { now: home.clock, patienceMs }))
    all.push(finding);
  return all;
}

/** What is not well, as `check state found`; what the machine itself lacks is left out. */
const complaints = (all: readonly Finding[]) =>
  all
    .filter(
      ({ state, check }) => state !== 'ok' && !['sandbox', 'browser application', 'disk'].includes(check),
    )
    .map(({ check, state, found }) => `${check} ${state}: ${found}`);

const sick = async (part: Record<string, string>) => complaints(await findings({ ...sound, ...part }));
const file = (name: string, text: string | Uint8Array, mode = 0o600) => {
  const path = join(home.folder, name);
  writeFileSync(path, text, { mode });
  return path;
};

describe('doctor', () => {
  test('a sound set-up: each check is made, none complains, no letter is sent', async () => {
    const all = await findings(sound);
    expect(complaints(all)).toEqual([
      'contradictions warning: SEAL_P12_FILE is not set: evidence sheets are to be had as JSON only, and audit exports are not sealed',
    ]);
    const made = new Set(all.map(({ check }) => check));
    expect([...made]).toEqual([
      ...[
        'settings',
        'contradictions',
        'files',
        'database',
        'documents',
        'keys',
        'time-stamps',
        'clock',
        'trust',
      ],
      ...['revocation', 'certificates', 'mail', 'disk', 'browser application', 'sandbox'],
    ]);
    const said = all.map(({ check, found }) => `${check}: ${found}`);
    expect(said).toEqual(
      expect.arrayContaining([
        'keys: the master key opens the accounts (4)',
        'keys: software: keys can sign',
        "revocation: the newest signer's certificate is good by its authority's word",
        `mail: 127.0.0.1:${post.port} takes letters of ours`,
      ]),
    );
    expect(post.said.some((line) => /^(MAIL|RCPT|DATA)/i.test(line))).toBe(false);
  });

  test.each([
    [{ PORT: 'eighty' }, /^settings problem: PORT is not a whole number/],
    [{ TSA_URLS: '' }, /^settings problem: Set TSA_URLS: a time-stamp authority/],
    [{ PUBLIC_ORIGIN: 'http://sign.example' }, /^contradictions warning: PUBLIC_ORIGIN is not https/],
    [{ TRUST_PROXY: '' }, /^contradictions warning: TRUST_PROXY is empty/],
    [{ MASTER_KEY_FILE: '/nowhere/master.key' }, /^files problem: MASTER_KEY_FILE names \/nowhere/],
    [{ MASTER_KEY_FILE: '/nowhere/master.key' }, /^keys problem: the signer process does not start/],
    [{ ADMISSION_POLICY_FILE: '/nowhere/policy' }, /^files problem: ADMISSION_POLICY_FILE names/],
    [{ WEBSIGN_DATA: '/nowhere' }, /^files problem: the data folder \/nowhere is not there/],
    [{ WEBSIGN_DATA: '/nowhere' }, /^database problem: \/nowhere holds no database/],
    [{ WEBSIGN_DATA: '/nowhere' }, /^documents problem: not looked at: there is no database/],
    [{ DISK_FLOOR_MB: '99999999' }, /^documents problem: uploads are refused: \d+ MB are free/],
    [
      { DATABASE_URL_FILE: 'DATABASE', NAME_KEY_FILE: 'SECRET' },
      /^database problem: the database does not answer/,
    ],
    [
      { TSA_URLS: 'http://127.0.0.1:1/' },
      /^time-stamps problem: 127.0.0.1:1 \(TSA_URLS\) gives no time-stamp/,
    ],
    [{ SMTP_PORT: '1' }, /^mail problem: 127.0.0.1:1 does not let us in/],
    [{ TRUST_FOLDER: '/nowhere' }, /^trust problem: .*nowhere/],
    [{ REVOCATION_NETWORKS: '' }, /^revocation problem: .*cannot be learned/],
    [
      {
        CSC_URL: 'http://127.0.0.1:1/csc/v2',
        CSC_CLIENT_ID: 'c',
        CSC_CLIENT_SECRET_FILE: 'SECRET',
        CSC_ACTIVATION: 'codes',
      },
      /^keys problem: csc: keys cannot sign/,
    ],
  ])('%o gives its line', async (part, line) => {
    const written: Record<string, string> = {
      SECRET: file('secret', `${'hidden'.repeat(8)}\n`),
      DATABASE: file('database.url', 'postgres://websign:hidden@127.0.0.1:1/none\n'),
    };
    const asked = Object.fromEntries(
      Object.entries(part).map(([name, value]) => [name, written[value] ?? value]),
    );
    const all = await sick(asked);
    expect(all.filter((each) => line.test(each))).toHaveLength(1);
    expect(all.join('\n')).not.toContain('hidden');
  });

  test('files that others may read, certificates that do not fit, a seal that does not open', async () => {
    const other = file('other.key', '1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n');
    expect(await sick({ MASTER_KEY_FILE: other })).toContainEqual(
      expect.stringContaining('the master key does not open the accounts'),
    );
    chmodSync(other, 0o644);
    expect(await sick({ MASTER_KEY_FILE: other })).toContainEqual(
      expect.stringMatching(/files warning: MASTER_KEY_FILE .* \(mode 644\)/),
    );
    const inside = join(sound.WEBSIGN_DATA ?? '', 'inside.key');
    writeFileSync(inside, '', { mode: 0o600 });
    expect(await sick({ MASTER_KEY_FILE: inside })).toContainEqual(
      expect.stringContaining('lies in the data folder'),
    );
    rmSync(inside);
    const foreign = file('foreign.pem', pem('CERTIFICATE', pki.root.certificate));
    expect(await sick({ TSA_CERTIFICATES_FILE: foreign })).toContainEqual(
      expect.stringMatching(/^time-stamps problem: .*not accepted/),
    );
    const seal = await sick({ SEAL_P12_FILE: foreign, SEAL_PASSWORD_FILE: other });
    expect(seal).toContainEqual(expect.stringMatching(/^certificates problem: SEAL_P12_FILE names/));
  });

  test('trust in nobody who issued, an ended certificate, a clock that is astray', async () => {
    const nobody = join(home.folder, 'nobody');
    mkdirSync(nobody);
    writeFileSync(join(nobody, 'root.der'), pki.root.certificate);
    const foreign = file('foreign.pem', pem('CERTIFICATE', pki.root.certificate));
    const untrusted = await sick({ TRUST_FOLDER: nobody, TSA_CERTIFICATES_FILE: foreign });
    expect(untrusted).toContainEqual(
      expect.stringMatching(/^revocation problem: .* no certificate that is trusted/),
    );
    const late: Finding[] = [];
    const now = () => home.clock() + 5 * 60_000;
    for await (const finding of examine(sound, engine, { now })) late.push(finding);
    expect(complaints(late)).toContainEqual(
      expect.stringMatching(/^clock problem: the clock is \d+\.\d s (ahead of|behind) 127/),
    );
    const ended: Finding[] = [];
    const years = () => home.clock() + 40 * 365 * 86_400_000;
    for await (const finding of examine(sound, engine, { now: years })) ended.push(finding);
    expect(complaints(ended)).toContainEqual(expect.stringMatching(/^certificates problem: .* ended on/));
  });

  test('ports: taken by another program, or by a WebSign', async () => {
    const taker = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taker.once('listening', resolve));
    const { port } = taker.address() as AddressInfo;
    expect(await sick({ PORT: String(port) })).toContainEqual(
      expect.stringMatching(/^ports problem: .* in use by another program/),
    );
    await new Promise((resolve) => taker.close(resolve));
    const server = await startTest(home, { TRUST_FOLDER: sound.TRUST_FOLDER ?? '' });
    const [people, operations] = [server.url, server.operationsUrl ?? ''].map((url) => new URL(url).port);
    const all = await findings({ ...sound, PORT: people ?? '', OPERATIONS_PORT: operations ?? '' });
    expect(all.filter(({ check }) => check === 'ports').map(({ state }) => state)).toEqual(['ok', 'ok']);
    await server.close();
  });

  test('what hangs is told in bounded time, and holds nobody up', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    const all = await findings(
      { ...sound, SMTP_PORT: String(port), TSA_URLS: `http://127.0.0.1:${port}/` },
      5000,
    );
    expect(complaints(all)).toEqual(
      expect.arrayContaining([
        'time-stamps problem: no answer within 5 s',
        'mail problem: no answer within 5 s',
      ]),
    );
    expect(all.find(({ check }) => check === 'keys')?.state).toBe('ok');
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  test.skipIf(noOpenssl)(
    noOpenssl ? 'skipped: openssl not installed' : './websign doctor ends with 0 where all is well',
    async () => {
      const environment = { ...process.env, ...sound, ...seal() };
      const args = ['doctor', '--json'];
      const { status, stdout, stderr } = await run(join(root, 'websign'), args, environment);
      const told = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Finding);
      expect([stderr, complaints(told)]).toEqual(['', []]);
      // What this machine itself lacks is said, and counts.
      const states = told.map(({ state }) => ['ok', 'warning', 'problem'].indexOf(state));
      const worst = Math.max(...states);
      expect(status).toBe(worst);
      const broken = await run(join(root, 'websign'), ['doctor'], {
        ...environment,
        TRUST_PROXY: '',
        SMTP_PORT: '1',
      });
      expect(broken.status).toBe(2);
      expect(broken.stdout).toMatch(
        /^warning {2}contradictions: TRUST_PROXY is empty.*\n +→ Set TRUST_PROXY/m,
      );
      expect(broken.stdout).toMatch(
        /^problem {2}mail: 127\.0\.0\.1:1 does not let us in.*\n +→ Look at SMTP_HOST/m,
      );
    },
    180_000,
  );
});

/** A PKCS#12 file with a seal, made by openssl. */
function seal(): Record<string, string> {
  const validity = { notBefore: Date.now() - 86_400_000, notAfter: Date.now() + 400 * 86_400_000 };
  const { pkcs8, certificate } = pki.issue('p384', { validity });
  const parts = [
    '-inkey',
    file('key.pem', pem('PRIVATE KEY', pkcs8)),
    '-in',
    file('seal.pem', pem('CERTIFICATE', certificate)),
  ];
  const out = file('seal.p12', '');
  const made = spawnSync('openssl', ['pkcs12', '-export', ...parts, '-out', out, '-passout', 'pass:seal']);
  if (made.status !== 0) throw new Error(String(made.stderr));
  return { SEAL_P12_FILE: out, SEAL_PASSWORD_FILE: file('seal.password', 'seal\n') };
}

/** Beside this process: its servers answer. */
function run(program: string, args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    child.once('close', (status) => resolve({ status, ...texts }));
  });
}
