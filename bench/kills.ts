import { randomBytes, randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStorage } from '../apps/server/src/storage/index.ts';
import { sharedBlobs } from '../apps/server/test/replicas/support/blobs.ts';
import { freePorts } from '../apps/server/test/replicas/support/proxy.ts';
import { inFolder } from './folder.ts';
import { Caller } from './kills/calls.ts';
import { checkDocuments, checkSessions, checkSignings } from './kills/check-documents.ts';
import { checkChain, checkSignatures } from './kills/check-outside.ts';
import { checkStorage } from './kills/check-storage.ts';
import { type Killer, startKiller } from './kills/killer.ts';
import { Ledger } from './kills/ledger.ts';
import { seeded } from './kills/random.ts';
import { Replica } from './kills/replica.ts';
import { type Checked, rowsOf } from './kills/rows.ts';
import { VirtualSigner } from './kills/signer.ts';
import { type Ground, openGround } from './load/ground.ts';
import type { Row } from './report.ts';

const REPLICAS = 3;
/** Milliseconds after the last kill after which a sign request whose server died counts as interrupted, and some. */
const QUIET_MS = 70_000;
/** Milliseconds in which processes whose server was stopped are gone. */
const GONE_MS = 10_000;
const TELL_MS = 60_000;

const setting = (name: string, value: number): number => Number(process.env[name] ?? value);

/**
 * Replicas of the production server whose processes are killed all the time while people sign, and at the end
 * everything that was acknowledged is looked for. KILLS_SECONDS, KILLS_SEED (the order of the kills), KILLS_SIGNERS,
 * KILLS_BLOBS (`folder`: no bucket) and KILLS_LOGS (a folder in which the servers' logs stay) change what is done.
 */
export async function killsRows(): Promise<Row[]> {
  const seconds = setting('KILLS_SECONDS', 60);
  const seed = setting('KILLS_SEED', randomInt(2 ** 31));
  const signers = setting('KILLS_SIGNERS', 40);
  // What was begun ends with this process: `exit` ends it, a signal alone would not.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return inFolder(async (folder) => {
    say(`enrolling ${signers} signers …`);
    const ground = await openGround(folder, signers);
    const blobs = await sharedBlobs(folder, (name, text) => writeSecret(folder, name, text), wantsBucket());
    try {
      return await killAndCheck({ ground, blobs, folder, seconds, seed });
    } finally {
      await blobs.stop();
      await ground.close();
    }
  });
}

const say = (what: string) => void process.stderr.write(`${what}\n`);
const wantsBucket = () => (process.env.KILLS_BLOBS === 'folder' ? false : undefined);

function writeSecret(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

interface Setup {
  ground: Ground;
  blobs: Awaited<ReturnType<typeof sharedBlobs>>;
  folder: string;
  seconds: number;
  seed: number;
}

async function killAndCheck(setup: Setup): Promise<Row[]> {
  const { ground, seconds, seed } = setup;
  const { replicas, environments } = await replicasOf(setup);
  const ledger = new Ledger();
  const random = seeded(seed);
  const caller = new Caller(
    replicas.map(({ url }) => url),
    Math.random,
  );
  const people = ground.accounts.map((account) => new VirtualSigner(account, caller, ledger, Math.random));
  try {
    await Promise.all(replicas.map((replica) => replica.start()));
    const pids = () => replicas.flatMap(({ pid }) => pid ?? []);
    say(`killing for ${seconds} s, seed ${seed} …`);
    const { killer, lasted } = await run(people, ledger, seconds, () =>
      startKiller(pids, ground.databasePid, random),
    );
    say(`looking for ${ledger.uploads.size} uploads and ${ledger.signed.size} signatures …`);
    await Promise.all(replicas.map((replica) => replica.listening()));
    const checked = await check(setup, people, ledger, environments);
    await Promise.all(replicas.map((replica) => replica.stop()));
    await nobodyLeft(killer, ledger);
    return rowsOf({ killer, lasted, seed, ledger, caller, replicas, checked });
  } finally {
    await Promise.all(replicas.map((replica) => replica.stop()));
  }
}

/** Each has a data folder of its own; the documents, the database and the keys are the same for all. */
async function replicasOf({ ground, blobs, folder }: Setup) {
  const logs = process.env.KILLS_LOGS ?? join(folder, 'logs');
  await mkdir(logs, { recursive: true });
  const ports = await freePorts(REPLICAS);
  const environments = await Promise.all(
    ports.map(async (_, at) => {
      const data = join(folder, `data-${at}`);
      await mkdir(data, { mode: 0o700 });
      blobs.into(data);
      return { ...ground.environment, ...blobs.environment, WEBSIGN_DATA: data };
    }),
  );
  const replicas = ports.map(
    (port, at) => new Replica(port, environments[at] ?? {}, join(logs, `replica-${at}.log`)),
  );
  return { replicas, environments };
}

/** Everybody works and is killed for so long; then all bring to an end what they began, and nobody is killed. */
async function run(people: readonly VirtualSigner[], ledger: Ledger, seconds: number, start: () => Killer) {
  const begun = performance.now();
  const isOver = () => performance.now() - begun >= seconds * 1000;
  const killer = start();
  const telling = setInterval(() => {
    const kills = [...killer.counts.values()].reduce((sum, count) => sum + count, 0);
    say(`${kills} kills, ${ledger.signed.size} signatures, ${ledger.violations.length} violations`);
  }, TELL_MS);
  const working = Promise.all(people.map((one) => one.work(isOver)));
  try {
    await Promise.race([sleep(seconds * 1000), working]);
  } finally {
    clearInterval(telling);
    await killer.stop();
  }
  const stopped = performance.now();
  await Promise.all([working, sleep(QUIET_MS)]);
  return { killer, lasted: (stopped - begun) / 1000 };
}

async function check(
  { ground, blobs, folder }: Setup,
  people: readonly VirtualSigner[],
  ledger: Ledger,
  environments: readonly (Record<string, string> & { WEBSIGN_DATA: string })[],
): Promise<Checked> {
  const files = join(folder, 'signed');
  await mkdir(files);
  const [first] = people;
  const [environment] = environments;
  if (environment === undefined) throw new Error('there is no replica');
  if (first !== undefined) await checkSessions(first, ledger);
  const documents = await checkDocuments(people, ledger, files);
  await checkSignings(people, ledger);
  const verdicts = await checkSignatures(documents.files, folder, ledger);
  await checkChain(environment, ledger);
  const dataFolders = environments.map(({ WEBSIGN_DATA }) => WEBSIGN_DATA);
  const storage = await openStorage({
    ...{ dataFolder: environment.WEBSIGN_DATA, databaseUrl: ground.databaseUrl },
    ...{ nameKey: randomBytes(32), ...blobs.storage },
  });
  try {
    const stored = await checkStorage(storage, { databaseUrl: ground.databaseUrl, dataFolders }, ledger);
    return { documents, verdicts, stored };
  } finally {
    await storage.close();
  }
}

/** What a killed server ran ends with it, and what a stopped one ran does too. */
async function nobodyLeft(killer: Killer, ledger: Ledger): Promise<void> {
  const until = performance.now() + GONE_MS;
  while (killer.left().length > 0 && performance.now() < until) await sleep(200);
  for (const { pid, command } of killer.left())
    ledger.violations.push(`process ${pid} was left behind: ${command.slice(0, 200)}`);
}
