/**
 * Part of `npm run check`: in which order the build loads WebSign's style files decides nothing
 * (docs/adr/0027-one-owner-per-class.md).
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIST, strayImports } from './styles/imports.ts';
import { judgeStyles } from './styles/judge.ts';
import { readStyles } from './styles/rules.ts';
import { classesTogether } from './styles/together.ts';

const SOURCES = join(import.meta.dirname, '..', 'apps', 'web', 'src');

const read = (file: string): string => readFileSync(join(SOURCES, file), 'utf8');
const named = (pattern: string): string[] => globSync(pattern, { cwd: SOURCES }).sort();

const files = named('**/*.css').map((file) => ({ file, ...readStyles(file, read(file)) }));
const first = files.find(({ file }) => file === LIST);
if (first === undefined) throw new Error(`There is no ${LIST}.`);
const alwaysThere = new Set(first.imports.map((url) => join('styles', url)));
const modules = new Map(named('**/*.{ts,tsx}').map((file) => [file, read(file)]));
const problems = [
  ...judgeStyles(
    files.flatMap(({ rules }) => rules),
    alwaysThere,
    classesTogether(modules.values()),
  ),
  ...strayImports(modules, alwaysThere),
];
// The style files of other modules would come before it otherwise.
if (!read('main.tsx').startsWith(`import './${LIST}';`))
  problems.push(`main.tsx does not import ${LIST} first`);
for (const problem of problems) process.stdout.write(`       ${problem}\n`);
if (problems.length > 0)
  process.stdout.write(
    '       Say where it stands (.own .the-class), make it a child (.own > .the-class), or give it a class of its own:\n' +
      '       docs/adr/0027-one-owner-per-class.md\n',
  );
process.exitCode = problems.length === 0 ? 0 : 1;
