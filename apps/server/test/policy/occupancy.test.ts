import { leastPlace } from '@websign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areasOf,
  coversSomething,
  nearestFree,
  type OccupiedPage,
  smallerFree,
  withArea,
} from '../../src/policy/occupancy.ts';

const empty = (width = 595, height = 842): OccupiedPage => {
  const [columns, rows] = [Math.ceil(width / 4), Math.ceil(height / 4)];
  return { width, height, columns, rows, taken: new Uint8Array(columns * rows), cause: null };
};
const wanted = { page: 1, x: 349, y: 36, width: 210, height: 72 };

describe('free places', () => {
  it('SGN-12: a free place stays as it is wanted', () => {
    expect(coversSomething(empty(), wanted)).toBe(false);
    expect(nearestFree(empty(), wanted)).toEqual(wanted);
  });

  it('SGN-12: what merely touches is not covered', () => {
    const page = withArea(empty(600, 800), [100, 100, 200, 120]);
    expect(coversSomething(page, { ...wanted, x: 200, y: 100 })).toBe(false);
    expect(coversSomething(page, { ...wanted, x: 199, y: 100 })).toBe(true);
    expect(coversSomething(page, { ...wanted, x: 100, y: 120 })).toBe(false);
    expect(coversSomething(page, { ...wanted, x: 100, y: 119 })).toBe(true);
  });

  it('SGN-12: a full page has no place, and its margins only a smaller one', () => {
    const page = empty();
    expect(nearestFree({ ...page, taken: page.taken.slice().fill(1) }, wanted)).toBeNull();
    const text = withArea(page, [40, 40, 555, 802]);
    expect(nearestFree(text, wanted)).toBeNull();
    expect(smallerFree(text, wanted)).toMatchObject({ width: 157.5, height: 30, page: 1 });
    expect(smallerFree({ ...page, taken: page.taken.slice().fill(1) }, wanted)).toBeNull();
  });

  it('SGN-12: a page that counts as taken whole is not searched', () => {
    const page: OccupiedPage = { ...empty(), cause: 'picture' };
    Object.defineProperty(page, 'taken', {
      get: () => {
        throw new Error('searched');
      },
    });
    expect([nearestFree(page, wanted), smallerFree(page, wanted)]).toEqual([null, null]);
  });

  const area = fc
    .tuple(
      fc.double({ min: 0, max: 1 }),
      fc.double({ min: 0, max: 1 }),
      fc.double({ min: 0, max: 0.6 }),
      fc.double({ min: 0, max: 0.4 }),
    )
    .filter((numbers) => numbers.every(Number.isFinite));
  const pages = fc
    .record({
      width: fc.integer({ min: 100, max: 900 }),
      height: fc.integer({ min: 100, max: 900 }),
      areas: fc.array(area, { maxLength: 12 }),
    })
    .map(({ width, height, areas }) =>
      areas.reduce(
        (page, [x, y, w, h]) => withArea(page, [x * width, y * height, (x + w) * width, (y + h) * height]),
        empty(width, height),
      ),
    );
  const places = fc.record({
    x: fc.double({ min: 0, max: 1, noNaN: true }),
    y: fc.double({ min: 0, max: 1, noNaN: true }),
    width: fc.integer({ min: 40, max: 300 }),
    height: fc.integer({ min: 15, max: 120 }),
  });

  it('SGN-12: a free place that is told covers nothing, lies on the page, and none is nearer to a fine search', () => {
    fc.assert(
      fc.property(pages, places, (page, { x, y, width, height }) => {
        fc.pre(width <= page.width && height <= page.height);
        const at = { page: 1, x: x * (page.width - width), y: y * (page.height - height), width, height };
        const found = nearestFree(page, at);
        const covering = areasOf(page);
        if (found) {
          expect(coversSomething(page, found)).toBe(false);
          expect(found).toMatchObject({ page: 1, width, height });
          expect(found.x >= 0 && found.y >= 0).toBe(true);
          expect(found.x + width <= page.width && found.y + height <= page.height).toBe(true);
          for (const [x0, y0, x1, y1] of covering) {
            const apart = x1 <= found.x || found.x + width <= x0 || y1 <= found.y || found.y + height <= y0;
            expect(apart).toBe(true);
          }
        }
        const nearest = found ? Math.hypot(found.x - at.x, found.y - at.y) : Number.POSITIVE_INFINITY;
        for (let up = 12; up + height <= page.height - 12; up += 9) {
          for (let along = 12; along + width <= page.width - 12; along += 9) {
            // A cell's breadth is what a place may be off.
            if (Math.hypot(along - at.x, up - at.y) + 12 >= nearest) continue;
            expect(coversSomething(page, { ...at, x: along, y: up })).toBe(true);
          }
        }
      }),
      { numRuns: 120 },
    );
  });

  it('SGN-12: a smaller place covers nothing, and is not too small to read', () => {
    fc.assert(
      fc.property(pages, (page) => {
        const at = {
          page: 1,
          x: 0,
          y: 0,
          width: Math.min(210, page.width),
          height: Math.min(72, page.height),
        };
        const found = smallerFree(page, at);
        if (!found) return;
        expect(coversSomething(page, found)).toBe(false);
        expect(found.width >= leastPlace.width && found.height >= leastPlace.height).toBe(true);
        expect(found.width < at.width || found.height < at.height).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('SGN-12: the areas that are told are the taken cells', () => {
    fc.assert(
      fc.property(pages, (page) => {
        const drawn = areasOf(page).reduce<OccupiedPage>(
          (again, [x0, y0, x1, y1]) => withArea(again, [x0, y0, x1, y1]),
          {
            ...page,
            taken: new Uint8Array(page.taken.length),
          },
        );
        expect(drawn.taken).toEqual(page.taken);
      }),
      { numRuns: 60 },
    );
  });
});
