import { readFileSync } from 'node:fs';

/** A clock tick of /proc in milliseconds: Linux counts in hundredths of a second there, on every architecture. */
const TICK_MS = 10;

/**
 * Milliseconds of the processor that a process and its descendants have taken so far (proc_pid_stat(5)); undefined where the system does
 * not tell.
 */
export function processorMs(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name before them may hold spaces and brackets.
    const numbers = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const own = (Number(numbers[11]) + Number(numbers[12])) * TICK_MS;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean);
    return children.reduce((sum, child) => sum + (processorMs(Number(child)) ?? 0), own);
  } catch {
    return undefined;
  }
}
