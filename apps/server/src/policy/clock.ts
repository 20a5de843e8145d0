/** A clock this far from the one that all servers share is wrong: one-time codes live for thirty seconds. */
const mostSkewMs = 10_000;

/** Whether a machine's own clock can no longer judge one-time codes; `skew` in milliseconds, either way. */
export const isAstray = (skew: number): boolean => !(Math.abs(skew) <= mostSkewMs);
