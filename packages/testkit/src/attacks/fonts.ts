import { documentObjects, streamBody, type TestObject, writePdf, type XrefKind } from '../pdf/index.ts';
import type { Attack } from './attack.ts';
import { type TestGlyph, testCff, testTrueType } from './fontprograms.ts';

/** A page on which a font (object 100) shows a string; numbers from 101 up are free. */
interface FontPage {
  font: string;
  more?: TestObject[];
  /** The shown string as it is written; `(900)` by default. */
  shown?: string;
  /** The text's operators before it. */
  before?: string;
}

function fontDocument(
  { font, more = [], shown = '(900)', before = '' }: FontPage,
  kind: XrefKind,
): Uint8Array {
  const content = `BT /F2 24 Tf 72 700 Td ${before} ${shown} Tj ET`;
  const objects = documentObjects({ more: [{ number: 100, body: font }, ...more] }).map((object) => {
    if (object.number === 5) return { number: 5, body: streamBody(content, '', 'flate') };
    if (object.number !== 4) return object;
    const body = String(object.body).replace('/F1 3 0 R', '/F1 3 0 R/F2 100 0 R');
    return { number: 4, body };
  });
  return writePdf({ kind, objects });
}

/** ToUnicode: code and text in hexadecimal. */
const map = (...pairs: [code: string, text: string][]): TestObject => ({
  number: 101,
  body: streamBody(
    `/CIDInit/ProcSet findresource begin begincmap\n1 begincodespacerange <00><FF> endcodespacerange\n` +
      `${pairs.length} beginbfchar\n${pairs.map(([code, text]) => `<${code}><${text}>`).join('\n')}\nendbfchar\nendcmap end`,
    '',
    'flate',
  ),
});
const helvetica = (entries: string): string =>
  `<</Type/Font/Subtype/Type1/BaseFont/Helvetica${entries}/ToUnicode 101 0 R>>`;
const WIN = '/Encoding/WinAnsiEncoding';
const differences = (names: string): string =>
  `/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[${names}]>>`;
/** 9 shows the digit one. */
const SHOWS_ONE = differences('57/one');
const COPIES_NINE = map(['39', '0039'], ['30', '0030']);

const program = (bytes: Buffer, entries = ''): TestObject => ({
  number: 103,
  body: streamBody(bytes, entries, 'flate'),
});
const descriptor = (file: string, flags: number): TestObject => ({
  number: 102,
  body: `<</Type/FontDescriptor/FontName/Own/Flags ${flags}/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80/FontBBox[0 -200 500 800]/${file} 103 0 R>>`,
});
const own = (subtype: string, entries: string): string =>
  `<</Type/Font/Subtype/${subtype}/BaseFont/ABCDEF+Own/FirstChar 48/LastChar 57/Widths[${'500 '.repeat(10)}]/FontDescriptor 102 0 R${entries}>>`;
const composite = (entries: string, subtype = 'CIDFontType2'): string =>
  `<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Own/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/${subtype}` +
  `/BaseFont/ABCDEF+Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500/FontDescriptor 102 0 R${entries}>>]/ToUnicode 101 0 R>>`;

const DIGITS: TestGlyph[] = [
  { name: 'zero', character: '0' },
  { name: 'one', character: '1' },
];
/** Glyph 2 is the digit one, glyph 1 zero: shown 100. */
const GLYPHS = '<000200010001>';
const CIDS = map(['0002', '0039'], ['0001', '0030']);

const attacks: Record<string, FontPage> = {
  'names of glyphs that the text map contradicts': { font: helvetica(SHOWS_ONE), more: [COPIES_NINE] },
  'an encoding that the text map contradicts': { font: helvetica(WIN), more: [map(['39', '0031'])] },
  'a text map by ranges': {
    font: helvetica(WIN),
    more: [{ number: 101, body: streamBody('1 beginbfrange <30><39><0031> endbfrange', '', 'flate') }],
  },
  'letters exchanged': {
    font: helvetica(WIN),
    more: [map(['61', '0062'], ['62', '0061'])],
    shown: '(ab)',
  },
  'Greek letters exchanged': {
    font: helvetica(differences('97/alpha/beta')),
    more: [map(['61', '03B2'], ['62', '03B1'])],
    shown: '(ab)',
  },
  'euro for pounds': { font: helvetica(WIN), more: [map(['80', '00A3'])], shown: '<80>' },
  'the character map of a TrueType program': {
    font: composite('/CIDToGIDMap/Identity'),
    more: [CIDS, descriptor('FontFile2', 4), program(testTrueType(DIGITS))],
    shown: GLYPHS,
  },
  'the names of a TrueType program': {
    font: composite('/CIDToGIDMap/Identity'),
    more: [
      CIDS,
      descriptor('FontFile2', 4),
      program(testTrueType([{ name: 'zero' }, { name: 'one' }], { named: true })),
    ],
    shown: GLYPHS,
  },
  'glyphs chosen by a map of their own': {
    font: composite('/CIDToGIDMap 104 0 R'),
    more: [
      map(['0009', '0039'], ['0000', '0030']),
      descriptor('FontFile2', 4),
      program(testTrueType(DIGITS)),
      {
        number: 104,
        body: streamBody(Buffer.from([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2])),
      },
    ],
    shown: '<000900000000>',
  },
  'a TrueType program with symbol codes': {
    font: own('TrueType', WIN),
    more: [
      descriptor('FontFile2', 4),
      program(testTrueType(DIGITS, { map: [3, 0], codes: [0xf030, 0xf039], named: true })),
    ],
  },
  'the names of a CFF program': {
    font: own('Type1', '/ToUnicode 101 0 R'),
    more: [
      COPIES_NINE,
      descriptor('FontFile3', 4),
      program(testCff([{ name: 'zero' }, { name: 'one.lf' }], [48, 57]), '/Subtype/Type1C'),
    ],
  },
  'the names of a CFF program in a composite font': {
    font: composite('', 'CIDFontType0'),
    more: [CIDS, descriptor('FontFile3', 4), program(testCff(DIGITS), '/Subtype/CIDFontType0C')],
    shown: GLYPHS,
  },
  'the encoding of a Type 1 program': {
    font: own('Type1', '/ToUnicode 101 0 R'),
    more: [
      COPIES_NINE,
      descriptor('FontFile', 4),
      program(
        Buffer.from(
          '%!PS-AdobeFont-1.0: Own\n/Encoding 256 array\ndup 48 /zero put\ndup 57 /one put\nreadonly def\ncurrentdict end\ncurrentfile eexec\n',
        ),
        '/Length1 130/Length2 0/Length3 0',
      ),
    ],
  },
  'a character set of Unicode': {
    font:
      '<</Type/Font/Subtype/Type0/BaseFont/Own/Encoding/UniJIS-UCS2-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType0' +
      '/BaseFont/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>>>]/ToUnicode 101 0 R>>',
    more: [map(['0031', '0039'])],
    shown: '<003100300030>',
  },
};

/** What everyday writers leave behind: shown and copied alike, or nothing is known. */
const harmless: Record<string, FontPage> = {
  'a text map that agrees': { font: helvetica(WIN), more: [COPIES_NINE] },
  'no text map': { font: helvetica('').replace('/ToUnicode 101 0 R', '') },
  ligatures: {
    font: helvetica(differences('1/fi/f_f_i')),
    more: [map(['01', '00660069'], ['02', 'FB03'])],
    shown: '<0102>',
  },
  'small capitals and old-style digits': {
    font: helvetica(differences('97/Asmall/oneoldstyle/b.sc')),
    more: [map(['61', '0061'], ['62', '0031'], ['63', '0042'])],
    shown: '(abc)',
  },
  'names that say nothing': {
    font: helvetica(differences('48/g12/c34/cid57/glyph1/G05/a20')),
    more: [
      map(['30', '0041'], ['31', '0042'], ['32', '0043'], ['33', '0044'], ['34', '0045'], ['35', '0046']),
    ],
    shown: '(012345)',
  },
  'Greek under Latin names': {
    font: helvetica(differences('65/Aacute/b/mu')),
    more: [map(['41', '03AC'], ['42', '03B2'], ['43', '03BC'])],
    shown: '(ABC)',
  },
  'blanks, hyphens and dashes': {
    font: helvetica(differences('32/nbspace/hyphen/endash/sfthyphen')),
    more: [map(['20', '0020'], ['21', '2010'], ['22', '002D'], ['23', '00AD'])],
    shown: '( !"#)',
  },
  'forms of compatibility': {
    font: helvetica(differences('65/A/Omega/mu/onesuperior/uni212B')),
    more: [map(['41', 'D835DC00'], ['42', '2126'], ['43', '00B5'], ['44', '0031'], ['45', '00C5'])],
    shown: '(ABCDE)',
  },
  'private use': {
    font: helvetica(differences('65/A/B/uniF731')),
    more: [map(['41', 'E000'], ['42', 'F8FF'], ['43', '0031'])],
    shown: '(ABC)',
  },
  'letters and digits that look alike': {
    font: helvetica(differences('65/O/I/l/Alpha')),
    more: [map(['41', '0030'], ['42', '006C'], ['43', '0031'], ['44', '0041'])],
    shown: '(ABCD)',
  },
  'contradictions in codes that nothing shows': { font: helvetica(WIN), more: [map(['41', '0042'])] },
  'contradictions in text that is never painted': {
    font: helvetica(SHOWS_ONE),
    more: [COPIES_NINE],
    before: '3 Tr',
  },
  'names of Type 3 glyphs': {
    font:
      '<</Type/Font/Subtype/Type3/FontBBox[0 0 700 700]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 57/LastChar 57/Widths[700]' +
      '/Encoding<</Differences[57/A]>>/CharProcs<</A 102 0 R>>/Resources<<>>/ToUnicode 101 0 R>>',
    more: [map(['39', '0042']), { number: 102, body: streamBody('700 0 d0 0 0 600 600 re f') }],
  },
  'a sign that has several characters': {
    font: composite('/CIDToGIDMap/Identity'),
    more: [
      map(['0001', '0041'], ['0002', '0391']),
      descriptor('FontFile2', 4),
      program(
        testTrueType(
          [
            { name: 'A', character: 'Α' },
            { name: 'A', character: 'Z' },
          ],
          { named: true },
        ),
      ),
    ],
    shown: '<00010002>',
  },
};

const made = (pages: Record<string, FontPage>, kinds: string[]): Attack[] =>
  Object.entries(pages).map(([name, page]) => ({
    name,
    bytes: (kind = 'table') => fontDocument(page, kind),
    expect: kinds,
  }));

/** Fonts that show something else than what is copied. */
export const fontAttacks: readonly Attack[] = made(attacks, ['text_map_mismatch']);
export const harmlessFonts: readonly Attack[] = made(harmless, []);
