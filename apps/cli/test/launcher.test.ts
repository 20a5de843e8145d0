import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { otherNode, ROOT, run, version, websign } from './process.ts';

// Each command is a process of its own; on a busy machine a test of several takes its time.
vi.setConfig({ testTimeout: 180_000 });

describe('the launcher in this checkout', () => {
  test('neither installs nor builds what is there already', async () => {
    await websign(['--help']);
    const stamp = join(ROOT, 'node_modules', '.websign-installed');
    const before = await stat(stamp);
    const { code, stdout, stderr } = await websign(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^WebSign: /);
    expect((await stat(stamp)).mtimeMs).toBe(before.mtimeMs);
  });

  test('builds the browser application only where its sources changed', async () => {
    expect((await websign(['build'])).code).toBe(0);
    const built = join(ROOT, 'apps', 'web', 'dist', 'index.html');
    const before = await stat(built);
    expect(await websign(['build'])).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect((await stat(built)).mtimeMs).toBe(before.mtimeMs);
  });

  test('says in one sentence that a command does not exist', async () => {
    const { code, stdout, stderr } = await websign(['sing']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('websign: "sing" is no command of WebSign.\nTry: websign --help\n');
  });

  test('works from any folder', async () => {
    const { code, stdout } = await websign(['otp', '--help'], { cwd: tmpdir() });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^websign otp USERNAME/);
  });

  test.skipIf(otherNode === undefined)(
    'goes on under the pinned Node.js when another one starts it (skipped: no other Node.js installed)',
    async () => {
      const script = join(ROOT, 'scripts', 'run.mjs');
      const { code, stderr } = await run(otherNode ?? '', [script, 'no-such-command']);
      expect(code).toBe(2);
      expect(stderr).toMatch(/no command of WebSign/);
    },
  );
});

/** Bundles a program by copying it. */
const BUNDLE_SMALL = `
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
const folder = process.argv[2] ?? '';
mkdirSync(folder, { recursive: true });
copyFileSync('apps/cli/program.cjs', folder + '/websign.cjs');
writeFileSync(folder + '/websign.code.cjs.cache', '');
`;

describe('the launcher where nothing is installed', () => {
  let project = '';

  /** The launcher in a project that has no dependencies, so that npm needs no network, and a program of one line. */
  beforeEach(async () => {
    project = await mkdtemp(join(tmpdir(), 'websign-launcher-'));
    for (const part of ['scripts', 'websign'])
      await cp(join(ROOT, part), join(project, part), { recursive: true });
    for (const part of ['apps/cli', 'apps/server', 'packages'])
      await mkdir(join(project, part), { recursive: true });
    await writeFile(join(project, 'apps/cli/program.cjs'), "console.log('WebSign: small');");
    await writeFile(join(project, 'scripts/bundle.ts'), BUNDLE_SMALL);
    await describeProject({}, {});
  });

  async function describeProject(dependencies: object, packages: object) {
    const manifest = { name: 'small', version: '1.0.0', type: 'module', dependencies };
    const lock = { ...manifest, lockfileVersion: 3, packages: { '': manifest, ...packages } };
    await writeFile(join(project, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(project, 'package-lock.json'), JSON.stringify(lock));
  }
  afterEach(() => rm(project, { recursive: true, force: true }));

  const help = (node = process.execPath) => run(node, [join(project, 'scripts', 'run.mjs'), '--help']);

  test('installs once when three start at the same time', async () => {
    const outcomes = await Promise.all([help(), help(), help()]);
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
    const installing = outcomes.filter(({ stderr }) => stderr.includes('Installing the dependencies'));
    expect(installing).toHaveLength(1);
    expect((await help()).stderr).toBe('');
  });

  test('bundles the programs once when three start at the same time, and again where a source changed', async () => {
    const bundling = /Bundling the programs/;
    const outcomes = await Promise.all([help(), help(), help()]);
    expect(outcomes.map(({ stdout }) => stdout)).toEqual(Array(3).fill('WebSign: small\n'));
    expect(outcomes.filter(({ stderr }) => bundling.test(stderr))).toHaveLength(1);
    await writeFile(join(project, 'apps/cli/program.cjs'), "console.log('WebSign: changed');");
    expect(await help()).toMatchObject({
      stdout: 'WebSign: changed\n',
      stderr: expect.stringMatching(bundling),
    });
    expect(await help()).toMatchObject({ stdout: 'WebSign: changed\n', stderr: '' });
  });

  test('says so when the programs could not be bundled, and bundles them by the next start', async () => {
    await writeFile(join(project, 'scripts/bundle.ts'), "throw new Error('no');");
    expect(await help()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The programs could not be bundled'),
    });
    await writeFile(join(project, 'scripts/bundle.ts'), BUNDLE_SMALL);
    expect(await help()).toMatchObject({ code: 0, stdout: 'WebSign: small\n' });
  });

  test('installs again when the lockfile asks for what is not there', async () => {
    await help();
    await mkdir(join(project, 'part'));
    await writeFile(
      join(project, 'part', 'package.json'),
      JSON.stringify({ name: 'part', version: '1.0.0' }),
    );
    await describeProject(
      { part: 'file:part' },
      { part: { version: '1.0.0' }, 'node_modules/part': { resolved: 'part', link: true } },
    );
    const { code, stderr } = await help();
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/Installing the dependencies/),
    });
    expect(existsSync(join(project, 'node_modules', 'part', 'package.json'))).toBe(true);
  });

  test('says so when npm could not install', async () => {
    await describeProject({ part: 'file:part' }, { other: { version: '1.0.0' } });
    const { code, stderr } = await help();
    expect(code).toBe(1);
    expect(stderr).toMatch(/npm ci failed with exit code \d+; its messages stand above\.\n$/);
  });

  test('takes over the lock of a start that was killed', async () => {
    const dead = execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).trim();
    await mkdir(join(project, '.cache', 'locks'), { recursive: true });
    await writeFile(join(project, '.cache', 'locks', 'install'), dead);
    expect((await help()).code).toBe(0);
  });

  test.skipIf(otherNode === undefined || Number.parseInt(version(otherNode).slice(1), 10) >= 24)(
    'says what is needed where no pinned Node.js exists (skipped: no older Node.js installed)',
    async () => {
      const { code, stderr } = await help(otherNode);
      expect(code).toBe(1);
      expect(stderr).toMatch(/start with Node\.js 24 or newer; this is \d+\.\d+\.\d+\.\n$/);
    },
  );
});
