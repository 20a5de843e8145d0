/**
 * Signs every PDF of a folder, invisibly and visibly, and has others' tools judge each result:
 * `npm run corpus -- DIR [--json FILE]`. Nothing in DIR is changed.
 */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { onAllCores } from './corpus/folder.ts';
import type { Job, Outcome } from './corpus/job.ts';
import { HANG_MS, judge, preflight, type Verdict } from './corpus/judge.ts';
import { type FileReport, printReport } from './corpus/table.ts';
import { Worker } from './corpus/worker.ts';

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
  const signing = () =>
    new Worker<Job, Outcome>(new URL('./corpus/child.ts', import.meta.url), { hangMs: HANG_MS });
  await onAllCores(files, signing, work);
} finally {
  rmSync(room, { recursive: true, force: true });
}
reports.sort((a, b) => (a.file < b.file ? -1 : 1));
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(reports, null, 1)}\n`);
process.exitCode = printReport(reports) ? 0 : 1;

async function work(signing: Worker<Job, Outcome>, file: string, index: number): Promise<void> {
  const before = await preflight(file);
  const verdicts: Verdict[] = [];
  for (const visible of [false, true]) {
    const out = join(room, `${index}-${visible ? 'visible' : 'invisible'}.pdf`);
    const outcome = await signing.run({ file, visible, out });
    verdicts.push(await judge(file, before, out, outcome));
    rmSync(out, { force: true });
  }
  const [invisible, visible] = verdicts;
  if (invisible === undefined || visible === undefined) return;
  reports.push({ file: relative(folder ?? '', file), kind: before.kind, invisible, visible });
}
