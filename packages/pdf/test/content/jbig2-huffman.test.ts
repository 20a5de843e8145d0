import {
  encodeFax,
  jbig2Page,
  jbig2Refinement,
  jbig2Symbols,
  jbig2Text,
  type Pixels,
  type TestSegment,
} from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bits } from '../../src/content/fax/bits.ts';
import { HuffmanTable, readTable } from '../../src/content/jbig2/huffman.ts';
import { standardTable } from '../../src/content/jbig2/standard.ts';
import { Work } from '../../src/content/jbig2/work.ts';
import { Octets } from '../../src/content/octets.ts';
import { PdfError } from '../../src/index.ts';
import { blank, drawn, noise, put, shownBySegments } from './jbig2s.ts';

/** Octets of bits; what is missing in the last are zeros. */
const bytesOf = (bits: string): Uint8Array =>
  Uint8Array.from(bits.replaceAll(' ', '').match(/.{1,8}/g) ?? [], (octet) =>
    Number.parseInt(octet.padEnd(8, '0'), 2),
  );
const bitsOf = (value: number, count: number): string =>
  (value >>> 0).toString(2).padStart(count, '0').slice(-count);
const read = (table: HuffmanTable, bits: string): number | undefined => table.read(new Bits(bytesOf(bits)));

describe('UP-6: codes of JBIG2', () => {
  // ITU-T T.88 §B.5: the first and last codes of tables, with the bits behind them.
  it.each([
    [1, '0 0101', 5],
    [1, '111 00000000000000000000000000000010', 65810],
    [2, '0', 0],
    [2, '111111', undefined],
    [2, '111110 00000000000000000000000000000001', 76],
    [3, '11111110 00000011', -253],
    [3, '11111111 00000000000000000000000000000001', -258],
    [4, '11111 00000000000000000000000000000001', 77],
    [5, '1111110 00000000', -255],
    [6, '11100 0000000001', -2047],
    [6, '00 0000011', 3],
    [7, '000 00000001', -511],
    [8, '01', undefined],
    [8, '00 1', 1],
    [9, '00', undefined],
    [10, '10', undefined],
    [11, '10 1', 3],
    [12, '0', 1],
    [13, '101 000', 7],
    [14, '0', 0],
    [14, '100', -2],
    [15, '0', 0],
    [15, '1111110 00000000000000000000000000000000', -25],
  ])('table B.%i reads %s', (number, bits, value) => {
    expect(read(standardTable(number), bits)).toBe(value);
  });

  it('of the standard tables begin whatever bits there are', () => {
    for (let number = 1; number <= 15; number++) {
      for (let first = 0; first < 512; first++) {
        expect(() => read(standardTable(number), `${bitsOf(first, 9)}${'0'.repeat(40)}`)).not.toThrow();
      }
    }
  });

  it('are read again as they are given by their lengths', () => {
    const lengths = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(lengths, (given) => {
        // Codes of ones and a zero, each of another length.
        const table = HuffmanTable.ofLengths(given);
        const sorted = given.toSorted((one, other) => one - other);
        let [code, before] = [0, 0];
        for (const length of sorted) {
          code *= 2 ** (length - before);
          expect(read(table, bitsOf(code, length))).toBe(given.indexOf(length));
          code++;
          before = length;
        }
      }),
    );
  });

  it('are not read where there are more than can be, where they are too long, or where none begins so', () => {
    expect(() => HuffmanTable.ofLengths([1, 1, 1])).toThrow(PdfError);
    expect(() => HuffmanTable.ofLengths([33])).toThrow(PdfError);
    expect(() => read(HuffmanTable.ofLengths([2, 2]), '11')).toThrow(PdfError);
    expect(() => read(HuffmanTable.ofLengths([]), '0')).toThrow(PdfError);
  });
});

const word = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >> shift) & 0xff);

/**
 * A table of a segment (§B.2), from -1 on: lengths of two bits, extra bits of three. Codes are 0 for -1 to 2, 10 for 3 to
 * 6, 110 for 7 and more, 111 for out of band; none for less.
 */
const HEAD = [0x23, ...word(-1)];
const LINES = '01 010  10 010  00  11  11';
const table = (head: readonly number[], lines: string): HuffmanTable =>
  readTable(new Octets(Uint8Array.from([...head, ...bytesOf(lines)])), new Work(() => {}));

describe('UP-6: tables that JBIG2 segments give', () => {
  it('have the ranges that they tell', () => {
    const custom = table([...HEAD, ...word(7)], LINES);
    expect(read(custom, '0 00')).toBe(-1);
    expect(read(custom, '0 11')).toBe(2);
    expect(read(custom, '10 01')).toBe(4);
    expect(read(custom, `110 ${bitsOf(5, 32)}`)).toBe(12);
    expect(read(custom, '111')).toBeUndefined();
    const below = table([...HEAD, ...word(7)], '01 010  10 010  11  11  00');
    expect(read(below, `110 ${bitsOf(5, 32)}`)).toBe(-7);
  });

  it('not where ranges reach past the end, or lines break off', () => {
    expect(() => table([...HEAD, ...word(6)], LINES)).toThrow(PdfError);
    expect(() => table([...HEAD, ...word(7)], '01 010')).toThrow(PdfError);
    expect(() => table([...HEAD, ...word(900)], LINES)).toThrow(PdfError);
  });

  it('SEC-3: have 4096 lines at most', () => {
    // Of a bit each: no codes, of numbers one by one.
    const lines = (count: number): HuffmanTable =>
      table([0, ...word(0), ...word(count)], '0'.repeat(2 * count + 2));
    expect(lines(4096)).toBeDefined();
    expect(() => lines(4097)).toThrow(PdfError);
  });
});

/** Table B.1, up to 271. */
const b1 = (value: number): string => (value < 16 ? `0${bitsOf(value, 4)}` : `10${bitsOf(value - 16, 8)}`);
/** What follows begins at an octet. */
const aligned = (bits: string): string =>
  bits.replaceAll(' ', '').padEnd(Math.ceil(bits.replaceAll(' ', '').length / 8) * 8, '0');
const octetsOf = (bytes: readonly number[]): string => bytes.map((octet) => bitsOf(octet, 8)).join('');

const SIZE = { width: 40, height: 12 };
const PAGE = jbig2Page(SIZE.width, SIZE.height);
const place = [...word(SIZE.width), ...word(SIZE.height), ...word(0), ...word(0), 0];
const [FIRST, SECOND] = [noise(3, 4, 1), noise(4, 4, 2)];

/** The rows of both, one beside the other. */
const BESIDE = FIRST.map((row, y) => Uint8Array.from([...row, ...(SECOND[y] ?? [])]));

/** Both: height 4, widths 3 and 4 and out of band, their bitmap by its size and octets; none is left out, both are exported. */
const dictionary = (bitmap: readonly number[], size = bitmap.length): TestSegment => ({
  type: 0,
  data: [
    ...[0, 1, ...word(2), ...word(2)],
    ...bytesOf(aligned(`1110 000  1110 000  10  111111  ${b1(size)}`) + octetsOf(bitmap) + b1(0) + b1(2)),
  ],
});
/** Uncompressed, which is told by no size. */
const DICTIONARY = dictionary([...bytesOf(BESIDE.map((row) => `${row.join('')}0`).join(''))], 0);

/** Lengths of codes of both: 1, whose own code is 0. */
const BOTH = aligned(`${bitsOf(0, 4)}${bitsOf(1, 4)}${'0'.repeat(33 * 4)} 0 0`);
/** Text, `codes` of which tell its tables. */
const text = (
  bits: string,
  { flags = 0, codes = 0, references = [1] as readonly number[] } = {},
): TestSegment => ({
  type: 6,
  references,
  data: [...place, flags >> 8, (flags & 0xff) | 0x11, codes >> 8, codes & 0xff, ...word(2), ...bytesOf(bits)],
});

function at(...shown: readonly (readonly [Pixels, number])[]): string | undefined {
  const region = blank(SIZE.width, SIZE.height);
  for (const [pixels, x] of shown) put(region, pixels, [x, 0], 0);
  return drawn(region);
}

describe('UP-6: JBIG2 symbols and text by Huffman codes', () => {
  // B.11 begins at 1: a stripe above the first. FIRST at 2 ends at 4, from which SECOND is 4 away; then out of band.
  const usual = `${BOTH}  0 0  00 0000010  0  100 0000  1  01`;

  it('are read, of symbols that are not compressed, or as a fax', () => {
    const shown = at([FIRST, 2], [SECOND, 8]);
    expect(shownBySegments([PAGE, DICTIONARY, text(usual)], SIZE)).toBe(shown);
    const fax = dictionary([...encodeFax(BESIDE, { k: -1 })]);
    expect(shownBySegments([PAGE, fax, text(usual)], SIZE)).toBe(shown);
  });

  it('by tables that segments give, in their order', () => {
    const given: TestSegment = { type: 53, data: [...HEAD, ...word(7), ...bytesOf(LINES)] };
    const bits = `${BOTH}  0 01  0 01  0 11  0  10 01  1  111`;
    const references = [1, 2, 2, 2];
    const segments = [PAGE, DICTIONARY, given, text(bits, { codes: 0x3f, references })];
    expect(shownBySegments(segments, SIZE)).toBe(at([FIRST, 2], [SECOND, 8]));
    const fewer = text(bits, { codes: 0x3f, references: [1, 2, 2] });
    expect(shownBySegments([PAGE, DICTIONARY, given, fewer], SIZE)).toBeUndefined();
    expect(shownBySegments([PAGE, DICTIONARY, text(usual, { codes: 2 })], SIZE)).toBeUndefined();
  });

  it('by codes of symbols whose lengths are repeated', () => {
    const symbols = Array.from({ length: 22 }, (_, seed) => noise(5, 6, seed + 1));
    // Codes of two bits for a length of three and for each way of repeating: once, five times, no code for fourteen, and twice.
    const run = Array.from({ length: 35 }, (_, length) =>
      bitsOf([3, 32, 33, 34].includes(length) ? 2 : 0, 4),
    ).join('');
    const lengths = aligned(`${run}  00  01 10  10 000  11 0000000  00  00`);
    const given = jbig2Symbols(symbols.map((pixels) => ({ pixels })));
    const bits = `${lengths}  0 0  00 0000010  110  100 0000  001  01`;
    expect(shownBySegments([PAGE, given, text(bits)], SIZE)).toBe(
      at([symbols[20] ?? [], 2], [symbols[1] ?? [], 10]),
    );
    const tooMany = aligned(`${run}  00  01 10  10 000  11 0000111  00  00`);
    expect(shownBySegments([PAGE, given, text(`${tooMany}${'0'.repeat(99)}`)], SIZE)).toBeUndefined();
    const ofNone = aligned(`${run}  01 10`);
    expect(shownBySegments([PAGE, given, text(`${ofNone}${'0'.repeat(99)}`)], SIZE)).toBeUndefined();
  });

  const refined = noise(5, 4, 9);
  /** Octets of a bitmap that refines another, by template 1. */
  const octetsBy = (pixels: Pixels, reference: Pixels): readonly number[] =>
    jbig2Refinement(pixels, reference, { template: 1 }).data.slice(18);

  it('and refined between them', () => {
    const bitmap = octetsBy(refined, SECOND);
    // The second is a column wider and lies where it did.
    const head = `${BOTH}  0 0  00 0000010  0 0  100 0000  1 1  110 0 0 0  ${b1(bitmap.length)}`;
    const bits = `${aligned(head)}${octetsOf(bitmap)}01`;
    const segment = text(bits, { flags: 0x8002 });
    expect(shownBySegments([PAGE, DICTIONARY, segment], SIZE)).toBe(at([FIRST, 2], [refined, 8]));
    const long = text(`${aligned(head.slice(0, -8))}`, { flags: 0x8002 });
    expect(shownBySegments([PAGE, DICTIONARY, long], SIZE)).toBeUndefined();
  });

  it('and dictionaries that refine symbols and put several together', () => {
    const other = noise(4, 4, 7);
    const bitmap = octetsBy(other, SECOND);
    const one = aligned(`1110 000  1110 001  ${b1(1)}  01  0 0  ${b1(bitmap.length)}`) + octetsOf(bitmap);
    // FIRST twice, a column apart.
    const two = `0  ${b1(2)}  0 0  00 0000000  00 0  1010  00 0  01`;
    const data = [0x10, 3, ...word(4), ...word(2), ...bytesOf(`${one}${two}  111111  ${b1(0)} ${b1(4)}`)];
    const both = blank(4, 4);
    put(both, FIRST, [0, 0], 0);
    put(both, FIRST, [1, 0], 0);
    const symbols = [FIRST, SECOND, other, both];
    const instances = symbols.map((_, symbol) => ({ symbol, s: 9 * symbol, t: 0 }));
    const shown = jbig2Text([SIZE.width, SIZE.height], { symbols, instances });
    const segments = [PAGE, DICTIONARY, { type: 0, references: [1], data }, { ...shown, references: [2] }];
    expect(shownBySegments(segments, SIZE)).toBe(at([FIRST, 0], [SECOND, 9], [other, 18], [both, 27]));
  });
});
