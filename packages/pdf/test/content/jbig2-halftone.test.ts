import { jbig2Halftone, jbig2Page, jbig2Patterns, type Pixels, type TestGrid } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blank, drawn, noise, put, shownBySegments } from './jbig2s.ts';

const SIZE = { width: 50, height: 40 };
const PAGE = jbig2Page(SIZE.width, SIZE.height);
const signed = (value: number): number => (value < 0 ? value + 2 ** 32 : value);

interface Shown {
  patterns: readonly Pixels[];
  values: readonly (readonly number[])[];
  grid: TestGrid;
  operator: number;
  isBlack: boolean;
}

/** Where the pattern of a cell lies (ITU-T T.88 §6.6.5.2). */
const placeOf = ({ x, y, right, down }: TestGrid, column: number, row: number): readonly [number, number] => [
  (x + row * down + column * right) >> 8,
  (y + row * right - column * down) >> 8,
];

function expected({ patterns, values, grid, operator, isBlack }: Shown): string | undefined {
  const region = blank(SIZE.width, SIZE.height);
  if (isBlack) for (const row of region) row.fill(1);
  for (const [row, line] of values.entries()) {
    for (const [column, value] of line.entries()) {
      put(region, patterns[value] ?? [], placeOf(grid, column, row), operator);
    }
  }
  return drawn(region);
}

const halftones: fc.Arbitrary<Shown> = fc
  .record({
    count: fc.integer({ min: 1, max: 9 }),
    wide: fc.integer({ min: 1, max: 9 }),
    high: fc.integer({ min: 1, max: 9 }),
    columns: fc.integer({ min: 1, max: 12 }),
    rows: fc.integer({ min: 1, max: 12 }),
    seed: fc.nat(999),
    grid: fc.record({
      x: fc.integer({ min: -3000, max: 9000 }),
      y: fc.integer({ min: -3000, max: 9000 }),
      right: fc.nat(1500),
      down: fc.nat(1500),
    }),
    operator: fc.nat(4),
    isBlack: fc.boolean(),
  })
  .map(({ count, wide, high, columns, rows, seed, ...shown }) => ({
    patterns: Array.from({ length: count }, (_, at) => noise(wide, high, seed + at)),
    values: Array.from({ length: rows }, (_, y) =>
      Array.from({ length: columns }, (_, x) => (x * 7 + y * 3 + seed) % count),
    ),
    ...shown,
  }));
const forms = fc.oneof(
  fc.record({ template: fc.constantFrom<0 | 1 | 2 | 3>(0, 1, 2, 3) }),
  fc.constant({ isMmr: true }),
);

function segmentsOf(
  { patterns, values, grid, ...shown }: Shown,
  form: object,
  skip?: (x: number, y: number) => boolean,
) {
  const count = patterns.length;
  const given = { values, count, grid: { ...grid, x: signed(grid.x), y: signed(grid.y) } };
  const more = skip === undefined ? {} : { skip };
  const region = jbig2Halftone([SIZE.width, SIZE.height], given, { ...form, ...shown, ...more });
  return [PAGE, jbig2Patterns(patterns, form), { ...region, references: [1] }];
}

describe('UP-6: JBIG2 halftones', () => {
  it('show patterns where their grid has them', () => {
    fc.assert(
      fc.property(halftones, forms, (shown, form) => {
        expect(shownBySegments(segmentsOf(shown, form), SIZE)).toBe(expected(shown));
      }),
      { numRuns: 200 },
    );
  });

  it('leave out what would lie beside the region, where they say so', () => {
    fc.assert(
      fc.property(halftones, fc.constantFrom<0 | 1 | 2 | 3>(0, 1, 2, 3), (shown, template) => {
        const skip = (column: number, row: number): boolean => {
          const [x, y] = placeOf(shown.grid, column, row);
          const [first = []] = shown.patterns;
          const isLeft = x + (first[0]?.length ?? 0) <= 0 || x >= SIZE.width;
          return isLeft || y + first.length <= 0 || y >= SIZE.height;
        };
        expect(shownBySegments(segmentsOf(shown, { template }, skip), SIZE)).toBe(expected(shown));
      }),
      { numRuns: 200 },
    );
  });

  const shown: Shown = {
    ...{ patterns: [1, 2, 3].map((seed) => noise(4, 4, seed)), grid: { x: 0, y: 0, right: 1024, down: 0 } },
    ...{ values: [[0, 1, 2]], operator: 0, isBlack: false },
  };

  it('not of a pattern that there is not: readers take none, or the last', () => {
    expect(shownBySegments(segmentsOf(shown, {}), SIZE)).toBe(expected(shown));
    expect(shownBySegments(segmentsOf({ ...shown, values: [[0, 1, 3]] }, {}), SIZE)).toBeUndefined();
  });

  it('not by another operator, with no patterns, or with those of two dictionaries', () => {
    const [page, patterns, region] = segmentsOf(shown, {}) as [typeof PAGE, typeof PAGE, typeof PAGE];
    expect(shownBySegments(segmentsOf({ ...shown, operator: 5 }, {}), SIZE)).toBeUndefined();
    expect(shownBySegments([page, patterns, { ...region, references: [] }], SIZE)).toBeUndefined();
    expect(
      shownBySegments([page, patterns, patterns, { ...region, references: [1, 2] }], SIZE),
    ).toBeUndefined();
    const flat = { ...patterns, data: patterns.data.with(1, 0) };
    expect(shownBySegments([page, flat, region], SIZE)).toBeUndefined();
  });
});
