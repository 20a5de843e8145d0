import { SandboxError } from './error.ts';
import { Child, type ChildOptions } from './process.ts';

export interface PoolOptions extends ChildOptions {
  children: number;
  /** Jobs that may wait; one more is `busy`. */
  queue: number;
  /** Milliseconds a job may wait for a child. */
  waitMs: number;
  /** Milliseconds a job may run. */
  timeoutMs: number;
  /** Told when a child ends that should not have. */
  onEnd?(complaint: string): void;
}

/** Which of two bounded queues a job waits in: what is `begun` comes before all that is `new`. */
export type Turn = 'begun' | 'new';

/** Runs jobs in sandboxed children. */
export interface Sandbox {
  /** Runs `job` in a child of its own for that time; `new` where no turn is told. Rejects with {@link SandboxError}. */
  run(job: string, input: unknown, turn?: Turn): Promise<unknown>;
  /** Jobs running and waiting. */
  load(): { running: number; waiting: number; children: number };
  /** Resolves when the first child takes jobs. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  take(child: Child): void;
  refuse(error: SandboxError): void;
}

const longestPauseMs = 5000;

/** Starts `options.children` children at once; each that ends is replaced. */
export function openSandbox(options: PoolOptions): Sandbox {
  const idle: Child[] = [];
  const alive = new Set<Child>();
  const queues: Record<Turn, Waiting[]> = { begun: [], new: [] };
  const first = Promise.withResolvers<void>();
  let closed = false;
  let failedStarts = 0;

  const free = (child: Child) => {
    const next = queues.begun.shift() ?? queues.new.shift();
    if (next) next.take(child);
    else idle.push(child);
  };

  const start = () => {
    if (closed) return;
    const child = new Child(options);
    alive.add(child);
    child.ready.then(
      () => {
        failedStarts = 0;
        first.resolve();
        free(child);
      },
      () => {
        failedStarts += 1;
      },
    );
    void child.ended.then(() => {
      alive.delete(child);
      const at = idle.indexOf(child);
      if (at >= 0) idle.splice(at, 1);
      if (closed) return;
      options.onEnd?.(child.complaint);
      // A system on which children cannot start must not be kept busy by starting them.
      setTimeout(start, failedStarts === 0 ? 0 : Math.min(longestPauseMs, 100 * 2 ** failedStarts)).unref();
    });
  };

  const acquire = (turn: Turn): Promise<Child> => {
    const child = idle.pop();
    const queue = queues[turn];
    if (child) return Promise.resolve(child);
    if (queue.length >= options.queue) return Promise.reject(new SandboxError('busy'));
    return new Promise((take, refuse) => {
      const waiting: Waiting = {
        take: (given) => {
          clearTimeout(timer);
          take(given);
        },
        refuse: (error) => {
          clearTimeout(timer);
          refuse(error);
        },
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1);
        refuse(new SandboxError('busy'));
      }, options.waitMs);
      queue.push(waiting);
    });
  };

  for (let i = 0; i < options.children; i++) start();

  return {
    async run(job, input, turn = 'new') {
      if (closed) throw new SandboxError('closed');
      const child = await acquire(turn);
      try {
        const value = await child.run(job, input, options.timeoutMs);
        free(child);
        return value;
      } catch (error) {
        if (error instanceof SandboxError && error.code === 'refused') free(child);
        else child.kill();
        throw error;
      }
    },
    load: () => ({
      running: alive.size - idle.length,
      waiting: queues.begun.length + queues.new.length,
      children: alive.size,
    }),
    ready: () => first.promise,
    async close() {
      closed = true;
      const waiting = Object.values(queues).flatMap((queue) => queue.splice(0));
      for (const { refuse } of waiting) refuse(new SandboxError('closed'));
      const ends = [...alive].map((child) => child.ended);
      for (const child of alive) child.kill();
      await Promise.all(ends);
    },
  };
}
