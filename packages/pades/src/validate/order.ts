import type { JudgedStamp } from './token.ts';

/** A time-stamp and its place: one of a higher rank covers those of a lower, so it must not be older. */
export interface OrderedStamp extends JudgedStamp {
  rank: number;
}

/** What an authority's clock may be wrong by where it does not say (EN 319 421 §7.7.1). */
const LEAST_ACCURACY_MS = 1000;

/** Whether the times of the valid time-stamps fit the order in which they were made (EN 319 102-1 §5.5.4). */
export function isInOrder(stamps: readonly OrderedStamp[]): boolean {
  const valid = stamps
    .flatMap(({ report: { indication, genTime }, accuracyMs, rank }) =>
      indication === 'TOTAL-PASSED' && genTime !== undefined
        ? [{ genTime, slack: Math.max(accuracyMs, LEAST_ACCURACY_MS), rank }]
        : [],
    )
    .sort((a, b) => a.rank - b.rank);
  return valid.every((later, i) =>
    valid
      .slice(0, i)
      .every(
        (earlier) =>
          earlier.rank === later.rank || earlier.genTime - earlier.slack <= later.genTime + later.slack,
      ),
  );
}
