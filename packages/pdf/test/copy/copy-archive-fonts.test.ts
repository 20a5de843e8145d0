import {
  judgedByVerapdf,
  streamBody,
  type TestObject,
  testCff,
  testTrueType,
  testType1,
  verapdfHome,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { HIGH, OTHERS, recognised, scanOf, WIDE } from '../hidden-scans.ts';
import { claimOf, DIGITS, descriptor, document, program, type Shown, simple, unicode } from './archived.ts';
import { contents, copied } from './copied.ts';

const TOLD = '/ToUnicode 101 0 R';
const told = unicode({ '30': '0030', '31': '0031' });
const font = (...more: TestObject[]): Shown => ({ more });
/** The map of a font of signs (3,0), and one of Unicode. */
const symbols = testTrueType(DIGITS, { map: [3, 0], codes: [0xf030, 0xf031] });

const composite = (entries: string, descendant = 'CIDFontType2', encoding = '/Identity-H'): TestObject => ({
  number: 100,
  body:
    `<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Own/Encoding${encoding}/DescendantFonts[<</Type/Font/Subtype/${descendant}` +
    `/BaseFont/ABCDEF+Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 102 0 R${entries}>>]${TOLD}>>`,
});
const READERS: TestObject = {
  number: 100,
  body: '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>',
};
const SCANNED: TestObject = {
  number: 110,
  body: streamBody(
    scanOf(OTHERS),
    `/Type/XObject/Subtype/Image/Width ${WIDE}/Height ${HIGH}/ColorSpace/DeviceGray/BitsPerComponent 8`,
    'flate',
  ),
};
const wide = (codes: string, ...more: TestObject[]): Shown => ({
  content: `BT /F1 24 Tf 72 700 Td <${codes}> Tj ET`,
  more: [unicode({ '0001': '0030', '0002': '0031', '0003': '0032' }, 4), descriptor('FontFile2', 4), ...more],
});
/** A map that says of all codes from 1 on what follows a character. */
const range = (first: string, codes = '<0001> <00F0>', more = ''): TestObject => ({
  number: 101,
  body: streamBody(
    'begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange\n' +
      `${more === '' ? 1 : 2} beginbfrange ${codes} <${first}> ${more} endbfrange endcmap`,
  ),
});
const cidProgram = program(testTrueType(DIGITS.map(({ name }) => ({ name }))));

const type3 = (entries: string): TestObject => ({
  number: 100,
  body:
    '<</Type/Font/Subtype/Type3/FontBBox[0 0 500 700]/FontMatrix[0.001 0 0 0.001 0 0]/FirstChar 48/LastChar 49' +
    `/Widths[500 500]/CharProcs<</a 110 0 R/b 110 0 R>>/Encoding<</Type/Encoding/Differences[48/a/b]>>${entries}>>`,
});
const glyph: TestObject = {
  number: 110,
  body: '<</Length 37>>\nstream\n500 0 0 0 500 700 d1 50 0 400 700 re f\nendstream',
};

/** Fonts that a copy may hold and still be PDF/A-2u. */
const ALLOWED: Record<string, Shown> = {
  'a TrueType font of letters': {},
  'a TrueType font of signs': font(
    simple('TrueType', TOLD),
    told,
    descriptor('FontFile2', 4),
    program(symbols),
  ),
  'names of the list': font(
    simple('TrueType', '/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[48/zero/one]>>'),
  ),
  'a Type 1 font': font(simple('Type1', ''), descriptor('FontFile', 4), program(testType1(DIGITS))),
  'a CFF font': font(
    simple('Type1', '/Encoding/WinAnsiEncoding', '0 0'),
    descriptor('FontFile3', 32),
    program(testCff(DIGITS), '/Subtype/Type1C'),
  ),
  'a composite font': wide('00010002', composite('/CIDToGIDMap/Identity/W[1[500 500]]'), cidProgram),
  'a composite font whose map of glyphs goes without saying': wide('0001', composite('/DW 500'), cidProgram),
  'a map whose range goes over a byte, which is taken apart': {
    ...wide('00010002', composite('/DW 500'), cidProgram),
    more: [composite('/DW 500'), descriptor('FontFile2', 4), cidProgram, range('00FF')],
  },
  'a font that is drawn': font(type3(TOLD), told, glyph),
  'widths that are rounded': font(simple('TrueType', '/Encoding/WinAnsiEncoding', '499 501')),
  'a font of the reader, in text behind a scan that paints nothing': {
    content: `q 595 0 0 842 0 0 cm /Im Do Q ${recognised(OTHERS)}`,
    resources: '/XObject<</Im 110 0 R>>',
    more: [READERS, SCANNED],
  },
};
/** Those that it must not hold. */
const WITHHOLDING: Record<string, Shown> = {
  'a font of the reader': font(READERS),
  'a font of the reader without widths, behind a scan as well': {
    ...ALLOWED['a font of the reader, in text behind a scan that paints nothing'],
    more: [{ number: 100, body: String(READERS.body).replace('Courier', 'CourierNew') }, SCANNED],
  },
  'a width that is another': font(simple('TrueType', '/Encoding/WinAnsiEncoding', '500 502')),
  'a width that is missing': font(simple('TrueType', '/Encoding/WinAnsiEncoding', '500')),
  'a width of a composite font that is another': wide('0001', composite('/DW 510'), cidProgram),
  'a width of a Type 1 font that is another': font(
    simple('Type1', '', '500 510'),
    descriptor('FontFile', 4),
    program(testType1(DIGITS)),
  ),
  'a code without a glyph': { content: 'BT /F1 24 Tf 72 700 Td (012) Tj ET' },
  'a code of a composite font without a glyph': wide('00010003', composite('/DW 500'), cidProgram),
  'the sign for a missing glyph': {
    ...wide('00010000', composite('/DW 500'), cidProgram),
  },
  'a program of another format': font(program(testCff(DIGITS))),
  'a program that says that it is of another kind': wide(
    '0001',
    composite('/DW 500', 'CIDFontType0'),
    descriptor('FontFile3', 4),
    program(testCff(DIGITS), '/Subtype/Type1C'),
  ),
  'a font of signs with an encoding': font(
    simple('TrueType', `/Encoding/WinAnsiEncoding${TOLD}`),
    told,
    descriptor('FontFile2', 4),
    program(symbols),
  ),
  'a font of letters without an encoding': font(simple('TrueType', TOLD), told),
  'a font of letters that has signs alone': font(
    simple('TrueType', '/Encoding/WinAnsiEncoding'),
    program(symbols),
  ),
  'names that are on no list': font(
    simple('TrueType', '/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[48/zero/one.own]>>'),
    told,
  ),
  'a font of signs of which nothing tells the text': font(
    simple('TrueType', ''),
    descriptor('FontFile2', 4),
    program(symbols),
  ),
  'a map that leaves a code out': font(
    simple('TrueType', TOLD),
    unicode({ '30': '0030' }),
    descriptor('FontFile2', 4),
    program(symbols),
  ),
  'a map of several ranges, one of which goes over a byte': {
    ...wide('0001', composite('/DW 500'), cidProgram),
    more: [
      composite('/DW 500'),
      descriptor('FontFile2', 4),
      cidProgram,
      range('0030', '<0001> <01FF>', '<0200> <0200> <0041>'),
    ],
  },
  'a map whose range goes over the last character': {
    ...wide('00010002', composite('/DW 500'), cidProgram),
    more: [composite('/DW 500'), descriptor('FontFile2', 4), cidProgram, range('FFFF')],
  },
  'a map that says nothing of a code': font(type3(TOLD), unicode({ '30': '0030', '31': '0000' }), glyph),
  'a map that says a mark of order of a code': font(
    type3(TOLD),
    unicode({ '30': '0030', '31': 'FEFF' }),
    glyph,
  ),
  'a composite font without a map': wide(
    '0001',
    { ...composite('/DW 500'), body: String(composite('/DW 500').body).replace(TOLD, '') },
    cidProgram,
  ),
  'codes whose meaning readers know alone': wide(
    '0001',
    composite('/DW 500', 'CIDFontType2', '/UniJIS-UCS2-H'),
    cidProgram,
  ),
  'text in the font of whatever draws it': {
    content: 'BT /F1 24 Tf 72 700 Td (0) Tj ET /Fm Do',
    resources: '/XObject<</Fm 110 0 R>>',
    more: [
      {
        number: 110,
        body: '<</Type/XObject/Subtype/Form/BBox[0 0 500 800]/Length 26>>\nstream\nBT 72 600 Td (1) Tj ET    \nendstream',
      },
    ],
  },
};

describe('CPY-2 a safe copy claims PDF/A-2u', () => {
  it.each(Object.entries(ALLOWED))('with %s', (_, shown) => {
    expect(claimOf(shown)).toBe('2u');
  });

  it.skipIf(verapdfHome === undefined)(
    verapdfHome === undefined ? 'skipped: veraPDF not installed' : 'and conforms, by veraPDF',
    { timeout: 300_000 },
    () => {
      const jobs = Object.entries(ALLOWED).map(([name, shown]) => ({
        name,
        flavour: '2u',
        bytes: copied(document(shown)).bytes,
      }));
      const verdicts = judgedByVerapdf(jobs, verapdfHome ?? '');
      expect(verdicts.filter(({ conforms }) => !conforms)).toEqual([]);
    },
  );
});

describe('CPY-2 a safe copy claims nothing', () => {
  it('for a font of the reader, but text behind a scan is kept all the same', () => {
    const scanned = ALLOWED['a font of the reader, in text behind a scan that paints nothing'];
    expect(contents(copied(document(scanned ?? {})).bytes)[0]).toContain('Each of them');
  });

  it.each(Object.entries(WITHHOLDING))('with %s', (_, shown) => {
    expect(claimOf(shown)).toBeUndefined();
  });
});
