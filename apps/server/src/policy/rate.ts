/** So many calls within a window, for each name; in this process's memory. */
export interface Rate {
  readonly most: number;
  readonly windowMs: number;
}

/** Names that are remembered at once; past it the oldest window goes. */
const names = 10_000;

/** Counts calls by name. `now` is epoch milliseconds. */
export function rateLimit({ most, windowMs }: Rate) {
  const windows = new Map<string, { since: number; calls: number }>();
  const current = (name: string, now: number) => {
    const found = windows.get(name);
    return found !== undefined && now - found.since < windowMs ? found : undefined;
  };
  return {
    /** Milliseconds until the name may call again; 0: now. Counts nothing. */
    wait(name: string, now: number): number {
      const window = current(name, now);
      return window === undefined || window.calls < most ? 0 : window.since + windowMs - now;
    },
    count(name: string, now: number): void {
      const window = current(name, now);
      if (window !== undefined) {
        window.calls += 1;
        return;
      }
      windows.delete(name);
      const [oldest] = windows.keys();
      if (windows.size >= names && oldest !== undefined) windows.delete(oldest);
      windows.set(name, { since: now, calls: 1 });
    },
  };
}

export type RateLimit = ReturnType<typeof rateLimit>;
