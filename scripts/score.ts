/**
 * Scores the check before signing over a folder with a `manifest.tsv`: `npm run score -- DIR [--json FILE]`. Each
 * file is inspected and judged as at an upload, and held against the verdict that the manifest expects. Exit code 1
 * where a mark is missed. Nothing in DIR is changed.
 *
 * With `--signatures` the verdicts of `websign verify` are scored instead: which files are flagged for what became
 * of them after they were signed, offline, whomever their certificates come from (`--trust DIR`: anchors).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onAllCores } from './corpus/folder.ts';
import { Worker } from './corpus/worker.ts';
import type { Job, Outcome } from './score/job.ts';
import { type Entry, readManifest } from './score/manifest.ts';
import type { Row } from './score/rows.ts';
import { scoreSignatures } from './score/signatures/score.ts';
import { printScore } from './score/table.ts';

/** Far past the mark for slow files: these are told apart from those that never end, on a busy machine too. */
const HANG_MS = 60_000;

const { values, positionals } = parseArgs({
  options: { json: { type: 'string' }, signatures: { type: 'boolean' }, trust: { type: 'string' } },
  allowPositionals: true,
});
const [folder = ''] = positionals;
if (values.signatures === true) {
  read();
  process.exit((await scoreSignatures(folder, values)) ? 0 : 1);
}
const entries = read().filter(({ command }) => command !== 'verify');
const rows: Row[] = [];
const inspecting = () =>
  new Worker<Job, Outcome>(new URL('./score/child.ts', import.meta.url), {
    hangMs: HANG_MS,
    flags: ['--expose-gc'],
  });
await onAllCores(entries, inspecting, async (worker, entry) => {
  rows.push({ ...entry, outcome: await worker.run({ file: join(folder, entry.file) }) });
});
rows.sort((a, b) => (a.file < b.file ? -1 : 1));
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 1)}\n`);
process.exitCode = printScore(rows) ? 0 : 1;

function read(): Entry[] {
  try {
    return readManifest(folder);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    console.error(
      'usage: npm run score -- DIR [--signatures [--trust DIR]] [--json FILE]   (DIR holds a manifest.tsv)',
    );
    process.exit(2);
  }
}
