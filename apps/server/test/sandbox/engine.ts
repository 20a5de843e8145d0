import { afterAll, beforeAll } from 'vitest';
import { type Engine, sandboxedEngine } from '../../src/sandbox/engine.ts';
import { openSandbox, type Sandbox } from '../../src/sandbox/pool.ts';
import { engineProgram } from '../../src/sandbox/program.ts';

/** Real parser children with the limits of a small installation. */
export const realSandbox = ({ children, queue }: { children: number; queue: number }): Sandbox =>
  openSandbox({
    ...engineProgram,
    slots: children,
    slotsEach: children,
    reusedChildren: children,
    heldChildren: children,
    queue,
    queueEach: queue,
    waitMs: 60_000,
    timeoutMs: 30_000,
    startMs: 30_000,
    heapMiB: 448,
    dataMiB: 900,
    answer: { json: 32 * 1024 * 1024, attachments: 64 * 1024 * 1024 },
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
