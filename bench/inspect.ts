import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openBrowser } from '../e2e/browser.ts';
import { manySmallObjects } from './documents.ts';
import { textPages } from './inspect-documents.ts';
import type { InspectTimes } from './inspect-once.ts';
import { verdictRows } from './inspect-server.ts';
import { scannedPages } from './preview-documents.ts';
import { mebibytes, median, type Row } from './report.ts';

const MIB = 1024 * 1024;
/** Just under UP-3's largest file. */
const LARGEST = 20 * MIB - 4096;
const ROUNDS = 5;

interface Case {
  name: string;
  bytes: Buffer;
  /** Marks to reach, in milliseconds and MB. */
  atMostMs: number;
  peakMiB?: number;
}

/** The security check of the largest files, beside pdfjs reading every page; and what an uploader waits for. */
export async function inspectRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'websign-bench-'));
  try {
    const rows: Row[] = [];
    for (const one of await cases()) rows.push(...(await measure(folder, one)));
    return [...rows, ...(await verdictRows())];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function cases(): Promise<Case[]> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    return [
      { name: '20 MB, 1,000 text pages', bytes: textPages(LARGEST, 1000), atMostMs: 2000, peakMiB: 250 },
      { name: '20 MB, 100,000 small objects', bytes: manySmallObjects(LARGEST - 2 * MIB), atMostMs: 1000 },
      { name: '20 MB, a scan with its words', bytes: await scannedPages(page, LARGEST, true), atMostMs: 500 },
    ];
  } finally {
    await browser.close();
  }
}

async function measure(folder: string, one: Case): Promise<Row[]> {
  const file = join(folder, 'document.pdf');
  await writeFile(file, one.bytes);
  const warm = await inChild('ours', file, ROUNDS);
  const cold = await inChild('ours', file, 1);
  const pdfjs = await inChild('pdfjs', file, ROUNDS);
  const pdfjsCold = await inChild('pdfjs', file, 1);
  const ours = median(warm.rounds);
  const theirs = median(pdfjs.rounds);
  // The first round compiles: that is what a new sandboxed process takes.
  const slowest = Math.max(...warm.rounds, ...cold.rounds);
  const timing = `${ours.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms; pdfjs ${theirs.toFixed(0)} ms`;
  const name = `inspect, ${one.name}`;
  return [
    {
      name,
      value: ours / theirs,
      shown: `${(ours / theirs).toFixed(2)} × pdfjs (${timing})`,
      mark: `slowest ≤ ${one.atMostMs} ms`,
      met: slowest <= one.atMostMs,
    },
    {
      name: `${name}: peak memory`,
      value: cold.peakBytes,
      shown: `${mebibytes(cold.peakBytes)}; pdfjs ${mebibytes(pdfjsCold.peakBytes)}`,
      ...(one.peakMiB === undefined
        ? {}
        : { mark: `≤ ${one.peakMiB} MB`, met: cold.peakBytes <= one.peakMiB * MIB }),
    },
  ];
}

async function inChild(who: 'ours' | 'pdfjs', file: string, rounds: number): Promise<InspectTimes> {
  const script = fileURLToPath(new URL('./inspect-once.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, who, file, String(rounds)]);
  return JSON.parse(stdout) as InspectTimes;
}
