import { documentObjects, testCff, testTrueType, testType1, writePdf } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FontBytes } from '../../src/content/font/program/bytes.ts';
import { Cff } from '../../src/content/font/program/cff.ts';
import { Charstring1 } from '../../src/content/font/program/charstring1.ts';
import { Charstring2 } from '../../src/content/font/program/charstring2.ts';
import { THOUSANDTHS } from '../../src/content/font/program/outline.ts';
import { TrueType } from '../../src/content/font/program/truetype.ts';
import { type1Encoding as encodingOf, type1Names } from '../../src/content/font/program/type1.ts';
import { Type1Glyphs } from '../../src/content/font/program/type1glyphs.ts';
import { shownCharacters } from '../../src/content/font/shown.ts';
import { open, refuses } from '../support.ts';
import { flate, ref } from './fonts.ts';

const type1Encoding = (bytes: Uint8Array) => encodingOf(type1Names(bytes));
/** A Type 1 program that begins with that. */
const program = (clear: string): Buffer => Buffer.from(`${clear}\ncurrentfile eexec\n`);
const pdf = () => open(writePdf({ kind: 'table', objects: documentObjects() }));
const GLYPHS = [
  { name: 'zero', character: '0' },
  { name: 'alpha', character: 'α' },
];
const big = (...values: number[]) => values.flatMap((value) => [value >>> 8, value & 255]);

describe('what a font program tells of its glyphs', () => {
  it('TrueType: characters by the Unicode map and by names, glyphs by the symbol map', () => {
    const font = new TrueType(pdf(), testTrueType(GLYPHS, { named: true }));
    expect(font.characters(new Set([1, 2, 3]))).toEqual(
      new Map([
        [1, ['0']],
        [2, ['α']],
      ]),
    );
    const symbol = new TrueType(
      pdf(),
      testTrueType(GLYPHS, { map: [3, 0], codes: [0xf041, 0xf042], named: true }),
    );
    expect([0x41, 0x42, 0x43].map((code) => symbol.symbolGlyphs(code))).toEqual([[1], [2], []]);
    expect(symbol.characters(new Set([2]))).toEqual(new Map([[2, ['α']]]));
    const mac = new TrueType(pdf(), testTrueType(GLYPHS, { map: [1, 0], codes: [65, 66] }));
    expect(mac.symbolGlyphs(66)).toEqual([2]);
    expect(mac.characters(new Set([1, 2])).size).toBe(0);
  });

  it('CFF: names by glyph, and by its own encoding', () => {
    const font = new Cff(pdf(), testCff(GLYPHS, [48, 97]));
    expect(font.cidKeyed).toBe(false);
    expect([0, 1, 2, 3].map((glyph) => font.glyph(glyph))).toEqual(['', '0', 'α', '']);
    expect([48, 97, 98].map((code) => font.code(code))).toEqual(['0', 'α', '']);
    expect(new Cff(pdf(), testCff(GLYPHS)).code(65)).toBe('A');
  });

  it('Type 1: the encoding in its clear text', () => {
    const own = type1Encoding(
      program(
        '/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\ndup 65 /beta put\ndup 66/nine put',
      ),
    );
    expect([65, 66, 67].map(own)).toEqual(['β', '9', '']);
    expect(type1Encoding(program('/Encoding StandardEncoding def'))(0x27)).toBe('’');
    expect([0, 1, 2].map(type1Encoding(program('/Encoding [/beta /nine]')))).toEqual(['β', '9', '']);
    expect(type1Names(program('nothing'))).toEqual(new Map());
    expect(type1Names(program('% 100 (\n/N (100%) def /Encoding StandardEncoding def'))).toBe('standard');
  });

  it.each([
    ['a code of two names', '/Encoding 256 array dup 65 /one put dup 65 /nine put'],
    ['an encoding in a comment', '%/Encoding 256 array\n/Encoding StandardEncoding def'],
    ['two encodings', '/Encoding StandardEncoding def /Encoding 256 array dup 65 /one put'],
    ['a code in another notation', '/Encoding 256 array dup 8#101 /nine put'],
    ['an encoding of another kind', '/Encoding ISOLatin1Encoding def'],
    ['an encrypted part in a string', '(eexec) pop /Encoding StandardEncoding def'],
    ['an encrypted part in a comment', '% eexec\n/Encoding StandardEncoding def'],
    ['an encoding in a string', '(\\) ( ) /Encoding) pop /Encoding StandardEncoding def'],
    ['a string without an end', '/N (100%) ( def /Encoding StandardEncoding def'],
    ['an encoding behind a string', '/Encoding StandardEncoding def /N (100%) def /Encoding 2 array'],
    ['clear text of more than a mebibyte', `/Encoding StandardEncoding def${' '.repeat(1024 * 1024)}`],
  ])('Type 1: %s: what codes show is not known', (_, clear) => {
    expect(type1Names(program(clear))).toBe('unknown');
    expect(type1Encoding(program(clear))(65)).toBe('');
  });

  it('Type 1: without an encrypted part nothing is known of codes, nor of glyphs', () => {
    expect(type1Names(Buffer.from('/Encoding StandardEncoding def % currentfile eexec'))).toBe('unknown');
    expect(new Type1Glyphs(program('/Encoding StandardEncoding def')).read('one').outline).toBe('unread');
  });
});

describe('font programs made to exhaust', () => {
  /** One table of that tag. */
  const sfnt = (tag: string, table: number[] | Uint8Array): Uint8Array =>
    Uint8Array.from([
      ...big(0, 1, 1, 0, 0, 0),
      ...Buffer.from(tag),
      ...big(0, 0, 0, 28, table.length >>> 16, table.length & 0xffff),
      ...table,
    ]);

  it('a map of groups of four thousand million characters is looked at as far as its bound', () => {
    const group = big(0, 0, 0xffff, 0xffff, 0, 1);
    const map = [...big(12, 0, 0, 0, 0, 0, 0, 5000), ...Array.from({ length: 5000 }, () => group).flat()];
    const cmap = sfnt('cmap', [...big(0, 1, 3, 10, 0, 12), ...map]);
    const began = performance.now();
    expect(new TrueType(pdf(), cmap).characters(new Set([7]))).toEqual(new Map([[7, ['\u0006']]]));
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('asked again and again they spend the budget', () => {
    const group = big(0, 0, 0xffff, 0xffff, 0, 1);
    const cmap = sfnt('cmap', [...big(0, 1, 3, 10, 0, 12), ...big(12, 0, 0, 0, 0, 0, 0, 1), ...group]);
    const document = pdf();
    refuses('too_many_objects', () => {
      for (let font = 0; font < 100; font++) new TrueType(document, cmap).characters(new Set([7]));
    });
  });

  it('a `post` of millions of empty names keeps 65,536 of them', () => {
    const post = new Uint8Array(34 + 4_000_000);
    post.set([0, 2, 0, 0]);
    const table = sfnt('post', []);
    const file = new Uint8Array(28 + post.length);
    file.set(table);
    file.set([...big(post.length >>> 16, post.length & 0xffff)], 24);
    file.set(post, 28);
    expect(new TrueType(pdf(), file).characters(new Set([1])).size).toBe(0);
  });

  it('past 64 MB of all programs nothing is known of the next, and none is refused for it', () => {
    const numbers = [110, 120, 130, 140];
    const program = new Uint8Array(24 * 1024 * 1024);
    const document = open(
      writePdf({
        kind: 'table',
        objects: documentObjects({
          more: [
            flate(101, 'beginbfchar <41><0042> endbfchar'),
            ...numbers.flatMap((number) => [
              {
                number,
                body: `<</Subtype/TrueType/ToUnicode 101 0 R/FontDescriptor<</Flags 4/FontFile2 ${number + 1} 0 R>>>>`,
              },
              flate(
                number + 1,
                number === 140
                  ? testTrueType(GLYPHS, { map: [1, 0], codes: [65, 66], named: true })
                  : program,
              ),
            ]),
          ],
        }),
      }),
    );
    const known = (number: number): number => shownCharacters(document, ref(number), [65]).size;
    expect([140, 110, 120, 130, 140].map(known)).toEqual([1, 0, 0, 0, 0]);
  });

  it('glyphs within glyphs, sixty-four by sixty-four, are not read', () => {
    // Each glyph is made of the next one, sixty-four times, down to the last.
    const part = (of: number) => [
      ...big(0xffff, 0, 0, 0, 0),
      ...Array.from({ length: 64 }, () => big(0x22, of, 0)).flat(),
    ];
    const glyphs = Array.from({ length: 7 }, (_, index) => part(index + 1));
    const length = glyphs[0]?.length ?? 0;
    const tables: [string, number[]][] = [
      ['glyf', glyphs.flat()],
      ['head', [...big(0, 1, 0, 0, 0, 0, 0, 0, 0, 1000), ...new Array(30).fill(0), 0, 1, 0, 0]],
      ['loca', Array.from({ length: 8 }, (_, index) => big(0, index * length)).flat()],
      ['maxp', big(0, 1, 8)],
    ];
    const bodies = tables.map(([, body]) => body);
    const file = Uint8Array.from([
      ...big(0, 1, 4, 0, 0, 0),
      ...tables.flatMap(([tag, body], index) => [
        ...Buffer.from(tag),
        ...big(0, 0, 0, 76 + bodies.slice(0, index).flat().length, 0, body.length),
      ]),
      ...bodies.flat(),
    ]);
    const began = performance.now();
    expect(new TrueType(pdf(), file).outline(0)).toBe('unread');
    expect(performance.now() - began).toBeLessThan(1000);
  });

  it('subroutines that call each other end', () => {
    const calls = (own: number): number[] => [
      ...Array.from({ length: 20 }, () => [own + 139 - 107, 10]).flat(),
      11,
    ];
    const routines = Array.from({ length: 10 }, (_, own) => new FontBytes(Uint8Array.from(calls(own + 1))));
    const reader = new Charstring2(THOUSANDTHS, {
      local: (index) => routines[index + 107],
      global: () => undefined,
      standard: () => undefined,
    });
    const began = performance.now();
    expect(reader.run(new FontBytes(Uint8Array.from(calls(0))))).toBe(false);
    const one = new Charstring1(THOUSANDTHS, {
      subroutine: (index) => routines[index + 107],
      standard: () => undefined,
    });
    expect(one.run(new FontBytes(Uint8Array.from(calls(0))))).toBe(false);
    expect(performance.now() - began).toBeLessThan(1000);
  });

  it('any bytes are read without an error', () => {
    const document = pdf();
    const read = (bytes: Uint8Array): void => {
      const font = new TrueType(document, bytes);
      font.characters(new Set([0, 1, 2, 70_000]));
      font.symbolGlyphs(65);
      const cff = new Cff(document, bytes);
      expect(typeof cff.glyph(1) + typeof cff.code(65) + typeof type1Encoding(bytes)(65)).toBe(
        'stringstringstring',
      );
      for (const outline of [cff.outline(1), font.outline(1), new Type1Glyphs(bytes).read('zero').outline]) {
        expect(outline === undefined || outline === 'unread' || Array.isArray(outline)).toBe(true);
      }
    };
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), read), { numRuns: 300 });
    const programs = [testTrueType(GLYPHS, { named: true }), testCff(GLYPHS, [48, 97]), testType1(GLYPHS)];
    const change = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...programs), change, (program, changes) => {
        const bytes = Uint8Array.from(program);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        read(bytes);
      }),
      { numRuns: 300 },
    );
  });
});
