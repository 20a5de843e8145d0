/**
 * Looks through one file in a process of its own: `node inspect-once.ts ours|pdfjs FILE ROUNDS`. Prints JSON with the
 * milliseconds of each round and the process's peak memory. pdfjs reads every page's operator list, and judges nothing.
 */
import { readFileSync } from 'node:fs';
import { inspect, openPdf } from '@websign/pdf';
import { nodePorts } from '@websign/ports';

export interface InspectTimes {
  rounds: number[];
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
  await work();
  times.rounds.push(performance.now() - begun);
}
times.peakBytes = process.resourceUsage().maxRSS * 1024;
process.stdout.write(JSON.stringify(times));
