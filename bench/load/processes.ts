import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Of Linux on every machine that we know: USER_HZ (proc(5)). */
const TICKS_A_SECOND = 100;
const PAGE = 4096;

export interface ProcessState {
  pid: number;
  parent: number;
  /** Clock ticks after the machine's start: with the id it names one process for ever. */
  startedAt: number;
  /** It has ended, and its parent was not told yet. */
  isOver: boolean;
  /** Seconds of the processor, its own and of children that ended. */
  seconds: number;
  bytes: number;
  command: string;
}

/** Seconds of the processor, and most resident bytes, of the parts of a running system. */
export interface Part {
  name: string;
  /** Undefined of processes that come and go: what those took that ended is known to nobody. */
  seconds: number | undefined;
  peakBytes: number;
}

/** Undefined where there is no such process. */
export function processState(pid: number): ProcessState | undefined {
  const stat = read(pid, 'stat');
  const command = read(pid, 'cmdline');
  if (stat === undefined || command === undefined) return undefined;
  const [letter = '', ...numbers] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Without the state's letter, which stands at place 3 of proc(5): these begin at place 4.
  const fields = numbers.map(Number);
  const ticks = fields.slice(10, 14).reduce((sum, value) => sum + value, 0);
  return {
    ...{ pid, parent: fields[0] ?? 0, startedAt: fields[18] ?? 0, isOver: /[ZX]/u.test(letter) },
    ...{ seconds: ticks / TICKS_A_SECOND, bytes: (fields[20] ?? 0) * PAGE },
    command: command.replaceAll('\0', ' '),
  };
}

/** Undefined where the process ended before, or while we looked. */
function read(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return undefined;
    throw error;
  }
}

/** The processes of these roots and all below them. */
export function processTree(...roots: number[]): ProcessState[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = read(Number(name), 'stat');
    const parent = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return roots.flatMap(below).flatMap((pid) => processState(pid) ?? []);
}

const CHILDREN = 'parser children';

/** What a process is, by what it runs: the signer process, a parser child, or the one that began them. */
export function kindOf(name: string, { command }: ProcessState): string {
  if (command.includes('/dist/signer.cjs')) return 'signer process';
  // From a snapshot where there is one (ADR 33), else from its bundle.
  if (/\/dist\/child\.(cjs|blob)( |$)/u.test(command)) return CHILDREN;
  return name;
}

/** Watches the processes below each root until it is stopped, twice a second. */
export function watchProcesses(roots: ReadonlyMap<string, number>): { stop(): Promise<Part[]> } {
  const look = () => {
    const parts = new Map<string, { seconds: number; bytes: number }>();
    for (const [name, root] of roots) {
      for (const one of processTree(root)) {
        const kind = kindOf(name, one);
        const part = parts.get(kind) ?? { seconds: 0, bytes: 0 };
        parts.set(kind, { seconds: part.seconds + one.seconds, bytes: part.bytes + one.bytes });
      }
    }
    return parts;
  };
  const first = look();
  const peaks = new Map<string, number>();
  let watching = true;
  const watcher = (async () => {
    for (; watching; await sleep(500))
      for (const [name, { bytes }] of look()) peaks.set(name, Math.max(bytes, peaks.get(name) ?? 0));
  })();
  return {
    async stop() {
      watching = false;
      await watcher;
      return [...look()].map(([name, { seconds, bytes }]) => ({
        name,
        seconds: name === CHILDREN ? undefined : seconds - (first.get(name)?.seconds ?? 0),
        peakBytes: Math.max(bytes, peaks.get(name) ?? 0),
      }));
    },
  };
}
