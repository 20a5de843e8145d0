import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CHANGE_REASONS, CHANGE_RULES } from '../src/index.ts';

const page = readFileSync(fileURLToPath(new URL('../../../docs/REVISION-DIFF.md', import.meta.url)), 'utf8');
/** The cells of the table below a heading, without its two first lines. */
function table(heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  const lines = own.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

describe('docs/REVISION-DIFF.md', () => {
  it('holds every rule, its level and what permits it', () => {
    const rows = table('The rules').map(([rule, level, permission]) => [rule, level, permission]);
    const due = Object.entries(CHANGE_RULES).map(([rule, { level, permission }]) => [
      `\`${rule}\``,
      level,
      rule === 'unexplained' ? 'none' : String(permission),
    ]);
    expect(rows.sort()).toEqual(due.sort());
  });

  it('holds every reason', () => {
    const rows = table('The reasons').map(([reason]) => reason);
    expect(rows.sort()).toEqual(CHANGE_REASONS.map((reason) => `\`${reason}\``).sort());
  });
});
