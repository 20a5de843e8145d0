import { Supply, type SupplyOptions } from './children.ts';
import { SandboxError } from './error.ts';
import { Lease } from './lease.ts';
import { FairQueue, type Place, type QueueOptions } from './queue.ts';

export interface PoolOptions extends SupplyOptions, QueueOptions {
  /** Children that wait for the next job of their document; past it, that job takes another. */
  heldChildren: number;
  /** Milliseconds of the processor that a job may take. */
  timeoutMs: number;
  /** How many times as long it may take by the clock: a busy machine lets it wait. */
  patience?: number;
  /** By name, the jobs that are more work than reading a document: how many times as long each may run. */
  timesAsLong?: ReadonlyMap<string, number>;
}

/** Runs jobs in sandboxed children. */
export interface Sandbox {
  /** Runs `job` in a child of its own for that time. Rejects with {@link SandboxError}, or as its signal says. */
  run(job: string, input: unknown, place?: Place): Promise<unknown>;
  /** For several jobs of one document, one after the other; the caller ends it. */
  open(place?: Place): Pick<Lease, 'run' | 'end'>;
  /** Jobs running and waiting, and children that live. */
  load(): { running: number; waiting: number; children: number };
  /** Whether children that start now are copies of a template. */
  copying(): boolean;
  /** Resolves when the first child takes jobs. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Work of nobody in particular. */
export const NOBODYS: Place = { turn: 'new', owner: '', signal: undefined };

/** Enough where a child gets a quarter of a core: beside other work, or in a container that may use no more. */
const PATIENCE = 4;

export function openSandbox(options: PoolOptions): Sandbox {
  const supply = new Supply(options);
  const queue = new FairQueue(options);
  const { patience = PATIENCE, timesAsLong = new Map<string, number>() } = options;
  const timeOf = (job: string) => {
    const processor = options.timeoutMs * (timesAsLong.get(job) ?? 1);
    return { processor, clock: processor * patience };
  };
  const shared = { supply, queue, timeOf, held: { count: 0, most: options.heldChildren } };
  const open = (place = NOBODYS) => new Lease(shared, place);
  return {
    open,
    run(job, input, place) {
      const lease = open(place);
      return lease.run(job, input).finally(() => lease.end());
    },
    load: () => ({ running: queue.running, waiting: queue.waiting, children: supply.alive }),
    copying: () => supply.copying,
    ready: () => supply.ready(),
    async close() {
      queue.close(new SandboxError('closed'));
      await supply.close();
    },
  };
}
