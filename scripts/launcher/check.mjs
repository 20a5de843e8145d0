import { capture } from './child.mjs';
import { ROOT, tool } from './place.mjs';

const CHECKS = [
  { name: 'types', tool: 'tsc', args: ['-b'] },
  { name: 'lint', tool: 'biome', args: ['ci', '--error-on-warnings', '.'] },
  {
    name: 'walls',
    tool: 'depcruise',
    args: ['--config', '.dependency-cruiser.cjs', 'apps', 'packages', 'e2e', 'bench'],
  },
  { name: 'dead code', tool: 'knip', args: ['--no-progress'] },
];

/** Runs every check, each to its end, and resolves to 0 only if all of them passed. */
export async function check() {
  const failed = [];
  for (const { name, tool: program, args } of CHECKS) {
    const begun = Date.now();
    const { code, output } = await capture(process.execPath, [tool(program), ...args], { cwd: ROOT });
    const seconds = ((Date.now() - begun) / 1000).toFixed(1);
    process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`);
    if (code === 0) continue;
    failed.push(name);
    process.stdout.write(`${output.trimEnd()}\n`);
  }
  if (failed.length > 0) process.stdout.write(`check failed: ${failed.join(', ')}\n`);
  return failed.length === 0 ? 0 : 1;
}
