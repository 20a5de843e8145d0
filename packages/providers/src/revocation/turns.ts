export interface TurnBounds {
  /** Works that run at once, over all owners. */
  atOnce: number;
  /** Of these, works of one owner. */
  each: number;
}

/** Runs work for an owner in turn; rejects as `signal` says while it still waits. */
export type Turns = <T>(owner: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Lets so many run at once. Of those who wait, owners come one after the other, whatever each of them has asked for. */
export function turns({ atOnce, each }: TurnBounds): Turns {
  const running = new Map<string, number>();
  /** Owners in the order in which they come next. */
  const waiting = new Map<string, (() => void)[]>();
  let all = 0;
  const mayRun = (owner: string) => all < atOnce && (running.get(owner) ?? 0) < each;

  function count(owner: string, change: 1 | -1): void {
    all += change;
    const now = (running.get(owner) ?? 0) + change;
    if (now > 0) running.set(owner, now);
    else running.delete(owner);
  }

  function keep(owner: string, starts: (() => void)[]): void {
    waiting.delete(owner);
    if (starts.length > 0) waiting.set(owner, starts);
  }

  function startNext(): void {
    for (const [owner, [first, ...others]] of waiting) {
      if (first === undefined || !mayRun(owner)) continue;
      keep(owner, others);
      first();
      return;
    }
  }

  function wait(owner: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        count(owner, 1);
        resolve();
      };
      const leave = () => {
        const left = (waiting.get(owner) ?? []).filter((other) => other !== start);
        if (left.length > 0) waiting.set(owner, left);
        else waiting.delete(owner);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.set(owner, [...(waiting.get(owner) ?? []), start]);
    });
  }

  return async (owner, work, signal) => {
    signal?.throwIfAborted();
    if (mayRun(owner)) count(owner, 1);
    else await wait(owner, signal);
    try {
      return await work();
    } finally {
      count(owner, -1);
      startNext();
    }
  };
}
