/** Work that must not be cut off: it is waited for when the server stops. */
export interface WorkUnderWay {
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when all tracked work has ended, or after `ms`; true when all has. */
  settled(ms: number): Promise<boolean>;
}

export function workUnderWay(): WorkUnderWay {
  const open = new Set<Promise<unknown>>();
  return {
    track(work) {
      open.add(work);
      const done = () => open.delete(work);
      work.then(done, done);
      return work;
    },
    async settled(ms) {
      const late = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => late.resolve(false), ms);
      const all = (async () => {
        while (open.size > 0) await Promise.allSettled(open);
        return true;
      })();
      try {
        return await Promise.race([all, late.promise]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

export interface Timetable {
  stop(): Promise<void>;
}

/** Calls `work` every `ms`, never twice at once; `failed` is told of what it throws. */
export function every(ms: number, work: () => Promise<void>, failed: (error: unknown) => void): Timetable {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch(failed)
      .finally(() => {
        running = undefined;
      });
  }, ms);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
