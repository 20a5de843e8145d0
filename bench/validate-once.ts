/**
 * Validates one file in a process of its own: `node validate-once.ts FOLDER ROUNDS`, with the folder's document.pdf
 * and grounds.json. Prints JSON: what the first validation took and its peak memory, then each round beside the floor
 * (SHA-256 of the same bytes and the public-key operations that the validation makes).
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodePorts } from '@websign/ports';
import { counting, judge } from './long-term.ts';
import { peakBytes, type Spent, timed } from './timing.ts';
import { readGrounds } from './validate-documents.ts';

export interface ValidateTimes {
  first: Spent;
  /** Of the process after the first validation. */
  peakBytes: number;
  rounds: Spent[];
  floor: Spent[];
  verdict: string;
  /** Octets digested, and signature values checked. */
  digested: number;
  verified: number;
}

const WARM_MS = 3000;

const [folder = '', rounds = '1'] = process.argv.slice(2);
const bytes = readFileSync(join(folder, 'document.pdf'));
const grounds = readGrounds(folder);
const ports = nodePorts();
const validated = () => judge(bytes, grounds, ports);

const first = await timed(validated);
const peak = peakBytes();
const counted = counting(ports);
const { verdict } = await judge(bytes, grounds, counted.ports);
const operations = [...counted.verified.values()];

async function floor(): Promise<void> {
  createHash('sha256').update(bytes).digest();
  for (const operation of operations) await ports.verify(...operation);
}

// Until the compiler is done: it works beside the program, and its time counts as the processor's.
const warmUntil = performance.now() + WARM_MS;
while (performance.now() < warmUntil) {
  await floor();
  await validated();
}

const times: ValidateTimes = {
  first,
  peakBytes: peak,
  rounds: [],
  floor: [],
  verdict,
  digested: counted.counts.digested,
  verified: operations.length,
};
for (let round = 0; round < Number(rounds); round += 1) {
  times.floor.push(await timed(floor));
  times.rounds.push(await timed(validated));
}
process.stdout.write(JSON.stringify(times));
