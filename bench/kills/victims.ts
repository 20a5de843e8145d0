import { readdirSync } from 'node:fs';
import { kindOf, type ProcessState, processState, processTree } from '../load/processes.ts';

/** What is killed. */
export const KINDS = ['parser child', 'signer process', 'server', 'database connection'] as const;
export type Kind = (typeof KINDS)[number];

/** The processes of one kind that run now below this one. */
export function victims(kind: Kind, servers: readonly number[], database: number): ProcessState[] {
  if (kind === 'database connection') {
    // A connection's process is named by what it serves: `postgres: websign DATABASE [local] idle`.
    return alive(database).filter(({ command }) => /^postgres: websign /u.test(command));
  }
  const all = alive(...servers);
  const wanted = { 'parser child': 'parser children', 'signer process': 'signer process', server: 'server' };
  return all.filter((one) => kindOf('server', one) === wanted[kind] && isWhole(kind, one, servers));
}

/** The server is the process itself, not what it starts to find out how children can be confined. */
const isWhole = (kind: Kind, { pid }: ProcessState, servers: readonly number[]) =>
  kind !== 'server' || servers.includes(pid);

const alive = (...roots: number[]) =>
  processTree(...roots.filter((root) => root !== 0)).filter(({ isOver }) => !isOver);

/**
 * Kills a process with SIGKILL, if it is still the one that was seen and hangs below this very process: looked up again
 * just before, so that an id that has passed to somebody else is left alone. Answers whether it did.
 */
export function killOwn({ pid, startedAt }: ProcessState): boolean {
  const now = processState(pid);
  if (now === undefined || now.isOver || now.startedAt !== startedAt || !isBelowUs(now)) return false;
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

function isBelowUs({ parent }: ProcessState): boolean {
  for (let pid = parent; pid > 1; ) {
    if (pid === process.pid) return true;
    const next = processState(pid);
    if (next === undefined) return false;
    pid = next.parent;
  }
  return false;
}

/** Those of `seen` that still run, below us or not. */
export function stillRunning(seen: Iterable<ProcessState>): ProcessState[] {
  const there = new Set(readdirSync('/proc'));
  return [...seen].filter(({ pid, startedAt }) => {
    const now = there.has(String(pid)) ? processState(pid) : undefined;
    return now !== undefined && !now.isOver && now.startedAt === startedAt;
  });
}
