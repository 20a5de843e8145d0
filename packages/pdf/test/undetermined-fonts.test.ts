import {
  documentObjects,
  streamBody,
  type TestObject,
  testCff,
  testTrueType,
  writePdf,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of a page that shows a string in a font without a program. */
function told(font: string, shown: string, one = '0014', own: TestObject[] = []): string[] {
  const map = `begincmap 1 begincodespacerange <0000><FFFF> endcodespacerange 2 beginbfchar <0013><0030> <${one}><0031> endbfchar`;
  const more: TestObject[] = [
    { number: 100, body: `<</Type/Font${font}>>` },
    { number: 101, body: streamBody(map) },
    ...own,
  ];
  const content = `BT /F2 12 Tf 72 700 Td ${shown} Tj ET`;
  const objects = documentObjects({ pages: [{ content }], more }).map((object) =>
    object.number === 4
      ? { number: 4, body: String(object.body).replace('/F1 3 0 R', '/F2 100 0 R') }
      : object,
  );
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind !== 'web_link')
    .map(({ kind, excerpt }) => `${kind} ${excerpt}`);
}

const composite = (name: string, ordering = 'Identity'): string =>
  `/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/ToUnicode 101 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2` +
  `/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 0>>/DW 600>>]`;
const simple = (name: string, encoding: string): string =>
  `/Subtype/Type1/BaseFont/${name}${encoding === '' ? '' : `/Encoding${encoding.startsWith('<<') ? '' : '/'}${encoding}`}`;

describe('UP-6: a CMap that goes by no name of ISO 32000-2 Table 116', () => {
  const named = (name: string): string => composite('Strange').replace('Identity-H', name);

  it.each(['Foo-H', 'Identity-X', 'UniGB'])('%s', (name) =>
    expect(told(named(name), '<00130014>')).toEqual(['ambiguous_syntax Strange']),
  );
  it.each(['Identity-H', 'UniGB-UCS2-H', '90ms-RKSJ-H'])('SGN-7: none of %s', (name) =>
    expect(told(named(name), '<00130014>')).not.toContain('ambiguous_syntax Strange'),
  );
});

describe('UP-6: a font without a program', () => {
  it('of letters of an encoding where it has signs: each reader shows them in its own way', () => {
    expect(told(simple('Symbol', 'WinAnsiEncoding'), '(The price)')).toEqual(['ambiguous_syntax Symbol']);
  });

  it('of glyphs by number, which a standard font has for other digits than they are copied as', () => {
    expect(told(composite('ArialMT'), '<001C0013>', '001C')).toEqual(['text_map_mismatch 9→1']);
  });

  it.each(['uni0039', 'u0037', 'seven.alt', 'sevensuperior', 'uni00370038', 'seven_one'])(
    'of a digit that is called %s: readers show another one, or nothing',
    (name) => {
      const encoding = `<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[49/${name}]>>`;
      expect(told(simple('Helvetica', encoding), '(The price is 100)')).toContain(
        'ambiguous_syntax Helvetica',
      );
      expect(told(simple('Helvetica', encoding), '(The price)')).toEqual([]);
    },
  );

  it.each([
    ['glyphs by number that are those digits', composite('ArialMT'), '<00140013>', '0014'],
    ['glyphs of a font of another order', composite('Calibri'), '<001C0013>', '001C'],
    ['signs of a font of signs', simple('Symbol', ''), '(abcdef)', '0014'],
    ['a sign that an encoding calls a letter', simple('ZapfDingbats', 'WinAnsiEncoding'), '(4 n l)', '0014'],
    [
      'digits by their names, be they of their codes',
      simple('Helvetica', '<</Type/Encoding/Differences[49/one.oldstyle/two/uni0033 65/uni0391/g20]>>'),
      '(The price is 123 A)',
      '0014',
    ],
    ['letters of a font of letters', simple('Helvetica', 'WinAnsiEncoding'), '(The price)', '0014'],
  ])('SGN-7: none of %s', (_, font, shown, one) => expect(told(font, shown, one)).toEqual([]));
});

describe('UP-6: a composite font of which readers take the codes or the direction in several ways', () => {
  /** Of a CMap of its own, and a map to glyphs. */
  const toldOf = (
    cmap: { data: string; entries?: string },
    kind = '2',
    pairs = '',
    program: 'CFF' | 'OpenType' | 'TrueType' | undefined = undefined,
  ): string[] => {
    const spaces = 'begincmap 1 begincodespacerange <0000><FFFF> endcodespacerange';
    const font =
      '/Subtype/Type0/BaseFont/Own/Encoding 102 0 R/ToUnicode 101 0 R/DescendantFonts[<</Type/Font' +
      `/Subtype/CIDFontType${kind}/BaseFont/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
      `/DW 600${pairs === '' ? '' : '/CIDToGIDMap 103 0 R'}` +
      `${program === undefined ? '' : `/FontDescriptor<</Type/FontDescriptor/FontName/Own/Flags 4/FontFile${program === 'TrueType' ? 2 : 3} 104 0 R>>`}>>]`;
    const glyphs = Array.from({ length: 32 }, (_, at) => ({
      name: `g${at}`,
      character: String.fromCharCode(0x4e00 + at),
    }));
    const cff = testCff(glyphs);
    const programs = {
      CFF: streamBody(cff, '/Subtype/CIDFontType0C'),
      OpenType: streamBody(testTrueType(glyphs, { cff }), '/Subtype/OpenType'),
      TrueType: streamBody(testTrueType(glyphs)),
    };
    return told(font, '<00140013>', '0014', [
      {
        number: 102,
        body: streamBody(`${spaces} ${cmap.data} endcmap`, `/CMapName/Own${cmap.entries ?? ''}`),
      },
      { number: 103, body: streamBody(Buffer.from(pairs, 'hex')) },
      { number: 104, body: programs[program ?? 'TrueType'] },
    ]).filter((one) => one.startsWith('ambiguous_syntax'));
  };
  const ALL = '1 begincidrange <0000><FFFF> 0 endcidrange';
  const BUT_ONE = '2 begincidrange <0000><0013> 0 <0015><FFFF> 21 endcidrange';
  const glyphs = (of: (cid: number) => number): string =>
    Array.from({ length: 32 }, (_, cid) => of(cid).toString(16).padStart(4, '0')).join('');
  const same = glyphs((cid) => cid);
  const exchanged = glyphs((cid) => (cid === 0x13 ? 0x14 : cid === 0x14 ? 0x13 : cid));

  it.each<[string, Parameters<typeof toldOf>]>([
    ['down by its dictionary, across by its data', [{ data: `/WMode 0 def ${ALL}`, entries: '/WMode 1' }]],
    ['across by its dictionary, down by its data', [{ data: `/WMode 1 def ${ALL}`, entries: '/WMode 0' }]],
    ['down by its dictionary alone', [{ data: ALL, entries: '/WMode 1' }]],
    [
      'a range for codes without a glyph',
      [{ data: `${BUT_ONE} 1 beginnotdefrange <0014><0014> 9 endnotdefrange` }],
    ],
    ['a code without a glyph', [{ data: `${BUT_ONE} 1 beginnotdefchar <0014> 9 endnotdefchar` }]],
    ['a map to glyphs in a CIDFont that has none', [{ data: ALL }, '0', exchanged]],
    ['a map to the glyphs of a CFF program', [{ data: ALL }, '2', exchanged, 'CFF']],
    ['a map to the glyphs of a CFF program within OpenType', [{ data: ALL }, '2', exchanged, 'OpenType']],
  ])('%s', (_, args) => expect(toldOf(...args)).toEqual(['ambiguous_syntax Own']));

  it.each<[string, Parameters<typeof toldOf>]>([
    ['across by both', [{ data: `/WMode 0 def ${ALL}`, entries: '/WMode 0' }]],
    ['down by both', [{ data: `/WMode 1 def ${ALL}`, entries: '/WMode 1' }]],
    ['down by its data', [{ data: `/WMode 1 def ${ALL}` }]],
    ['ranges for other codes', [{ data: `${ALL} 1 beginnotdefrange <0000><001F> 1 endnotdefrange` }]],
    ['the sign for no glyph', [{ data: `${BUT_ONE} 1 beginnotdefrange <0014><0014> 0 endnotdefrange` }]],
    ['a map to the same glyphs', [{ data: ALL }, '0', same]],
    ['a map to glyphs in a CIDFont that has one', [{ data: ALL }, '2', exchanged]],
    ['a map to the glyphs of a TrueType program', [{ data: ALL }, '2', exchanged, 'TrueType']],
    ['a map to the same glyphs of a CFF program', [{ data: ALL }, '2', same, 'CFF']],
  ])('SGN-7: none of %s', (_, args) => expect(toldOf(...args)).toEqual([]));
});

describe('UP-6: an embedded font that does not say which glyphs its codes are', () => {
  const PROGRAM = testTrueType([
    { name: 'one', drawn: 'one', character: '1' },
    { name: 'zero', drawn: 'ring', character: '0' },
  ]);
  const embedded = (font: string, descriptor = 102): TestObject[] => [
    { number: 103, body: streamBody(PROGRAM, `/Length1 ${PROGRAM.length}`) },
    {
      number: descriptor,
      body: '<</Type/FontDescriptor/FontName/Own/Flags 32/FontBBox[0 0 500 700]/ItalicAngle 0/Ascent 700/Descent 0/CapHeight 700/StemV 80/FontFile2 103 0 R>>',
    },
    { number: 104, body: streamBody(Buffer.from([0, 0, 0, 1])) },
    { number: 105, body: streamBody(Buffer.from([0, 0, 0, 1, 0, 2])) },
    { number: 106, body: font },
  ];
  const composed = (entries: string, mapped: string): string[] =>
    told(
      `/Subtype/Type0/BaseFont/Own${entries}/ToUnicode 107 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Own/FontDescriptor 102 0 R` +
        `/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500${mapped}>>]`,
      '<00010002>',
      '0014',
      [
        ...embedded('null'),
        {
          number: 107,
          body: streamBody(
            '1 begincodespacerange <0000><ffff> endcodespacerange 2 beginbfchar <0001><0031> <0002><0030> endbfchar',
          ),
        },
      ],
    );
  const simple = (encoding: string): string[] =>
    told(
      `/Subtype/TrueType/BaseFont/Own/FirstChar 48/LastChar 49/Widths[500 500]/FontDescriptor 102 0 R/Encoding${encoding}`,
      '(10)',
      '0014',
      embedded('null'),
    );
  const H = '/Encoding/Identity-H';

  it('of no encoding', () => expect(composed('', '')).toContain('ambiguous_syntax Own'));
  it('of a map to glyphs that ends too early', () =>
    expect(composed(H, '/CIDToGIDMap 104 0 R')).toContain('ambiguous_syntax Own'));
  it.each(['g1', 'glyph1', 'cid00001', 'fooo'])('of a name that nobody knows: %s', (name) =>
    expect(simple(`<</BaseEncoding/WinAnsiEncoding/Differences[49/${name}]>>`)).toContain(
      'ambiguous_syntax Own',
    ),
  );

  it('SGN-7: none of others', () => {
    expect(composed(H, '')).toEqual([]);
    expect(composed(H, '/CIDToGIDMap 105 0 R')).toEqual([]);
    expect(simple('/WinAnsiEncoding')).toEqual([]);
    expect(simple('<</BaseEncoding/WinAnsiEncoding/Differences[49/one]>>')).toEqual([]);
  });
});
