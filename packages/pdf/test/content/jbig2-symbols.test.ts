import {
  type Instance,
  jbig2Page,
  jbig2Symbols,
  jbig2Text,
  type Pixels,
  type TestSegment,
  type TestSymbol,
  type TextForm,
  writeJbig2,
} from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blank, drawn, noise, pixels, put, shownBy, shownBySegments } from './jbig2s.ts';

const SIZE = { width: 70, height: 60 };
const PAGE = jbig2Page(SIZE.width, SIZE.height);
const byHeight = (all: readonly Pixels[]): Pixels[] =>
  all.toSorted((one, other) => one.length - other.length);
const symbolsUpTo = (most: number) => fc.array(pixels(most), { minLength: 1, maxLength: 6 }).map(byHeight);
const asNew = (symbols: readonly Pixels[]): TestSymbol[] => symbols.map((shown) => ({ pixels: shown }));
const dictionaryOf = (symbols: readonly Pixels[], form = {}): TestSegment =>
  jbig2Symbols(asNew(symbols), form);
const widthOf = (symbol: Pixels): number => symbol[0]?.length ?? 0;

/** What a text region shows. */
function expected(symbols: readonly Pixels[], instances: readonly Instance[], form: TextForm): Uint8Array[] {
  const { corner = 1, isTransposed = false, operator = 0, isBlack = false, stripeBits = 0 } = form;
  const region = blank(SIZE.width, SIZE.height);
  if (isBlack) for (const row of region) row.fill(1);
  const sorted = instances.toSorted(
    (one, other) => (one.t >> stripeBits) - (other.t >> stripeBits) || one.s - other.s,
  );
  for (const { symbol, s, t, refined: other } of sorted) {
    const shown = other?.pixels ?? symbols[symbol] ?? [];
    const isFar = isTransposed ? corner >= 2 : corner % 2 === 0;
    const across = isFar ? t - (isTransposed ? widthOf(shown) : shown.length) + 1 : t;
    put(region, shown, isTransposed ? [across, s] : [s, across], operator);
  }
  return region;
}

const refined = fc.record({
  pixels: pixels(12),
  dx: fc.integer({ min: -3, max: 3 }),
  dy: fc.integer({ min: -3, max: 3 }),
});
const instancesOf = (count: number, isRefined: boolean): fc.Arbitrary<Instance[]> => {
  const place = {
    symbol: fc.nat(count - 1),
    s: fc.integer({ min: -5, max: 75 }),
    t: fc.integer({ min: -5, max: 65 }),
  };
  const plain = fc.record(place);
  const either = isRefined ? fc.oneof(plain, fc.record({ ...place, refined })) : plain;
  return fc.array(either, { minLength: 1, maxLength: 12 });
};
const forms: fc.Arbitrary<TextForm> = fc.record({
  stripeBits: fc.nat(3),
  corner: fc.constantFrom<0 | 1 | 2 | 3>(0, 1, 2, 3),
  isTransposed: fc.boolean(),
  operator: fc.constantFrom<0 | 1 | 2 | 3>(0, 1, 2, 3),
  isBlack: fc.boolean(),
  offset: fc.integer({ min: -16, max: 15 }),
});

describe('UP-6: JBIG2 regions of symbols', () => {
  it('show symbols where they are put, from each corner and in each direction', () => {
    const texts = symbolsUpTo(12).chain((symbols) =>
      fc.record({
        symbols: fc.constant(symbols),
        instances: instancesOf(symbols.length, false),
        form: forms,
      }),
    );
    fc.assert(
      fc.property(texts, ({ symbols, instances, form }) => {
        const text = jbig2Text([SIZE.width, SIZE.height], { symbols, instances }, form);
        const segments = [PAGE, dictionaryOf(symbols), { ...text, references: [1] }];
        expect(shownBySegments(segments, SIZE)).toBe(drawn(expected(symbols, instances, form)));
      }),
      { numRuns: 300 },
    );
  });

  it('and what refines them', () => {
    const texts = symbolsUpTo(12).chain((symbols) =>
      fc.record({
        symbols: fc.constant(symbols),
        instances: instancesOf(symbols.length, true),
        form: forms,
        template: fc.constantFrom<0 | 1>(0, 1),
      }),
    );
    fc.assert(
      fc.property(texts, ({ symbols, instances, form, template }) => {
        const refining = { ...form, refinement: { template } };
        const text = jbig2Text([SIZE.width, SIZE.height], { symbols, instances }, refining);
        const segments = [PAGE, dictionaryOf(symbols), { ...text, references: [1] }];
        expect(shownBySegments(segments, SIZE)).toBe(drawn(expected(symbols, instances, form)));
      }),
      { numRuns: 200 },
    );
  });
});

/** Shows each symbol of the dictionaries that are referred to. */
function row(
  symbols: readonly Pixels[],
  references: readonly number[],
): { text: TestSegment; shown: string | undefined } {
  let s = 0;
  const instances = symbols.map((shown, symbol) => {
    s += widthOf(shown);
    return { symbol, s: s - widthOf(shown), t: 0 };
  });
  const text = { ...jbig2Text([SIZE.width, SIZE.height], { symbols, instances }), references };
  return { text, shown: drawn(expected(symbols, instances, {})) };
}

describe('UP-6: dictionaries of JBIG2 symbols', () => {
  const symbols = byHeight([1, 2, 3, 4].map((seed) => noise(5 + seed, 6 + (seed % 3), seed, 'areas')));
  const [, second = [], third = []] = symbols;

  it('give symbols of each template, whatever their size', () => {
    fc.assert(
      fc.property(symbolsUpTo(11), fc.constantFrom<0 | 1 | 2 | 3>(0, 1, 2, 3), (given, template) => {
        const { text, shown } = row(given, [1]);
        expect(shownBySegments([PAGE, dictionaryOf(given, { template }), text], SIZE)).toBe(shown);
      }),
    );
  });

  it('of which those that are exported count, one dictionary after the other', () => {
    const others = byHeight([7, 8].map((seed) => noise(6, seed, seed)));
    const all = jbig2Symbols(asNew(others), {}, { given: symbols });
    const news = jbig2Symbols(asNew(others), {}, { given: symbols, isNewOnly: true });
    const whole = row([...symbols, ...others], [2]);
    expect(
      shownBySegments([PAGE, dictionaryOf(symbols), { ...all, references: [1] }, whole.text], SIZE),
    ).toBe(whole.shown);
    const both = row([...others, ...symbols], [2, 1]);
    expect(
      shownBySegments([PAGE, dictionaryOf(symbols), { ...news, references: [1] }, both.text], SIZE),
    ).toBe(both.shown);
  });

  it('refine symbols, and put several together', () => {
    const instances: Instance[] = [
      { symbol: 1, s: 0, t: 0 },
      { symbol: 2, s: 7, t: 1, refined: { pixels: noise(6, 5, 9), dx: 1, dy: 0 } },
    ];
    const put_ = blank(16, 9);
    put(put_, second, [0, 0], 0);
    put(put_, instances[1]?.refined?.pixels ?? [], [7, 1], 0);
    for (const template of [0, 1] as const) {
      const made = [
        { pixels: noise(8, 9, 11, 'areas'), reference: 1, dx: 1, dy: -1 },
        { pixels: put_, instances },
        { pixels: noise(9, 9, 12, 'areas'), reference: 5, dx: -2, dy: 0 },
        { pixels: noise(9, 10, 13, 'areas'), reference: 6, dx: 0, dy: 1 },
      ];
      const dictionary = jbig2Symbols(made, { refinement: { template } }, { given: symbols });
      const { text, shown } = row([...symbols, ...made.map((each) => each.pixels)].slice(0, 8), [2]);
      const segments = [PAGE, dictionaryOf(symbols), { ...dictionary, references: [1] }, text];
      expect(shownBySegments(segments, SIZE)).toBe(shown);
    }
  });

  it('go on with what others learnt, where these are written as they are', () => {
    const others = byHeight([7, 8].map((seed) => noise(6, seed, seed, 'areas')));
    const [both, first] = [row([...symbols, ...others], [2]), { generic: new Map(), refining: new Map() }];
    const kept = jbig2Symbols(asNew(symbols), {}, { contexts: first });
    const goesOn = { given: symbols, contexts: first, isGoingOn: true };
    const next = { ...jbig2Symbols(asNew(others), {}, goesOn), references: [1] };
    expect(shownBySegments([PAGE, kept, next, both.text], SIZE)).toBe(both.shown);
    expect(shownBySegments([PAGE, dictionaryOf(symbols), next, both.text], SIZE)).toBeUndefined();
    const other = { ...jbig2Symbols(asNew(others), { template: 1 }, goesOn), references: [1] };
    expect(shownBySegments([PAGE, kept, other, both.text], SIZE)).toBeUndefined();
  });

  it('go on with how others were refined', () => {
    const contexts = { generic: new Map(), refining: new Map() };
    const next = (seed: number) => ({ pixels: noise(8, 9, seed, 'areas'), reference: 1, dx: 0, dy: 0 });
    const [one, two] = [next(3), next(4)];
    const form = { refinement: { template: 1 } } as const;
    const first = { ...jbig2Symbols([one], form, { given: symbols, contexts }), references: [1] };
    const given = [...symbols, one.pixels];
    const second = { ...jbig2Symbols([two], form, { given, contexts, isGoingOn: true }), references: [2] };
    const { text, shown } = row([...given, two.pixels], [3]);
    expect(shownBySegments([PAGE, dictionaryOf(symbols), first, second, text], SIZE)).toBe(shown);
  });

  it('are shared by pictures', () => {
    const { text, shown } = row(symbols, [0]);
    const shared = writeJbig2([{ ...dictionaryOf(symbols), page: 0 }]);
    const own = writeJbig2([PAGE, text], 1);
    expect(shownBy(own, SIZE, { shared })).toBe(shown);
    expect(shownBy(own, SIZE)).toBeUndefined();
  });

  it('are not read where a number is that of two segments', () => {
    const { text } = row(symbols, [0]);
    const shared = writeJbig2([{ ...dictionaryOf(symbols), page: 0 }]);
    const own = writeJbig2([PAGE, { ...dictionaryOf([third]), number: 0 }, text], 1);
    expect(shownBy(own, SIZE, { shared })).toBeUndefined();
  });

  it.each<[string, (data: number[]) => number[]]>([
    ['export more than there are', (data) => data.with(13, 5)],
    ['have fewer new ones than are written', (data) => data.with(17, 3)],
    ['have more', (data) => data.with(17, 9)],
    ['go on with what was not learnt', (data) => data.with(0, (data[0] ?? 0) | 1)],
  ])('are not read that %s', (_, change) => {
    const { text } = row(symbols, [1]);
    const dictionary = dictionaryOf(symbols);
    const changed = { ...dictionary, data: change([...dictionary.data]) };
    expect(shownBySegments([PAGE, dictionary, text], SIZE)).toBeDefined();
    expect(shownBySegments([PAGE, changed, text], SIZE)).toBeUndefined();
  });

  it('are not read where a symbol is put together from none', () => {
    const empty = { pixels: blank(8, 9), instances: [] };
    const dictionary = jbig2Symbols([empty], { refinement: {} }, { given: symbols });
    const { text } = row([...symbols, empty.pixels], [2]);
    const segments = [PAGE, dictionaryOf(symbols), { ...dictionary, references: [1] }, text];
    expect(shownBySegments(segments, SIZE)).toBeUndefined();
  });

  it('are not read where a symbol is none of theirs', () => {
    const { text } = row(symbols, [1]);
    expect(shownBySegments([PAGE, dictionaryOf(symbols.slice(1)), text], SIZE)).toBeUndefined();
  });
});
