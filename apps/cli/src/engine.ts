import { availableParallelism } from 'node:os';
import { type Engine, sandboxedEngine } from '@websign/server/sandbox/engine';
import type { ByteSource } from '@websign/server/sandbox/frame';
import { openSandbox } from '@websign/server/sandbox/pool';
import { engineProgram, LONG_JOBS } from '@websign/server/sandbox/program';

const MIB = 1024 * 1024;

/** How many files are worked on at once. */
export const PARALLEL = Math.max(1, Math.min(8, availableParallelism()));

export interface EngineOptions {
  children?: number;
  /** That one job may take. */
  seconds?: number;
}

/** Gives `work` the engine in sandboxed children, as the server has it, and closes it afterwards. */
export async function withEngine<T>(
  work: (engine: Engine) => Promise<T>,
  { children = PARALLEL, seconds = 60 }: EngineOptions = {},
): Promise<T> {
  const sandbox = openSandbox({
    ...engineProgram,
    slots: children,
    slotsEach: children,
    // A command knows when its next file comes: none starts for nothing.
    warmChildren: 0,
    heldChildren: children,
    queue: 2 * children,
    queueEach: 2 * children,
    waitMs: 600_000,
    timeoutMs: seconds * 1000,
    timesAsLong: LONG_JOBS,
    startMs: 30_000,
    heapMiB: 512,
    dataMiB: 1500,
    answer: { json: 64 * MIB, attachments: 256 * MIB },
  });
  // The first starts while the command reads what it needs.
  void sandbox.ready();
  try {
    return await work(sandboxedEngine(sandbox));
  } finally {
    await sandbox.close();
  }
}

/** Bytes in memory as the engine takes documents. */
export const sourceOf = (bytes: Uint8Array): ByteSource => ({
  length: bytes.length,
  async *read() {
    yield bytes;
  },
});
