import {
  documentObjects,
  type SfntOptions,
  streamBody,
  testCff,
  testTrueType,
  testType1,
  writePdf,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { Arithmetic } from '../../src/content/font/program/arithmetic.ts';
import { FontBytes } from '../../src/content/font/program/bytes.ts';
import { CHAR_STRINGS, FD_ARRAY, FONT_MATRIX } from '../../src/content/font/program/cffdict.ts';
import { CffOutlines } from '../../src/content/font/program/cffoutlines.ts';
import { Charstring1, type Type1Parts } from '../../src/content/font/program/charstring1.ts';
import { Charstring2, type Subroutines } from '../../src/content/font/program/charstring2.ts';
import { MOST_CORNERS, OutlinePen, THOUSANDTHS } from '../../src/content/font/program/outline.ts';
import { TrueType } from '../../src/content/font/program/truetype.ts';
import { Type1Glyphs } from '../../src/content/font/program/type1glyphs.ts';
import { inspect } from '../../src/index.ts';
import { open } from '../support.ts';

const bytes = (...values: number[]): FontBytes =>
  new FontBytes(Uint8Array.from(values.map((value) => value & 255)));
/** A number of a charstring. */
const n = (value: number): number[] => [28, value >> 8, value & 255];
const none = (): undefined => undefined;

const big = (...values: number[]): number[] => values.flatMap((value) => [(value >> 8) & 255, value & 255]);
const pdf = () => open(writePdf({ kind: 'table', objects: documentObjects() }));

/** A Type 1 program of charstrings, with blanks before them. */
function type1(clear: string, glyphs: Record<string, number[]>, blanks = 1): Uint8Array {
  const encrypted = (plain: Uint8Array, key: number): Buffer => {
    let state = key;
    return Buffer.concat([Buffer.alloc(4), plain]).map((byte) => {
      const cipher = (byte ^ (state >> 8)) & 255;
      state = ((cipher + state) * 52_845 + 22_719) & 0xffff;
      return cipher;
    }) as Buffer;
  };
  const secret = Object.entries(glyphs).map(([name, code]) => {
    const body = encrypted(Uint8Array.from(code), 4330);
    return Buffer.concat([Buffer.from(`/${name} ${body.length} RD `), body, Buffer.from(' ND ')]);
  });
  const start = Buffer.from(
    `dup /Private 4 dict dup begin /lenIV 4 def${' '.repeat(blanks)}/CharStrings 9 dict dup begin `,
  );
  return Buffer.concat([
    Buffer.from(`${clear}currentfile eexec `),
    encrypted(Buffer.concat([start, ...secret]), 55_665),
  ]);
}
/** A line of 100 to the right, in Type 1. */
const TICK = [139, 248, 136, 13, 139, 22, 239, 6, 14];

/** A TrueType program of glyphs as they are written; 1000 units are an em. */
function trueType(glyphs: number[][]): TrueType {
  const ends = glyphs.map((_, index) => glyphs.slice(0, index + 1).flat().length);
  const tables: [string, number[]][] = [
    ['glyf', glyphs.flat()],
    ['head', [...big(0, 1, 0, 0, 0, 0, 0, 0, 0, 1000), ...new Array<number>(30).fill(0), 0, 1, 0, 0]],
    ['loca', [0, ...ends].flatMap((end) => big(end >> 16, end))],
    ['maxp', big(0, 1, glyphs.length)],
  ];
  let at = 76;
  const records = tables.map(([tag, body]) => {
    const record = [...Buffer.from(tag), ...big(0, 0, at >> 16, at, body.length >> 16, body.length)];
    at += body.length;
    return record;
  });
  return new TrueType(
    pdf(),
    Uint8Array.from([...big(0, 1, 4, 0, 0, 0), ...records.flat(), ...tables.flatMap(([, body]) => body)]),
  );
}
/** One contour of points on the curve. */
const contour = (...points: [number, number][]): number[] => [
  ...big(1, 0, 0, 0, 0, points.length - 1, 0),
  ...points.map(() => 1),
  ...[0, 1].flatMap((axis) =>
    points.flatMap((point, at) => big((point[axis] ?? 0) - (points[at - 1]?.[axis] ?? 0))),
  ),
];
const TRIANGLE = contour([0, 0], [100, 0], [0, 100]);
/** Of other glyphs: flags, glyph, arguments, and what of a matrix there is. */
const made = (...parts: number[][]): number[] => [
  ...big(0xffff, 0, 0, 0, 0),
  ...parts.flatMap(([flags = 0, ...rest], at) => big(flags | (at < parts.length - 1 ? 0x20 : 0), ...rest)),
];

const rounded = (outline: readonly (readonly number[])[]) =>
  outline.map((one) => one.map((number) => Math.round(number * 10_000) / 10_000 + 0));

describe('Type 2 charstrings', () => {
  const read = (code: number[], parts: Partial<Subroutines> = {}) => {
    const reader = new Charstring2(THOUSANDTHS, { local: none, global: none, standard: none, ...parts });
    return reader.run(bytes(...code)) ? rounded(reader.pen.contours) : 'unread';
  };
  /** A point at so many thousandths, by operators whose last result is x. */
  const x = (...code: number[]) => {
    const outline = read([...code, ...n(0), 21, 14]);
    return outline === 'unread' ? outline : Math.round((outline[0]?.[0] ?? 0) * 1000);
  };

  it.each<[string, number[], number | 'unread']>([
    ['and', [...n(2), ...n(0), 12, 3], 0],
    ['or', [...n(2), ...n(0), 12, 4], 1],
    ['not', [...n(0), 12, 5], 1],
    ['abs', [...n(-7), 12, 9], 7],
    ['add', [...n(3), ...n(4), 12, 10], 7],
    ['sub', [...n(3), ...n(4), 12, 11], -1],
    ['div', [...n(21), ...n(3), 12, 12], 7],
    ['neg', [...n(7), 12, 14], -7],
    ['eq', [...n(7), ...n(7), 12, 15], 1],
    ['drop', [...n(7), ...n(3), 12, 18], 7],
    ['put and get', [...n(7), ...n(3), 12, 20, ...n(3), 12, 21], 7],
    ['ifelse', [...n(7), ...n(8), ...n(1), ...n(2), 12, 22], 7],
    ['ifelse, the other', [...n(7), ...n(8), ...n(3), ...n(2), 12, 22], 8],
    ['mul', [...n(7), ...n(3), 12, 24], 21],
    ['sqrt', [...n(49), 12, 26], 7],
    ['dup', [...n(7), 12, 27, 12, 10], 14],
    ['exch', [...n(3), ...n(7), 12, 28, 12, 11], 4],
    ['index', [...n(7), ...n(1), ...n(1), 12, 29, 12, 28, 12, 18, 12, 28, 12, 18], 7],
    ['roll', [...n(1), ...n(2), ...n(3), ...n(3), ...n(1), 12, 30, 12, 18, 12, 18], 3],
    ['roll the other way', [...n(1), ...n(2), ...n(3), ...n(3), ...n(-1), 12, 30, 12, 18, 12, 18], 2],
    ['dotsection', [...n(7), 12, 0, ...n(7)], 7],
    ['random, which each reader has its own of', [12, 23], 'unread'],
    ['get of what was never put', [...n(3), 12, 21], 'unread'],
    ['put at a place that is none', [...n(7), ...n(32), 12, 20, ...n(7)], 'unread'],
    ['div by nothing', [...n(7), ...n(0), 12, 12], 'unread'],
    ['a number of more than 16 bits', [...n(7000), ...n(7000), 12, 24], 'unread'],
    ['a root of less than nothing', [...n(-1), 12, 26], 'unread'],
    ['an operand that is missing', [...n(7), 12, 10], 'unread'],
    ['a roll of more than there is', [...n(7), ...n(3), ...n(1), 12, 30], 'unread'],
  ])('%s', (_, code, expected) => expect(x(...code)).toBe(expected));

  it('numbers have the bits that readers give them: what is divided away does not come back', () => {
    const twice = (operator: number): number[] => [...n(30_000), 12, operator, ...n(30_000), 12, operator];
    expect(x(...n(7), ...twice(12), ...twice(24))).toBe(0);
  });

  it('steps end at 20,000', () => {
    const hints = (count: number): number[] => new Array<number>(count).fill(1);
    expect([20_000, 20_001].map((count) => read(hints(count)))).toEqual([[], 'unread']);
  });

  it('memory ends at 32 places, operands at 48', () => {
    const arithmetic = new Arithmetic();
    expect([31, 32].map((place) => arithmetic.run(20, [7, place]))).toEqual([true, false]);
    const many = (count: number): number[] => [...Array.from({ length: count }, () => 139), 5, 14];
    expect(read(many(48))).not.toBe('unread');
    expect(read(many(49))).toBe('unread');
  });

  it('a letter and its accent are glyphs of their own, one within the other is none', () => {
    const dot = (from: number): number[] => [...n(from), ...n(0), 21, ...n(5), ...n(5), 5, 14];
    const glyphs: Record<number, number[]> = { 65: dot(10), 193: dot(20) };
    const standard = (code: number) => (glyphs[code] === undefined ? undefined : bytes(...glyphs[code]));
    const accented = [...n(100), ...n(200), ...n(65), ...n(193), 14];
    expect(read(accented, { standard })).toEqual([
      [0.01, 0, 0.015, 0.005],
      [0.12, 0.2, 0.125, 0.205],
    ]);
    expect(read(accented)).toBe('unread');
    expect(read(accented, { standard: () => bytes(...accented) })).toBe('unread');
  });
});

describe('Type 1 charstrings', () => {
  const read = (code: number[], parts: Partial<Type1Parts> = {}) => {
    const reader = new Charstring1(THOUSANDTHS, { subroutine: none, standard: none, ...parts });
    return reader.run(bytes(...code)) ? rounded(reader.pen.contours) : 'unread';
  };
  const one = (value: number): number[] => [255, 0, 0, value >> 8, value & 255];
  const dot = (bearing: number): number[] => [
    ...one(bearing),
    ...one(500),
    13,
    ...one(0),
    22,
    ...one(5),
    6,
    14,
  ];

  it('a letter and its accent are glyphs of their own', () => {
    const standard = (code: number) => bytes(...dot(code));
    const accented = [
      ...[...one(30), ...one(500), 13],
      ...[...one(10), ...one(100), ...one(200), ...one(65), ...one(19), 12, 6],
    ];
    expect(read(accented, { standard })).toEqual([
      [0.065, 0, 0.07, 0],
      // 30 of the letter, 100 beside it, 10 and 19 of the accent.
      [0.139, 0.2, 0.144, 0.2],
    ]);
    expect(read(accented)).toBe('unread');
    expect(read(accented, { standard: () => bytes(...accented) })).toBe('unread');
  });

  it('hints are replaced by the subroutine that the charstring names, whatever that draws', () => {
    const subroutine = (index: number) => (index === 9 ? bytes(...one(7), 22, ...one(5), 6, 11) : undefined);
    const code = [...dot(0).slice(0, 11), ...one(9), ...one(1), ...one(3), 12, 16, 12, 17, 10, 14];
    expect(read(code, { subroutine })).toEqual([[0.007, 0, 0.012, 0]]);
  });

  it('steps end at 20,000', () => {
    const hints = (count: number): number[] => new Array<number>(count).fill(1);
    expect([20_000, 20_001].map((count) => read(hints(count)))).toEqual([[], 'unread']);
  });

  it('what calculates beside the program, and numbers that are none, are not understood', () => {
    expect(read([...one(1), ...one(1), ...one(20), 12, 16, 14])).toBe('unread');
    expect(read([...one(1), ...one(0), 12, 12, 22, 14])).toBe('unread');
    expect(read([...one(0), ...one(0), 12, 12, 22, ...one(1), 6, 14])).toBe('unread');
  });
});

describe('outlines', () => {
  it('end at their number of corners, and where fonts cannot draw', () => {
    const drawn = (corners: number): OutlinePen => {
      const pen = new OutlinePen(THOUSANDTHS);
      for (let corner = 0; corner < corners; corner++) pen.line(1, 1);
      return pen;
    };
    expect([MOST_CORNERS, MOST_CORNERS + 1].map((corners) => drawn(corners).isWhole)).toEqual([true, false]);
    for (const far of [32_768, Number.NaN, Number.POSITIVE_INFINITY]) {
      const pen = new OutlinePen(THOUSANDTHS);
      pen.move(0, far);
      expect(pen.isWhole).toBe(false);
    }
  });

  it('a matrix turns a glyph around', () => {
    const clear = (matrix: string): string => `%!PS-AdobeFont-1.0\n/FontMatrix ${matrix} def\n`;
    const glyphs = (matrix: string) =>
      new Type1Glyphs(type1(clear(matrix), { six: [...TICK] })).read('six').outline;
    expect(glyphs('[.001 0 0 .001 0 0]')).toEqual([[0, 0, 0.1, 0]]);
    expect(glyphs('[-.001 0 0 -.001 0 0]')).toEqual([[0, 0, -0.1, 0]]);
    expect(glyphs('[0 .002 -.002 0 0 0]')).toEqual([[0, 0, 0, 0.2]]);
    for (const unusable of ['[0 0 0 0 0 0]', '[1e9 0 0 1e9 0 0]', '[a b c d e f]']) {
      expect(glyphs(unusable)).toEqual([[0, 0, 0.1, 0]]);
    }
  });

  it('a Type 1 program is looked at as far as 4 MB', () => {
    const filled = (blanks: number) =>
      new Type1Glyphs(type1('%!PS-AdobeFont-1.0\n', { six: [...TICK] }, blanks)).read('six').outline;
    expect(filled(1000)).toEqual([[0, 0, 0.1, 0]]);
    expect(filled(4 * 1024 * 1024)).toBeUndefined();
  });
});

describe('dictionaries of CFF glyphs', () => {
  /** So many dictionaries, all of them the same bytes, and one glyph that the first one has. */
  const outlines = (count: number, own?: number[], top?: number[]) => {
    const dict = own === undefined ? [] : [...own.flatMap((number) => [30, ...real(number)]), 12, 7];
    const offsets = Array.from({ length: count + 1 }, (_, index) => (index === 0 ? 1 : 1 + dict.length));
    const glyph = [...n(100), 22, ...n(100), 6, 14];
    const array = [...big(count), 2, ...big(...offsets), ...dict];
    const file = bytes(1, 0, 4, 2, ...array, ...big(1), 1, 1, 1 + glyph.length, ...glyph);
    let spent = 0;
    const found = new CffOutlines(
      file,
      new Map([
        [FD_ARRAY, [4]],
        [CHAR_STRINGS, [4 + array.length]],
        ...(top === undefined ? [] : [[FONT_MATRIX, top] as const]),
      ]),
      { count: 0, entry: () => [0, 0], end: 0 },
      (units) => (spent += units),
    );
    return { outline: found.read(0, () => 0).outline, spent };
  };
  /** 0.001 and its like, as half bytes. */
  const real = (number: number): number[] => {
    const digits = [...String(number)].map((sign) => (sign === '.' ? 10 : sign === '-' ? 14 : Number(sign)));
    return Array.from(
      { length: (digits.length >> 1) + 1 },
      (_, at) => ((digits[2 * at] ?? 15) << 4) | (digits[2 * at + 1] ?? 15),
    );
  };

  it('end at 256, and each is paid for', () => {
    const matrix = [0.001, 0, 0, 0.001, 0, 0];
    const [some, many] = [outlines(256, matrix), outlines(400, matrix)];
    expect(some.spent).toBeGreaterThan(0);
    expect(many.spent).toBeLessThanOrEqual(some.spent);
    expect(many.outline).toEqual(some.outline);
  });

  it('a matrix of their own is within that of the program', () => {
    expect(outlines(1, [-1, 0, 0, 1, 0, 0], [0.001, 0, 0, 0.001, 0, 0]).outline).toEqual([
      [-0.1, 0, -0.2, 0],
    ]);
    expect(outlines(1, [0.002, 0, 0, 0.001, 0, 0]).outline).toEqual([[0.2, 0, 0.4, 0]]);
    expect(outlines(1).outline).toEqual([[0.1, 0, 0.2, 0]]);
  });
});

describe('TrueType glyphs of glyphs', () => {
  const corners = (glyphs: number[][]) => trueType(glyphs).outline(0);
  const scaled = (outline: ReturnType<typeof corners>) =>
    outline === 'unread' ? outline : outline?.map((one) => one.map((number) => Math.round(number * 1000)));

  it('are moved, scaled with their offset, and aligned by their points', () => {
    expect(scaled(corners([made([3, 1, 20, 30]), TRIANGLE]))).toEqual([[20, 30, 120, 30, 20, 130, 20, 30]]);
    expect(scaled(corners([made([0x80b, 1, 20, 30, 0x2000]), TRIANGLE]))).toEqual([
      [10, 15, 60, 15, 10, 65, 10, 15],
    ]);
    // The first point of the second one lies on the second point of the first.
    expect(scaled(corners([made([3, 1, 0, 0], [1, 1, 1, 0]), TRIANGLE]))?.[1]).toEqual([
      ...[100, 0, 200, 0],
      ...[100, 100, 100, 0],
    ]);
  });

  it.each<[string, number[][]]>([
    ['aligned by a point that is not there', [made([3, 1, 0, 0], [1, 1, 9, 0]), TRIANGLE]],
    ['of which one is not there', [made([3, 7, 0, 0])]],
    ['cut off', [TRIANGLE.slice(0, -2)]],
    [
      'whose contours end before they begin',
      [[...big(2, 0, 0, 0, 0, 3, 1, 0), ...new Array<number>(40).fill(1)]],
    ],
    ['further away than fonts can draw', [made([0x0b, 1, 32_000, 0, 0x7fff]), contour([0, 0], [32_000, 0])]],
  ])('%s are not understood', (_, glyphs) => expect(corners(glyphs)).toBe('unread'));

  it('end at 64 parts, and at 256 in all', () => {
    const of = (count: number, glyph: number): number[] =>
      made(...Array.from({ length: count }, () => [3, glyph, 0, 0]));
    const count = (outline: ReturnType<typeof corners>) => (outline === 'unread' ? outline : outline?.length);
    expect(count(corners([of(64, 1), TRIANGLE]))).toBe(64);
    expect(count(corners([of(65, 1), TRIANGLE]))).toBe('unread');
    // Itself, 5 parts and 5 times 50, or 49.
    expect(count(corners([of(5, 1), of(50, 2), TRIANGLE]))).toBe(250);
    expect(count(corners([of(5, 1), of(51, 2), TRIANGLE]))).toBe('unread');
  });

  it('end at 65,536 corners in all', () => {
    const many = (corners: number): number[] =>
      contour(...Array.from({ length: corners }, (_, at): [number, number] => [at % 2, 0]));
    const twice = made([3, 1, 0, 0], [3, 1, 0, 0]);
    expect(corners([twice, many(16_000)])).not.toBe('unread');
    expect(corners([twice, many(40_000)])).toBe('unread');
  });
});

describe('what the inspection tells of programs', () => {
  const NINE = { name: 'nine', character: '9', drawn: 'nine' } as const;
  const ONE = { name: 'one', character: '1', drawn: 'bar' } as const;
  const ZERO = { name: 'zero', character: '0', drawn: 'ring' } as const;
  const LIE = { ...NINE, drawn: 'bar' } as const;

  const mapTo = (zero: string, nine: string): string =>
    `begincmap 1 begincodespacerange <00><FF> endcodespacerange 2 beginbfchar <30><${zero}> <39><${nine}> endbfchar`;

  /** What is told of a page that shows 900 in a font with a program. */
  const told = (
    program: Uint8Array,
    file: string,
    {
      flags = 32,
      encoding = '/WinAnsiEncoding',
      entries = '',
      map = mapTo('0030', '0039'),
      subtype = '',
    } = {},
  ) => {
    const font =
      `<</Type/Font/Subtype/${subtype || (file === 'FontFile2' ? 'TrueType' : 'Type1')}/BaseFont/ABCDEF+Own/FirstChar 48/LastChar 57` +
      `/Widths[${'500 '.repeat(10)}]/FontDescriptor 102 0 R/ToUnicode 101 0 R${encoding === '' ? '' : `/Encoding${encoding}`}>>`;
    const objects = documentObjects({
      more: [
        { number: 100, body: font },
        { number: 101, body: streamBody(map) },
        {
          number: 102,
          body: `<</Type/FontDescriptor/FontName/Own/Flags ${flags}/Ascent 800/Descent -200/FontBBox[0 -200 500 800]/${file} 103 0 R>>`,
        },
        { number: 103, body: streamBody(program, entries) },
      ],
    }).map((object) => {
      if (object.number === 5) return { number: 5, body: streamBody('BT /F2 24 Tf 72 700 Td (900) Tj ET') };
      if (object.number !== 4) return object;
      return { number: 4, body: String(object.body).replace('/F1 3 0 R', '/F1 3 0 R/F2 100 0 R') };
    });
    return inspect(open(writePdf({ kind: 'table', objects }))).findings.map(({ kind }) => kind);
  };
  const sfnt = (glyphs: Parameters<typeof testTrueType>[0], options?: SfntOptions) =>
    testTrueType(glyphs, options);
  /** The tag of a table, written over. */
  const renamed = (program: Buffer, from: string, to: string): Buffer => {
    const copy = Buffer.from(program);
    for (let at = 12; at < 12 + 16 * copy.readUInt16BE(4); at += 16) {
      if (copy.toString('latin1', at, at + 4) === from) copy.write(to, at, 'latin1');
    }
    return copy;
  };
  /** With a charstring's first bytes in place of those that it begins with. */
  const CFF = testCff([ZERO, LIE]);
  const TYPE1C = { entries: '/Subtype/Type1C' };

  it('outlines of two kinds, and tables under one tag', () => {
    const lie = sfnt([ZERO, LIE]);
    expect(told(lie, 'FontFile2')).toEqual(['text_map_mismatch']);
    expect(told(renamed(lie, 'post', 'CFF '), 'FontFile2')).toEqual([
      'unreadable_object',
      'text_map_mismatch',
    ]);
    expect(told(renamed(lie, 'post', 'glyf'), 'FontFile2')).toContain('unreadable_object');
    expect(told(sfnt([ZERO, NINE]), 'FontFile2')).toEqual([]);
  });

  it.each<[string, Uint8Array, string, string]>([
    ['CFF as TrueType', testCff([ZERO, NINE]), 'FontFile2', ''],
    ['CFF as Type 1', testCff([ZERO, NINE]), 'FontFile', ''],
    ['TrueType as CFF', sfnt([ZERO, NINE]), 'FontFile3', '/Subtype/Type1C'],
    ['TrueType as Type 1', sfnt([ZERO, NINE]), 'FontFile', ''],
    ['no program at all', Buffer.from('nothing'), 'FontFile3', '/Subtype/Type1C'],
  ])('a program of another format: %s', (_, program, file, entries) => {
    expect(told(program, file, { entries })).toContain('unreadable_object');
  });

  it('a digit whose glyph is not understood', () => {
    expect(told(CFF, 'FontFile3', TYPE1C)).toEqual(['text_map_mismatch']);
    // The nine's first operator becomes one that is reserved.
    const last = CFF.lastIndexOf(Buffer.from([28, 0, 200, 28, 0, 0, 21]));
    const unread = Buffer.from(CFF);
    unread[last + 6] = 2;
    expect(last).toBeGreaterThan(0);
    expect(told(unread, 'FontFile3', TYPE1C)).toEqual(['unreadable_object']);
  });

  it('a digit has the glyph that encodings name, not another one that is named after it', () => {
    const other = { ...NINE, name: 'nine.alt' };
    const first = { ...NINE, name: 'uni0039' };
    for (const glyphs of [
      [ZERO, LIE, other],
      [ZERO, first, LIE],
    ]) {
      expect(told(testCff(glyphs), 'FontFile3', TYPE1C)).toEqual(['text_map_mismatch']);
      expect(told(testType1(glyphs), 'FontFile')).toEqual(['text_map_mismatch']);
    }
  });

  it('maps of a symbolic program that name other glyphs', () => {
    const glyphs = [
      { ...ZERO, character: '' },
      { ...NINE, character: '' },
      { ...ONE, character: '' },
    ];
    const maps = (macintosh: number[]) =>
      sfnt(glyphs, { map: [3, 0], codes: [0xf030, 0xf039, 0xf031], macintosh });
    const symbolic = { flags: 4, encoding: '' };
    expect(told(maps([1, 0, 0, 0, 0, 0, 0, 0, 0, 3]), 'FontFile2', symbolic)).toEqual(['text_map_mismatch']);
    expect(told(maps([1, 0, 0, 0, 0, 0, 0, 0, 0, 2]), 'FontFile2', symbolic)).toEqual([]);
  });

  it('a name that the file gives a code of a symbolic font, which some readers pass over', () => {
    const named = (name: string) => ({ flags: 4, encoding: `<</Differences[57/${name}]>>` });
    expect(told(sfnt([ZERO, NINE, ONE]), 'FontFile2', named('one'))).toEqual(['text_map_mismatch']);
    expect(told(sfnt([ZERO, NINE, ONE]), 'FontFile2', named('nine'))).toEqual([]);
  });

  it.each<[string, SfntOptions, { flags?: number; encoding?: string }]>([
    ['of Unicode', {}, {}],
    ['of the Macintosh', { map: [1, 0] }, {}],
    ['of symbols', { map: [3, 0], codes: [0xf030, 0xf039, 0xf031] }, { flags: 4, encoding: '' }],
  ])('two maps %s, of which readers take the first or the last', (_, options, font) => {
    const twice = (again: number[]): Uint8Array => sfnt([ZERO, NINE, ONE], { ...options, again });
    expect(told(twice([1, 3, 2]), 'FontFile2', font)).toEqual(['text_map_mismatch']);
    expect(told(twice([1, 2, 3]), 'FontFile2', font)).toEqual([]);
  });

  it.each([0, 0x5000, 0x6000])('TrueType outlines under a version of maxp for others: %i', (maxpVersion) =>
    expect(told(sfnt([ZERO, NINE], { maxpVersion }), 'FontFile2')).toEqual(['unreadable_object']),
  );

  it('digits that are copied as raised ones, and stand on the line', () => {
    const raised = { map: mapTo('0030', '2079'), flags: 4, encoding: '' };
    const drawn = (nine: 'nine' | 'high'): Uint8Array =>
      sfnt([ZERO, { ...NINE, drawn: nine }], { map: [3, 0], codes: [0xf030, 0xf039] });
    expect(told(drawn('nine'), 'FontFile2', raised)).toEqual(['text_map_mismatch']);
    expect(told(drawn('high'), 'FontFile2', raised)).toEqual([]);
  });

  it('an encoding of a Type 1 program that is not read says nothing of digits', () =>
    expect(told(testType1([ZERO, NINE], 'ISOLatin1Encoding'), 'FontFile', { encoding: '' })).toEqual([
      'unreadable_object',
    ]));

  it('SGN-7: none of double-struck digits, which have holes of their own', () =>
    expect(
      told(sfnt([ZERO, { ...NINE, drawn: 'rings' }]), 'FontFile2', { map: mapTo('0030', 'D835DFE1') }),
    ).toEqual([]));

  it('digits that are copied as others of full width, or of formulas', () => {
    for (const nine of ['FF19', 'D835DFD7']) {
      const wide = { map: mapTo('0030', nine) };
      expect(told(sfnt([ZERO, LIE]), 'FontFile2', wide)).toEqual(['text_map_mismatch']);
      expect(told(sfnt([ZERO, NINE]), 'FontFile2', wide)).toEqual([]);
    }
  });

  describe('an encoding of the program itself, where the file names none', () => {
    const OWN = '256 array 0 1 255 {1 index exch /.notdef put} for dup 48 /nine put dup 57 /zero put';
    it.each<[string, Uint8Array, Uint8Array, string, string]>([
      ['Type 1', testType1([ZERO, NINE], OWN), testType1([ZERO, NINE]), 'FontFile', ''],
      [
        'CFF',
        testCff([ZERO, NINE], [57, 48]),
        testCff([ZERO, NINE], [48, 57]),
        'FontFile3',
        '/Subtype/Type1C',
      ],
    ])('%s: readers take it or the standard one', (_, own, standard, file, entries) => {
      const map = mapTo('0039', '0030');
      expect(told(own, file, { encoding: '', entries, map })).toEqual(['text_map_mismatch']);
      expect(told(own, file, { encoding: '', entries, map, flags: 36 })).toEqual(['text_map_mismatch']);
      expect(told(own, file, { encoding: '', entries, map, subtype: 'TrueType' })).toContain(
        'text_map_mismatch',
      );
      expect(told(own, file, { encoding: '', entries, map, flags: 4 })).toEqual([]);
      expect(told(standard, file, { encoding: '', entries })).toEqual([]);
    });
  });

  it.each<[string, SfntOptions, number]>([
    ['a Unicode map in a symbolic font', {}, 4],
    ['a Macintosh map alone', { map: [1, 0] }, 32],
    ['a symbol map in a font that is not symbolic', { map: [3, 0] }, 32],
    ['names alone', { named: true, without: ['cmap'] }, 32],
  ])('glyphs that readers find by %s', (_, options, flags) => {
    expect(told(sfnt([ZERO, LIE], options), 'FontFile2', { flags })).toContain('text_map_mismatch');
    expect(told(sfnt([ZERO, NINE], options), 'FontFile2', { flags })).toEqual([]);
  });
});
