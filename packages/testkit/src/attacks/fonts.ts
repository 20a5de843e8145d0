import { documentObjects, streamBody, type TestObject, writePdf, type XrefKind } from '../pdf/index.ts';
import type { Attack } from './attack.ts';
import { type SfntOptions, type TestGlyph, testCff, testTrueType, testType1 } from './fontprograms.ts';

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

/** The same page with a program in each format: simple and composite TrueType, CFF of both, Type 1. */
const drawnPages = (glyphs: TestGlyph[], text: string): Record<string, FontPage> => {
  const cids = glyphs.map((_, index) => (index + 1).toString(16).padStart(4, '0'));
  const simple = glyphs.map(({ character = '' }): [string, string] => [
    character.charCodeAt(0).toString(16),
    character.charCodeAt(0).toString(16).padStart(4, '0'),
  ]);
  const wide = map(...simple.map(([, text], index): [string, string] => [cids[index] ?? '', text]));
  const shown = `<${[...text].map((one) => cids[glyphs.findIndex(({ character }) => character === one)]).join('')}>`;
  const font = (subtype: string): string =>
    own(subtype, `${WIN}/ToUnicode 101 0 R`).replace(
      /FirstChar.*Widths\[[^\]]*\]/,
      `FirstChar 32/LastChar 126/Widths[${'500 '.repeat(95)}]`,
    );
  const plain = { shown: `(${text})` };
  return {
    'simple TrueType': {
      ...plain,
      font: font('TrueType'),
      more: [map(...simple), descriptor('FontFile2', 32), program(testTrueType(glyphs))],
    },
    'composite TrueType': {
      font: composite('/CIDToGIDMap/Identity'),
      more: [
        wide,
        descriptor('FontFile2', 4),
        program(testTrueType(glyphs.map(({ name, drawn = 'box' }) => ({ name, drawn })))),
      ],
      shown,
    },
    'simple CFF': {
      ...plain,
      font: font('Type1'),
      more: [map(...simple), descriptor('FontFile3', 4), program(testCff(glyphs), '/Subtype/Type1C')],
    },
    'composite CFF': {
      font: composite('', 'CIDFontType0'),
      more: [wide, descriptor('FontFile3', 4), program(testCff(glyphs), '/Subtype/CIDFontType0C')],
      shown,
    },
    'Type 1': {
      ...plain,
      font: font('Type1'),
      more: [map(...simple), descriptor('FontFile', 4), program(testType1(glyphs))],
    },
  };
};

const named = (pages: Record<string, FontPage>, what: string): Record<string, FontPage> =>
  Object.fromEntries(Object.entries(pages).map(([format, page]) => [`${what}, ${format}`, page]));

const ZERO: TestGlyph = { name: 'zero', character: '0', drawn: 'ring' };
const glyph = (name: string, character: string, drawn: NonNullable<TestGlyph['drawn']>): TestGlyph => ({
  name,
  character,
  drawn,
});
const misdrawn = {
  ...named(drawnPages([ZERO, glyph('nine', '9', 'bar')], '900'), 'a nine drawn as a one'),
  ...named(drawnPages([ZERO, glyph('one', '1', 'eight')], '100'), 'a one drawn as an eight'),
  ...named(drawnPages([ZERO, glyph('six', '6', 'nine')], '600'), 'a six drawn as a nine'),
  ...named(
    drawnPages([ZERO, glyph('one', '1', 'bar'), glyph('seven', '7', 'bar')], '107'),
    'two digits drawn alike',
  ),
  ...named(drawnPages([ZERO, glyph('one', '1', 'seven')], '100'), 'a one drawn as a seven'),
  ...named(drawnPages([ZERO, glyph('seven', '7', 'one')], '700'), 'a seven drawn as a one'),
  ...named(drawnPages([ZERO, glyph('two', '2', 'seven')], '200'), 'a two drawn as a seven'),
  ...named(drawnPages([ZERO, glyph('period', '.', 'comma')], '0.0'), 'a point drawn as a comma'),
  ...named(drawnPages([ZERO, glyph('comma', ',', 'point')], '0,0'), 'a comma drawn as a point'),
};
/** Zero and nine, by a TrueType program that is made so. */
const trueTypePage = (options: SfntOptions, glyphs = [ZERO, glyph('nine', '9', 'nine')]): FontPage => ({
  font: own('TrueType', WIN),
  more: [descriptor('FontFile2', 32), program(testTrueType(glyphs, options))],
});
const split: Record<string, FontPage> = {
  'two maps of one program that name other glyphs': trueTypePage({
    macintosh: [1, 0, 0, 0, 0, 0, 0, 0, 0, 1],
  }),
};
const broken: Record<string, FontPage> = {
  'a program without widths': trueTypePage({ without: ['hmtx'] }),
  'a program without a header of widths': trueTypePage({ without: ['hhea'] }),
  'a program without places of its glyphs': trueTypePage({ without: ['loca'] }),
  'a program of an unknown version': trueTypePage({ version: 0x00090000 }),
  'a table behind the end of the program': trueTypePage({ beyond: 'glyf' }),
};
const whole: Record<string, FontPage> = {
  'two maps of one program that agree': trueTypePage({ macintosh: [1, 0, 0, 0, 0, 0, 0, 0, 0, 2] }),
  'a program under the older version': trueTypePage({ version: 0x74727565 }),
  'a program that names no glyphs': trueTypePage({ without: ['post'] }),
};
const LETTERS = ['n', 'o', 't'];
const undrawn = {
  ...named(
    drawnPages(
      LETTERS.map((one) => glyph(one, one, 'nothing')),
      'not',
    ),
    'letters without ink',
  ),
  ...named(
    drawnPages(
      LETTERS.map((one) => glyph(one, one, 'speck')),
      'not',
    ),
    'letters drawn as a speck',
  ),
  ...named(
    drawnPages(
      LETTERS.map((one) => glyph(one, one, 'specks')),
      'not',
    ),
    'letters drawn as two specks',
  ),
  ...named(
    drawnPages(
      LETTERS.map((one) => glyph(one, one, 'line')),
      'not',
    ),
    'letters without height',
  ),
  ...named(drawnPages([ZERO, glyph('comma', ',', 'nothing')], '0,0'), 'a comma without ink'),
};
const drawnRight = named(
  drawnPages(
    [
      ...[
        ZERO,
        glyph('one', '1', 'one'),
        glyph('six', '6', 'six'),
        glyph('seven', '7', 'seven'),
        glyph('eight', '8', 'eight'),
      ],
      ...[glyph('nine', '9', 'nine'), glyph('period', '.', 'point'), glyph('comma', ',', 'comma')],
      glyph('space', ' ', 'nothing'),
    ],
    '1.690,80 67',
  ),
  'digits drawn as they are',
);

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
  'one digit copied as two': { font: helvetica(WIN), more: [map(['31', '00310030'])], shown: '(100)' },
  'a digit copied as a space of no width': { font: helvetica(WIN), more: [map(['30', '200B'])] },
  'a digit copied as a digit of another script': {
    font: helvetica(WIN),
    more: [map(['31', '0669'])],
    shown: '(100)',
  },
  'a digit copied as a Roman numeral': { font: helvetica(WIN), more: [map(['31', '2168'])], shown: '(100)' },
  'point and comma exchanged': {
    font: helvetica(WIN),
    more: [map(['2C', '002E'], ['2E', '002C'])],
    shown: '(1.500,00)',
  },
  'a point that is copied as nothing': { font: helvetica(WIN), more: [map(['2E', '200B'])], shown: '(1.50)' },
  'a minus copied as plus': { font: helvetica(WIN), more: [map(['2D', '002B'])], shown: '(-500)' },
  'percent copied as a blank': { font: helvetica(WIN), more: [map(['25', '0020'])], shown: '(5%)' },
  'a blank copied as a word': {
    font: helvetica(WIN),
    more: [map(['20', '0020004E004F00540020'])],
    shown: '(shall pay)',
  },
  'a colon copied as words': {
    font: helvetica(WIN),
    more: [map(['3A', '003A00200055004E004400450052'])],
    shown: '(Sum: 900)',
  },
  'letters copied as nothing': {
    font: helvetica(WIN),
    more: [map(['6E', '200B'], ['6F', '200B'], ['74', '200B'])],
    shown: '(is not liable)',
  },
  'text turned around when pasted': {
    font: helvetica(WIN),
    more: [map(['3A', '003A202E'])],
    shown: '(Sum: 900)',
  },
  'words on a glyph of which nothing is known': {
    font: helvetica(differences('48/g12/g13')),
    more: [map(['30', '006E006F00740020006400750065'])],
    shown: '(0)',
  },
  'an amount on a glyph of which nothing is known': {
    font: helvetica(differences('48/g12/g13')),
    more: [map(['30', '00310030'])],
    shown: '(0)',
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
  ...drawnRight,
  ...whole,
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
  'digits, points and dashes in other forms': {
    font: helvetica(differences('65/one/comma/period/minus/hyphen/percent/space')),
    more: [
      map(
        ['41', '0661'],
        ['42', '066C'],
        ['43', '066B'],
        ['44', '2013'],
        ['45', '00AD'],
        ['46', '066A'],
        ['47', '00A0'],
      ),
    ],
    shown: '(ABCDEFG)',
  },
  'points that lead, and signs of which nothing is known': {
    font: helvetica(differences('65/period/ellipsis/g12/bullet/ampersand')),
    more: [map(['41', '002E002E002E'], ['42', '2026'], ['43', '2169'], ['44', '2022'], ['45', '0026'])],
    shown: '(ABCDE)',
  },
  'what a map does not know': {
    font: helvetica(differences('48/zero/one')),
    more: [map(['30', 'FFFD'], ['31', '0000'])],
    shown: '(01)',
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
export const fontAttacks: readonly Attack[] = made({ ...attacks, ...misdrawn, ...split }, [
  'text_map_mismatch',
]);
/** Fonts whose glyphs are not seen, and those that readers draw in other ways. */
export const blankFontAttacks: readonly Attack[] = [
  ...made(undrawn, ['invisible_text']),
  ...made(broken, ['unreadable_object']),
];
export const harmlessFonts: readonly Attack[] = made(harmless, []);
