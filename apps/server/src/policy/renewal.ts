import type { TimeStampReport } from '@websign/pades';

const dayMs = 24 * 60 * 60 * 1000;
/** An archive time-stamp is renewed so long before its certificate ends. */
const aheadMs = 90 * dayMs;
/** An authority that goes on with a certificate near its end is asked no more often than this, and on its last day. */
const leastMs = 30 * dayMs;

/**
 * When the newest of the archive time-stamps that hold is to be followed by another, epoch milliseconds; undefined
 * where none holds.
 */
export function renewalDue(timeStamps: readonly TimeStampReport[]): number | undefined {
  const due = timeStamps.flatMap(({ kind, indication, genTime, chain: [authority] }) => {
    if (kind !== 'document' || indication !== 'TOTAL-PASSED') return [];
    if (genTime === undefined || authority === undefined) return [];
    const { notAfter } = authority;
    return [Math.max(notAfter - aheadMs, Math.min(genTime + leastMs, notAfter - dayMs))];
  });
  return due.length === 0 ? undefined : Math.max(...due);
}
