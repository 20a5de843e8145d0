import {
  jbig2Generic,
  jbig2Halftone,
  jbig2Page,
  jbig2Patterns,
  jbig2Refinement,
  jbig2Symbols,
  jbig2Text,
  type TestSegment,
  writeJbig2,
} from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_SEGMENTS } from '../../src/content/jbig2/segments.ts';
import { MOST_BYTES, MOST_SYMBOLS } from '../../src/content/jbig2/work.ts';
import { expectNoHang } from '../support.ts';
import { blank, noise, shownBy, shownBySegments } from './jbig2s.ts';

const SIZE = { width: 40, height: 24 };
const PAGE = jbig2Page(SIZE.width, SIZE.height);
const SHOWN = noise(SIZE.width, SIZE.height, 3, 'areas');
const SYMBOLS = [1, 2, 3].map((seed) => noise(6, 7, seed, 'areas'));
const DICTIONARY = jbig2Symbols(SYMBOLS.map((pixels) => ({ pixels })));
const INSTANCES = [0, 1, 2].map((symbol) => ({ symbol, s: 8 * symbol, t: 1 }));
const TEXT = { ...jbig2Text([40, 24], { symbols: SYMBOLS, instances: INSTANCES }), references: [1] };
const PATTERNS = jbig2Patterns([1, 2].map((seed) => noise(4, 4, seed)));
const GRID = { values: [[0, 1, 1, 0]], count: 2, grid: { x: 0, y: 0, right: 1024, down: 0 } };
const HALFTONE = { ...jbig2Halftone([40, 24], GRID), references: [1] };
const word = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
/** A segment with numbers of four octets at a place of its data. */
const set = (segment: TestSegment, place: number, ...values: number[]): TestSegment => {
  const data = [...segment.data];
  data.splice(place, 4 * values.length, ...values.flatMap(word));
  return { ...segment, data };
};
const INTERMEDIATE = { isIntermediate: true };
const isRead = (...segments: TestSegment[]): boolean => shownBySegments(segments, SIZE) !== undefined;

class Spent extends Error {}

/** What comes of segments whose reading may take so much work. */
function outcome(segments: readonly TestSegment[], most: number): 'read' | 'not read' | 'too much work' {
  let sum = 0;
  try {
    const shown = shownBy(writeJbig2(segments), SIZE, {
      spend: (pixels) => {
        sum += pixels;
        if (sum > most) throw new Spent();
      },
    });
    return shown === undefined ? 'not read' : 'read';
  } catch (error) {
    if (error instanceof Spent) return 'too much work';
    throw error;
  }
}

describe('SEC-3: what reading JBIG2 takes is told before it is done', () => {
  const MOST = 1e6;
  const huge = 2 ** 31 - 1;
  it.each<[string, TestSegment[]]>([
    ['a region that is said to be huge', [PAGE, set(jbig2Generic(SHOWN), 0, huge, huge)]],
    ['one of rows without columns', [PAGE, set(jbig2Generic(SHOWN), 0, 0, huge)]],
    ['a refined one', [PAGE, set(jbig2Refinement(SHOWN, SHOWN), 0, huge, huge)]],
    ['symbols without end', [PAGE, set(DICTIONARY, 10, 3, 2 ** 17)]],
    ['text without end', [PAGE, DICTIONARY, set(TEXT, 19, 2 ** 32 - 1)]],
    ['patterns without end', [PAGE, set(PATTERNS, 3, 2 ** 18 - 2)]],
    ['a grid without end', [PAGE, PATTERNS, set(HALFTONE, 18, 2 ** 32 - 1, 2 ** 32 - 1)]],
    [
      'one of a single pattern, which takes no data',
      [PAGE, jbig2Patterns([noise(4, 4, 1)]), set(HALFTONE, 18, 2 ** 20, 2 ** 20)],
    ],
    [
      'one of rows without columns',
      [PAGE, jbig2Patterns([noise(4, 4, 1)]), set(HALFTONE, 18, 0, 2 ** 32 - 1)],
    ],
    [
      'columns without rows, again and again',
      [PAGE, ...new Array<TestSegment>(4000).fill(set(jbig2Generic(SHOWN, {}, INTERMEDIATE), 0, 2 ** 20, 0))],
    ],
  ])('%s', (_, segments) => {
    const used = process.cpuUsage();
    const last = segments.at(-1) as TestSegment;
    // Behind data that say that they end there may stand any number of ones.
    const ended = { ...last, data: [...last.data.slice(0, 60), 0xff, 0xac] };
    for (const each of [segments, segments.with(-1, ended)]) expect(outcome(each, MOST)).not.toBe('read');
    expectNoHang(used);
  });

  it('of any data', () => {
    const given = [
      [PAGE, jbig2Generic(SHOWN, { isTypical: true }), jbig2Refinement(SHOWN, SHOWN, { isTypical: true })],
      [PAGE, DICTIONARY, TEXT],
      [PAGE, PATTERNS, HALFTONE],
      [PAGE, jbig2Generic(SHOWN, { isMmr: true })],
    ].map((segments) => writeJbig2(segments));
    const changes = fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 6 });
    const used = process.cpuUsage();
    fc.assert(
      fc.property(fc.constantFrom(...given), changes, (bytes, all) => {
        const changed = Uint8Array.from(bytes);
        for (const [at, octet] of all) changed[at % changed.length] = octet;
        let sum = 0;
        const spend = (pixels: number): void => {
          expect(pixels).toBeGreaterThanOrEqual(0);
          sum += pixels;
          if (sum > 1e5) throw new Spent();
        };
        try {
          const shown = shownBy(changed, SIZE, { spend });
          expect([undefined, 24]).toContain(shown?.split('\n').length);
        } catch (error) {
          expect(error).toBeInstanceOf(Spent);
        }
      }),
      { numRuns: 2000 },
    );
    expectNoHang(used);
  });
});

describe('SEC-3: JBIG2 pictures are bounded', () => {
  it('segments', () => {
    const silent = (count: number): TestSegment[] =>
      new Array<TestSegment>(count).fill({ type: 62, data: [] });
    expect(isRead(PAGE, ...silent(MOST_SEGMENTS - 1))).toBe(true);
    expect(isRead(PAGE, ...silent(MOST_SEGMENTS))).toBe(false);
  });

  it('octets of bitmaps', () => {
    // A row as the one above takes a bit.
    const rows = 2 ** 14;
    const wide = (width: number): TestSegment => {
      const { type, data } = jbig2Generic(blank(8, 1), { isMmr: true }, { isIntermediate: true });
      return set(
        { type, data: [...data.slice(0, 18), ...new Uint8Array(rows / 8).fill(0xff)] },
        0,
        width,
        rows,
      );
    };
    const width = (8 * MOST_BYTES) / rows;
    expect(width).toBeLessThan(2 ** 16);
    expect(isRead(PAGE, wide(width - 64))).toBe(true);
    expect(isRead(PAGE, wide(width))).toBe(false);
    expect(isRead(PAGE, wide(width / 2 - 64), wide(width / 2 - 64))).toBe(true);
    expect(isRead(PAGE, wide(width / 2), wide(width / 2))).toBe(false);
  });

  it('columns and rows', () => {
    const low = (width: number): TestSegment =>
      set(jbig2Generic(blank(8, 1), {}, { isIntermediate: true }), 0, width, 0);
    expect(isRead(PAGE, low(2 ** 20))).toBe(true);
    expect(isRead(PAGE, low(2 ** 20 + 1))).toBe(false);
    expect(isRead(PAGE, set(low(1), 0, 0, 2 ** 20 + 1))).toBe(false);
  });

  it('symbols', () => {
    const count = 256;
    const many = jbig2Symbols(Array.from({ length: count }, () => ({ pixels: noise(1, 1, 1) })));
    const symbols = (times: number): TestSegment => ({
      ...jbig2Text([40, 24], { symbols: [], instances: [] }),
      references: new Array<number>(times).fill(1),
    });
    const most = MOST_SYMBOLS / count;
    expect(isRead(PAGE, many, symbols(most - 1))).toBe(true);
    expect(isRead(PAGE, many, symbols(most))).toBe(false);
  });

  it('contexts that dictionaries keep, and tables', () => {
    // No symbols, by template 0, whose contexts are kept.
    const places = [3, -1, -3, -1, 2, -2, -2, -2].map((coordinate) => coordinate & 0xff);
    const keeping: TestSegment = { type: 0, data: [2, 0, ...places, ...word(0), ...word(0)] };
    const times = MOST_BYTES / 2 ** 16;
    const kept = (count: number): boolean => isRead(PAGE, ...new Array<TestSegment>(count).fill(keeping));
    expect(kept(times - 1)).toBe(true);
    expect(kept(times)).toBe(false);
    // As many codes of twelve bits as a table may have, each of one number.
    const lines = 4092;
    const bits = `${'11000'.repeat(lines)}11001100`.match(/.{1,8}/g) ?? [];
    const octets = bits.map((octet) => Number.parseInt(octet.padEnd(8, '0'), 2));
    const table: TestSegment = { type: 53, data: [6, ...word(0), ...word(lines), ...octets] };
    const tables = (count: number): boolean => isRead(PAGE, ...new Array<TestSegment>(count).fill(table));
    expect(tables(1)).toBe(true);
    expect(tables(300)).toBe(false);
  });

  it('data that end before all is read, however much that is', () => {
    const used = process.cpuUsage();
    for (const segments of [
      [PAGE, set(jbig2Generic(SHOWN), 0, 8000, 8000)],
      [PAGE, DICTIONARY, set(TEXT, 19, 2 ** 32 - 1)],
    ]) {
      const last = segments.at(-1) as TestSegment;
      expect(isRead(...segments.with(-1, { ...last, data: last.data.slice(0, -2) }))).toBe(false);
    }
    expectNoHang(used);
  });
});
