/**
 * Looks through one file in a process of its own: `node inspect-once.ts ours|pdfjs FILE ROUNDS`. Prints JSON with the
 * milliseconds of each round, on the clock and of the processor, and the process's peak memory. pdfjs reads every page's operator list, and judges nothing.
 */
import { readFileSync } from 'node:fs';
import { inspect, openPdf } from '@websign/pdf';
import { nodePorts } from '@websign/ports';
import { peakBytes } from './timing.ts';

export interface InspectTimes {
  rounds: { wall: number; processor: number }[];
  peakBytes: number;
}

const [who = 'ours', file = '', rounds = '1'] = process.argv.slice(2);
const bytes = readFileSync(file);

async function operatorLists(): Promise<void> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    await page.getOperatorList();
    page.cleanup();
  }
  await task.destroy();
}

const work = who === 'pdfjs' ? operatorLists : () => inspect(openPdf(bytes, nodePorts()));
const times: InspectTimes = { rounds: [], peakBytes: 0 };
for (let round = 0; round < Number(rounds); round += 1) {
  const begun = performance.now();
  const used = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(used);
  times.rounds.push({ wall: performance.now() - begun, processor: (user + system) / 1000 });
}
times.peakBytes = peakBytes();
process.stdout.write(JSON.stringify(times));
