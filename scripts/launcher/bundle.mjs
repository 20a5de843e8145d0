import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { capture, withProgress } from './child.mjs';
import { withLock } from './lock.mjs';
import { CACHE, LauncherError, ROOT } from './place.mjs';

/** Where the bundles lie: of everything that runs as a process, one file with all its code. */
export const BUNDLES = join(ROOT, 'dist');
const STAMP = join(CACHE, 'bundled');

/** What they are made of. */
const SOURCES = [
  'package-lock.json',
  'scripts/bundle',
  'scripts/bundle.ts',
  'apps/cli',
  'apps/server',
  'packages',
];
const NOT_SOURCES = new Set(['test', 'node_modules', 'README.md']);

/** Makes the bundles unless they were made of exactly these sources, by this Node.js. */
export async function ensureBundled() {
  const wanted = stateOfSources();
  if (isMade(wanted)) return;
  await withLock(join(CACHE, 'locks', 'bundle'), 'Another start is building; waiting for it …', async () => {
    if (!isMade(wanted)) await make(wanted);
  });
}

const isMade = (wanted) =>
  existsSync(join(BUNDLES, 'websign.code.cjs.cache')) &&
  existsSync(STAMP) &&
  readFileSync(STAMP, 'utf8') === wanted;

/** By names, sizes and times: reading a thousand files at each start would cost more than the start itself. */
function stateOfSources() {
  const hash = createHash('sha256').update(`${process.version} ${process.arch}\n`);
  for (const source of SOURCES) addTo(hash, join(ROOT, source), statSync(join(ROOT, source)));
  return hash.digest('hex');
}

function addTo(hash, path, stat) {
  if (!stat.isDirectory()) {
    hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
    return;
  }
  for (const name of readdirSync(path).sort()) {
    if (NOT_SOURCES.has(name)) continue;
    addTo(hash, join(path, name), statSync(join(path, name)));
  }
}

/** Makes them beside the folder in use, then swaps, so that nothing ever starts from half of them. */
async function make(wanted) {
  const next = join(CACHE, 'bundles-next');
  const old = join(CACHE, 'bundles-old');
  rmSync(next, { recursive: true, force: true });
  const { code, output } = await withProgress('Bundling the programs', () =>
    capture(process.execPath, [join(ROOT, 'scripts', 'bundle.ts'), next], { cwd: ROOT }),
  );
  if (code !== 0) throw new LauncherError(`The programs could not be bundled:\n${output.trim()}`);
  rmSync(old, { recursive: true, force: true });
  if (existsSync(BUNDLES)) renameSync(BUNDLES, old);
  renameSync(next, BUNDLES);
  // What confines the children is compiled, where a compiler is; where none is, the server and its doctor say so.
  await capture(process.execPath, [join(BUNDLES, 'websign.cjs'), 'sandbox', 'install'], { cwd: ROOT });
  rmSync(old, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(STAMP, wanted);
}
