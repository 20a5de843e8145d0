// Compares docs/SPEC.md with the tests: a rule is shown by tests whose titles carry its ID.
// `--write` fills the last column; without it any difference is an error.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const specFile = `${root}docs/SPEC.md`;
const title = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^'"`]*?\))?\(\s*(['"`])((?:(?!\1).)*)\1/g;
const identifier = /\b(?:(?:NAV|HDR|SES|UP|MAP|SGN|HIS|CRT|PWD|POP)-\d+|LIM|MSG)\b/g;

/** Test files by rule ID, from the titles of their tests. */
function testsByRule() {
  const tests = new Map();
  const patterns = [
    'packages/*/test/**/*.test.ts',
    'apps/*/test/**/*.test.ts',
    // Suites that several implementations pass.
    'apps/*/test/**/contract/*.ts',
    'e2e/**/*.spec.ts',
  ];
  for (const file of patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()) {
    for (const [, , text] of readFileSync(root + file, 'utf8').matchAll(title)) {
      for (const [id] of text.matchAll(identifier)) {
        if (!tests.has(id)) tests.set(id, new Set());
        tests.get(id).add(file);
      }
    }
  }
  return tests;
}

const spec = readFileSync(specFile, 'utf8');
const tests = testsByRule();
const faults = [];
const known = new Set();
const written = spec.replace(/^\| ([A-Z]+(?:-\d+)?) \| (.*) \| (.*?) ?\|$/gm, (row, id, rule, shown) => {
  if (id === 'ID') return row;
  known.add(id);
  const files = [...(tests.get(id) ?? [])].map((file) => `\`${file}\``).join(', ');
  const note = /^(?:not built|in part)[^;]*/.exec(shown)?.[0].trim();
  if (!files && !note) faults.push(`${id}: no test shows it and it does not say "not built"`);
  return `| ${id} | ${rule} | ${[note, files].filter(Boolean).join('; ')} |`;
});
for (const id of tests.keys())
  if (!known.has(id)) faults.push(`${id}: cited by a test, unknown to docs/SPEC.md`);

if (process.argv.includes('--write')) writeFileSync(specFile, written);
else if (written !== spec)
  faults.push('docs/SPEC.md: the last column is stale; run `npm run rules -- --write`');
for (const fault of faults) console.error(`rules: ${fault}`);
console.log(`rules: ${known.size} rules, ${[...known].filter((id) => tests.has(id)).length} shown by tests`);
process.exit(faults.length > 0 && !process.argv.includes('--write') ? 1 : 0);
