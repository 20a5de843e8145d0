import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, withProgress } from './child.mjs';
import { withLock } from './lock.mjs';
import { CACHE, LauncherError, MODULES, ROOT } from './place.mjs';

const LOCKFILE = join(ROOT, 'package-lock.json');
const STAMP = join(MODULES, '.websign-installed');

/** Installs the dependencies unless exactly the lockfile's are there already. */
export async function ensureInstalled() {
  const wanted = lockfileHash();
  if (stamped() === wanted) return;
  await withLock(
    join(CACHE, 'locks', 'install'),
    'Another start is installing; waiting for it …',
    async () => {
      if (stamped() === wanted) return;
      if (!installedAsLocked()) await install();
      mkdirSync(MODULES, { recursive: true });
      writeFileSync(STAMP, wanted);
    },
  );
}

const lockfileHash = () =>
  createHash('sha256')
    .update(readFileSync(LOCKFILE))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');

const stamped = () => (existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : undefined);

/** npm writes its own list last of all, so a list that matches the lockfile is a finished installation. */
function installedAsLocked() {
  const list = join(MODULES, '.package-lock.json');
  if (!existsSync(list)) return false;
  const installed = JSON.parse(readFileSync(list, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(LOCKFILE, 'utf8')).packages;
  return Object.entries(locked).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true;
    const there = installed[path];
    if (there === undefined) return entry.optional === true && isForOthers(entry);
    return there.version === entry.version && there.integrity === entry.integrity;
  });
}

/** Optional packages without a machine of their own are what those for other machines depend on. */
const isForOthers = ({ os, cpu, libc }) => {
  if (os === undefined && cpu === undefined && libc === undefined) return true;
  const fits =
    (os === undefined || os.includes(process.platform)) &&
    (cpu === undefined || cpu.includes(process.arch)) &&
    (libc === undefined || libc.includes(libcHere()));
  return !fits;
};

let libcKnown;
/** Node.js knows its C library only through its diagnostic report, which takes a moment to make. */
function libcHere() {
  libcKnown ??= process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
  return libcKnown;
}

async function install() {
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund'];
  const code = await withProgress('Installing the dependencies (npm ci)', () => {
    const npm = process.env.npm_execpath;
    const options = { cwd: ROOT, stdio: ['ignore', 2, 2], env: { ...process.env, NODE_ENV: 'development' } };
    return npm?.endsWith('.js') ? run(process.execPath, [npm, ...args], options) : run('npm', args, options);
  }).catch((error) => {
    if (error.code === 'ENOENT') throw new LauncherError('npm was not found: install Node.js with npm.');
    throw error;
  });
  if (code !== 0) throw new LauncherError(`npm ci failed with exit code ${code}; its messages stand above.`);
}
