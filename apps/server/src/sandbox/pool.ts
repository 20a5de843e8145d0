import { Supply, type SupplyOptions } from './children.ts';
import { SandboxError } from './error.ts';
import type { Child } from './process.ts';
import { FairQueue, type Place, type QueueOptions } from './queue.ts';

export interface PoolOptions extends SupplyOptions, QueueOptions {
  /** Children that wait for the next job of their document; past it, that job starts in a new one. */
  held: number;
  /** Milliseconds a job may run. */
  timeoutMs: number;
}

/** Runs jobs in sandboxed children. */
export interface Sandbox {
  /** Runs `job` in a child of its own for that time. Rejects with {@link SandboxError}, or as its signal says. */
  run(job: string, input: unknown, place?: Place): Promise<unknown>;
  /** For several jobs of one document, one after the other; the caller ends it. */
  open(place?: Place): Lease;
  /** Jobs running and waiting, and children that live. */
  load(): { running: number; waiting: number; children: number };
  /** Resolves when the first child takes jobs. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** One document's way to a child: the same for all its jobs, as far as there is room for children that wait. */
export interface Lease {
  run(job: string, input: unknown): Promise<unknown>;
  end(): void;
}

const NOBODY: Place = { turn: 'new', owner: '', signal: undefined };

export function openSandbox(options: PoolOptions): Sandbox {
  const supply = new Supply(options);
  const queue = new FairQueue(options);
  let held = 0;

  const runIn = async (job: string, input: unknown, { signal }: Place, own: Child | undefined) => {
    const child = own ?? (await supply.take());
    const abort = () => child.kill();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      // It may have come while the child started.
      signal?.throwIfAborted();
      return { child, outcome: { value: await child.run(job, input, options.timeoutMs) } };
    } catch (error) {
      return { child, outcome: { error: signal?.aborted ? signal.reason : error } };
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  };

  const open = (place = NOBODY): Lease => {
    let child: Child | undefined;
    let ended = false;
    let last: Promise<unknown> = Promise.resolve();

    const letGo = (end: 'dismiss' | 'giveBack') => {
      if (child === undefined) return;
      held -= 1;
      supply[end](child);
      child = undefined;
    };
    const keep = (used: Child, healthy: boolean) => {
      if (used === child) {
        if (!healthy) letGo('dismiss');
      } else if (!healthy) supply.dismiss(used);
      else if (ended || held >= options.held) supply.giveBack(used);
      else {
        held += 1;
        child = used;
        void used.ended.then(() => child === used && letGo('dismiss'));
      }
    };
    const runNow = async (job: string, input: unknown) => {
      const leave = await queue.enter(place);
      try {
        const { child: used, outcome } = await runIn(job, input, place, child);
        const failed = 'error' in outcome;
        const refused = failed && outcome.error instanceof SandboxError && outcome.error.code === 'refused';
        keep(used, !failed || refused);
        if (failed) throw outcome.error;
        return outcome.value;
      } finally {
        leave();
      }
    };
    return {
      run(job, input) {
        if (ended) return Promise.reject(new SandboxError('closed'));
        const next = last.then(() => runNow(job, input));
        last = next.catch(() => undefined);
        return next;
      },
      end() {
        ended = true;
        letGo('giveBack');
      },
    };
  };

  return {
    open,
    async run(job, input, place) {
      const lease = open(place);
      const running = lease.run(job, input);
      return running.finally(() => lease.end());
    },
    load: () => ({ running: queue.running, waiting: queue.waiting, children: supply.alive }),
    ready: () => supply.ready(),
    async close() {
      queue.close(new SandboxError('closed'));
      await supply.close();
    },
  };
}
