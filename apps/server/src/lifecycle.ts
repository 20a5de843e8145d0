import type { Server } from 'node:http';
import type { Socket } from 'node:net';

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

/** How long a connection that has not sent its request yet is left alone at a stop. */
const newcomerMs = 500;

/** Connections of a server on which no request is under way; Node itself takes silent new ones for busy. */
export function quietConnections(server: Server): { close(): void } {
  const open = new Map<Socket, { since: number; requests: number }>();
  server.on('connection', (socket) => {
    open.set(socket, { since: performance.now(), requests: 0 });
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    const state = open.get(socket);
    if (!state) return;
    state.requests += 1;
    response.once('close', () => {
      state.requests -= 1;
      state.since = 0;
    });
  });
  return {
    close() {
      const before = performance.now() - newcomerMs;
      for (const [socket, { since, requests }] of open) {
        if (requests === 0 && since <= before) socket.destroy();
      }
    },
  };
}
