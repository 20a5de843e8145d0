const firstMs = 10_000;
const longestMs = 60 * 60_000;

/** Milliseconds until the next try after the `attempt`th (from 1) failed: 10 s, doubled each time, an hour at most. */
export const backoffMs = (attempt: number): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(attempt - 1, 20));
