import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from './child.mjs';
import { judgesEnvironment } from './judges.mjs';
import { CACHE, LauncherError, ROOT, tool } from './place.mjs';

const RESULTS = join(CACHE, 'test');
const reporter = (name) => join(ROOT, 'scripts', 'launcher', `${name}-tally.mjs`);

const SUITES = {
  unit: (args) => [tool('vitest'), 'run', '--reporter=default', `--reporter=${reporter('vitest')}`, ...args],
  e2e: (args) => [tool('playwright'), 'test', `--reporter=list,${reporter('playwright')}`, ...args],
  pictures: (args) => SUITES.e2e(['--project=pictures', ...args]),
};
const FOLDERS = { unit: ROOT, e2e: join(ROOT, 'e2e'), pictures: join(ROOT, 'e2e') };

/**
 * Both suites. Where the judges of the unit tests are still being installed (WEBSIGN_JUDGES names the file that tells of them) the
 * browser tests, which need none of these, come first.
 */
export const allSuites = () => (process.env.WEBSIGN_JUDGES === undefined ? ['unit', 'e2e'] : ['e2e', 'unit']);

/**
 * Runs the named suites one after the other, prints their total last, and resolves to the exit code. With
 * `--under-load TIMES` browser tests run so often, each time while something else takes every core that there is.
 */
export async function runTests(names, args) {
  const [times, others] = takeUnderLoad(args);
  const release = times === undefined ? () => {} : loadEveryCore();
  const tallies = [];
  try {
    const repeat = times === undefined ? [] : [`--repeat-each=${times}`];
    for (const name of names) tallies.push(await runSuite(name, [...others, ...repeat]));
  } finally {
    release();
  }
  const total = sum(tallies);
  for (const line of explain(total)) process.stdout.write(`${line}\n`);
  process.stdout.write(`${summary(total)}\n`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

/** What follows `--under-load`, and the other arguments. */
function takeUnderLoad(args) {
  const at = args.indexOf('--under-load');
  if (at < 0) return [undefined, args];
  if (!/^[1-9]\d*$/.test(args[at + 1] ?? ''))
    throw new LauncherError('--under-load wants a number of times.');
  return [args[at + 1], args.toSpliced(at, 2)];
}

/** Counts on every core until the result is called, or this process is gone. */
function loadEveryCore() {
  const work = 'const one = process.ppid; while (process.ppid === one) for (let n = 0; n < 1e7; n += 1);';
  const children = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', work], { stdio: 'ignore' }),
  );
  return () => {
    for (const child of children) child.kill('SIGKILL');
  };
}

async function runSuite(name, args) {
  if (name !== 'unit' && process.arch !== 'x64') {
    const reasons = [`skipped: no browser for ${process.arch} ships with the dependencies`];
    return { passed: 0, failed: 0, skipped: 1, reasons, failures: [] };
  }
  const judges = process.env.WEBSIGN_JUDGES;
  if (name === 'unit' && judges !== undefined) {
    try {
      Object.assign(process.env, await judgesEnvironment(judges));
    } catch (error) {
      if (!(error instanceof LauncherError)) throw error;
      return { passed: 0, failed: 1, skipped: 0, reasons: [], failures: [error.message] };
    }
  }
  mkdirSync(RESULTS, { recursive: true });
  const file = join(RESULTS, `${name}-${process.pid}.json`);
  const env = {
    // Hundreds of tests start the command line and servers: what Node.js compiled for the one serves the next.
    NODE_COMPILE_CACHE: join(CACHE, 'compile'),
    ...process.env,
    NODE_ENV: 'test',
    WEBSIGN_TALLY: file,
    PATH: pathWithTools(),
  };
  const code = await run(process.execPath, SUITES[name](args), { cwd: FOLDERS[name], env });
  if (code > 128) process.exit(code);
  const tally = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { passed: 0, failed: 0, skipped: 0, reasons: [], failures: [] };
  rmSync(file, { force: true });
  // A runner that ends badly without naming a failed test has not tested what it should.
  if (code !== 0 && tally.failed === 0) {
    return { ...tally, failed: 1, failures: [`the ${name} run itself (exit code ${code})`] };
  }
  return tally;
}

/** Tests that start `node` get the pinned one. */
const pathWithTools = () => `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`;

const sum = (tallies) => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
  reasons: tallies.flatMap(({ reasons }) => reasons),
  failures: tallies.flatMap(({ failures }) => failures),
});

/** Failed tests by name, skipped ones counted by their reason: a missing judge is no failure, but is said. */
function explain({ failures, reasons }) {
  const counts = new Map();
  for (const text of reasons) {
    const reason = /skipped: ([^)]*)/.exec(text)?.[1] ?? text;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [
    '',
    ...failures.map((name) => `failed: ${name}`),
    ...[...counts].map(([reason, count]) => `skipped ${count}: ${reason}`),
  ];
}

const summary = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
