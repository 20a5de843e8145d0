import { streamBody } from '../pdf/index.ts';
import type { Attack } from './attack.ts';
import {
  COPIES_NINE,
  composite,
  descriptor,
  differences,
  type FontPage,
  helvetica,
  made,
  map,
  own,
  program,
  SHOWS_ONE,
  WIN,
} from './font-pages.ts';
import { type TestGlyph, testCff, testTrueType, testType1 } from './fontprograms.ts';
import { broken, misdrawn, split, undrawn } from './fonts-drawn.ts';

const DIGITS: TestGlyph[] = [
  { name: 'zero', character: '0' },
  { name: 'one', character: '1' },
];
/** Drawn as they are named. */
const NAMED: TestGlyph[] = [
  { name: 'zero', drawn: 'ring' },
  { name: 'one', drawn: 'one' },
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
  'a sentence on one code of a program that numbers its glyphs for itself': {
    font: composite('/CIDToGIDMap/Identity'),
    more: [
      map(['0001', Buffer.from('and any interest', 'utf16le').swap16().toString('hex')]),
      descriptor('FontFile2', 4),
      program(testTrueType([{ name: 'a', character: '\uE001' }])),
    ],
    shown: '<0001>',
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
      program(testType1(NAMED, '256 array\ndup 48 /zero put\ndup 57 /one put\nreadonly')),
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

/** Fonts that show something else than what is copied. */
export const fontAttacks: readonly Attack[] = made({ ...attacks, ...misdrawn, ...split }, [
  'text_map_mismatch',
]);
/** Fonts whose glyphs are not seen, and those that readers draw in other ways. */
export const blankFontAttacks: readonly Attack[] = [
  ...made(undrawn, ['invisible_text']),
  ...made(broken, ['unreadable_object']),
];
