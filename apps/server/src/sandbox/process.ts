import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { type ChildLimits, type ChildProgram, confinedCommand } from './confinement.ts';
import { SandboxError } from './error.ts';
import { encodeFrame, type FrameLimits, FrameReader } from './frame.ts';
import { processorMs } from './processor.ts';
import { listenToErrors, start } from './spawn.ts';
import type { Template } from './template.ts';

export interface ChildOptions extends ChildProgram, ChildLimits {
  /** Bounds of an answer. */
  answer: FrameLimits;
  /** Milliseconds a child may take to start. */
  startMs: number;
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: SandboxError): void;
  timer: NodeJS.Timeout;
}

/** How long a job may take: of the processor, and by the clock, on a machine that lets it wait; both in milliseconds. */
export interface JobTime {
  processor: number;
  clock: number;
}

/** The exit code of a copy whose job has taken all of its time (confine/copy.c). */
const OUT_OF_TIME = 75;
/** The system counts in hundredths of a second. */
const LEAST_REST_MS = 20;

/** One sandboxed child process; `ready` once it takes jobs, `ended` once it is gone. */
export class Child {
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
  readonly #process: ChildProcess;
  readonly #input: Writable;
  readonly #complaint: () => string;
  #pending: Pending | undefined;
  #killedHere = false;
  #killedElsewhere = false;

  /** A process that starts anew, or a copy of a template. Throws where the system has no descriptors for it. */
  constructor(options: ChildOptions, copy?: NonNullable<Template['copy']>) {
    const { command, descriptors } = copy ?? {
      command: confinedCommand(options, options),
      descriptors: [],
    };
    this.#process = start(command, ['pipe', 'ignore', 'pipe', 'pipe', ...descriptors]);
    const [input, , errors, answers] = this.#process.stdio as Iterable<unknown> as [
      Writable,
      null,
      Readable,
      Readable,
    ];
    this.#input = input;
    // A child that dies mid-write gives EPIPE; its end is told by 'close'.
    input.on('error', () => {});
    answers.on('error', () => {});
    this.#complaint = listenToErrors(errors);
    let end: 'crashed' | 'timeout' = 'crashed';
    this.ended = new Promise((resolve) => {
      this.#process.once('close', (code, signal) => {
        this.#killedElsewhere = signal === 'SIGKILL' && !this.#killedHere;
        if (code === OUT_OF_TIME) end = 'timeout';
        resolve();
      });
      this.#process.once('error', () => resolve());
    });
    this.ready = this.#expect(options.startMs).then(() => {});
    const reader = new FrameReader(options.answer);
    answers.on('data', (chunk: Buffer) => this.#receive(reader, chunk));
    void this.ended.then(() => this.#fail(new SandboxError(end)));
  }

  /** What the child wrote to its error output: of use when it did not start. */
  get complaint(): string {
    return this.#complaint();
  }

  /**
   * Whether somebody else killed it, such as a system short of memory: that tells nothing of its document, whose own bounds
   * end a child in other ways.
   */
  get wasKilledElsewhere(): boolean {
    return this.#killedElsewhere;
  }

  /** Runs one job; one at a time. Rejects with SandboxError; after anything but `refused` the child is gone. */
  async run(job: string, input: unknown, time: JobTime): Promise<unknown> {
    const answer = this.#expect(time.processor, time.clock);
    // Rejections before the frame is out are taken up by the await below.
    answer.catch(() => {});
    await this.#send({ job, input, processorMs: time.processor });
    const message = (await answer) as { value?: unknown; reason?: unknown };
    if (typeof message.reason === 'string') throw new SandboxError('refused', message.reason);
    return message.value;
  }

  kill(): void {
    this.#killedHere = true;
    this.#process.kill('SIGKILL');
  }

  /**
   * Waits for the next answer. Once `processor` milliseconds have passed by the clock, a child that has taken less than that of the
   * processor may go on, until `clock` milliseconds have passed. What a copy of a template takes is not known here, because it is no
   * descendant of this process: it ends by its own timer.
   */
  #expect(processor: number, clock = processor): Promise<unknown> {
    const { pid } = this.#process;
    const before = processorMs(pid);
    const until = performance.now() + clock;
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const now = processorMs(pid);
        const left = before === undefined || now === undefined ? 0 : processor - (now - before);
        const rest = Math.min(until - performance.now(), Math.max(left, LEAST_REST_MS));
        if (left <= 0 || rest <= 0) this.#fail(new SandboxError('timeout'));
        else pending.timer = setTimeout(look, rest);
      };
      const pending = { resolve, reject, timer: setTimeout(look, processor) };
      this.#pending = pending;
    });
  }

  async #send(message: unknown): Promise<void> {
    try {
      for await (const chunk of encodeFrame(message)) {
        if (!this.#pending) return;
        if (!this.#input.write(chunk)) await Promise.race([drained(this.#input), this.ended]);
      }
    } catch (cause) {
      this.#fail(new SandboxError('unreadable', undefined, { cause }));
    }
  }

  #receive(reader: FrameReader, chunk: Buffer): void {
    try {
      for (const message of reader.push(chunk)) this.#settle(message);
    } catch (cause) {
      this.#fail(new SandboxError('crashed', undefined, { cause }));
    }
  }

  #settle(message: unknown): void {
    const pending = this.#pending;
    if (!pending || typeof message !== 'object' || message === null) {
      // An answer nobody asked for: the child is not to be trusted any more.
      this.#fail(new SandboxError('crashed'));
      return;
    }
    this.#pending = undefined;
    clearTimeout(pending.timer);
    pending.resolve(message);
  }

  #fail(error: SandboxError): void {
    this.kill();
    const pending = this.#pending;
    this.#pending = undefined;
    if (!pending) return;
    clearTimeout(pending.timer);
    pending.reject(error);
  }
}

const drained = (stream: Writable) =>
  new Promise<void>((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.once('drain', done).once('close', done);
  });
