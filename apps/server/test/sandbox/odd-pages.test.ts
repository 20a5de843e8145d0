import { fileURLToPath } from 'node:url';
import { documentObjects, writePdf } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, sandboxedEngine } from '../../src/sandbox/engine.ts';
import { openSandbox, type Sandbox } from '../../src/sandbox/pool.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const content =
  'BT /F1 12 Tf 20 20 Td (one) Tj ET 0 0 300 300 re f 9 w 0 0 m 300 300 l S 1 g 0 0 612 792 re f';
const file = (boxes: readonly string[]): Uint8Array =>
  writePdf({
    kind: 'table',
    objects: documentObjects({ pages: boxes.map((box) => ({ content, entries: `/MediaBox[${box}]` })) }),
  });
const sourceOf = (bytes: Uint8Array) => ({
  length: bytes.length,
  async *read() {
    yield bytes;
  },
});

describe('pages of no size', () => {
  let sandbox: Sandbox;
  let engine: Engine;
  beforeAll(() => {
    sandbox = openSandbox({
      jobs: new URL('../../src/sandbox/jobs.ts', import.meta.url),
      readable: ['packages', 'node_modules', 'apps/server'].map((folder) => `${root}${folder}`),
      children: 1,
      queue: 4,
      waitMs: 60_000,
      timeoutMs: 30_000,
      startMs: 30_000,
      heapMiB: 448,
      dataMiB: 900,
      answer: { json: 32 * 1024 * 1024, attachments: 64 * 1024 * 1024 },
    });
    engine = sandboxedEngine(sandbox);
  });
  afterAll(() => sandbox.close());

  test.each([
    ['no width', '0 0 0 792'],
    ['no height', '0 0 612 0'],
    ['neither', '5 5 5 5'],
  ])('UP-6 SGN-12: a document whose first or last page has %s is examined', async (_, box) => {
    const whole = '0 0 612 792';
    for (const boxes of [[box], [box, whole], [whole, box]]) {
      const { facts, occupancies } = await engine.examine(sourceOf(file(boxes)));
      const odd = boxes.indexOf(box) + 1;
      expect(facts).toContainEqual(expect.objectContaining({ kind: 'odd_page_box', page: odd }));
      expect(occupancies.map(({ page }) => page)).toEqual(boxes.map((_, index) => index + 1));
      expect((await engine.occupancy(sourceOf(file(boxes)), odd)).cause).toBeNull();
    }
  });
});
