import { jbig2Generic, jbig2Page, jbig2Refinement, type Place } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blank, drawn, noise, pixels, put, shownBySegments } from './jbig2s.ts';

const sizeOf = (rows: readonly Uint8Array[]) => ({ width: rows[0]?.length ?? 0, height: rows.length });
const template = fc.constantFrom<0 | 1 | 2 | 3>(0, 1, 2, 3);

/** Places that are read already, near and far. */
const place: fc.Arbitrary<Place> = fc.oneof(
  fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -4, max: -1 })),
  fc.tuple(fc.integer({ min: -128, max: 127 }), fc.integer({ min: -128, max: -1 })),
  fc.tuple(fc.integer({ min: -128, max: -1 }), fc.constant(0)),
);

describe('UP-6: JBIG2 regions whose pixels stand by themselves', () => {
  it('are what was written, in each template', () => {
    fc.assert(
      fc.property(pixels(40), template, fc.boolean(), (shown, number, isTypical) => {
        const { width, height } = sizeOf(shown);
        const region = jbig2Generic(shown, { template: number, isTypical });
        expect(shownBySegments([jbig2Page(width, height), region], { width, height })).toBe(drawn(shown));
      }),
      { numRuns: 200 },
    );
  });

  it('wherever adaptive pixels lie', () => {
    const places = fc.array(place, { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(pixels(40), template, places, fc.boolean(), (shown, number, all, isTypical) => {
        const { width, height } = sizeOf(shown);
        const adaptive = number === 0 ? all : all.slice(0, 1);
        const region = jbig2Generic(shown, { template: number, adaptive, isTypical });
        expect(shownBySegments([jbig2Page(width, height), region], { width, height })).toBe(drawn(shown));
      }),
      { numRuns: 200 },
    );
  });

  it('as a fax writes them', () => {
    fc.assert(
      fc.property(pixels(60), (shown) => {
        const { width, height } = sizeOf(shown);
        const region = jbig2Generic(shown, { isMmr: true });
        expect(shownBySegments([jbig2Page(width, height), region], { width, height })).toBe(drawn(shown));
      }),
    );
  });

  it.each([
    [0, 0],
    [1, 0],
  ])('not where an adaptive pixel is one that is not read yet: %i, %i', (x, y) => {
    const shown = noise(20, 10, 5);
    const adaptive: Place[] = [
      [x, y],
      [-3, -1],
      [2, -2],
      [-2, -2],
    ];
    expect(
      shownBySegments([jbig2Page(20, 10), jbig2Generic(shown, { adaptive })], sizeOf(shown)),
    ).toBeUndefined();
  });

  it('not with twelve adaptive pixels', () => {
    const [page, region] = [jbig2Page(20, 10), jbig2Generic(noise(20, 10, 5))];
    const extended = { ...region, data: region.data.with(17, 0x10) };
    expect(shownBySegments([page, region], { width: 20, height: 10 })).toBeDefined();
    expect(shownBySegments([page, extended], { width: 20, height: 10 })).toBeUndefined();
  });
});

describe('UP-6: how JBIG2 regions are put on the page', () => {
  it('by each operator, wherever they lie', () => {
    const spot = fc.nat(50);
    const operator = fc.constantFrom<0 | 1 | 2 | 3 | 4>(0, 1, 2, 3, 4);
    const regions = fc.array(fc.record({ shown: pixels(40), x: spot, y: spot, operator }), { maxLength: 3 });
    fc.assert(
      fc.property(pixels(45), fc.boolean(), regions, (first, isBlack, others) => {
        const { width, height } = sizeOf(first);
        const expected = blank(width, height);
        if (isBlack) for (const row of expected) row.fill(1);
        put(expected, first, [0, 0], 2);
        for (const { shown, x, y, operator: number } of others) put(expected, shown, [x, y], number);
        const segments = [
          jbig2Page(width, height, { flags: isBlack ? 4 : 0 }),
          jbig2Generic(first, {}, { operator: 2 }),
          ...others.map(({ shown, ...region }) => jbig2Generic(shown, {}, region)),
        ];
        expect(shownBySegments(segments, { width, height })).toBe(drawn(expected));
      }),
    );
  });

  it.each([
    ['by another operator', 5],
    ['in colours', 8],
  ])('not %s', (_, flags) => {
    const [page, region] = [jbig2Page(20, 10), jbig2Generic(noise(20, 10, 5))];
    const other = { ...region, data: region.data.with(16, flags) };
    expect(shownBySegments([page, other], { width: 20, height: 10 })).toBeUndefined();
  });
});

describe('UP-6: JBIG2 regions that refine others', () => {
  const forms = fc.oneof(
    fc.record({ template: fc.constant<1>(1), isTypical: fc.boolean() }),
    fc.record({
      ...{ template: fc.constant<0>(0), isTypical: fc.boolean() },
      adaptive: fc.tuple(
        place,
        fc.tuple(fc.integer({ min: -128, max: 127 }), fc.integer({ min: -9, max: 9 })),
      ),
    }),
    fc.record({ isTypical: fc.boolean() }),
  );
  const pairs = pixels(30).chain((shown) =>
    fc.record({
      shown: fc.constant(shown),
      reference: fc.oneof(
        fc.integer().map((seed) => noise(shown[0]?.length ?? 0, shown.length, seed, 'areas')),
        fc.constant(shown.map((row) => row.map((pixel, x) => (x === 4 ? 1 - pixel : pixel)))),
      ),
    }),
  );

  it('are what was written, upon an intermediate one or the page', () => {
    fc.assert(
      fc.property(pairs, forms, fc.boolean(), ({ shown, reference }, form, isIntermediate) => {
        const { width, height } = sizeOf(shown);
        const segments = [
          jbig2Page(width, height),
          jbig2Generic(reference, {}, { isIntermediate }),
          {
            ...jbig2Refinement(shown, reference, form, { operator: 4 }),
            references: isIntermediate ? [1] : [],
          },
        ];
        expect(shownBySegments(segments, { width, height })).toBe(drawn(shown));
      }),
      { numRuns: 200 },
    );
  });

  it('one upon the other', () => {
    const [first, second, third] = [1, 2, 3].map((seed) => noise(20, 10, seed, 'areas')) as [
      Uint8Array[],
      Uint8Array[],
      Uint8Array[],
    ];
    const segments = [
      jbig2Page(20, 10),
      jbig2Generic(first, {}, { isIntermediate: true }),
      { ...jbig2Refinement(second, first, {}, { isIntermediate: true }), references: [1] },
      { ...jbig2Refinement(third, second, {}), references: [2] },
    ];
    expect(shownBySegments(segments, { width: 20, height: 10 })).toBe(drawn(third));
  });

  it('not where readers refine different pixels: of another size, a part of the page, none, or several', () => {
    const [whole, part] = [noise(20, 10, 1), noise(12, 6, 2)];
    const page = jbig2Page(20, 10);
    const size = { width: 20, height: 10 };
    const shown = jbig2Generic(whole);
    const base = jbig2Generic(whole, {}, { isIntermediate: true });
    const refined = jbig2Refinement(part, part);
    expect(shownBySegments([page, base, { ...refined, references: [1] }], size)).toBeUndefined();
    expect(shownBySegments([page, shown, refined], size)).toBeUndefined();
    expect(shownBySegments([page, shown, jbig2Refinement(whole, whole, {}, { x: 1 })], size)).toBeUndefined();
    const same = jbig2Refinement(whole, whole);
    expect(shownBySegments([same, page], size)).toBeUndefined();
    expect(shownBySegments([page, base, base, { ...same, references: [1, 2] }], size)).toBeUndefined();
    expect(shownBySegments([page, base, { ...same, references: [1] }], size)).toBeDefined();
  });
});
