import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openBrowser } from '../e2e/browser.ts';
import { manySmallObjects } from './documents.ts';
import { inFolder } from './folder.ts';
import { textPages } from './inspect-documents.ts';
import type { InspectTimes } from './inspect-once.ts';
import { verdictRows } from './inspect-server.ts';
import { scannedPages } from './preview-documents.ts';
import { mebibytes, median, type Row } from './report.ts';

const MIB = 1024 * 1024;
/** Just under UP-3's largest file. */
const LARGEST = 20 * MIB - 4096;
const ROUNDS = 5;
/** Processes that look at a file for the first time. */
const COLD = 3;

interface Case {
  name: string;
  bytes: Buffer;
  /** Marks to reach, in milliseconds and MB. */
  atMostMs: number;
  peakMiB?: number;
}

/** The security check of the largest files, beside pdfjs reading every page; and what an uploader waits for. */
export async function inspectRows(): Promise<Row[]> {
  return inFolder(async (folder) => {
    const rows: Row[] = [];
    for (const one of await cases()) rows.push(...(await measure(folder, one)));
    return [...rows, ...(await verdictRows())];
  });
}

async function cases(): Promise<Case[]> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    return [
      { name: '20 MB, 1,000 text pages', bytes: textPages(LARGEST, 1000), atMostMs: 2000, peakMiB: 250 },
      { name: '20 MB, 100,000 small objects', bytes: manySmallObjects(LARGEST - 2 * MIB), atMostMs: 1000 },
      {
        name: '20 MB, a scan with its words',
        bytes: await scannedPages(page, LARGEST, true),
        atMostMs: 1000,
      },
    ];
  } finally {
    await browser.close();
  }
}

async function measure(folder: string, one: Case): Promise<Row[]> {
  const file = join(folder, 'document.pdf');
  await writeFile(file, one.bytes);
  const warm = await inChild('ours', file, ROUNDS);
  const theirs = await inChild('pdfjs', file, ROUNDS);
  const cold: InspectTimes[] = [];
  for (let count = 0; count < COLD; count += 1) cold.push(await inChild('ours', file, 1));
  const theirCold = await inChild('pdfjs', file, 1);
  const ratio = middle(warm.rounds, 'processor') / middle(theirs.rounds, 'processor');
  // The first round compiles. What else the machine does lengthens the clock's time, not the processor's.
  const first = middle(
    cold.flatMap(({ rounds }) => rounds),
    'processor',
  );
  const peak = Math.max(...cold.map(({ peakBytes }) => peakBytes));
  const name = `inspect, ${one.name}`;
  return [
    {
      name,
      value: first,
      shown:
        `${first.toFixed(0)} ms of the processor in a new process, ${told(warm.rounds)} in a warm one; ` +
        `pdfjs ${told(theirs.rounds)}: ${ratio.toFixed(2)} ×`,
      mark: `≤ ${one.atMostMs} ms in a new process`,
      met: first <= one.atMostMs,
    },
    {
      name: `${name}: peak memory`,
      value: peak,
      shown: `${mebibytes(peak)}; pdfjs ${mebibytes(theirCold.peakBytes)}`,
      ...(one.peakMiB === undefined ? {} : { mark: `≤ ${one.peakMiB} MB`, met: peak <= one.peakMiB * MIB }),
    },
  ];
}

type Rounds = InspectTimes['rounds'];

const middle = (rounds: Rounds, which: 'wall' | 'processor'): number =>
  median(rounds.map((round) => round[which]));

const told = (rounds: Rounds): string =>
  `${middle(rounds, 'processor').toFixed(0)} ms (${middle(rounds, 'wall').toFixed(0)} ms on the clock)`;

async function inChild(who: 'ours' | 'pdfjs', file: string, rounds: number): Promise<InspectTimes> {
  const script = fileURLToPath(new URL('./inspect-once.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, who, file, String(rounds)]);
  return JSON.parse(stdout) as InspectTimes;
}
