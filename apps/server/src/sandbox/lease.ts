import type { Supply } from './children.ts';
import { SandboxError } from './error.ts';
import type { Child, JobTime } from './process.ts';
import type { FairQueue, Place } from './queue.ts';

/** What leases share. */
export interface Shared {
  supply: Supply;
  queue: FairQueue;
  /** How long a job of that name may take. */
  timeOf: (job: string) => JobTime;
  /** Children that wait for the next job of their document, now and at most. */
  held: { count: number; most: number };
}

/**
 * What killed one child may have killed those that waited ready, whose end nobody noticed yet: all copies end with their
 * template. Two wait, and the one after those is new.
 */
const TRIES = 4;

/** One document's way to a child: the same for all its jobs, as far as there is room for children that wait. */
export class Lease {
  readonly #shared: Shared;
  readonly #place: Place;
  #child: Child | undefined;
  #ended = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(shared: Shared, place: Place) {
    this.#shared = shared;
    this.#place = place;
  }

  /**
   * Runs a job after those before it, where the lease stands in the queue or at another place. Rejects with
   * {@link SandboxError}, or as the place's signal says.
   */
  run(job: string, input: unknown, place = this.#place): Promise<unknown> {
    if (this.#ended) return Promise.reject(new SandboxError('closed'));
    const next = this.#last.then(() => this.#inTurn(job, input, place));
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** The document is done. */
  end(): void {
    this.#ended = true;
    const child = this.#letGo();
    if (child) this.#shared.supply.dismiss(child);
  }

  async #inTurn(job: string, input: unknown, place: Place): Promise<unknown> {
    const leave = await this.#shared.queue.enter(place);
    try {
      return await this.#inChild(job, input, place, TRIES);
    } finally {
      leave();
    }
  }

  /** A job has no effect but its answer, so that one whose child was killed by somebody else is tried again. */
  async #inChild(job: string, input: unknown, place: Place, tries: number): Promise<unknown> {
    const { signal } = place;
    const { supply, timeOf } = this.#shared;
    const child = this.#letGo() ?? (await supply.take());
    const dismiss = () => supply.dismiss(child);
    signal?.addEventListener('abort', dismiss, { once: true });
    try {
      if (signal?.aborted) dismiss(); // It came while the child started.
      signal?.throwIfAborted();
      const value = await child.run(job, input, timeOf(job));
      this.#hold(child);
      return value;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof SandboxError && error.code === 'refused') this.#hold(child);
      else child.kill();
      if (tries > 1 && child.wasKilledElsewhere && !this.#ended)
        return await this.#inChild(job, input, place, tries - 1);
      throw error;
    } finally {
      signal?.removeEventListener('abort', dismiss);
    }
  }

  /** Keeps the child for the document's next job. */
  #hold(child: Child): void {
    const { supply, held } = this.#shared;
    if (this.#ended || held.count >= held.most) {
      supply.dismiss(child);
      return;
    }
    held.count += 1;
    this.#child = child;
    void child.ended.then(() => this.#child === child && this.#letGo());
  }

  #letGo(): Child | undefined {
    const child = this.#child;
    this.#child = undefined;
    if (child) this.#shared.held.count -= 1;
    return child;
  }
}
