import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { loadFont } from '../../src/content/font/font.ts';
import { glyphText } from '../../src/content/font/glyphnames.ts';
import { open } from '../support.ts';
import { ascii, bytes, flate, fontOf, ref, toUnicode } from './fonts.ts';

describe('widths of simple fonts', () => {
  it('are those of /Widths from /FirstChar on, elsewhere /MissingWidth', () => {
    const font = fontOf(
      '<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Own/FirstChar 65/LastChar 67/Widths[500 600.5 102 0 R]' +
        '/FontDescriptor<</MissingWidth 333/Ascent 900/Descent -250/Flags 32>>>>',
      [{ number: 102, body: '700' }],
    );
    expect(font.measure(ascii('ABC'))).toEqual({ advance: 1800.5, codes: 3, spaces: 0 });
    expect(font.measure(ascii('Z @')).advance).toBe(999);
    expect(font).toMatchObject({ name: 'Own', kind: 'simple', vertical: false, ascent: 900, descent: -250 });
    expect(font.object).toBe(100);
  });

  it.each([
    ['Helvetica', 'Hello, World 10 €', 'WinAnsiEncoding', 7669],
    ['Helvetica-BoldOblique', 'AVÅß', 'WinAnsiEncoding', 2722],
    ['Times-Roman', 'fi–Æ', 'WinAnsiEncoding', 2000],
    ['Times-BoldItalic', 'Quick', 'WinAnsiEncoding', 2500],
    ['Courier', 'any', 'MacRomanEncoding', 1800],
    ['Arial,Bold', 'AB', 'WinAnsiEncoding', 1444],
    ['TimesNewRomanPS-ItalicMT', 'AB', 'WinAnsiEncoding', 1222],
  ])('of %s, without /Widths, are those of the standard font', (name, text, encoding, advance) => {
    const codes = bytes(...[...text].map((character) => WIN_ANSI.get(character) ?? character.charCodeAt(0)));
    const font = fontOf(`<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/${encoding}>>`);
    expect(font.measure(codes).advance).toBe(advance);
  });

  const WIN_ANSI = new Map([
    ['€', 128],
    ['–', 150],
  ]);

  it('of Symbol and ZapfDingbats go by their own encodings', () => {
    const symbol = fontOf('<</Type/Font/Subtype/Type1/BaseFont/Symbol>>');
    expect(symbol.text(ascii('abW'))).toBe('αβΩ');
    expect(symbol.measure(ascii('abW')).advance).toBe(631 + 549 + 768);
    const dingbats = fontOf(
      '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats/Encoding<</Differences[65/a20/a73]>>>>',
    );
    expect(dingbats.text(ascii('4AB'))).toBe('✔✔■');
    expect(dingbats.measure(ascii('4A')).advance).toBe(846 * 2);
  });

  it('of Type 3 fonts are scaled by /FontMatrix, and each code has its drawing', () => {
    const font = fontOf(
      '<</Type/Font/Subtype/Type3/FontBBox[0 -2 10 8]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 97/LastChar 98' +
        '/Widths[10 5]/Encoding<</Differences[97/box/eacute]>>/CharProcs<</box 101 0 R/eacute 101 0 R>>/Resources<<>>>>',
      [flate(101, '10 0 d0 0 0 10 8 re f')],
    );
    expect(font.kind).toBe('type3');
    expect(font.measure(ascii('ab')).advance).toBeCloseTo(1500);
    expect([font.ascent, font.descent]).toEqual([800, -200]);
    expect(font.text(ascii('abc'))).toBe('�é�');
    expect(font.drawings?.procedure(97)).toMatchObject({ type: 'ref', number: 101 });
    expect(font.drawings?.procedure(99)).toBeUndefined();
  });
});

describe('text of simple fonts', () => {
  it('is what ToUnicode says, before the encoding: single codes, ranges, arrays, ligatures, surrogates', () => {
    const font = fontOf(
      '<</Type/Font/Subtype/Type1/BaseFont/X/Encoding/WinAnsiEncoding/ToUnicode 101 0 R>>',
      [
        flate(
          101,
          toUnicode(
            '1 begincodespacerange <00><FF> endcodespacerange\n' +
              '2 beginbfchar <41><00660066> <42> <D835DC00> endbfchar\n' +
              '2 beginbfrange <43><45><0391> <46><47>[<0031> <00320033>] endbfrange',
          ),
        ),
      ],
    );
    expect(font.text(ascii('ABCDEFGHé'))).toBe('ff𝐀ΑΒΓ123Hé');
  });

  it('goes by /Differences over the base encoding', () => {
    const font = fontOf(
      '<</Type/Font/Subtype/Type1/BaseFont/X/Encoding<</BaseEncoding/MacRomanEncoding' +
        '/Differences[65/Omegatonos/afii10017 70/uni20AC/u1D7D8/g12/f_i/a.sc]>>>>',
    );
    expect(font.text(bytes(65, 66, 67, 70, 71, 72, 73, 74, 0x80))).toBe('ΏАC€𝟘�fiaÄ');
  });

  it.each([
    ['eacute', 'é'],
    ['Zcaron', 'Ž'],
    ['uhungarumlaut', 'ű'],
    ['dieresistonos', '΅'],
    ['iotadieresistonos', 'ΐ'],
    ['sigma1', 'ς'],
    ['Omega', 'Ω'],
    ['afii10071', 'ё'],
    ['afii10097', 'я'],
    ['afii61352', '№'],
    ['oneoldstyle', '1'],
    ['uni03B103B2', 'αβ'],
    ['Euro.tnum', '€'],
  ])('knows the glyph name %s', (name, text) => expect(glyphText(name)).toBe(text));

  it.each([
    '',
    '.notdef',
    'g12',
    'cid123',
    'glyph7',
    'C0001',
    'a20',
    'f_g12',
    'u110000',
    'afii99999',
    'constructor',
  ])('makes nothing of the glyph name %j', (name) => expect(glyphText(name)).toBeUndefined());
});

describe('composite fonts', () => {
  const type0 = (descendant: string, entries: string): string =>
    `<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Two/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Two${descendant}>>]${entries}>>`;

  it('take widths from /W by CID, others from /DW', () => {
    const font = fontOf(type0('/DW 800/W[1[500 600] 5 7 250]', '/Encoding/Identity-H'));
    expect(font.measure(bytes(0, 1, 0, 2, 0, 3)).advance).toBe(1900);
    expect(font.measure(bytes(0, 4, 0, 5, 0, 7, 0, 8)).advance).toBe(2100);
    expect(font.measure(bytes(0, 32)).spaces).toBe(0);
    expect(font.codes(bytes(1, 2, 3))).toEqual([
      { code: 258, length: 2 },
      { code: 3, length: 1 },
    ]);
    expect(font).toMatchObject({ name: 'Two', kind: 'composite', vertical: false });
  });

  it('in vertical writing take heights from /W2 and /DW2, downwards below 0', () => {
    const font = fontOf(type0('/DW2[880 -900]/W2[1[-500 250 800]]', '/Encoding/Identity-V'));
    expect(font.vertical).toBe(true);
    expect(font.measure(bytes(0, 1, 0, 2)).advance).toBe(-1400);
  });

  it('are cut and mapped by an embedded CMap, with what it uses', () => {
    const more = [
      flate(
        101,
        '/Mixed-H usecmap 2 begincodespacerange <00><80> <8140><9FFC> endcodespacerange ' +
          '1 begincidrange <8140><8142> 10 endcidrange 1 begincidchar <41> 20 endcidchar',
        '/UseCMap 102 0 R',
      ),
      flate(102, '1 begincidrange <42><43> 30 endcidrange'),
    ];
    const font = fontOf(type0('/W[10[1 2 3] 20[4] 30[5 6]]/DW 0', '/Encoding 101 0 R'), more);
    expect(font.measure(bytes(0x41, 0x81, 0x42, 0x42, 0x43, 0x20))).toEqual({
      advance: 18,
      codes: 5,
      spaces: 1,
    });
  });

  it.each([
    ['90ms-RKSJ-H', [0x41, 0x82, 0xa0, 0xb1], [1, 2, 1], 'A��'],
    ['GBK-EUC-H', [0x41, 0xb0, 0xa1], [1, 2], 'A�'],
    ['UniJIS-UTF16-H', [0x00, 0x41, 0xd8, 0x40, 0xdc, 0x0b], [2, 4], 'A𠀋'],
    ['UniGB-UCS2-V', [0x4e, 0x2d], [2], '中'],
    ['GBK2K-V', [0x81, 0x30, 0x81, 0x30], [4], '�'],
    ['H', [0x30, 0x21], [2], '�'],
  ])('of the predefined CMap %s have codes of its lengths', (name, codes, lengths, text) => {
    const font = fontOf(type0('', `/Encoding/${name}`));
    expect(font.codes(bytes(...codes)).map(({ length }) => length)).toEqual(lengths);
    expect(font.text(bytes(...codes))).toBe(text);
    expect(font.vertical).toBe(name.endsWith('V'));
  });

  it('have the text of ToUnicode, `�` elsewhere', () => {
    const cmap = toUnicode('1 beginbfrange <0001><0003><03B1> endbfrange');
    const font = fontOf(type0('', '/Encoding/Identity-H/ToUnicode 101 0 R'), [flate(101, cmap)]);
    expect(font.text(bytes(0, 1, 0, 3, 0, 4))).toBe('αγ�');
  });
});

describe('loadFont', () => {
  it('reads a font once for a document', () => {
    const pdf = open(writePdf({ kind: 'table', objects: documentObjects() }));
    const font = loadFont(pdf, ref(3));
    expect(font).toBeDefined();
    expect(loadFont(pdf, ref(3))).toBe(font);
    expect(loadFont(pdf, ref(99))).toBeUndefined();
  });

  it.each([
    '<<>>',
    '<</Type/Font/Subtype/Type0>>',
    '<</Type/Font/Subtype/Type0/DescendantFonts 3/Encoding[]>>',
    '<</Subtype/Type3/CharProcs 5/FontMatrix[1]/Encoding/X>>',
    '<</Subtype/TrueType/Widths[(a)/b null]/FirstChar -7/FontDescriptor 100 0 R/Encoding 100 0 R/ToUnicode 100 0 R>>',
    '<</Subtype/Type1/Widths[1 2]/FirstChar .5/FontDescriptor<</FontBBox[0 1e 2]>>>>',
    '<</Subtype/Type0/DescendantFonts[<</W[1 2]/DW(x)>>]/Encoding/Nothing-H/ToUnicode/Identity-H>>',
  ])('estimates what an odd font leaves open: %s', (body) => {
    const font = fontOf(body.replace('1e', '1'));
    const { advance, codes } = font.measure(ascii('Aa1 '));
    expect(Number.isFinite(advance)).toBe(true);
    expect(codes).toBeGreaterThan(0);
    expect(font.text(ascii('Aa1 ')).length).toBeGreaterThan(0);
    expect(font.ascent).toBeGreaterThan(font.descent);
  });

  it('takes a broken ToUnicode as none', () => {
    const font = fontOf('<</Subtype/Type1/BaseFont/Helvetica/ToUnicode 101 0 R>>', [
      { number: 101, body: '<</Length 9999>>\nstream\nxx\nendstream' },
    ]);
    expect(font.text(ascii('ab'))).toBe('ab');
  });
});
