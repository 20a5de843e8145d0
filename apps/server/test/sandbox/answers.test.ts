import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, sandboxedEngine } from '../../src/sandbox/engine.ts';
import { openSandbox, type Sandbox } from '../../src/sandbox/pool.ts';
import { limits, sourceOf } from './engine.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const VALUES = 2_000_000;

describe('what a child that was taken over answers costs the server little', () => {
  let sandbox: Sandbox;
  let engine: Engine;
  beforeAll(() => {
    sandbox = openSandbox({
      program: folder('./hostile-child.ts'),
      readable: [folder('../../'), folder('../../../../node_modules/')],
      ...{ slots: 1, slotsEach: 1, warmChildren: 1, heldChildren: 1 },
      ...limits,
      answer: { ...limits.answer, values: VALUES },
    });
    engine = sandboxedEngine(sandbox);
  });
  afterAll(() => sandbox.close());

  /** Milliseconds for which nothing else ran, and octets of memory, while the answer was read. */
  async function costOf(pages: number): Promise<{ ms: number; bytes: number }> {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const before = process.memoryUsage().heapUsed;
    delay.enable();
    await expect(engine.examine(sourceOf(new Uint8Array(pages)))).rejects.toThrow(/^crashed/);
    delay.disable();
    return { ms: delay.max / 1e6, bytes: process.memoryUsage().heapUsed - before };
  }

  test('a million pages that are none are not each complained of', async () => {
    const { ms, bytes } = await costOf(1_000_000);
    expect(bytes).toBeLessThan(150 * 2 ** 20);
    expect(ms).toBeLessThan(1500);
  });

  test('more values than any document has are not read', async () => {
    const { ms, bytes } = await costOf(VALUES);
    expect(bytes).toBeLessThan(50 * 2 ** 20);
    expect(ms).toBeLessThan(1500);
  });
});
