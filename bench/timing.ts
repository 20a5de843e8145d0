import { existsSync, readFileSync } from 'node:fs';
import { median } from './report.ts';

/** Milliseconds of one piece of work: on the clock, and of the processor. */
export interface Spent {
  wall: number;
  processor: number;
}

/** What else the machine does lengthens the clock's time, not the processor's. */
export const middle = (rounds: readonly Spent[]): number => median(rounds.map(({ processor }) => processor));

/** A stopwatch that tells what was spent since it was made. */
export function watch(): () => Spent {
  const begun = performance.now();
  const used = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(used);
    return { wall: performance.now() - begun, processor: (user + system) / 1000 };
  };
}

export async function timed(work: () => unknown): Promise<Spent> {
  const spent = watch();
  await work();
  return spent();
}

/**
 * Most memory that this process held. Linux's ru_maxrss is at least that of the process that started it, so the
 * kernel's own count is read where there is one.
 */
export function peakBytes(): number {
  const status = '/proc/self/status';
  const kernel = existsSync(status) ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'latin1')) : null;
  return Number(kernel?.[1] ?? process.resourceUsage().maxRSS) * 1024;
}
