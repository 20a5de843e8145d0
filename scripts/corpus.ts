/**
 * Signs every PDF of a folder, invisibly and visibly, and has others' tools judge each result:
 * `npm run corpus -- DIR [--json FILE]`. Nothing in DIR is changed.
 */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { judge, preflight, type Verdict } from './corpus/judge.ts';
import { Signing } from './corpus/signing.ts';
import { type FileReport, printReport } from './corpus/table.ts';

const { values, positionals } = parseArgs({ options: { json: { type: 'string' } }, allowPositionals: true });
const [folder] = positionals;
if (folder === undefined || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  console.error('usage: npm run corpus -- DIR [--json FILE]');
  process.exit(2);
}

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.toLowerCase().endsWith('.pdf'))
  .map((name) => join(folder, name))
  .sort();
const room = mkdtempSync(join(tmpdir(), 'websign-corpus-'));
const reports: FileReport[] = [];
try {
  const queue = [...files.entries()];
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, () => worker(queue)));
} finally {
  rmSync(room, { recursive: true, force: true });
}
reports.sort((a, b) => (a.file < b.file ? -1 : 1));
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(reports, null, 1)}\n`);
process.exitCode = printReport(reports) ? 0 : 1;

async function worker(queue: [number, string][]): Promise<void> {
  const signing = new Signing();
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [index, file] = next;
    const before = await preflight(file);
    const verdicts: Verdict[] = [];
    for (const visible of [false, true]) {
      const out = join(room, `${index}-${visible ? 'visible' : 'invisible'}.pdf`);
      const outcome = await signing.sign({ file, visible, out });
      verdicts.push(await judge(file, before, out, outcome));
      rmSync(out, { force: true });
    }
    const [invisible, visible] = verdicts;
    if (invisible === undefined || visible === undefined) continue;
    reports.push({ file: relative(folder ?? '', file), kind: before.kind, invisible, visible });
    if (process.stderr.isTTY) process.stderr.write(`\r${reports.length}/${files.length}`);
  }
  signing.close();
}
