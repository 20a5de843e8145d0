import type { Kind, Verdict } from './judge.ts';

export interface FileReport {
  file: string;
  kind: Kind;
  invisible: Verdict;
  visible: Verdict;
}

const KINDS: Kind[] = ['sane', 'warn', 'encrypted', 'bad'];

/** Prints the table by class, the refusals by code and every wrong; true where nothing is wrong. */
export function printReport(reports: readonly FileReport[]): boolean {
  const row = (cells: (string | number)[]): string =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(12) : String(cell).padStart(10))).join('');
  let wrong = 0;
  for (const way of ['invisible', 'visible'] as const) {
    console.log(row([way, 'files', 'signed', 'refused', 'wrong', 'max ms', 'max MiB']));
    for (const kind of KINDS) {
      const verdicts = reports.filter((report) => report.kind === kind).map((report) => report[way]);
      const count = (outcome: Verdict['outcome']): number =>
        verdicts.filter((verdict) => verdict.outcome === outcome).length;
      const most = (of: (verdict: Verdict) => number): number => Math.round(Math.max(0, ...verdicts.map(of)));
      const [signed, refused, bad] = [count('signed'), count('refused'), count('wrong')];
      console.log(
        row([kind, verdicts.length, signed, refused, bad, most((v) => v.ms), most((v) => v.rss / 2 ** 20)]),
      );
      wrong += bad;
    }
    printRefusals(reports, way);
    for (const report of reports) {
      if (report[way].outcome === 'wrong')
        console.log(`WRONG ${report.kind} ${report.file}: ${report[way].why}`);
    }
    console.log('');
  }
  return wrong === 0;
}

function printRefusals(reports: readonly FileReport[], way: 'invisible' | 'visible'): void {
  const refused = reports.filter((report) => report[way].outcome === 'refused');
  const codes = Map.groupBy(refused, (report) => `${report.kind} ${report[way].code}`);
  for (const [code, files] of [...codes].sort((a, b) => b[1].length - a[1].length)) {
    const names = files.slice(0, 3).map((report) => report.file);
    console.log(`  refused ${code}: ${files.length} (${names.join(', ')}${files.length > 3 ? ', …' : ''})`);
  }
}
