import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Of Linux on every machine that we know: USER_HZ (proc(5)). */
const TICKS_A_SECOND = 100;
const PAGE = 4096;

interface ProcessState {
  pid: number;
  parent: number;
  /** Seconds of the processor, its own and of children that ended. */
  seconds: number;
  bytes: number;
  command: string;
}

/** Seconds of the processor, and most resident bytes, of the parts of a running system. */
export interface Part {
  name: string;
  seconds: number;
  peakBytes: number;
}

function state(pid: number): ProcessState | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { pid, parent, seconds: ticks / TICKS_A_SECOND, bytes: (fields[21] ?? 0) * PAGE, command };
  } catch (error) {
    // It ended while we looked.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return undefined;
    throw error;
  }
}

/** The processes of `root` and all below it. */
function tree(root: number): ProcessState[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => state(Number(name)) ?? []);
  const wanted = new Set([root]);
  for (let grown = true; grown; ) {
    const more = all.filter(({ pid, parent }) => wanted.has(parent) && !wanted.has(pid));
    for (const { pid } of more) wanted.add(pid);
    grown = more.length > 0;
  }
  return all.filter(({ pid }) => wanted.has(pid));
}

/** What a process is, by what it runs: the signer process, a parser child, or the one that began them. */
function kindOf(name: string, { command }: ProcessState): string {
  if (command.includes('/dist/signer.cjs')) return 'signer process';
  if (command.includes('/dist/child.cjs')) return 'parser children';
  return name;
}

/** Watches the processes below each root until it is stopped, twice a second. */
export function watchProcesses(roots: ReadonlyMap<string, number>): { stop(): Promise<Part[]> } {
  const look = () => {
    const parts = new Map<string, { seconds: number; bytes: number }>();
    for (const [name, root] of roots) {
      for (const one of tree(root)) {
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
        seconds: seconds - (first.get(name)?.seconds ?? 0),
        peakBytes: Math.max(bytes, peaks.get(name) ?? 0),
      }));
    },
  };
}
