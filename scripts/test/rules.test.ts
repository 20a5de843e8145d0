import { describe, expect, it } from 'vitest';
import { faultsOfAsvs } from '../rules/asvs.ts';
import { filesByRule, fillColumn } from '../rules/column.ts';
import { titlesIn } from '../rules/titles.ts';

describe('the titles of tests', () => {
  it('are read however a test is written', () => {
    const source = `
      describe('UP-1 files', () => {
        test('UP-2 small', () => {});
        test.only("UP-3 it's (not) small", async () => {});
        it.each([
          ['no width)', '0 0 0 792'],
          ["no ')height", '0 0 612 0'],
        ])('UP-4 UP-5: a page with %s', async (_, box) => {});
        test.each<[string, Partial<Asked>]>([['a', {}]])(
          'UP-6 %s',
          (name) => {},
        );
        test.skipIf(noJudge).each(cases)(
          noJudge ? 'UP-7 %s (skipped: no judge)' : 'UP-8 %s for the judge',
          () => {},
        );
        for (const kind of kinds) test(\`UP-9 \${kind} and UP-10\`, () => {});
        test('UP-11 ' + kind, () => {});
      });
      describe.each(['a', 'b'])('UP-12 %s', () => {});`;
    expect(filesByRule(titlesIn(source).map((title) => ['a.test.ts', title]))).toEqual(
      new Map(Array.from({ length: 12 }, (_, index) => [`UP-${index + 1}`, new Set(['a.test.ts'])])),
    );
  });

  it('are not what stands elsewhere: in comments, cases, helpers and other calls', () => {
    const source = `
      // test('UP-1 not yet')
      test.each([['UP-2'], ['UP-3']])('%s', () => expect('UP-4').toBe(shown('UP-5')));
      const text = "it('UP-6')";
      attest('UP-7', () => {});`;
    expect(titlesIn(source)).toEqual(['%s']);
  });
});

describe('the last column of the rules', () => {
  const spec = (one: string, other: string) =>
    `| ID | Rule | Shown by |\n|---|---|---|\n| UP-1 | A file. | ${one} |\n| UP-2 | Two \\| files. | ${other} |\n`;
  const tests = (...titles: (readonly [string, string])[]) => filesByRule(titles);

  it('names the tests in their order, and keeps what is said of a rule that is built in part', () => {
    const shown = tests(['a.test.ts', 'UP-1 UP-2'], ['b.test.ts', 'UP-1 again'], ['b.test.ts', 'UP-1']);
    const { written, rules, faults } = fillColumn(spec('', 'in part: not yet two; `gone.test.ts`'), shown);
    expect(written).toBe(spec('`a.test.ts`, `b.test.ts`', 'in part: not yet two; `a.test.ts`'));
    expect([...rules]).toEqual(['UP-1', 'UP-2']);
    expect(faults).toEqual([]);
    expect(fillColumn(written, shown).written).toBe(written);
  });

  it('is stale where a test came or went', () => {
    const before = spec('`a.test.ts`', '`a.test.ts`');
    for (const titles of [[], [['a.test.ts', 'UP-1 UP-2'] as const, ['b.test.ts', 'UP-2'] as const]])
      expect(fillColumn(before, tests(...titles)).written).not.toBe(before);
  });

  it('lacks a test for a rule, or a rule for a test', () => {
    const { faults } = fillColumn(spec('', 'not built'), tests(['a.test.ts', 'UP-3 unheard of']));
    expect(faults).toEqual([
      'UP-1: no test shows it and it does not say "not built"',
      'UP-3: cited by a test, unknown to docs/SPEC.md',
    ]);
  });
});

describe('the table of ASVS', () => {
  const table = (sums: string, ...rows: string[]) =>
    `| Level | met | … |\n|---|---|---|\n| 1 | ${sums} |\n| 2 | 0 | 0 | 0 | 0 | 0 |\n\n${rows.join('\n')}\n`;
  const row = (result: string, shown = '`apps/a.test.ts`') =>
    `| V1.2.3 | 1 | a door | ${result} | ${shown} |`;
  const faults = (text: string) => faultsOfAsvs(text, (path) => path === 'apps/a.test.ts');

  it('names tests that are there, each requirement once, with a result that there is, and sums them up', () => {
    expect(faults(table('1 | 0 | 0 | 0 | 0', row('met')))).toEqual([]);
    expect(faults(table('1 | 0 | 0 | 0 | 0', row('met', '`e2e/b.spec.ts` (seen)')))).toEqual([
      'e2e/b.spec.ts is named and not there',
    ]);
    expect(faults(table('0 | 2 | 0 | 0 | 0', row('in part'), row('in part')))).toEqual([
      'V1.2.3 stands twice',
    ]);
    expect(faults(table('0 | 0 | 0 | 0 | 0', row('nearly')))).toEqual([
      'V1.2.3 is found to be "nearly", which is no result',
    ]);
    expect(faults(table('1 | 0 | 0 | 0 | 0', row('not met')))).toEqual([
      'the sums of level 1 are 0 | 0 | 1 | 0 | 0',
    ]);
  });
});
