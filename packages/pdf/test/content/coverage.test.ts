import { describe, expect, it } from 'vitest';
import { coverage } from '../../src/content/coverage.ts';
import { Means } from '../../src/content/means.ts';
import { Outline } from '../../src/content/outline.ts';
import { Veil } from '../../src/content/veil.ts';

const EVERYWHERE: [number, number, number, number] = [-1e9, -1e9, 1e9, 1e9];
const outline = (subpaths: readonly (readonly number[])[], evenOdd = false): Outline => {
  const starts = subpaths.map((_, at) => subpaths.slice(0, at).flat().length / 2);
  const points = Float64Array.from(subpaths.flat());
  return new Outline(points, [...starts, points.length / 2], evenOdd, EVERYWHERE);
};

/** Shares of the cells of a grid of 4 by 4, from the lowest row up. */
function sharesOf(shape: Outline, within: [number, number, number, number] = [0, 0, 4, 4]): number[][] {
  const rows = Array.from({ length: 4 }, () => [0, 0, 0, 0]);
  coverage(
    shape,
    within,
    { area: [0, 0, 4, 4], cell: 1, columns: 4, rows: 4 },
    {
      spend: () => {},
      tell: (row, from, to, shares) => {
        for (let column = from; column < to; column++)
          (rows[row] ?? [])[column] = Math.round((shares[column] ?? 0) * 1e6) / 1e6;
      },
    },
  );
  return rows;
}

const sum = (rows: number[][]): number => rows.flat().reduce((all, share) => all + share, 0);

describe('the coverage of cells by an outline', () => {
  it('is the area of each that is painted', () => {
    expect(sharesOf(outline([[0.25, 0.5, 2.5, 0.5, 2.5, 1.5, 0.25, 1.5]]))).toEqual([
      [0.375, 0.5, 0.25, 0],
      [0.375, 0.5, 0.25, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
    expect(sharesOf(outline([[0, 0, 4, 0, 4, 1]]))[0]).toEqual([0.125, 0.375, 0.625, 0.875]);
  });

  it('leaves out what is outside of the rectangle that is looked at', () => {
    const all = [[-9, -9, 9, -9, 9, 9, -9, 9]];
    expect(sum(sharesOf(outline(all), [0.5, 1.5, 3, 2]))).toBeCloseTo(1.25);
    expect(sum(sharesOf(outline(all), [5, 0, 6, 1]))).toBe(0);
  });

  it('follows the winding rule, holes and shapes that overlap included', () => {
    const square = [0, 0, 4, 0, 4, 4, 0, 4];
    const within = [1, 1, 3, 1, 3, 3, 1, 3];
    const back = [1, 1, 1, 3, 3, 3, 3, 1];
    expect(sum(sharesOf(outline([square, within])))).toBeCloseTo(16);
    expect(sum(sharesOf(outline([square, within], true)))).toBeCloseTo(12);
    expect(sum(sharesOf(outline([square, back])))).toBeCloseTo(12);
  });

  it('is exact where edges cross', () => {
    expect(sum(sharesOf(outline([[0, 0, 4, 0, 0, 4, 4, 4]])))).toBeCloseTo(8);
    const star = [2, 4, 0.824, 0.382, 3.902, 2.618, 0.098, 2.618, 3.176, 0.382];
    expect(sum(sharesOf(outline([star])))).toBeGreaterThan(sum(sharesOf(outline([star], true))) + 1);
  });

  it('passes over edges that are no numbers', () => {
    expect(sum(sharesOf(outline([[0, 0, Number.NaN, 2, 4, 4]])))).toBeLessThanOrEqual(16);
    expect(sum(sharesOf(outline([[0, 0, Number.POSITIVE_INFINITY, 2, 0, 4]])))).toBeLessThanOrEqual(16);
  });
});

describe('the means of a raster', () => {
  const means = new Means(2, 2, Uint8Array.of(0, 100, 200, 40));

  it('are those of rectangles that cut through its values', () => {
    expect(means.at(0.5, 0.5, 1, 1)).toBe(85);
    expect(means.at(0.5, 0.25, 0.5, 0.5)).toBe(50);
    expect(means.at(0.25, 0.5, 0.5, 0.5)).toBe(100);
  });

  it('are single values at a place, and the nearest ones beside the raster', () => {
    expect(means.at(0.75, 0.25)).toBe(100);
    expect(means.at(5, 5, 0.1, 0.1)).toBe(40);
    expect(means.at(-1, 0.6)).toBe(200);
  });
});

describe('a veil', () => {
  it('counts cells that reach over its edge by what of them is within', () => {
    const veil = new Veil([0, 0, 10.2, 10.2], () => {}, 16);
    veil.add([0, 0, 10.2, 10.2], { share: 1 });
    expect(veil.hidden([0, 0, 10.2, 10.2])).toBeCloseTo(1);
    expect(veil.hidden([9, 9, 11.4, 10.2])).toBeCloseTo(0.5);
  });

  it('paints no more than each clip and each shade lets through', () => {
    const veil = new Veil([0, 0, 4, 4], () => {});
    const half = outline([[0, 0, 4, 0, 4, 2, 0, 2]]);
    veil.add([0, 0, 4, 4], { share: 0.5, clips: [half], shade: (x) => (x < 2 ? 1 : 0) });
    expect(veil.hidden([0, 0, 2, 2])).toBeCloseTo(0.5);
    expect(veil.hidden([0, 0, 4, 4])).toBeCloseTo(0.125);
  });
});
