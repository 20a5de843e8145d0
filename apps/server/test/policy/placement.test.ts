import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultPlacement } from '../../src/policy/placement.ts';

const a4 = { width: 595, height: 842, rotate: 0 };

describe('the default place', () => {
  test('SGN-2: bottom right', () => {
    expect(defaultPlacement(3, a4, [])).toEqual({
      page: 3,
      x: 595 - 36 - 210,
      y: 36,
      width: 210,
      height: 72,
    });
  });
  test('SGN-2: beside earlier signatures, never over them', () => {
    const taken: { page: number; rect: [number, number, number, number] }[] = [];
    for (let i = 0; i < 18; i++) {
      const { x, y, width, height } = defaultPlacement(1, a4, taken);
      for (const { rect } of taken) {
        const [x0, y0, x1, y1] = rect;
        expect(x < x1 && x0 < x + width && y < y1 && y0 < y + height).toBe(false);
      }
      taken.push({ page: 1, rect: [x, y, x + width, y + height] });
    }
  });
  test('SGN-3: always inside the page, whatever its size', () => {
    const length = fc.double({ min: 40, max: 20_000, noNaN: true });
    fc.assert(
      fc.property(length, length, (width, height) => {
        const place = defaultPlacement(1, { width, height, rotate: 0 }, []);
        expect(place.width).toBeGreaterThanOrEqual(40);
        expect(place.height).toBeGreaterThanOrEqual(15);
        expect(place.x).toBeGreaterThanOrEqual(0);
        expect(place.y).toBeGreaterThanOrEqual(0);
        expect(place.x + place.width).toBeLessThanOrEqual(width);
        expect(place.y + place.height).toBeLessThanOrEqual(height);
      }),
    );
  });
});
