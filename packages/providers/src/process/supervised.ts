import type { Socket } from 'node:net';
import { ProviderError } from '../errors.ts';
import type { Child } from './child.ts';
import type { CallOf, FromProcess, OperationsOf } from './protocol.ts';

/** What answers a process's question in the midst of a call; a failure is told to the process as null. */
export type Answer = (question: unknown) => Promise<unknown>;

/** How a process is started and watched; times in milliseconds. */
export interface Supervision {
  /** `the … process`, for sentences. */
  name: string;
  start(receive: (message: FromProcess) => void): Promise<Child>;
  /** A call that takes longer answers `timeout`; 30 s when left out. */
  callTimeoutMs?: number | undefined;
  /** While calls are under way, a process that does not answer a ping for so long is ended; left out: never asked. */
  heartbeatMs?: number | undefined;
  /** Whether it is asked when no calls are under way here, too: for a process that others call. */
  watchAlways?: boolean | undefined;
  /** When it is closed, others' calls under way have so long to end; left out: what the process gives them by itself. */
  finishMs?: number | undefined;
  /** For so long calls wait for one that went, and that is tried again all the while; left out: for one try. */
  patienceMs?: number | undefined;
  /** Answers what the process asks outside of calls. */
  answer?: Answer | undefined;
  /** Calls under way at once; past it they are answered `unavailable` here. */
  maxCalls: number;
  /** Told of each unexpected end, for the log. */
  onCrash?: ((error: ProviderError) => void) | undefined;
}

interface Pending {
  resolve: (output: unknown) => void;
  reject: (error: ProviderError) => void;
  answer: Answer | undefined;
  timer: NodeJS.Timeout;
}

/** Every process of ours answers this at once. */
export interface Life {
  ping: { input: null; output: null };
}

const FIRST_BACKOFF_MS = 50;
const LAST_BACKOFF_MS = 5000;
/** While calls wait for it, it is tried again so often. */
const PATIENT_BACKOFF_MS = 200;
const NOT_STARTING = 'cannot be started';

/** The parent's end of a process: one at a time, started again after a crash; calls are bounded in time. */
export class SupervisedProcess<O extends OperationsOf<O> & Life> {
  readonly #options: Supervision;
  readonly #pending = new Map<number, Pending>();
  #child: Promise<Child>;
  #running: Child | undefined;
  #closed = false;
  /** The last try to start it again failed: who comes now does not wait for the next one. */
  #notStarting = false;
  #nextId = 1;
  #checking = false;
  /** What calls were answered with that the end of the process met. */
  readonly #endings = new WeakSet<ProviderError>();

  private constructor(options: Supervision) {
    this.#options = options;
    this.#child = this.#start();
  }

  /** Resolves when the process is ready; throws ProviderError `unavailable` with why not. */
  static async open<O extends OperationsOf<O> & Life>(options: Supervision): Promise<SupervisedProcess<O>> {
    const opened = new SupervisedProcess<O>(options);
    await opened.#child;
    return opened;
  }

  /** Of the running process; undefined while it starts again. */
  get pid(): number | undefined {
    return this.#running?.pid;
  }

  /** As {@link call}, for what is harmless to do twice: done once more where the process ended in its midst. */
  async callAgain<K extends keyof O & string>(
    op: K,
    input: O[K]['input'],
    answer?: Answer,
  ): Promise<O[K]['output']> {
    try {
      return await this.call(op, input, answer);
    } catch (error) {
      if (!(error instanceof ProviderError) || !this.#endings.has(error)) throw error;
      return this.call(op, input, answer);
    }
  }

  /** Throws ProviderError; `unavailable` when the process ended in mid-call, `timeout` when it took too long. */
  async call<K extends keyof O & string>(
    op: K,
    input: O[K]['input'],
    answer?: Answer,
  ): Promise<O[K]['output']> {
    const { name, maxCalls } = this.#options;
    if (this.#closed) throw new ProviderError('unavailable', `${name} is closed`);
    if (this.#notStarting) throw new ProviderError('unavailable', `${name} ${NOT_STARTING}`);
    if (this.#pending.size >= maxCalls)
      throw new ProviderError('unavailable', 'too many calls are under way');
    const id = this.#nextId++;
    const output = this.#expect(id, answer);
    this.#child.then(
      (child) => this.#send(child, { type: 'call', id, op, input } as CallOf<O>),
      (error: ProviderError) => this.#settle(id)?.reject(error),
    );
    return (await output) as O[K]['output'];
  }

  /** Hands a connection over to the process; one that comes while it starts again is closed. */
  pass(socket: Socket): void {
    if (this.#running?.pass === undefined) socket.destroy();
    else this.#running.pass(socket);
  }

  /** Lets calls under way end (as long as one call may take), then ends the process. */
  async close(): Promise<void> {
    this.#closed = true;
    const until = Date.now() + this.#callTimeout();
    while (this.#pending.size > 0 && Date.now() < until) await sleep(20);
    const child = await this.#child.catch(() => undefined);
    const { finishMs } = this.#options;
    // Its parent stays with it meanwhile, for what it asks.
    if (finishMs === undefined) child?.disconnect();
    else child?.send({ type: 'finish', withinMs: finishMs });
    const late = setTimeout(() => child?.kill(), (finishMs ?? 0) + 2000);
    await child?.exited;
    clearTimeout(late);
  }

  /** A call that cannot be told ends here. */
  #send(child: Child, call: CallOf<O>): void {
    if (!this.#pending.has(call.id)) return;
    try {
      child.send(call);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      this.#settle(call.id)?.reject(error);
    }
  }

  #expect(id: number, answer: Answer | undefined, timeoutMs = this.#callTimeout()): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const code = this.#running === undefined ? 'unavailable' : 'timeout';
        this.#settle(id)?.reject(new ProviderError(code, `${this.#options.name} did not answer in time`));
        void this.#checkLife();
      }, timeoutMs);
      this.#pending.set(id, { resolve, reject, answer, timer });
    });
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    clearTimeout(pending?.timer);
    this.#pending.delete(id);
    return pending;
  }

  #receive(message: FromProcess): void {
    if (message.type === 'ask') void this.#answer(message);
    else if (message.type === 'reply') {
      const pending = this.#settle(message.id);
      if (message.ok) pending?.resolve(message.output);
      else pending?.reject(new ProviderError(message.code, message.message));
    }
  }

  async #answer({ id, question }: Extract<FromProcess, { type: 'ask' }>): Promise<void> {
    const child = this.#running;
    const asked = id < 0 ? this.#options.answer : this.#pending.get(id)?.answer;
    const answer = await asked?.(question).catch(() => null);
    child?.send({ type: 'told', id, answer: answer ?? null });
  }

  async #start(backoffMs = FIRST_BACKOFF_MS): Promise<Child> {
    const child = await this.#options.start((message) => this.#receive(message));
    this.#running = child;
    this.#notStarting = false;
    const startedAt = Date.now();
    const heartbeat = this.#watch();
    void child.exited.then((how) => {
      clearInterval(heartbeat);
      this.#running = undefined;
      if (this.#closed) this.#failAll('is closed');
      else this.#crashed(how, Date.now() - startedAt > LAST_BACKOFF_MS ? FIRST_BACKOFF_MS : backoffMs);
    });
    return child;
  }

  #watch(): NodeJS.Timeout | undefined {
    const { heartbeatMs, watchAlways = false } = this.#options;
    if (heartbeatMs === undefined) return undefined;
    return setInterval(() => {
      if (watchAlways || this.#pending.size > 0) void this.#checkLife();
    }, heartbeatMs).unref();
  }

  #crashed(how: string, backoffMs: number): void {
    const { name, onCrash } = this.#options;
    onCrash?.(new ProviderError('unavailable', `${name} ended unexpectedly (${how})`));
    this.#child = this.#restart(backoffMs);
    this.#endings.add(this.#failAll('ended in mid-call'));
    this.#child.catch(() => {});
  }

  async #restart(backoffMs: number): Promise<Child> {
    const until = Date.now() + (this.#options.patienceMs ?? 0);
    const longest = () => (Date.now() < until ? PATIENT_BACKOFF_MS : LAST_BACKOFF_MS);
    for (let wait = backoffMs; ; wait = Math.min(wait * 2, longest())) {
      await sleep(wait);
      if (this.#closed) throw new ProviderError('unavailable', `${this.#options.name} is closed`);
      try {
        return await this.#start(Math.min(wait * 2, LAST_BACKOFF_MS));
      } catch (error) {
        if (Date.now() < until) continue;
        if (error instanceof ProviderError) this.#options.onCrash?.(error);
        this.#notStarting = true;
        this.#failAll(NOT_STARTING);
      }
    }
  }

  /** After a time-out, and as a heartbeat: a process that no longer answers a ping is ended, and started again. */
  async #checkLife(): Promise<void> {
    const child = this.#running;
    if (child === undefined || this.#checking) return;
    this.#checking = true;
    const id = this.#nextId++;
    const pong = this.#expect(id, undefined, this.#options.heartbeatMs).then(
      () => true,
      () => false,
    );
    child.send({ type: 'call', id, op: 'ping', input: null });
    if (!(await pong)) child.kill();
    this.#checking = false;
  }

  #failAll(what: string): ProviderError {
    const error = new ProviderError('unavailable', `${this.#options.name} ${what}`);
    for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(error);
    return error;
  }

  #callTimeout(): number {
    return this.#options.callTimeoutMs ?? 30_000;
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
