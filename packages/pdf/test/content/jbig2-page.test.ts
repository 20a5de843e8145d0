import { jbig2Generic, jbig2Page, type TestSegment, writeJbig2 } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { blank, drawn, noise, put, shownBy, shownBySegments } from './jbig2s.ts';

const SIZE = { width: 40, height: 24 };
const SHOWN = noise(SIZE.width, SIZE.height, 3);
const PAGE = jbig2Page(SIZE.width, SIZE.height);
const REGION = jbig2Generic(SHOWN);
const UNKNOWN = 2 ** 32 - 1;
const word = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
const reads = (...segments: TestSegment[]): string | undefined => shownBySegments(segments, SIZE);

describe('UP-6: the page of a JBIG2 picture', () => {
  it('is that of the picture, or reaches below it', () => {
    expect(reads(PAGE, REGION)).toBe(drawn(SHOWN));
    expect(reads(jbig2Page(40, 30), jbig2Generic(noise(40, 30, 3)))).toBe(
      drawn(noise(40, 30, 3).slice(0, 24)),
    );
  });

  it('may have what pads rows to an octet, which readers leave out', () => {
    const narrower = SHOWN.map((row) => row.subarray(0, 33));
    expect(shownBySegments([PAGE, REGION], { width: 33, height: 24 })).toBe(drawn(narrower));
    expect(shownBySegments([PAGE, REGION], { width: 32, height: 24 })).toBeUndefined();
  });

  it.each([
    [40, 23],
    [41, 24],
    [39, 24],
    [48, 24],
  ])('is not of another size, which readers show in several ways: %i by %i', (width, height) => {
    expect(reads(jbig2Page(width, height), REGION)).toBeUndefined();
  });

  it('has no colours, is one, and is there before its regions and behind none', () => {
    expect(reads(jbig2Page(40, 24, { flags: 0x80 }), REGION)).toBeUndefined();
    expect(reads(REGION)).toBeUndefined();
    expect(reads(REGION, PAGE)).toBeUndefined();
    expect(reads(PAGE, REGION, PAGE, REGION)).toBeUndefined();
    for (const type of [49, 51]) {
      expect(reads(PAGE, REGION, { type, data: [] })).toBe(drawn(SHOWN));
      expect(reads(PAGE, { type, data: [] }, REGION)).toBeUndefined();
    }
  });

  it('is none among what pictures share', () => {
    const own = writeJbig2([REGION], 1);
    expect(shownBy(own, SIZE, { shared: writeJbig2([PAGE]) })).toBeUndefined();
  });

  it('is one, whatever its number, and whichever its regions say', () => {
    expect(reads({ ...PAGE, page: 7 }, { ...REGION, page: 7 })).toBe(drawn(SHOWN));
    expect(reads(PAGE, { ...REGION, page: 0 })).toBe(drawn(SHOWN));
  });

  const [top, low] = [jbig2Generic(SHOWN.slice(0, 12)), jbig2Generic(SHOWN.slice(12), {}, { y: 12 })];
  const end = (row: number): TestSegment => ({ type: 50, data: word(row) });
  const ends = [end(11), end(23)] as const;
  const growing = jbig2Page(40, UNKNOWN, { stripes: 0x8000 + 12 });

  it('grows by its stripes where its height is not known', () => {
    expect(reads(growing, top, ends[0], low, ends[1])).toBe(drawn(SHOWN));
    expect(reads(jbig2Page(40, 24, { stripes: 0x8000 + 12 }), top, ends[0], low, ends[1])).toBe(drawn(SHOWN));
  });

  it('not where regions or ends of stripes do not reach its end, or there are no stripes', () => {
    expect(reads(growing, top, ends[0], low)).toBeUndefined();
    expect(reads(growing, top, ends[0], ends[1])).toBeUndefined();
    expect(reads(jbig2Page(40, UNKNOWN), top, ends[0], low, ends[1])).toBeUndefined();
  });
});

describe('UP-6: the segments of a JBIG2 picture', () => {
  it('may be lossless, and stand beside those that say nothing of pixels', () => {
    const silent = [52, 62].map((type) => ({ type, data: [1, 2, 3, 4] }));
    expect(reads(PAGE, ...silent, { ...REGION, type: 39 })).toBe(drawn(SHOWN));
  });

  it.each([1, 5, 54, 60])('are not of an unknown kind: %i', (type) => {
    expect(reads(PAGE, { type, data: [1, 2, 3, 4] }, REGION)).toBeUndefined();
  });

  it('have numbers of any size', () => {
    for (const number of [300, 70000, UNKNOWN - 9]) {
      const [page, region] = [PAGE, REGION].map((segment, at) => ({ ...segment, number: number + at })) as [
        TestSegment,
        TestSegment,
      ];
      expect(reads(page, region)).toBe(drawn(SHOWN));
    }
  });

  it('refer to what stands before them, and to a few of them', () => {
    expect(reads(PAGE, { ...REGION, references: [0, 0, 0, 0, 0, 0, 0] })).toBe(drawn(SHOWN));
    expect(reads(PAGE, { ...REGION, references: [1] })).toBeUndefined();
    expect(reads(PAGE, { ...REGION, references: [2] })).toBeUndefined();
    expect(reads(PAGE, { ...REGION, references: new Array<number>(1025).fill(0) })).toBeUndefined();
  });

  it('may leave their length open, where what ends their data is found', () => {
    const open = { ...REGION, length: UNKNOWN, data: [...REGION.data, ...word(24)] };
    expect(reads(PAGE, open, { type: 49, data: [] })).toBe(drawn(SHOWN));
    const fax = jbig2Generic(blank(40, 24), { isMmr: true });
    expect(reads(PAGE, { ...fax, length: UNKNOWN, data: [...fax.data, 0, 0, ...word(24)] })).toBe(
      drawn(blank(40, 24)),
    );
    expect(reads(PAGE, { ...open, data: REGION.data })).toBeUndefined();
    expect(reads(PAGE, { ...open, type: 36 })).toBeUndefined();
    expect(
      reads(PAGE, { ...REGION, length: UNKNOWN, data: [...REGION.data.slice(0, -2), ...word(24)] }),
    ).toBeUndefined();
  });

  it('of an open length have fewer rows than their place, but not more', () => {
    const part = jbig2Generic(SHOWN.slice(0, 9));
    const of = (height: number): TestSegment => ({
      ...part,
      length: UNKNOWN,
      data: [...part.data.slice(0, 4), ...word(height), ...part.data.slice(8), ...word(9)],
    });
    const expected = blank(40, 24);
    put(expected, SHOWN.slice(0, 9), [0, 0], 0);
    expect(reads(PAGE, of(20))).toBe(drawn(expected));
    expect(reads(PAGE, of(8))).toBeUndefined();
  });

  it('are followed by a few octets at most', () => {
    const whole = writeJbig2([PAGE, REGION]);
    expect(shownBy(Buffer.concat([whole, Buffer.from('\r\n')]), SIZE)).toBe(drawn(SHOWN));
    expect(shownBy(Buffer.concat([whole, Buffer.alloc(20)]), SIZE)).toBeUndefined();
  });

  it('do not break off', () => {
    const whole = writeJbig2([PAGE, REGION]);
    for (let length = 0; length < whole.length; length++) {
      // A marker that ends the data may be left out, but then no segment is whole.
      expect(shownBy(whole.subarray(0, length), SIZE)).not.toBe(drawn(SHOWN));
    }
  });

  it('whose arithmetic data break off are not read, unless they say that only ones follow', () => {
    const data = REGION.data.slice(0, 60);
    expect(reads(PAGE, { ...REGION, data })).toBeUndefined();
    expect(reads(PAGE, { ...REGION, data: [...data, 0xff, 0xac] })).toBeDefined();
    expect(reads(PAGE, { ...REGION, data: REGION.data.slice(0, -2) })).toBe(drawn(SHOWN));
  });
});
