/**
 * The one launcher: `npm start`, `npm test` and their like, and `./websign COMMAND`. It runs under any Node.js
 * from version 20 on, without dependencies: it installs them where they are missing, goes on under the pinned
 * Node.js, and builds what is started, the bundles of the programs and the browser application, where sources changed.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLES, ensureBundled } from './launcher/bundle.mjs';
import { run } from './launcher/child.mjs';
import { ensureInstalled } from './launcher/install.mjs';
import { endWithParent, underPinnedNode } from './launcher/node.mjs';
import { LauncherError, ROOT, tool } from './launcher/place.mjs';

// What only some commands need is loaded by them: `./websign verify` is started by scripts, once for each file.
const tests = () => import('./launcher/tests.mjs');
const runTests = async (names, args) => (await tests()).runTests(names, args);
const ensureWebBuilt = async () => (await import('./launcher/web.mjs')).ensureWebBuilt();
const check = async () => (await import('./launcher/check.mjs')).check();
const makePackage = async (args) => (await import('./launcher/package.mjs')).makePackage(args);
const node = (path, args) => run(process.execPath, [`${ROOT}/${path}`, ...args], { cwd: ROOT });

/** Compares the screens with their pictures; with `--accept`, puts pictures of the last run in their place. */
async function pictures(args) {
  if (isAccepting(args)) return node('e2e/pictures/accept.ts', args);
  await ensureWebBuilt();
  const code = await runTests(['pictures'], args);
  return (await node('e2e/pictures/accept.ts', [])) || code;
}

const isAccepting = (args) => args.some((arg) => /^--(accept|why)\b/.test(arg));

/** Commands for those who work on WebSign; every other word is a command of WebSign itself. */
const WORKSHOP = {
  build: { web: true, work: async () => 0 },
  test: { web: true, work: async (args) => runTests((await tests()).allSuites(), args) },
  unit: { web: false, work: (args) => runTests(['unit'], args) },
  e2e: { web: true, work: (args) => runTests(['e2e'], args) },
  check: { web: true, work: check },
  rules: { web: false, work: (args) => node('scripts/rules.ts', args) },
  dev: { web: true, work: (args) => node('scripts/dev.ts', args) },
  stories: { web: false, work: (args) => node('scripts/stories.ts', args) },
  bench: { web: true, work: (args) => node('bench/main.ts', args) },
  corpus: { web: false, work: (args) => node('scripts/corpus.ts', args) },
  score: { web: false, work: (args) => node('scripts/score.ts', args) },
  fuzz: { web: false, work: (args) => node('scripts/fuzz.ts', args) },
  mutate: {
    web: false,
    work: (args) => run(process.execPath, [tool('stryker'), 'run', ...args], { cwd: ROOT }),
  },
  pictures: { web: false, work: pictures },
  manual: { web: true, work: (args) => node('e2e/manual.ts', args) },
  package: { web: true, work: makePackage },
  lighthouse: { web: true, work: (args) => node('e2e/lighthouse.ts', args) },
};

/** Those that need the programs' bundles. */
const BUNDLED = new Set(['build', 'bench', 'e2e', 'test', 'package']);

/** Commands of WebSign that serve the browser application. */
const SERVING = new Set(['start', 'demo']);

async function main([command = 'help', ...args]) {
  await ensureInstalled();
  const done = await underPinnedNode(fileURLToPath(import.meta.url), [command, ...args]);
  if (done !== undefined) return done;
  endWithParent();
  const workshop = Object.hasOwn(WORKSHOP, command) ? WORKSHOP[command] : undefined;
  if (workshop?.web || SERVING.has(command)) await ensureWebBuilt();
  if (workshop === undefined || BUNDLED.has(command)) await ensureBundled();
  if (workshop !== undefined) return workshop.work(args);
  // It reads the arguments itself, and sets the exit code.
  createRequire(import.meta.url)(join(BUNDLES, 'websign.cjs'));
  return undefined;
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ?? process.exitCode;
} catch (error) {
  if (!(error instanceof LauncherError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
