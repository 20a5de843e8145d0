/**
 * The one launcher: `npm start`, `npm test` and their like, and `./websign COMMAND`. It runs under any Node.js
 * from version 20 on, without dependencies: it installs them where they are missing, goes on under the pinned
 * Node.js, and builds the browser application where its sources changed.
 */
import { fileURLToPath } from 'node:url';
import { check } from './launcher/check.mjs';
import { run } from './launcher/child.mjs';
import { ensureInstalled } from './launcher/install.mjs';
import { endWithParent, underPinnedNode } from './launcher/node.mjs';
import { makePackage } from './launcher/package.mjs';
import { LauncherError, ROOT, tool } from './launcher/place.mjs';
import { runTests } from './launcher/tests.mjs';
import { ensureWebBuilt } from './launcher/web.mjs';

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
  test: { web: true, work: (args) => runTests(['unit', 'e2e'], args) },
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

/** Commands of WebSign that serve the browser application. */
const SERVING = new Set(['start', 'demo']);

async function main([command = 'help', ...args]) {
  await ensureInstalled();
  const done = await underPinnedNode(fileURLToPath(import.meta.url), [command, ...args]);
  if (done !== undefined) return done;
  endWithParent();
  const workshop = Object.hasOwn(WORKSHOP, command) ? WORKSHOP[command] : undefined;
  if (workshop?.web || SERVING.has(command)) await ensureWebBuilt();
  if (workshop !== undefined) return workshop.work(args);
  const { main: websign } = await import(`${ROOT}/apps/cli/src/main.ts`);
  return websign([command, ...args]);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof LauncherError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
