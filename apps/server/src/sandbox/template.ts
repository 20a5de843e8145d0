import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Duplex, Readable } from 'node:stream';
import { type ChildLimits, type ChildProgram, templateCommand } from './confinement.ts';
import { COPY_ADDON, HELPER, helperFacts } from './helper.ts';
import { listenToErrors, start } from './spawn.ts';

export interface TemplateOptions extends ChildProgram, ChildLimits {
  /** Milliseconds a template may take to start. */
  startMs: number;
}

/** Whether children can be copies here: what makes them was built with the helper. */
export const canCopy = (): boolean => helperFacts() !== undefined && existsSync(COPY_ADDON);

/**
 * A process that never sees a document, of which children are copies (fork): it has loaded and compiled the engine once
 * for all of them. `ready` rejects where it does not start; `ended` once it is gone, and every copy with it.
 */
export class Template {
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
  readonly #process: ChildProcess;
  readonly #channel: Duplex;
  readonly #complaint: () => string;

  /** Throws where the system has no descriptors for it. */
  constructor(options: TemplateOptions) {
    this.#process = start(templateCommand(options, options, COPY_ADDON), ['ignore', 'pipe', 'pipe', 'pipe']);
    const [, said, errors, channel] = this.#process.stdio as Iterable<unknown> as [
      null,
      Readable,
      Readable,
      Duplex,
    ];
    this.#channel = channel;
    // It is for those who ask for a copy: the server reads nothing of it, and learns of the template's end otherwise.
    channel.pause().on('error', () => {});
    this.#complaint = listenToErrors(errors);
    this.ended = new Promise((resolve) => {
      this.#process.once('exit', () => resolve());
      this.#process.once('error', () => resolve());
    });
    // What is not read does not end by itself.
    void this.ended.then(() => channel.destroy());
    this.ready = new Promise((resolve, reject) => {
      const fail = () => reject(new Error('the template of children did not start'));
      const timer = setTimeout(fail, options.startMs);
      said.once('data', () => {
        clearTimeout(timer);
        resolve();
      });
      void this.ended.then(() => {
        clearTimeout(timer);
        fail();
      });
    });
  }

  /**
   * The program that becomes a copy for whoever started it, with the descriptors that it needs beside 0 to 3; undefined once
   * the template has gone.
   */
  get copy(): { command: [string, string[]]; descriptors: [Duplex] } | undefined {
    if (this.#channel.destroyed) return undefined;
    return { command: [HELPER, ['--copy']], descriptors: [this.#channel] };
  }

  /** What it wrote to its error output. */
  get complaint(): string {
    return this.#complaint();
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }
}
