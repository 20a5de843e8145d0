import { placeAnchors, placeFrom, placeOn, type RememberedPlace } from '@websign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atPreset } from '../src/features/sign/placement.ts';

const a4 = { width: 595.28, height: 841.89 };
const wide = { width: 841.89, height: 595.28 };
const paged = (...pageSizes: (typeof a4)[]) => ({ pages: pageSizes.length, pageSizes });
const many = (count: number) => paged(...Array.from({ length: count }, () => a4));
const side = fc.double({ min: 3, max: 14_400, noNaN: true });
const pages = fc.array(fc.record({ width: side, height: side }), { minLength: 1, maxLength: 5 });
const number = fc.double({ min: -20_000, max: 20_000, noNaN: true });
const size = fc.double({ min: 0.1, max: 20_000, noNaN: true });
const anyPlace: fc.Arbitrary<RememberedPlace> = fc.record({
  page: fc.oneof(fc.constantFrom('first' as const, 'last' as const), fc.integer({ min: 1, max: 9 })),
  corner: fc.constantFrom(...placeAnchors),
  dx: number,
  dy: number,
  width: size,
  height: size,
});

describe('a remembered place', () => {
  it('SGN-3 SGN-11 is inside the page of every document, whatever was remembered', () => {
    fc.assert(
      fc.property(anyPlace, pages, (place, sizes) => {
        const { page, x, y, width, height } = placeOn(place, paged(...sizes));
        const box = sizes[page - 1] ?? { width: 0, height: 0 };
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(Math.min(width, height)).toBeGreaterThan(0);
        expect(x + width).toBeLessThanOrEqual(box.width + 1e-9);
        expect(y + height).toBeLessThanOrEqual(box.height + 1e-9);
      }),
    );
  });

  it('SGN-11 is found again on the same document, to a hundredth of a point', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, fc.integer({ min: 1, max: 3 }), (across, up, page) => {
        const [width, height] = [210, 72];
        const place = {
          page,
          x: Math.floor(across * (a4.width - width) * 100) / 100,
          y: Math.floor(up * (a4.height - height) * 100) / 100,
          width,
          height,
        };
        const again = placeOn(placeFrom(place, many(3)), many(3));
        expect(again).toMatchObject({ page, width, height });
        expect(Math.abs(again.x - place.x)).toBeLessThan(0.021);
        expect(Math.abs(again.y - place.y)).toBeLessThan(0.021);
      }),
    );
  });

  it('SGN-11 keeps its corner on pages of another size, and its middle', () => {
    for (const corner of placeAnchors) {
      const place = placeFrom(atPreset(corner, 1, a4), paged(a4));
      expect(place).toMatchObject({ page: 'last', corner });
      const there = placeOn(place, paged(wide));
      const preset = atPreset(corner, 1, wide);
      expect(Math.abs(there.x - preset.x)).toBeLessThan(0.03);
      expect(Math.abs(there.y - preset.y)).toBeLessThan(0.03);
    }
  });

  it('SGN-11 names the first and the last page as such; any other by its number, or the last where there are fewer', () => {
    const on = (page: number, count: number) => placeFrom(atPreset('topLeft', page, a4), many(count));
    expect([on(1, 1), on(1, 3), on(2, 3), on(3, 3)].map(({ page }) => page)).toEqual([
      ...['last', 'first', 2, 'last'],
    ]);
    const pageOf = (place: RememberedPlace, count: number) => placeOn(place, many(count)).page;
    expect([pageOf(on(1, 1), 4), pageOf(on(1, 3), 4), pageOf(on(2, 3), 4), pageOf(on(2, 3), 1)]).toEqual([
      ...[4, 1, 2, 1],
    ]);
    // Of very long documents not every page's size is told.
    expect(placeOn(on(1, 1), { pages: 5000, pageSizes: [wide] })).toMatchObject({ page: 5000 });
  });
});
