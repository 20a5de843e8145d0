/**
 * Signs one file at B-B and at B-LTA in a process of its own: `node lta-once.ts FOLDER ROUNDS`. Prints JSON. What the
 * authorities of the test world do (time-stamps, OCSP, CRLs) is in the same process, and is taken off.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodePorts } from '@websign/ports';
import { type LongTermWorld, longTermWorld, signedBy } from '@websign/testkit';
import { counting, raised, sign } from './long-term.ts';
import { peakBytes, type Spent, timed, watch } from './timing.ts';

export interface LtaTimes {
  basic: Spent[];
  lasting: Spent[];
  /** SHA-256 of the same bytes and one private-key operation. */
  floor: Spent[];
  peakBytes: number;
  /** Octets digested for B-LTA. */
  digested: number;
}

const WARM_MS = 3000;

const [folder = '', rounds = '1'] = process.argv.slice(2);
const bytes = readFileSync(join(folder, 'document.pdf'));
const ports = nodePorts();
const world = await longTermWorld();

let theirs: Spent = { wall: 0, processor: 0 };

/** Keeps what the authorities spent. */
async function apart<T>(work: () => Promise<T>): Promise<T> {
  const spent = watch();
  const answer = await work();
  const { wall, processor } = spent();
  theirs = { wall: theirs.wall + wall, processor: theirs.processor + processor };
  return answer;
}

const asked: LongTermWorld = {
  ...world,
  fetch: (missing) => apart(() => world.fetch(missing)),
  stamp: (digest, algorithm) => apart(() => world.stamp(digest, algorithm)),
};

async function lasting(on = ports): Promise<void> {
  await raised(bytes, await sign(bytes, asked, on, asked.stamp), 'B-LTA', asked, on);
}

function floor(): void {
  signedBy(world.signer)(createHash('sha256').update(bytes).digest());
}

async function alone(work: () => Promise<void>): Promise<Spent> {
  theirs = { wall: 0, processor: 0 };
  const { wall, processor } = await timed(work);
  return { wall: wall - theirs.wall, processor: processor - theirs.processor };
}

await lasting();
const peak = peakBytes();
const counted = counting(ports);
await lasting(counted.ports);

// Until the compiler is done: it works beside the program, and its time counts as the processor's.
const warmUntil = performance.now() + WARM_MS;
while (performance.now() < warmUntil) await lasting();

const times: LtaTimes = {
  basic: [],
  lasting: [],
  floor: [],
  peakBytes: peak,
  digested: counted.counts.digested,
};
for (let round = 0; round < Number(rounds); round += 1) {
  times.floor.push(await timed(floor));
  times.basic.push(await timed(() => sign(bytes, asked, ports)));
  times.lasting.push(await alone(() => lasting()));
}
process.stdout.write(JSON.stringify(times));
