import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessState } from '../load/processes.ts';
import { oneOf } from './random.ts';
import { KINDS, type Kind, killOwn, stillRunning, victims } from './victims.ts';

/** Milliseconds between two kills in the middle: above ten thousand in an hour. */
const MEAN_MS = 270;
/** What a busy machine keeps from being done in time is made up for, up to so many kills and not faster than that. */
const BEHIND = 100;
const LEAST_MS = 60;
/** How often each is chosen, of 1000. What costs more to start again is killed less often, or nothing would get done. */
const SHARES: readonly (readonly [Kind | 'all servers', number])[] = [
  ['parser child', 840],
  ['signer process', 135],
  ['server', 19],
  ['database connection', 4],
  ['all servers', 2],
];

export interface Killer {
  /** Kills so far, by kind. */
  readonly counts: ReadonlyMap<Kind, number>;
  /** Times that all servers were killed at once, which count among the kills of servers. */
  readonly allAtOnce: number;
  /** Resolves when it kills no more. */
  stop(): Promise<void>;
  /** Processes that it saw below servers and that run still. */
  left(): ProcessState[];
}

/** Kills what `servers` run, and the database's connections, again and again in an order that `random` makes. */
export function startKiller(servers: () => number[], database: number, random: () => number): Killer {
  const counts = new Map<Kind, number>(KINDS.map((kind) => [kind, 0]));
  const seen = new Map<string, ProcessState>();
  let allAtOnce = 0;
  let isOver = false;
  const find = (kind: Kind) => {
    const found = victims(kind, servers(), database);
    if (kind !== 'database connection') for (const one of found) seen.set(`${one.pid} ${one.startedAt}`, one);
    return found;
  };
  const kill = (kind: Kind, one: ProcessState | undefined): boolean => {
    if (one === undefined || !killOwn(one)) return false;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return true;
  };
  const strike = (wanted: Kind | 'all servers'): boolean => {
    if (wanted !== 'all servers') return kill(wanted, oneOf(find(wanted), random));
    const all = find('server').filter((one) => kill('server', one));
    if (all.length > 1) allAtOnce += 1;
    return all.length > 0;
  };
  const working = (async () => {
    let due = performance.now();
    while (!isOver) {
      due = Math.max(due - Math.log(1 - random()) * MEAN_MS, performance.now() - BEHIND * MEAN_MS);
      await sleep(Math.max(LEAST_MS, due - performance.now()));
      // While everything starts again there may be nothing to kill.
      while (!isOver && !strike(choose(random))) await sleep(LEAST_MS);
      forgetGone(seen);
    }
  })();
  return {
    counts,
    get allAtOnce() {
      return allAtOnce;
    },
    async stop() {
      isOver = true;
      await working;
    },
    left: () => stillRunning(seen.values()),
  };
}

function choose(random: () => number): Kind | 'all servers' {
  let at = random() * SHARES.reduce((sum, [, share]) => sum + share, 0);
  for (const [kind, share] of SHARES) {
    at -= share;
    if (at < 0) return kind;
  }
  return 'parser child';
}

/** Of thousands of processes only those are kept that may still run. */
function forgetGone(seen: Map<string, ProcessState>): void {
  if (seen.size < 500) return;
  const running = stillRunning(seen.values());
  seen.clear();
  for (const one of running) seen.set(`${one.pid} ${one.startedAt}`, one);
}
