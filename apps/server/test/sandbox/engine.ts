import { afterAll, beforeAll } from 'vitest';
import { type Engine, sandboxedEngine } from '../../src/sandbox/engine.ts';
import { openSandbox, type Sandbox } from '../../src/sandbox/pool.ts';
import { engineProgram } from '../../src/sandbox/program.ts';

/** Limits of a small installation. */
export const limits = {
  queue: 16,
  queueEach: 16,
  waitMs: 60_000,
  timeoutMs: 30_000,
  startMs: 30_000,
  heapMiB: 448,
  dataMiB: 900,
  answer: { json: 32 * 1024 * 1024, attachments: 64 * 1024 * 1024 },
};

/** Real parser children. */
export const realSandbox = ({ children, queue }: { children: number; queue: number }): Sandbox =>
  openSandbox({
    ...engineProgram,
    ...limits,
    slots: children,
    slotsEach: children,
    warmChildren: children,
    heldChildren: children,
    queue,
    queueEach: queue,
  });

/** An engine in child processes for the tests of one `describe`. */
export function engineInSandbox(size: { children: number; queue: number }): () => Engine {
  let sandbox: Sandbox;
  let engine: Engine;
  beforeAll(() => {
    sandbox = realSandbox(size);
    engine = sandboxedEngine(sandbox);
  });
  afterAll(() => sandbox.close());
  return () => engine;
}

/** A file as the engine reads it. */
export const sourceOf = (bytes: Uint8Array) => ({
  length: bytes.length,
  async *read() {
    yield bytes;
  },
});
