/**
 * Compares docs/SPEC.md with the tests: a rule is shown by tests whose titles carry its ID. Looks whether docs/ASVS.md
 * names tests that are there, and whether docs/SECURITY-CHECK.md holds the policy's table.
 * `--write` fills the last column and the table; without it any difference is an error.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { policyTable } from '../apps/server/src/policy/admission/table.ts';
import { faultsOfAsvs } from './rules/asvs.ts';
import { filesByRule, fillColumn } from './rules/column.ts';
import { titlesIn } from './rules/titles.ts';

const ROOT = join(import.meta.dirname, '..');
const SPEC = join(ROOT, 'docs/SPEC.md');
const CHECK = join(ROOT, 'docs/SECURITY-CHECK.md');
/** The policy's table: from its heading to its last row. */
const TABLE = /^\| Kind \| Now \|.*(?:\n\|.*)*/m;
const TESTS = [
  'packages/*/test/**/*.test.ts',
  'apps/*/test/**/*.test.ts',
  // Suites that several implementations pass.
  'apps/*/test/**/contract/*.ts',
  'e2e/**/*.spec.ts',
];

const named = TESTS.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort();
const titles = named.flatMap((file) =>
  titlesIn(readFileSync(join(ROOT, file), 'utf8')).map((title) => [file, title] as const),
);
const isWriting = process.argv.includes('--write');
const spec = readFileSync(SPEC, 'utf8');
const tests = filesByRule(titles);
const { written, rules, faults } = fillColumn(spec, tests);

if (isWriting) writeFileSync(SPEC, written);
else if (written !== spec)
  faults.push('docs/SPEC.md: the last column is stale; run `npm run rules -- --write`');
const page = readFileSync(CHECK, 'utf8');
const filled = page.replace(TABLE, () => policyTable());
if (isWriting) writeFileSync(CHECK, filled);
else if (!page.includes(policyTable()))
  faults.push('docs/SECURITY-CHECK.md: the table is stale; run `npm run rules -- --write`');
const asvs = faultsOfAsvs(readFileSync(join(ROOT, 'docs/ASVS.md'), 'utf8'), (path) =>
  existsSync(join(ROOT, path)),
);
faults.push(...asvs.map((fault) => `docs/ASVS.md: ${fault}`));
for (const fault of faults) console.error(`rules: ${fault}`);
console.log(`rules: ${rules.size} rules, ${[...rules].filter((id) => tests.has(id)).length} shown by tests`);
process.exitCode = faults.length > 0 && !isWriting ? 1 : 0;
