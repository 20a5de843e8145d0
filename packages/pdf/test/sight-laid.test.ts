import { signedDocument } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { Veil } from '../src/content/veil.ts';
import type { Box } from '../src/revisions/pages.ts';
import { Added } from '../src/revisions/sight/added.ts';
import { Cover, hiddenPlace } from '../src/revisions/sight/cover.ts';
import { open } from './support.ts';

const file = signedDocument();
const A4: Box = [0, 0, 595, 842];

/** A veil over an area, of rectangles that hide a share of what is behind them. */
function veilOf(area: Box, layers: readonly [box: Box, share: number][], most?: number): Veil {
  const veil = new Veil(area, () => {}, most);
  for (const [box, share] of layers) veil.add(box, { share });
  return veil;
}

const pairs = (edges: readonly number[]): [number, number][] =>
  edges.flatMap((from, at) => edges.slice(at + 1).map((to): [number, number] => [from, to]));

describe('what a veil hides of a place', () => {
  const layers: [Box, number][] = [
    [[12, 22, 15, 30], 1],
    [[20, 25, 30, 26], 0.5],
    [[10, 20, 10.5, 20.5], 1],
    [[33.5, 39.5, 34, 40], 1],
  ];
  const boxes = pairs([4, 10, 10.2, 12, 14.9, 21.7, 34, 40]).flatMap(([x0, x1]) =>
    pairs([9, 20, 20.5, 24.8, 29.9, 37, 40, 50]).map(([y0, y1]): Box => [x0, y0, x1, y1]),
  );

  it.each([
    ['cells of half a unit', undefined],
    ['larger ones', 2 ** 8],
  ])('MAP-8 is told as if it was looked at cell by cell: %s', (_, most) => {
    const veil = veilOf([10, 20, 34, 40], layers, most);
    const cover = new Cover(open(file), veil);
    for (const box of boxes) {
      let isTouched = false;
      veil.visit(box, (_x, _y, hidden) => {
        isTouched ||= hidden > 0;
      });
      // Sums of parts may leave a trace of what is not there.
      expect(cover.touches(box) || !isTouched).toBe(true);
      if (most === undefined) expect(cover.touches(box)).toBe(isTouched);
      const share = veil.hidden(box);
      expect(cover.hides(box, 0.25)).toBe(share >= 0.25);
      expect(cover.hides(box, share - 0.001)).toBe(true);
      expect(cover.hides(box, share + 0.01)).toBe(false);
    }
  });

  it('MAP-8 has a place', () => {
    const veil = veilOf(
      [10, 20, 34, 40],
      [
        [[12, 22, 15, 23], 1],
        [[20, 25, 30, 26.5], 0.5],
        [[32, 38, 34, 40], 0.3],
      ],
    );
    expect(hiddenPlace(veil, veil.area)).toEqual([12, 22, 30, 26.5]);
    expect(hiddenPlace(veil, [10, 20, 14, 40])).toEqual([12, 22, 14, 23]);
    expect(hiddenPlace(veil, [14.5, 22, 15, 22.5])).toEqual([14.5, 22, 15, 22.5]);
    expect(hiddenPlace(veil, [31, 30, 34, 40])).toBeUndefined();
    expect(hiddenPlace(veil, [100, 100, 110, 110])).toBeUndefined();
  });
});

describe('what came to a page', () => {
  const added = (page: Box, ...looks: [Veil, Veil?][]): Added => {
    const all = new Added(open(file), page);
    for (const [veil, was] of looks) all.lay({ veil, was });
    return all;
  };
  const opaque = (box: Box, share = 1): Veil => veilOf(box, [[box, share]]);

  it.each<[string, Box]>([
    ['an ordinary page', A4],
    ['a broad one', [0, 0, 2048, 1024]],
    ['a high one', [0, 0, 1024, 2048]],
    ['one that begins elsewhere', [40, 40, 2088, 1064]],
    ['one that begins far below', [-4000, -4000, -1952, -2976]],
  ])('MAP-8 is known place by place: %s', (_, page) => {
    const [x, y] = [page[0] + 50, page[1] + 60];
    const all = added(page, [opaque([x, y, x + 200, y + 300])]);
    for (const [dx, dy, shade] of [
      [1, 1, 1],
      [199, 299, 1],
      [100, 150, 1],
      [-3, 1, 0],
      [1, -3, 0],
      [203, 150, 0],
      [100, 303, 0],
      [400, 400, 0],
    ] as const)
      expect([dx, dy, all.shade(x + dx, y + dy, 1)]).toEqual([dx, dy, shade]);
    expect(all.touches([x, y, x + 1, y + 1])).toBe(true);
    expect(all.touches([x + 100, y + 150, x + 700, y + 700])).toBe(true);
    expect(all.touches([x + 199, y + 299, x + 201, y + 301])).toBe(true);
    expect(all.touches([x + 100, y + 150, x + 100, y + 150])).toBe(false);
    expect(all.touches([x + 450, y, x + 460, y + 300])).toBe(false);
    expect(all.touches([x, y + 550, x + 200, y + 560])).toBe(false);
  });

  it('MAP-8 is kept where it hides something alone', () => {
    const all = added(A4, [veilOf([10, 10, 300, 300], [[[70, 70, 80, 80], 1]])]);
    expect(all.touches([66, 66, 67, 67])).toBe(true);
    for (const [x, y] of [
      [20, 20],
      [20, 70],
      [70, 20],
      [130, 70],
      [70, 130],
      [290, 290],
    ] as const)
      expect(all.touches([x, y, x + 1, y + 1])).toBe(false);
    expect(all.touches([20, 20, 290, 290])).toBe(true);
  });

  it.each<[string, number, [Veil, Veil?][]]>([
    ['one over the other', 0.75, [[opaque([10, 10, 90, 90], 0.5)], [opaque([10, 10, 90, 90], 0.5)]]],
    ['what was there before as it is', 0, [[opaque([10, 10, 90, 90], 0.5), opaque([10, 10, 90, 90], 0.5)]]],
    ['what hid all before', 0, [[opaque([10, 10, 90, 90]), opaque([10, 10, 90, 90])]]],
    ['what hid more before', 0, [[opaque([10, 10, 90, 90], 0.25), opaque([10, 10, 90, 90], 0.5)]]],
    ['what hid half before', 0.5, [[opaque([10, 10, 90, 90], 0.75), opaque([10, 10, 90, 90], 0.5)]]],
    ['what hid elsewhere before', 0.75, [[opaque([10, 10, 90, 90], 0.75), opaque([200, 10, 290, 90], 0.5)]]],
    ['a part of a place', 0.5, [[opaque([10, 10, 50, 90])]]],
  ])('MAP-8 counts for what it adds: %s', (_, shade, looks) => {
    expect(added(A4, ...looks).shade(50, 50, 2)).toBeCloseTo(shade, 5);
  });

  it.each<[string, Box, Box, { before: number; after: number }]>([
    ['all of it', [100, 100, 110, 104], [90, 90, 120, 120], { before: 0.5, after: 1 }],
    ['a part of it from the left', [100, 100, 110, 104], [90, 90, 104, 120], { before: 0.5, after: 0.7 }],
    ['a part of it from below', [100, 100, 104, 110], [90, 90, 120, 102], { before: 0.5, after: 0.6 }],
    ['nothing', [100, 100, 110, 104], [130, 90, 140, 120], { before: 0.5, after: 0.5 }],
    [
      'where half of it has something',
      [90, 100, 110, 104],
      [90, 90, 100, 120],
      { before: 0.25, after: 0.75 },
    ],
    ['where it has nothing', [40, 100, 50, 104], [30, 90, 46, 120], { before: 0, after: 0.6 }],
  ])('MAP-8 and what comes now hide together: %s', (_, box, now, { before, after }) => {
    for (const page of [A4, [0, 0, 2048, 1024]] as Box[]) {
      const all = added(page, [opaque([100, 60, 200, 200], 0.5)]);
      const told = all.hidden(box, { veil: opaque(now), was: undefined });
      expect([told.before.toFixed(3), told.after.toFixed(3)]).toEqual([before.toFixed(3), after.toFixed(3)]);
    }
  });
});
