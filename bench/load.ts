import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoAccount } from '../e2e/demo.ts';
import { scannedLetter } from './documents.ts';
import { inFolder } from './folder.ts';
import { chainRate } from './load/chain.ts';
import { type DatabaseTime, databaseTime } from './load/database.ts';
import { Figures } from './load/figures.ts';
import { journey, STEPS, type Step } from './load/journey.ts';
import { openPlace, type Place } from './load/place.ts';
import { type Part, watchProcesses } from './load/processes.ts';
import { mebibytes, type Row } from './report.ts';

const KIB = 1024;
const DOCUMENT_BYTES = 200 * KIB;
/** Journeys one after the other, for what each step costs the database. */
const CALIBRATION = 20;

const setting = (name: string, value: number): number => Number(process.env[name] ?? value);

/**
 * The whole journey with many virtual signers against a production server on this machine: first each at the pace of
 * a person, then as fast as answers come. LOAD_SIGNERS, LOAD_SECONDS and LOAD_CYCLE (seconds between the journeys of
 * one signer) change what is measured.
 */
export async function loadRows(): Promise<Row[]> {
  const signers = setting('LOAD_SIGNERS', 500);
  const seconds = setting('LOAD_SECONDS', 120);
  const cycle = setting('LOAD_CYCLE', 300);
  return inFolder(async (folder) => {
    process.stderr.write(`enrolling ${signers} signers …\n`);
    const place = await openPlace(folder, signers);
    const database = await databaseTime(place.databaseUrl);
    try {
      const costs = await calibrate(place, database);
      const paced = await run(place, database, { seconds, cycle });
      const pressed = await run(place, database, { seconds, cycle: 0 });
      const chain = await chainRate(folder, place.databaseUrl);
      return [
        ...costRows(costs, Math.min(CALIBRATION, signers)),
        ...rowsOf(`${signers} signers, a journey each ${cycle} s`, paced),
        ...rowsOf(`${signers} signers without a pause`, pressed),
        {
          name: 'the audit chain alone',
          value: chain,
          shown: `${chain.toFixed(0)} entries a second, each a commit`,
        },
      ];
    } finally {
      await database.close();
      await place.stop();
    }
  });
}

/** What PostgreSQL works for each step, one journey after the other: nothing else asks it meanwhile. */
async function calibrate({ url, accounts }: Place, database: DatabaseTime) {
  const costs = new Map<Step, { ms: number; statements: number }>();
  const document = scannedLetter(DOCUMENT_BYTES);
  for (const account of accounts.slice(0, CALIBRATION)) {
    await database.since();
    const told = async (step: Step, _: number, failure?: string) => {
      if (failure !== undefined) throw new Error(`${step}: ${failure}`);
      const { ms, statements } = await database.since();
      const sofar = costs.get(step) ?? { ms: 0, statements: 0 };
      costs.set(step, { ms: sofar.ms + ms, statements: sofar.statements + statements });
    };
    await journey(url, account, document, told, async () => {});
  }
  return costs;
}

interface Run {
  figures: Figures;
  seconds: number;
  parts: Part[];
  /** Seconds of the processor that the virtual signers took. */
  signers: number;
  database: { ms: number; statements: number };
}

async function run(
  { url, accounts, roots }: Place,
  database: DatabaseTime,
  { seconds, cycle }: { seconds: number; cycle: number },
): Promise<Run> {
  const figures = new Figures();
  await database.since();
  const processes = watchProcesses(roots);
  const own = process.cpuUsage();
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const document = scannedLetter(DOCUMENT_BYTES);
  const signer = async (account: DemoAccount, at: number) => {
    // Everybody begins somewhere in the cycle, so that no wave runs through it.
    let next = begun + (cycle * 1000 * at) / accounts.length;
    for (; next < until; next += cycle * 1000) {
      await sleep(Math.max(0, next - performance.now()));
      if (performance.now() >= until) return;
      await journey(url, account, document, figures.told, async () => {});
      if (cycle === 0) next = performance.now();
    }
  };
  await Promise.all(accounts.map(signer));
  const lasted = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(own);
  const signers = (user + system) / 1e6;
  return {
    figures,
    seconds: lasted,
    parts: await processes.stop(),
    signers,
    database: await database.since(),
  };
}

function costRows(costs: ReadonlyMap<Step, { ms: number; statements: number }>, journeys: number): Row[] {
  return STEPS.map((step) => {
    const { ms = 0, statements = 0 } = costs.get(step) ?? {};
    const each = ms / journeys;
    const shown = `${each.toFixed(2)} ms of PostgreSQL in ${(statements / journeys).toFixed(1)} statements`;
    return { name: `one ${step}`, value: each, shown };
  });
}

function rowsOf(name: string, { figures, seconds, parts, signers, database }: Run): Row[] {
  const signed = figures.done('sign');
  const rate = signed / seconds;
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const each = signed === 0 ? 1 : signed;
  const failed = figures.failed();
  return [
    {
      name,
      value: rate,
      shown: `${rate.toFixed(2)} signatures a second, ${signed} in ${seconds.toFixed(0)} s`,
    },
    ...figures.steps().map(({ step, count, p50, p95, p99 }) => ({
      name: `  ${step}`,
      value: p95,
      shown: `p50 ${ms(p50)}, p95 ${ms(p95)}, p99 ${ms(p99)}, ${count} times`,
    })),
    { name: '  told to come again (503)', value: figures.refused(), shown: `${figures.refused()}` },
    { name: '  errors', value: failed, shown: `${failed}`, mark: 'none', met: failed === 0 },
    ...[...figures.failures].map(([failure, count]) => ({
      name: `    ${failure}`,
      value: count,
      shown: `${count} times`,
    })),
    ...parts.map((part) => ({
      name: `  ${part.name}`,
      value: (part.seconds ?? 0) / each,
      shown: `${part.seconds === undefined ? 'time not known' : `${((part.seconds * 1000) / each).toFixed(0)} ms of the processor each signature`}, at most ${mebibytes(part.peakBytes)}`,
    })),
    {
      name: '  the virtual signers',
      value: signers / each,
      shown: `${((signers * 1000) / each).toFixed(0)} ms of the processor each signature`,
    },
    {
      name: '  PostgreSQL by its own clock',
      value: database.ms / each,
      shown: `${(database.ms / each).toFixed(1)} ms each signature in ${(database.statements / each).toFixed(0)} statements`,
    },
  ];
}
