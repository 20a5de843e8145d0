import { setTimeout as sleep } from 'node:timers/promises';
import { startDemo } from '../e2e/demo.ts';
import { textPages } from './inspect-documents.ts';
import type { Row } from './report.ts';
import { login, upload } from './server.ts';

const MIB = 1024 * 1024;
/** What is waited for: an everyday document. */
const PROBES = 40;
const PAUSE_MS = 50;
/** What others upload at the same time. */
const OTHERS = 8;

/** What one person waits from sending a document to its verdict: alone, and while others upload. */
export async function verdictRows(): Promise<Row[]> {
  const demo = await startDemo({ LOG_LEVEL: 'error' });
  try {
    const [account, other] = demo.accounts;
    if (account === undefined || other === undefined) throw new Error('the demonstration has no two signers');
    const session = await login(demo, account);
    const document = textPages(MIB, 20);
    const probe = async (): Promise<number> => {
      const begun = performance.now();
      await upload(demo, session, [document]);
      return performance.now() - begun;
    };
    await probe();
    const alone = await waits(probe);
    const load = { done: false };
    const busy = Array.from({ length: OTHERS }, async () => {
      const theirs = await login(demo, other);
      const heavy = textPages(5 * MIB, 250);
      for (let count = 0; ; count += 1) {
        if (load.done) return count;
        await upload(demo, theirs, [heavy]);
      }
    });
    await sleep(1000);
    const among = await waits(probe);
    load.done = true;
    const uploads = (await Promise.all(busy)).reduce((sum, count) => sum + count, 0);
    const name = 'upload to verdict, 1 MB of 20 pages';
    return [
      row(name, alone, ''),
      row(
        `${name}, while ${OTHERS} upload 5 MB of 250 pages each`,
        among,
        `; ${(percentile(among, 50) / percentile(alone, 50)).toFixed(1)} × alone, ${uploads} others meanwhile`,
      ),
    ];
  } finally {
    await demo.stop();
  }
}

async function waits(probe: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < PROBES; count += 1) {
    times.push(await probe());
    await sleep(PAUSE_MS);
  }
  return times;
}

function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? Number.NaN;
}

function row(name: string, times: number[], more: string): Row {
  const value = percentile(times, 95);
  const half = percentile(times, 50);
  return {
    name,
    value,
    shown: `half within ${half.toFixed(0)} ms, 95 % within ${value.toFixed(0)} ms${more}`,
  };
}
