/**
 * Signs every PDF of a folder, invisibly and visibly, makes a safe copy of it, and has others' tools judge each result:
 * `npm run corpus -- DIR [--copies] [--json FILE]`; `--copies` leaves the signing out. Nothing in DIR is changed.
 */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { CopyJob, CopyOutcome } from './corpus/copies/job.ts';
import { judgeCopy } from './corpus/copies/judge.ts';
import { type CopiedFile, printCopies } from './corpus/copies/table.ts';
import { onAllCores } from './corpus/folder.ts';
import type { Job, Outcome } from './corpus/job.ts';
import { HANG_MS, judge, preflight, type Verdict } from './corpus/judge.ts';
import { type FileReport, printReport } from './corpus/table.ts';
import { Worker } from './corpus/worker.ts';

/** A copy is read, written, inspected, and copied once more. */
const COPY_HANG_MS = 12 * HANG_MS;

const { values, positionals } = parseArgs({
  options: { json: { type: 'string' }, copies: { type: 'boolean' } },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  console.error('usage: npm run corpus -- DIR [--copies] [--json FILE]');
  process.exit(2);
}

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.toLowerCase().endsWith('.pdf'))
  .map((name) => join(folder, name))
  .sort();
const room = mkdtempSync(join(tmpdir(), 'websign-corpus-'));
const reports: FileReport[] = [];
const copies: CopiedFile[] = [];
try {
  const signing = () =>
    new Worker<Job, Outcome>(new URL('./corpus/child.ts', import.meta.url), { hangMs: HANG_MS });
  if (values.copies !== true) await onAllCores(files, signing, work);
  const copying = () =>
    new Worker<CopyJob, CopyOutcome>(new URL('./corpus/copies/child.ts', import.meta.url), {
      hangMs: COPY_HANG_MS,
    });
  await onAllCores(files, copying, copy);
} finally {
  rmSync(room, { recursive: true, force: true });
}
reports.sort((a, b) => (a.file < b.file ? -1 : 1));
copies.sort((a, b) => (a.file < b.file ? -1 : 1));
if (values.json !== undefined) {
  const byFile = new Map<string, object>(reports.map((one) => [one.file, one]));
  for (const one of copies) byFile.set(one.file, { ...byFile.get(one.file), file: one.file, copy: one });
  writeFileSync(values.json, `${JSON.stringify([...byFile.values()], null, 1)}\n`);
}
const isSigned = values.copies === true || printReport(reports);
process.exitCode = printCopies(copies) && isSigned ? 0 : 1;

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

async function copy(copying: Worker<CopyJob, CopyOutcome>, file: string, index: number): Promise<void> {
  const out = join(room, `${index}-copy.pdf`);
  const outcome = await copying.run({ file, out });
  copies.push({
    file: relative(folder ?? '', file),
    ...(await judgeCopy(file, out, join(room, `${index}-picture`), outcome)),
  });
  rmSync(out, { force: true });
}
