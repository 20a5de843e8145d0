/**
 * Changes signed files at random and asks EU DSS, pyHanko and `websign verify` of each: `npm run fuzz -- [--minutes 60]
 * [--seed 1] [--keep DIR]`. WEBSIGN_DSS names the folder of EU DSS, and `pyhanko` stands in PATH, as CI installs them.
 * Exit code 1 where we call a file plainly valid that both others break; one that we call valid with a warning, such as a
 * signature whose certificates were altered where nothing signs them, is listed. Files of which we say otherwise than both
 * go to DIR.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dssHome, isInstalled, longTermWorld, pem } from '@websign/testkit';
import { type Opinions, opinionsOn } from './fuzz/judges.ts';
import { mutated } from './fuzz/mutations.ts';
import { Random } from './fuzz/random.ts';
import { makeSeeds } from './fuzz/seeds.ts';

type Counts = Map<string, number>;

/** Files that the validators are given at once. */
const BATCH = 100;
const MINUTE_MS = 60_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'string' },
  },
});
if (dssHome === undefined || !isInstalled('pyhanko')) {
  console.error('Two other validators are needed: set WEBSIGN_DSS, and have pyhanko in PATH (see .ci/run).');
  process.exit(2);
}
const end = Date.now() + Number(values.minutes) * MINUTE_MS;
const random = new Random(Number(values.seed));
const world = await longTermWorld('http://pki.test.invalid', Date.now());
const seeds = await makeSeeds(world);
const grounds = { root: world.root.certificate, at: world.now, dssHome };
console.log(`${seeds.length} files to start from; before any change this many pass:`);
const unchanged = await opinionsOn(
  seeds.map(({ bytes }) => bytes),
  grounds,
);
for (const whose of ['ours', 'dss', 'pyhanko'] as const)
  console.log(`  ${whose}: ${unchanged.filter((of) => isPassedBy(whose, of)).length}`);

const counts: Counts = new Map();
const [lenient, warned, strict] = [1, 2, 3].map(() => new Map<string, number>()) as [Counts, Counts, Counts];
let files = 0;
while (Date.now() < end) {
  const batch = Array.from({ length: BATCH }, () => {
    const seed = random.of(seeds);
    return { seed: seed.name, ...mutated(seed.bytes, random) };
  });
  const opinions = await opinionsOn(
    batch.map(({ bytes }) => bytes),
    grounds,
  );
  for (const [index, of] of opinions.entries()) {
    const one = batch[index];
    if (one !== undefined) tell(one, of, files + index);
  }
  files += BATCH;
}
print();
process.exitCode = lenient.size === 0 ? 0 : 1;

function isPassedBy(whose: keyof Opinions, of: Opinions): boolean {
  return whose === 'ours' ? /^valid/.test(of.ours.word) : of[whose].passes;
}

function tell(
  { seed, done, bytes }: { seed: string; done: readonly string[]; bytes: Uint8Array },
  of: Opinions,
  number: number,
): void {
  const [we, dss, pyhanko] = (['ours', 'dss', 'pyhanko'] as const).map((whose) => isPassedBy(whose, of));
  count(
    counts,
    `we ${we ? 'pass' : 'do not'}, EU DSS ${dss ? 'passes' : 'does not'}, pyHanko ${pyhanko ? 'passes' : 'does not'}`,
  );
  if (we === dss || we === pyhanko) return;
  const why = we
    ? `${of.ours.word}; EU DSS: ${of.dss.why}; pyHanko: ${of.pyhanko.why}`
    : `${of.ours.word}: ${[...new Set(of.ours.reasons.map(kindOf))].join(', ')}`;
  const [kind, counted] = !we
    ? (['strict', strict] as const)
    : of.ours.word === 'valid'
      ? (['lenient', lenient] as const)
      : (['warned', warned] as const);
  count(counted, why);
  const name = `${kind}-${values.seed}-${number}.pdf`;
  if (we) console.log(`WE PASS ${name}: ${seed}, ${done.join(', ')}: ${why}`);
  if (values.keep === undefined) return;
  const trust = join(values.keep, 'trust');
  mkdirSync(trust, { recursive: true });
  writeFileSync(join(trust, 'root.pem'), pem('CERTIFICATE', grounds.root));
  writeFileSync(join(values.keep, name), bytes);
}

/** A reason without what belongs to this one file. */
function kindOf(reason: string): string {
  return reason.replace(/ r\d+.*/, '').replace(/^\S+ (?=[A-Z_]+$)/, '');
}

function count(map: Counts, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}

function print(): void {
  const lines = (map: Counts): string[] =>
    [...map].sort(([, a], [, b]) => b - a).map(([key, times]) => `${String(times).padStart(7)}  ${key}`);
  console.log(`\n${files} files\n${lines(counts).join('\n')}`);
  console.log(
    `\nplainly valid, and both others break it: ${lenient.size === 0 ? 'none' : ''}\n${lines(lenient).join('\n')}`,
  );
  console.log(`\nvalid with a warning, and both others break it:\n${lines(warned).join('\n')}`);
  console.log(`\nwe do not pass what both others pass:\n${lines(strict).join('\n')}`);
}
