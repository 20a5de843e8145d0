import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { capture, withProgress } from './child.mjs';
import { withLock } from './lock.mjs';
import { CACHE, LauncherError, ROOT, tool } from './place.mjs';

const WEB = join(ROOT, 'apps', 'web');
const DIST = join(WEB, 'dist');
const STAMP = join(CACHE, 'web-built');

/** What the built browser application is made of. */
const SOURCES = [
  join(ROOT, 'package-lock.json'),
  join(ROOT, 'tsconfig.base.json'),
  join(ROOT, 'packages', 'contract'),
  WEB,
];
const NOT_SOURCES = new Set(['dist', 'stories', 'test', 'node_modules']);

/** Builds the browser application unless it was built from exactly these sources. */
export async function ensureWebBuilt() {
  const wanted = sourcesHash();
  if (isBuilt(wanted)) return;
  await withLock(join(CACHE, 'locks', 'web'), 'Another start is building; waiting for it …', async () => {
    if (!isBuilt(wanted)) await build(wanted);
  });
}

const isBuilt = (wanted) =>
  existsSync(join(DIST, 'index.html')) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted;

function sourcesHash() {
  const hash = createHash('sha256');
  for (const source of SOURCES) addTo(hash, source);
  return hash.digest('hex');
}

function addTo(hash, path) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code !== 'ENOTDIR') throw error;
    hash.update(path.slice(ROOT.length)).update(readFileSync(path));
    return;
  }
  const names = entries.map((entry) => entry.name).filter((name) => !NOT_SOURCES.has(name));
  for (const name of names.sort()) addTo(hash, join(path, name));
}

/** Builds beside the folder in use, then swaps, so that a running server never serves half a build. */
async function build(wanted) {
  const next = join(CACHE, 'web-next');
  const old = join(CACHE, 'web-old');
  const { code, output } = await withProgress('Building the browser application', () =>
    capture(
      process.execPath,
      [tool('vite'), 'build', '--outDir', relative(WEB, next), '--emptyOutDir', '--logLevel', 'warn'],
      {
        cwd: WEB,
        env: { ...process.env, NODE_ENV: 'production' },
      },
    ),
  );
  if (code !== 0) throw new LauncherError(`The browser application could not be built:\n${output.trim()}`);
  rmSync(old, { recursive: true, force: true });
  if (existsSync(DIST)) renameSync(DIST, old);
  renameSync(next, DIST);
  rmSync(old, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(STAMP, wanted);
}
