import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { engineInSandbox, sourceOf } from './engine.ts';

const content =
  'BT /F1 12 Tf 20 20 Td (one) Tj ET 0 0 300 300 re f 9 w 0 0 m 300 300 l S 1 g 0 0 612 792 re f';
const file = (boxes: readonly string[]): Uint8Array =>
  writePdf({
    kind: 'table',
    objects: documentObjects({ pages: boxes.map((box) => ({ content, entries: `/MediaBox[${box}]` })) }),
  });

describe('pages of no size', () => {
  const engine = engineInSandbox({ children: 1, queue: 4 });

  test.each([
    ['no width', '0 0 0 792'],
    ['no height', '0 0 612 0'],
    ['neither', '5 5 5 5'],
  ])('UP-6 SGN-12: a document whose first or last page has %s is examined', async (_, box) => {
    const whole = '0 0 612 792';
    for (const boxes of [[box], [box, whole], [whole, box]]) {
      const { facts, occupancies } = await engine().examine(sourceOf(file(boxes)));
      const odd = boxes.indexOf(box) + 1;
      expect(facts).toContainEqual(expect.objectContaining({ kind: 'odd_page_box', page: odd }));
      expect(occupancies.map(({ page }) => page)).toEqual(boxes.map((_, index) => index + 1));
      expect((await engine().occupancy(sourceOf(file(boxes)), odd)).cause).toBeNull();
    }
  });
});
