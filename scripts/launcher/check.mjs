import { capture } from './child.mjs';
import { ROOT, tool } from './place.mjs';

const node = (program, ...args) => [process.execPath, [tool(program), ...args]];

const CHECKS = [
  // npm install passes where an optional package is missing from the lockfile; npm ci on a new machine does not.
  { name: 'lockfile', command: ['npm', ['ci', '--dry-run', '--ignore-scripts', '--loglevel=error']] },
  { name: 'types', command: node('tsc', '-b') },
  { name: 'lint', command: node('biome', 'ci', '--error-on-warnings', '.') },
  {
    name: 'walls',
    command: node('depcruise', '--config', '.dependency-cruiser.cjs', 'apps', 'packages', 'e2e', 'bench'),
  },
  { name: 'dead code', command: node('knip', '--no-progress') },
  { name: 'rules', command: [process.execPath, ['scripts/rules.ts']] },
  { name: 'styles', command: [process.execPath, ['scripts/styles.ts']] },
  { name: 'pictures', command: [process.execPath, ['e2e/pictures/check.ts']] },
  { name: 'budgets', command: [process.execPath, ['scripts/budget.ts']], tells: true },
];

/** Runs every check, each to its end, and resolves to 0 only if all of them passed. */
export async function check() {
  const failed = [];
  for (const { name, command, tells = false } of CHECKS) {
    const begun = Date.now();
    const { code, output } = await capture(...command, { cwd: ROOT });
    const seconds = ((Date.now() - begun) / 1000).toFixed(1);
    process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`);
    if (code !== 0) failed.push(name);
    if (code !== 0 || tells) process.stdout.write(`${output.trimEnd()}\n`);
  }
  if (failed.length > 0) process.stdout.write(`check failed: ${failed.join(', ')}\n`);
  return failed.length === 0 ? 0 : 1;
}
