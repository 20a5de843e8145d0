import { isInstalled, type Sample, type TestJpeg, writeJpeg } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apart, lightOf, pictured, pictureOf, type Shown, shownTo } from './jpegs.ts';

/** A slope with a step in it, so that some blocks have many frequencies and some few. */
const slope =
  (from: number): Sample =>
  (x, y) =>
    x > 20 && y > 12 ? from / 2 : Math.min(from + x + y, 255);
const flat =
  (level: number): Sample =>
  () =>
    level;

const limited = (value: number): number => Math.min(Math.max(value, 0), 255);
const grey = (red: number, green: number, blue: number): number => 0.3 * red + 0.59 * green + 0.11 * blue;
/** ITU-T T.871 §7 */
const red = (level: number, _blue: number, r: number): number => limited(level + 1.402 * (r - 128));
const green = (level: number, b: number, r: number): number =>
  limited(level - 0.344136 * (b - 128) - 0.714136 * (r - 128));
const blue = (level: number, b: number): number => limited(level + 1.772 * (b - 128));

/** What a component says at each sample. */
const valuesOf = ({ width, height }: TestJpeg, sample: Sample = flat(0)): number[] =>
  Array.from({ length: width * height }, (_, at) => sample(at % width, Math.floor(at / width)));

const shownBy = ({ width, height, components }: TestJpeg): Shown => ({
  width,
  height,
  components: components.length,
});

const size = fc.integer({ min: 1, max: 60 });
const coded = {
  interval: fc.integer({ min: 0, max: 5 }),
  scans: fc.constantFrom('together', 'alone', 'progressive'),
} as const;
const factors = fc.tuple(fc.constantFrom(1, 2, 4), fc.constantFrom(1, 2));

describe('JPEGs are read as they were written', () => {
  it('grey', () =>
    fc.assert(
      fc.property(
        fc.record({ width: size, height: size, ...coded, from: fc.integer({ min: 0, max: 200 }) }),
        ({ from, ...rest }) => {
          const jpeg = { ...rest, components: [slope(from)] };
          const light = lightOf(writeJpeg(jpeg), shownBy(jpeg)) ?? [];
          expect(apart(valuesOf(jpeg, slope(from)), light)).toBeLessThanOrEqual(2);
        },
      ),
      { numRuns: 60 },
    ));

  it('noise, in all frequencies', () =>
    fc.assert(
      fc.property(
        fc.record({ width: size, height: size, ...coded, seed: fc.integer() }),
        ({ seed, ...rest }) => {
          const noise: Sample = (x, y) => Math.imul(x * 977 + y * 7919 + seed, 0x9e3779b1) >>> 24;
          const jpeg = { ...rest, components: [noise] };
          const light = lightOf(writeJpeg(jpeg), shownBy(jpeg)) ?? [];
          expect(apart(valuesOf(jpeg, noise), light)).toBeLessThanOrEqual(4);
        },
      ),
      { numRuns: 40 },
    ));

  it('of lightness and differences of colour, sampled in any way', () =>
    fc.assert(
      fc.property(
        fc.record({ width: size, height: size, ...coded }),
        factors,
        fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 })),
        (rest, first, [b, r]) => {
          const jpeg = {
            ...rest,
            components: [slope(90), flat(b), flat(r)],
            factors: [first, [1, 1] as const, [1, 1] as const],
          };
          const light = lightOf(writeJpeg(jpeg), shownBy(jpeg)) ?? [];
          const shown = valuesOf(jpeg, slope(90)).map((level) =>
            grey(red(level, b, r), green(level, b, r), blue(level, b)),
          );
          // Of colours that are nearly grey the lightness alone is looked at.
          const isNear = Math.abs(b - 128) <= 33 || Math.abs(r - 128) <= 33;
          expect(apart(shown, light)).toBeLessThanOrEqual(isNear ? 25 : 4);
        },
      ),
      { numRuns: 80 },
    ));

  it('differences of colour that change from block to block', () => {
    const jpeg: TestJpeg = {
      width: 64,
      height: 32,
      components: [flat(40), (x) => (x < 32 ? 128 : 20), (_, y) => (y < 16 ? 128 : 250)],
      factors: [
        [2, 2],
        [1, 1],
        [1, 1],
      ],
    };
    const [, b = flat(0), r = flat(0)] = jpeg.components.map((sample) => valuesOf(jpeg, sample));
    const shown = valuesOf(jpeg, flat(40)).map((level, at) => {
      const [one, other] = [(b as number[])[at] ?? 0, (r as number[])[at] ?? 0];
      return grey(red(level, one, other), green(level, one, other), blue(level, one));
    });
    expect(apart(shown, lightOf(writeJpeg(jpeg), shownBy(jpeg)) ?? [])).toBeLessThanOrEqual(3);
  });

  it.each<[string, Partial<TestJpeg>, string, (...parts: number[]) => number]>([
    ['red, green and blue, by Adobe', { adobe: 0 }, '', grey],
    ['red, green and blue, by the parameter', {}, '/DecodeParms<</ColorTransform 0>>', grey],
    [
      'lightness by Adobe, whatever the parameter says',
      { adobe: 1 },
      '/DecodeParms<</ColorTransform 0>>',
      (l = 0, b = 0, r = 0) => grey(red(l, b, r), green(l, b, r), blue(l, b)),
    ],
  ])('%s', (_, more, entries, worth) => {
    const samples = [slope(30), slope(150), flat(90)];
    const jpeg: TestJpeg = { width: 40, height: 30, components: samples, ...more };
    const [one = [], two = [], three = []] = samples.map((sample) => valuesOf(jpeg, sample));
    const shown = one.map((value, at) => worth(value, two[at] ?? 0, three[at] ?? 0));
    const light = lightOf(writeJpeg(jpeg), { ...shownBy(jpeg), entries }) ?? [];
    expect(apart(shown, light)).toBeLessThanOrEqual(entries === '' || more.adobe === undefined ? 6 : 4);
  });

  it('a picture of more samples than are kept, as means of several', () => {
    const jpeg: TestJpeg = {
      width: 2064,
      height: 2048,
      components: [(x, y) => (((x >> 4) + (y >> 4)) % 3) * 120],
    };
    const { light } = pictureOf(pictured(writeJpeg(jpeg), shownBy(jpeg)));
    const [show = flat(0)] = jpeg.components;
    for (let at = 0; at < 2000; at++) {
      const [x, y] = [((at * 571) % 2064) & ~15, ((at * 853) % 2048) & ~15];
      const level = light?.((x + 8) / 2064, 1 - (y + 8) / 2048, 8 / 2064, 8 / 2048) ?? -1;
      expect(Math.abs(level - show(x, y))).toBeLessThan(3);
    }
  });
});

describe('JPEGs are read as others read them', () => {
  const three = [slope(60), flat(120), flat(150)];
  const four = [slope(30), slope(90), flat(60), slope(10)];
  const vivid = [slope(60), flat(40), flat(220)];
  const base = { width: 48, height: 40 };
  const cases: readonly (readonly [string, TestJpeg, string])[] = [
    ['grey', { ...base, components: [slope(40)] }, ''],
    ['grey, inverted', { ...base, components: [slope(40)] }, '/Decode[1 0]'],
    [
      'in restarts',
      {
        ...base,
        components: three,
        interval: 2,
        factors: [
          [2, 2],
          [1, 1],
          [1, 1],
        ],
      },
      '',
    ],
    ['scan by scan', { ...base, components: three, scans: 'alone' }, ''],
    [
      'progressive',
      {
        ...base,
        components: three,
        scans: 'progressive',
        factors: [
          [2, 1],
          [1, 1],
          [1, 1],
        ],
      },
      '',
    ],
    ['progressive in restarts', { ...base, components: [slope(9)], scans: 'progressive', interval: 4 }, ''],
    ['coarse', { ...base, components: [slope(9)], step: 40 }, ''],
    ['vivid', { ...base, components: vivid }, ''],
    ['vivid, inverted', { ...base, components: vivid }, '/Decode[1 0 1 0 1 0]'],
    ['red, green and blue', { ...base, components: three, adobe: 0 }, ''],
    ['by the parameter', { ...base, components: three }, '/DecodeParms<</ColorTransform 0>>'],
    ['of inks', { ...base, components: four }, ''],
    ['of inks, by Adobe', { ...base, components: four, adobe: 0 }, ''],
    ['of inks, inverted', { ...base, components: four, adobe: 0 }, '/Decode[1 0 1 0 1 0 1 0]'],
    ['of inks, transformed', { ...base, components: four, adobe: 2 }, ''],
  ];
  const tools = (['mutool', 'pdftoppm'] as const).map((tool) => ({ tool, here: isInstalled(tool) }));
  describe.each(tools)('$tool', ({ tool, here }) => {
    const note = here ? '' : ` (skipped: ${tool} not installed)`;
    it.skipIf(!here).each(cases)(`%s${note}`, (_, jpeg, entries) => {
      const bytes = writeJpeg(jpeg);
      const shown = { ...shownBy(jpeg), entries };
      const theirs = shownTo(tool, pictured(bytes, shown), shown.width);
      const ours = lightOf(bytes, shown) ?? [];
      // What inks look like is up to each.
      const near = jpeg.components.length === 4 ? 60 : 8;
      // An edge may come to stand a sample away.
      const differ = ours.filter((light, at) =>
        [-1, 0, 1].every((x) =>
          [-48, 0, 48].every((y) => Math.abs(light - (theirs[at + x + y] ?? -999)) > near),
        ),
      );
      expect(theirs).toHaveLength(ours.length);
      expect(differ).toHaveLength(0);
    });
  });
});
