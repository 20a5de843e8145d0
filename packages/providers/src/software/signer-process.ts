import { availableParallelism } from 'node:os';
import { ProviderError } from '../errors.ts';
import { type Child, startChild } from './child.ts';
import type { MasterKeySource } from './master-key.ts';
import {
  type Call,
  type FromProcess,
  MAX_CALLS,
  type Operation,
  type Operations,
  type Start,
} from './protocol.ts';
import type { ConsumeStep } from './vault.ts';

/** How the signer process is started and watched; times in milliseconds. */
export interface SignerProcessOptions {
  masterKey: MasterKeySource;
  /** A call that takes longer answers `timeout`; 30 s when left out. */
  callTimeoutMs?: number;
  /** A start that takes longer failed; 20 s when left out. */
  startTimeoutMs?: number;
  /** argon2 computations at once, 64 MiB each at most; one a core up to 4 when left out. */
  hashesAtOnce?: number;
  /** Failures of one kind per account in `failureWindowMs` (5 min) before the process itself refuses; 10. */
  maxFailures?: number;
  failureWindowMs?: number;
  /** `caller` lets `now` in a call freeze time, for tests; `own` when left out. */
  clock?: 'own' | 'caller';
  /** Told of each unexpected end, for the log. */
  onCrash?: (error: ProviderError) => void;
}

interface Pending {
  resolve: (output: unknown) => void;
  reject: (error: ProviderError) => void;
  consume: ConsumeStep | undefined;
  timer: NodeJS.Timeout;
}

/** More than libuv's four threads would only wait there. */
const HASHES_AT_ONCE = Math.min(4, availableParallelism());
const FIRST_BACKOFF_MS = 50;
const LAST_BACKOFF_MS = 5000;

/** The parent's end of the signer process: one at a time, started again after a crash; calls are bounded in time. */
export class SignerProcess {
  readonly #options: SignerProcessOptions;
  readonly #pending = new Map<number, Pending>();
  #child: Promise<Child>;
  #running: Child | undefined;
  #closed = false;
  #nextId = 1;
  #checking = false;

  private constructor(options: SignerProcessOptions) {
    this.#options = options;
    this.#child = this.#start();
  }

  /** Resolves when the process holds the master key; throws ProviderError `unavailable` with why not. */
  static async open(options: SignerProcessOptions): Promise<SignerProcess> {
    const opened = new SignerProcess(options);
    await opened.#child;
    return opened;
  }

  /** Of the running process; undefined while it starts again. */
  get pid(): number | undefined {
    return this.#running?.pid;
  }

  /** Throws ProviderError; `unavailable` when the process ended in mid-call, `timeout` when it took too long. */
  async call<K extends Operation>(
    op: K,
    input: Operations[K]['input'],
    consume?: ConsumeStep,
  ): Promise<Operations[K]['output']> {
    if (this.#closed) throw new ProviderError('unavailable', 'the signer process is closed');
    if (this.#pending.size >= MAX_CALLS)
      throw new ProviderError('unavailable', 'too many calls are under way');
    const id = this.#nextId++;
    const answer = this.#expect(id, consume);
    this.#child.then(
      (child) => this.#pending.has(id) && child.send({ type: 'call', id, op, input } as Call),
      (error: ProviderError) => this.#settle(id)?.reject(error),
    );
    return (await answer) as Operations[K]['output'];
  }

  /** Lets calls under way end (as long as one call may take), then ends the process. */
  async close(): Promise<void> {
    this.#closed = true;
    const until = Date.now() + this.#callTimeout();
    while (this.#pending.size > 0 && Date.now() < until) await sleep(20);
    const child = await this.#child.catch(() => undefined);
    child?.disconnect();
    const late = setTimeout(() => child?.kill(), 2000);
    await child?.exited;
    clearTimeout(late);
  }

  #expect(id: number, consume: ConsumeStep | undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const code = this.#running === undefined ? 'unavailable' : 'timeout';
        this.#settle(id)?.reject(new ProviderError(code, 'the signer process did not answer in time'));
        void this.#checkLife();
      }, this.#callTimeout());
      this.#pending.set(id, { resolve, reject, consume, timer });
    });
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    clearTimeout(pending?.timer);
    this.#pending.delete(id);
    return pending;
  }

  #receive(message: FromProcess): void {
    if (message.type === 'consume') void this.#consume(message);
    else if (message.type === 'reply') {
      const pending = this.#settle(message.id);
      if (message.ok) pending?.resolve(message.output);
      else pending?.reject(new ProviderError(message.code, message.message));
    }
  }

  /** A database that fails or is not asked answers null: the process then refuses, the step stays spent there. */
  async #consume({ id, account, step }: Extract<FromProcess, { type: 'consume' }>): Promise<void> {
    const child = this.#running;
    const consume = this.#pending.get(id)?.consume;
    const taken = consume === undefined ? null : await consume(account, step).catch(() => null);
    child?.send({ type: 'consumed', id, taken });
  }

  async #start(backoffMs = FIRST_BACKOFF_MS): Promise<Child> {
    const {
      clock = 'own',
      maxFailures = 10,
      failureWindowMs = 300_000,
      hashesAtOnce = HASHES_AT_ONCE,
    } = this.#options;
    const { masterKey, startTimeoutMs = 20_000 } = this.#options;
    const start: Start = { type: 'start', masterKey, clock, maxFailures, failureWindowMs, hashesAtOnce };
    const child = await startChild(start, startTimeoutMs, (message) => this.#receive(message));
    this.#running = child;
    const startedAt = Date.now();
    void child.exited.then(() => {
      this.#running = undefined;
      if (this.#closed) return this.#failAll('the signer process is closed');
      this.#crashed(Date.now() - startedAt > LAST_BACKOFF_MS ? FIRST_BACKOFF_MS : backoffMs);
    });
    return child;
  }

  #crashed(backoffMs: number): void {
    this.#options.onCrash?.(new ProviderError('unavailable', 'the signer process ended unexpectedly'));
    this.#failAll('the signer process ended in mid-call');
    this.#child = this.#restart(backoffMs);
    this.#child.catch(() => {});
  }

  async #restart(backoffMs: number): Promise<Child> {
    for (let wait = backoffMs; ; wait = Math.min(wait * 2, LAST_BACKOFF_MS)) {
      await sleep(wait);
      if (this.#closed) throw new ProviderError('unavailable', 'the signer process is closed');
      try {
        return await this.#start(Math.min(wait * 2, LAST_BACKOFF_MS));
      } catch (error) {
        if (error instanceof ProviderError) this.#options.onCrash?.(error);
      }
    }
  }

  /** After a time-out: a process that no longer answers a ping is ended, and started again. */
  async #checkLife(): Promise<void> {
    const child = this.#running;
    if (child === undefined || this.#checking) return;
    this.#checking = true;
    const id = this.#nextId++;
    const pong = this.#expect(id, undefined).then(
      () => true,
      () => false,
    );
    child.send({ type: 'call', id, op: 'ping', input: null });
    if (!(await pong)) child.kill();
    this.#checking = false;
  }

  #failAll(message: string): void {
    for (const id of [...this.#pending.keys()])
      this.#settle(id)?.reject(new ProviderError('unavailable', message));
  }

  #callTimeout(): number {
    return this.#options.callTimeoutMs ?? 30_000;
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
