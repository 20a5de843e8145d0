import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DemoAccount } from '../e2e/demo.ts';
import { scannedLetter } from './documents.ts';
import { dripAtOnce } from './flood/strangers.ts';
import { inFolder } from './folder.ts';
import { openPlace } from './load/place.ts';
import type { Row } from './report.ts';
import { login, timedSign, upload } from './server.ts';

const MIB = 1024 * 1024;
const ROUNDS = 4;
/** In each round, at rest and again beside the flood; a signer for each signature, since a code is taken once. */
const UPLOADS = 8;
const SIGNATURES = 3;
const SIGNERS = 2 * ROUNDS * SIGNATURES;
const FETCHES = 40;
const STRANGERS = 5000;
/** Milliseconds after which what a phase has not done yet is left out. */
const PHASE_MS = 15_000;

const UPLOAD_MARK_MS = 2000;
const SIGN_MARK = 2;
const LOGIN_MARK_MS = 1000;

/**
 * What others notice while one signer sends as much as goes, twenty uploads of twenty costly files at a time, and while
 * five thousand strangers hold connections to which they send an octet every ten seconds; each beside the same at rest, in the same run.
 */
export async function floodRows(): Promise<Row[]> {
  return inFolder(async (folder) => {
    const place = await openPlace(folder, SIGNERS + 2);
    try {
      const [flooder, other, ...signers] = place.accounts;
      if (flooder === undefined || other === undefined) throw new Error('there are no signers');
      const people = await peopleAt(place.url, other, signers);
      const flooding = flood(place.url, await login(place, flooder));
      const [rest, beside] = await compare(place.url, people, flooding);
      const page = await fetches(place.url);
      const strangers = await dripAtOnce(place.url, STRANGERS);
      const crowded = await fetches(place.url);
      const open = strangers.open();
      strangers.stop();
      return [
        ...uploadRows(rest.uploads, beside.uploads),
        signRow(rest.signatures, beside.signatures),
        { name: '  answers to the flood', value: flooding.outcomes.size, shown: countsOf(flooding.outcomes) },
        ...pageRows(page, crowded, open),
      ];
    } finally {
      await place.stop();
    }
  });
}

interface Flooding {
  /** How often each answer came. */
  outcomes: ReadonlyMap<string, number>;
  begin(): Promise<void>;
  end(): Promise<void>;
  close(): void;
}

/** One signer who sends as much as goes, from a process of its own. */
function flood(url: string, session: string): Flooding {
  // A session of its own, so that a kernel that shares by sessions does not take it for a part of what is measured.
  const child = fork(fileURLToPath(new URL('./flood/flooder.ts', import.meta.url)), [url, session], {
    detached: true,
  });
  const flooding: Flooding = {
    outcomes: new Map(),
    async begin() {
      child.send('go');
      // Until all of it is under way.
      await sleep(3000);
    },
    async end() {
      child.send('stop');
      const [outcomes] = (await once(child, 'message')) as [[string, number][]];
      flooding.outcomes = new Map(outcomes);
      await sleep(1000);
    },
    close: () => child.disconnect(),
  };
  return flooding;
}

interface Times {
  uploads: number[];
  signatures: number[];
}

/** At rest and beside the flood by turns, since what else a machine does changes. */
async function compare(url: string, people: People, flooding: Flooding): Promise<[Times, Times]> {
  const rest: Times = { uploads: [], signatures: [] };
  const beside: Times = { uploads: [], signatures: [] };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await measure(url, people, rest);
      await flooding.begin();
      await measure(url, people, beside);
      await flooding.end();
    }
  } finally {
    flooding.close();
  }
  return [rest, beside];
}

interface People {
  /** Whose uploads are timed. */
  session: string;
  /** Whose signatures are, and what each signs. */
  signers: { account: DemoAccount; session: string; documents: string[] }[];
}

async function peopleAt(url: string, other: DemoAccount, accounts: DemoAccount[]): Promise<People> {
  const signers: People['signers'] = [];
  for (const account of accounts) {
    const session = await login({ url }, account);
    const { document } = (await upload({ url }, session, [scannedLetter(MIB / 5)])) as { document: string };
    signers.push({ account, session, documents: [document] });
  }
  return { session: await login({ url }, other), signers };
}

/** Adds the milliseconds of a round's uploads and signatures, one after the other. */
async function measure(
  url: string,
  { session, signers }: People,
  { uploads, signatures }: Times,
): Promise<void> {
  const until = performance.now() + PHASE_MS;
  const file = scannedLetter(MIB);
  for (let at = 0; at < UPLOADS && performance.now() < until; at += 1) {
    const begun = performance.now();
    await upload({ url }, session, [file]);
    uploads.push(performance.now() - begun);
  }
  for (let at = 0; at < SIGNATURES && performance.now() < until; at += 1) {
    const [signer] = signers.splice(0, 1);
    if (signer === undefined) return;
    const { account, documents } = signer;
    signatures.push(await timedSign({ url }, account, signer.session, documents));
  }
}

/** Milliseconds of the page on which people sign in, each over a connection of its own. */
async function fetches(url: string): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < FETCHES; at += 1) {
    const begun = performance.now();
    const answer = await fetch(`${url}/login`, { headers: { connection: 'close' } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${answer.status} to the login page`);
    times.push(performance.now() - begun);
    await sleep(100);
  }
  return times;
}

/** The value below which this part of them is. */
const part = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN;
const shown = (times: readonly number[]) =>
  `p50 ${part(times, 0.5).toFixed(0)} ms, p95 ${part(times, 0.95).toFixed(0)} ms, ${times.length} times`;
const countsOf = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([what, count]) => `${count} × ${what}`).join(', ');

function uploadRows(rest: number[], beside: number[]): Row[] {
  const [atRest, flooded] = [part(rest, 0.95), part(beside, 0.95)];
  return [
    { name: "another's upload of 1 MB, at rest", value: atRest, shown: shown(rest) },
    {
      name: '  beside a flood of uploads',
      value: flooded,
      shown: `${shown(beside)}, p95 ${(flooded / atRest).toFixed(1)} times that at rest`,
      mark: '≤ 2 s',
      met: flooded <= UPLOAD_MARK_MS,
    },
  ];
}

function signRow(rest: number[], beside: number[]): Row {
  const ratio = part(beside, 0.5) / part(rest, 0.5);
  return {
    name: "others' signatures beside it",
    value: ratio,
    shown: `${shown(beside)}; at rest ${shown(rest)}; ${ratio.toFixed(2)} times in the middle`,
    mark: `≤ ${SIGN_MARK} times`,
    met: ratio <= SIGN_MARK,
  };
}

function pageRows(rest: number[], crowded: number[], open: number): Row[] {
  const value = part(crowded, 0.95);
  return [
    { name: 'the login page, at rest', value: part(rest, 0.95), shown: shown(rest) },
    {
      name: `  beside ${open} slow connections`,
      value,
      shown: `${shown(crowded)}, p95 ${(value / part(rest, 0.95)).toFixed(1)} times that at rest`,
      mark: '≤ 1 s',
      met: value <= LOGIN_MARK_MS,
    },
  ];
}
