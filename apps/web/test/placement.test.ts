import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromScreen, type PageBox, toScreen } from '../src/common/viewer/geometry.ts';
import { atPreset, keepInside, moved, presetOf, presets, resized } from '../src/features/sign/placement.ts';

const a4 = { width: 595.276, height: 841.89 };
const side = fc.double({ min: 3, max: 14_400, noNaN: true });
const anyPage = fc.record({ width: side, height: side });
const number = fc.double({ min: -20_000, max: 20_000, noNaN: true });
const anyPlacement = fc.record({ page: fc.constant(1), x: number, y: number, width: number, height: number });

function expectInside(placement: { x: number; y: number; width: number; height: number }, page: PageBox) {
  expect(placement.x).toBeGreaterThanOrEqual(0);
  expect(placement.y).toBeGreaterThanOrEqual(0);
  expect(placement.width).toBeGreaterThan(0);
  expect(placement.height).toBeGreaterThan(0);
  expect(placement.x + placement.width).toBeLessThanOrEqual(page.width + 1e-9);
  expect(placement.y + placement.height).toBeLessThanOrEqual(page.height + 1e-9);
}

describe('the place of a visible signature', () => {
  it('SGN-3 is inside the page, whatever was typed or dragged', () => {
    fc.assert(
      fc.property(anyPlacement, anyPage, number, number, (placement, page, dx, dy) => {
        expectInside(keepInside(placement, page), page);
        expectInside(moved(placement, dx, dy, page), page);
        expectInside(resized(keepInside(placement, page), dx, dy, page), page);
      }),
    );
  });

  it('SGN-2 every preset is inside every page and is known again', () => {
    fc.assert(
      fc.property(anyPage, (page) => {
        for (const preset of presets) expectInside(atPreset(preset, 1, page), page);
      }),
    );
    for (const preset of presets) expect(presetOf(atPreset(preset, 2, a4), a4)).toBe(preset);
    expect(presetOf(moved(atPreset('topLeft', 1, a4), 20, 0, a4), a4)).toBeNull();
  });

  it('SGN-2 the default stands 36 points from the lower right corner', () => {
    expect(atPreset('bottomRight', 3, a4)).toEqual({ page: 3, x: 349.27, y: 36, width: 210, height: 72 });
  });

  it('stays the same place in points after any zoom', () => {
    const width = fc.double({ min: 50, max: 5000, noNaN: true });
    fc.assert(
      fc.property(width, (px) => {
        const place = atPreset('topCenter', 1, a4);
        const back = fromScreen(toScreen(place, a4, px), a4, px);
        expect(back.x).toBeCloseTo(place.x, 6);
        expect(back.y).toBeCloseTo(place.y, 6);
        expect(back.height).toBeCloseTo(place.height, 6);
      }),
    );
  });

  it('a new size keeps the upper left corner', () => {
    const place = keepInside({ page: 1, x: 100, y: 300, width: 200, height: 72 }, a4);
    const larger = resized(place, 250, 100, a4);
    expect(larger.x).toBe(100);
    expect(larger.y + larger.height).toBeCloseTo(372, 1);
  });
});
