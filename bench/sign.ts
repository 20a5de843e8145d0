import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fewLargeStreams, manySmallObjects } from './documents.ts';
import { inFolder } from './folder.ts';
import { mebibytes, median, type Row } from './report.ts';
import type { SignTimes } from './sign-once.ts';

const MIB = 1024 * 1024;
const ROUNDS = 9;

interface Case {
  name: string;
  make(): Buffer;
  /** Marks to reach. */
  ratio?: number;
  overFloorMs?: number;
  peakMiB?: number;
}

const CASES: Case[] = [
  { name: '100 KB', make: () => fewLargeStreams(100 * 1024) },
  { name: '5 MB, few large streams', make: () => fewLargeStreams(5 * MIB) },
  { name: '20 MB, few large streams', make: () => fewLargeStreams(20 * MIB), ratio: 2, peakMiB: 130 },
  {
    name: '20 MB, 100,000 small objects',
    make: () => manySmallObjects(20 * MIB),
    overFloorMs: 200,
    peakMiB: 130,
  },
];

/** Signs B-B each kind of file, times warm in one process, memory cold in another. */
export async function signRows(): Promise<Row[]> {
  return inFolder(async (folder) => {
    const rows: Row[] = [];
    for (const one of CASES) rows.push(...(await measure(folder, one)));
    return rows;
  });
}

async function measure(folder: string, one: Case): Promise<Row[]> {
  const file = join(folder, 'document.pdf');
  await writeFile(file, one.make());
  const warm = await signInChild(file, ROUNDS);
  const cold = await signInChild(file, 1);
  // The first round compiles.
  const sign = median(warm.sign.slice(1));
  const floor = median(warm.floor.slice(1));
  const name = `sign B-B, ${one.name}`;
  const timing = `${sign.toFixed(1)} ms, floor ${floor.toFixed(1)} ms, over it ${(sign - floor).toFixed(1)} ms`;
  return [
    {
      name,
      value: sign / floor,
      shown: `${(sign / floor).toFixed(2)} × floor (${timing})`,
      ...(one.ratio === undefined ? {} : { mark: `≤ ${one.ratio} × floor`, met: sign <= one.ratio * floor }),
      ...(one.overFloorMs === undefined
        ? {}
        : { mark: `≤ ${one.overFloorMs} ms over the floor`, met: sign - floor <= one.overFloorMs }),
    },
    {
      name: `${name}: peak memory`,
      value: cold.peakBytes,
      shown: mebibytes(cold.peakBytes),
      ...(one.peakMiB === undefined
        ? {}
        : { mark: `≤ ${one.peakMiB} MB`, met: cold.peakBytes <= one.peakMiB * MIB }),
    },
  ];
}

async function signInChild(file: string, rounds: number): Promise<SignTimes> {
  const script = fileURLToPath(new URL('./sign-once.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, file, String(rounds)]);
  return JSON.parse(stdout) as SignTimes;
}
