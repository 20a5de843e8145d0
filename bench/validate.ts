import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fewLargeStreams, manyLinkedObjects, manySmallObjects } from './documents.ts';
import { inFolder } from './folder.ts';
import { beside, pyhankoValidates } from './pyhanko.ts';
import { mebibytes, median, type Row } from './report.ts';
import { middle, type Spent } from './timing.ts';
import { signedFile, writeCase } from './validate-documents.ts';
import type { ValidateTimes } from './validate-once.ts';

const MIB = 1024 * 1024;
const SIZE = 20 * MIB;
const ROUNDS = 15;
const THEIR_ROUNDS = 3;

interface Case {
  name: string;
  make(): Buffer;
  signatures: number;
  level: 'B-B' | 'B-LTA';
  /** Marks to reach. */
  ratio?: number;
  atMostMs?: number;
  peakMiB?: number;
}

const BIG = () => fewLargeStreams(SIZE);
const SMALL = () => manySmallObjects(SIZE);
const LINKED = () => manyLinkedObjects(SIZE);

const CASES: Case[] = [
  { name: 'B-B, few large streams', make: BIG, signatures: 1, level: 'B-B', ratio: 1.5 },
  { name: 'B-B, 100,000 small objects', make: SMALL, signatures: 1, level: 'B-B', atMostMs: 200 },
  { name: 'B-LTA, few large streams', make: BIG, signatures: 1, level: 'B-LTA', atMostMs: 60 },
  {
    name: 'B-LTA, 100,000 small objects',
    make: SMALL,
    signatures: 1,
    level: 'B-LTA',
    atMostMs: 500,
    peakMiB: 300,
  },
  {
    name: 'B-LTA, 100,000 objects that the page leads to',
    make: LINKED,
    signatures: 1,
    level: 'B-LTA',
    atMostMs: 500,
    peakMiB: 300,
  },
  { name: '50 signatures, few large streams', make: BIG, signatures: 50, level: 'B-B', atMostMs: 1000 },
  {
    name: '50 signatures and B-LTA, 100,000 objects that the page leads to',
    make: LINKED,
    signatures: 50,
    level: 'B-LTA',
    atMostMs: 1000,
    peakMiB: 300,
  },
];

/** Validates 20 MB of each kind, everything that the verdict needs at hand; pyHanko beside it where it is installed. */
export async function validateRows(): Promise<Row[]> {
  return inFolder(async (folder) => {
    const rows: Row[] = [];
    for (const one of CASES) rows.push(...(await measure(folder, one)));
    return rows;
  });
}

async function measure(folder: string, one: Case): Promise<Row[]> {
  const { bytes, grounds } = await signedFile(one.make(), one.signatures, one.level);
  await writeCase(folder, bytes, grounds);
  const ours = await inChild(folder);
  if (ours.verdict !== 'valid') throw new Error(`${one.name}: judged ${ours.verdict}`);
  const theirs = await pyhankoValidates(folder, THEIR_ROUNDS);
  const taken = middle(ours.rounds);
  const floor = middle(ours.floor);
  const name = `validate 20 MB, ${one.name}`;
  return [
    {
      name,
      value: taken,
      shown:
        `${told(ours.rounds)}, in a new process ${ours.first.processor.toFixed(0)} ms; ` +
        `${(taken / floor).toFixed(2)} × floor (${floor.toFixed(1)} ms: SHA-256 and ${ours.verified} public-key ` +
        `operations); ${beside(theirs, taken)}`,
      ...(one.ratio === undefined ? {} : { mark: `≤ ${one.ratio} × floor`, met: taken <= one.ratio * floor }),
      ...(one.atMostMs === undefined ? {} : { mark: `≤ ${one.atMostMs} ms`, met: taken <= one.atMostMs }),
    },
    {
      name: `${name}: peak memory`,
      value: ours.peakBytes,
      shown:
        mebibytes(ours.peakBytes) +
        (typeof theirs === 'string' ? '' : `; pyHanko ${mebibytes(theirs.peakBytes)}`),
      ...(one.peakMiB === undefined
        ? {}
        : { mark: `≤ ${one.peakMiB} MB`, met: ours.peakBytes <= one.peakMiB * MIB }),
    },
  ];
}

const told = (rounds: Spent[]): string =>
  `${middle(rounds).toFixed(1)} ms of the processor (${median(rounds.map(({ wall }) => wall)).toFixed(0)} on the clock)`;

async function inChild(folder: string): Promise<ValidateTimes> {
  const script = fileURLToPath(new URL('./validate-once.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder, String(ROUNDS)]);
  return JSON.parse(stdout) as ValidateTimes;
}
